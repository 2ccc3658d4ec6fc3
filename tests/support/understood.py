"""A stranger who listens: PocketSphinx, a small speech recogniser, limited to the sentences that could be said now."""

from __future__ import annotations

import random
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

from device.settings import Voice as Settings
from rules.overheard import overheard
from rules.record import Record

RATE = 16000
ROOM = 30  # loudness of a room in which nobody speaks, of 32768: a microphone never hears nothing at all
RECORDED = Path(__file__).parents[1] / "rules"
GAMES = (
    "sleepers/recorded/morale",
    "silent_sea/recorded/crew_alone_table",
    "awakening/recorded/3-table-wings-white",
    "children_of_morta/recorded/trial_lost_table",
    "sleeping_gods/recorded/mutiny",
)


def words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() or letter == "'" else " " for letter in text.lower()).split()


def sound(text: str) -> bytes:
    """As the box says it unless somebody chose otherwise, heard in a room."""
    how = Settings()
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["espeak-ng", "-v", how.name, "-s", str(how.pace), "-w", file.name, text], check=True)
        with wave.open(file.name) as heard:
            rate, raw = heard.getframerate(), heard.readframes(heard.getnframes())
    samples = np.frombuffer(raw, np.int16).astype(float)
    at = np.arange(0, len(samples), rate / RATE)
    quiet = np.zeros(RATE // 3)
    said = np.concatenate([quiet, 0.6 * np.interp(at, np.arange(len(samples)), samples), quiet])
    noise = np.random.default_rng(len(said)).normal(0, ROOM, len(said))
    return bytes((said + noise).astype(np.int16).tobytes())


def prompts() -> list[str]:
    """Questions of whole games, of a length that takes some listening."""
    records = [Record.read(RECORDED / f"{file}.json") for file in GAMES]
    said = {each.text for record in records for _, each in overheard(record) if each.kind == "turn"}
    return sorted(text for text in said if 4 <= len(words(text)) <= 14)


def understood(count: int, pending: int = 6) -> tuple[int, list[str]]:
    """How many of so many prompts were told from the others that might have been said; and those that were not."""
    from pocketsphinx import Decoder

    decoder = Decoder(loglevel="FATAL")
    known = [text for text in prompts() if all(decoder.lookup_word(word) for word in words(text))]
    chance, missed = random.Random(1), []
    for _ in range(count):
        possible = chance.sample(known, pending)
        said = possible[0]
        grammar = " | ".join(f"({' '.join(words(each))})" for each in sorted(possible))
        decoder.add_jsgf_string("prompts", f"#JSGF V1.0; grammar prompts; public <prompt> = {grammar};")
        decoder.activate_search("prompts")
        decoder.start_utt()
        decoder.process_raw(sound(said), full_utt=True)
        decoder.end_utt()
        heard = decoder.hyp()
        if heard is None or heard.hypstr.split() != words(said):
            missed.append(f"{said} ({heard.hypstr if heard else 'nothing'})")
    return count - len(missed), missed
