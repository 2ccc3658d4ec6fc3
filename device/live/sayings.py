"""What the live table says of a step by itself, beside what the rules say of it; nothing hidden is told."""

from __future__ import annotations

import re

from rules.ask import Ask, Confirm
from rules.chance import Chance
from rules.game import Said
from rules.position import Position, Step
from rules.sheet import told_between

THIN = 20  # letters; so short an answer says little without its question
QUESTION = 60  # letters of the question that are told beside such an answer


def title(step: Step, asked: Ask | None, before: Position, after: Position) -> str:
    """What people did with this step, when it is offered to be taken back; only what all may read.

    What came of a player's choice is in the log; the button names the choice itself, so that nobody takes back
    something else than they think. A draw has no choice in it: there it is what came of it.
    """
    told = next((said.text for said in after.said if said.seats is None), "")
    if step.kind == "ruling":
        return f"{BY_HAND}: {_set_by_hand(step, before, after)}"
    if step.kind == "cards":
        return told.removesuffix(".")
    seat = step.seat or (asked.seat if asked else "")
    name = before.game.players(before.state).get(seat, "")
    by = f"{name}: " if name else ""
    if step.kind == "aside":
        known = {option.value: option.label for option in before.game.asides(before.state, seat)}
        return by + known.get(str(step.value), str(step.value).replace("_", " "))
    if asked is None or asked.private:
        return told or "The last answer"
    if isinstance(asked, Chance):
        return told or f"{by}drew {asked.words(step.value)}"
    return _chosen(asked, step, name)


def _chosen(asked: Ask, step: Step, name: str) -> str:
    words, by = asked.words(step.value), f"{name}: " if name else ""
    question = _in_short(asked.others or asked.text, name)
    return f"{by}{words} ({question})" if isinstance(asked, Confirm) or _is_thin(words, question) else by + words


def _is_thin(words: str, question: str) -> bool:
    """Would "Red" or "none" alone leave one guessing what it was for? "Wake g7" says it by itself."""
    verb, *rest = words.lower().split() or [""]
    said_by_itself = bool(rest) and verb in re.findall(r"[\w-]+", question.lower())
    return len(words) <= THIN and not said_by_itself and question != "What next?"


def _in_short(text: str, name: str) -> str:
    """The sentence of a question that asks, without the name before it."""
    text = " ".join(text.split()).removeprefix(f"{name}: ").removeprefix(f"{name}, ")
    sentences = re.split(r"(?<=[.?!])\s+", text)
    asking = next((each for each in sentences if each.endswith("?")), sentences[0]).removesuffix(".")
    asking = re.sub(r" \([^()]*\)$", "", asking)
    return asking if len(asking) <= QUESTION else asking[: QUESTION - 1].rstrip() + "…"


def orders(asked: Ask) -> tuple[str, ...]:
    """What hands should do, where that is all that is asked."""
    return (asked.text, *asked.todo) if isinstance(asked, Confirm) else ()


def only_choice(asked: Ask, step: Step, before: Position) -> str:
    """What the box answered because nothing else was possible, as if its player had."""
    return _chosen(asked, step, before.game.players(before.state).get(asked.seat, ""))


def as_always(asked: Ask, step: Step, before: Position) -> str:
    """What a seat has answered once and for all."""
    name = before.game.players(before.state).get(asked.seat, asked.seat)
    return f"{name}: {asked.words(step.value)}, as always."


def claimed(step: Step, asked: Ask | None, source: str) -> list[Said]:
    """What a camera read off a real card or die is told, as the box did not deal it; what is hidden stays so."""
    if not source.startswith("camera on") or asked is None:
        return []
    if asked.private:
        return [Said("A card was read on the mat.")]
    return [Said(f"Read on the mat: {asked.words(step.value)}.")]


def ruled(step: Step, source: str, before: Position, after: Position) -> list[Said]:
    if step.kind != "ruling":
        return []
    who, _, why = source.removeprefix("ruling by ").partition(": ")
    return [Said(f"{BY_HAND} ({who}, {why}): {_set_by_hand(step, before, after)}.")]


BY_HAND = "By hand"
"""How the sentence begins that tells of a ruling."""


def _set_by_hand(step: Step, before: Position, after: Position) -> str:
    """What a ruling changed, in the words of the sheet where it stands there."""
    told = told_between(before.game, before.state, after.state)
    if told:
        return "; ".join(told)
    # A hidden value stays hidden in the log; that it was changed does not.
    values = {path: "" if after.game.is_secret(path) else f" is now {value}" for path, value in step.changes.items()}
    return "; ".join(f"{path}{value}" for path, value in values.items())
