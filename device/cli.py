"""The command ``tableside``."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from rules import burden, packs, selfplay
from rules.ask import Trouble
from rules.games import game, names
from rules.moment import SavedGame
from rules.overheard import overheard
from rules.record import Record

from . import settings
from .care import pack_commands
from .care.backup import back_up, check, give_to_owner, not_writable, restore, to_stick
from .care.new_game import new_game
from .care.welcome import host_token
from .live.dealer import fingerprint
from .live.journal import Journal
from .live.older_games import export, log_lines
from .live.table import Table
from .live.verify import checked


def main(arguments: list[str] | None = None) -> int:
    """Run the box, or look at what is on it."""
    parser = argparse.ArgumentParser(prog="tableside", description="A box beside the board-game table.")
    parser.add_argument("--settings", type=Path, help="table.toml; without one everything is as usual")
    parser.add_argument("--data", type=Path, help="folder of the games")
    commands = parser.add_subparsers(dest="command", required=True)

    run = commands.add_parser("run", help="start the box")
    run.add_argument("--pretend", action="store_true", help="with a pretend box and table on the screen")
    run.add_argument("--port", type=int, help="of the page")
    selfplay.arguments(commands.add_parser("selfplay", help="play whole games at random"))
    burden.arguments(commands.add_parser("burden", help="how much a game asks of people, turn by turn"))
    replay = commands.add_parser("replay", help="replay a recorded or saved game and print its log")
    replay.add_argument("file", help="a recorded game, or the name of a game on this box")
    replay.add_argument("--spoken", action="store_true", help="what the voice says of it, to everybody")
    games = commands.add_parser("games", help="the games this box knows and those it keeps")
    games.add_argument("--json", action="store_true")
    shelf = commands.add_parser(
        "packs", help="every pack on this box: whether it can be played, and what looks unfinished"
    )
    pack_commands.arguments(shelf)
    verify = commands.add_parser("verify", help="check every draw of a finished game against what was published")
    verify.add_argument("game", help="the name of a game on this box")

    spoken = commands.add_parser("log", help="what was said in a saved game, whatever version wrote it")
    spoken.add_argument("game", help="the name of a game on this box")
    spoken.add_argument("--json", action="store_true", help="everything that was written down of it, to keep elsewhere")
    copy = commands.add_parser("backup", help="a copy of all games, also on a stick named TABLESIDE")
    copy.add_argument("--stick", action="store_true", help="copy to the stick too, if it is plugged in")
    back = commands.add_parser("restore", help="put a copy of all games back")
    back.add_argument("file", type=Path)
    read = commands.add_parser("read", help="what the camera's readers see in any picture")
    read.add_argument("picture", type=Path, nargs="?")
    read.add_argument("--score", type=Path, metavar="BUNDLE", help="measure the readers on pictures that were kept")
    read.add_argument("--game", type=selfplay.a_game, help="look for this game's board only")
    read.add_argument("--json", action="store_true")
    read.add_argument("--draw", type=Path, metavar="OUT.png", help="a copy with everything drawn in")
    pictures = commands.add_parser("pictures", help="what the camera asked about, kept if you allow it")
    pictures.add_argument(
        "words",
        nargs="*",
        metavar="show NUMBER | export FILE.zip | forget",
        help="what was read in one of them and what lay there; all of them as one file; or throw all of them away",
    )
    pictures.add_argument("--to", type=Path, metavar="OUT.jpg", help="where the picture that is shown goes")
    capture = commands.add_parser("capture-set", help="ten minutes with printed sheets: how well this camera reads")
    capture.add_argument("--game", type=selfplay.a_game, help="whose printed board and tiles lie there")
    capture.add_argument("--to", type=Path, default=Path("capture-set.zip"), metavar="FILE.zip", help="to send in")
    capture.add_argument("--anew", action="store_true", help="forget what was taken, and begin at the first picture")
    capture.add_argument("--pretend", action="store_true", help="try it with sheets that exist only on the screen")
    fresh = commands.add_parser("new-game", help="write a small game of your own, to change into another")
    fresh.add_argument("name", help="such as three_stones")
    fresh.add_argument("--into", type=Path, default=Path(), metavar="FOLDER", help="where; this folder if not given")
    commands.add_parser("token", help="the secrets of the box's own screen and of makers' programs")
    doctor = commands.add_parser("doctor", help="look at every part of the box and say what to do")
    doctor.add_argument("--try", action="store_true", dest="hands_on", help="light each lamp, press each button")

    hall = commands.add_parser("hall", help="all tables at a glance, on any machine beside the broker")
    hall.add_argument("--port", type=int, default=8090, help="of the hall's page")
    hall.add_argument("--broker", metavar="ADDRESS", help="of the MQTT broker; as [hall] has it, or this machine")
    hall.add_argument("--keys", type=Path, metavar="KEYS.json", help="as --make-broker wrote them")
    hall.add_argument("--make-broker", type=Path, metavar="FOLDER", help="write Mosquitto's settings, users and rights")
    hall.add_argument("--tables", type=int, default=40, help="for so many boxes: table-1, table-2 and on")

    options = parser.parse_args(arguments)
    try:
        if options.command == "selfplay":
            return selfplay.main(options)
        if options.command == "burden":
            return burden.main(options)
        if options.command == "new-game":
            print(new_game(options.name, options.into))
            return 0
        chosen = settings.load(options.settings)
        data = options.data or chosen.data
        packs.shelves[:] = [data / "packs"]
        packs.forget()
        if options.command == "run":
            return start_box(chosen, data, pretend=options.pretend, port=options.port)
        if options.command == "hall":
            from .hall.run import hall_command

            return hall_command(options, chosen.hall, data)
        if options.command == "doctor":
            from .care.doctor_visit import visit
            from .care.running import running

            box = running(options.data)
            if box:  # what it runs with counts, whatever the settings say
                chosen = replace(chosen, page=replace(chosen.page, port=box.port))
                data = box.data
            return visit(replace(chosen, data=data), hands_on=options.hands_on, beside=box)
        if options.command == "token":
            from web.makers.api import maker_token

            print(f"own screen  {host_token(data)}\nmakers      {maker_token(host_token(data))}")
            return 0
        if options.command in ("pictures", "capture-set") or (options.command == "read" and options.score):
            from .pictures import commands as picture_commands

            return picture_commands.run(options, chosen.camera, data)
        if options.command == "read":
            if options.picture is None:
                raise Trouble("Say which picture, or which bundle with --score.")
            return read_picture(options.picture, options.game, options.draw, as_json=options.json)
        if options.command == "backup":
            copied = back_up(data, datetime.now())
            count = check(copied)
            print(f"{count} game{'s' * (count != 1)} copied to {copied}.")
            if options.stick and (told := to_stick(copied, Path("/run/tableside-stick"))):
                print(told)
            return 0
        if options.command == "restore":
            print(restore(data, options.file, datetime.now()))
            return 0
        if options.command == "games":
            return list_games(data, as_json=options.json)
        if options.command == "packs":
            return pack_commands.run(options, lambda: open_journal(data))
        if options.command == "log":
            return print_log(data, options.game, as_json=options.json)
        if options.command == "verify":
            return check_draws(data, options.game)
        return print_replay(data, options.file, spoken=options.spoken)
    except OSError as barred:
        what = f"{barred.filename} cannot be used: {barred.strerror}." if barred.filename else barred
        print(what, file=sys.stderr)
        return 1
    except (Trouble, settings.SettingsError, ValueError) as trouble:
        print(trouble, file=sys.stderr)
        return 1


def start_box(chosen: settings.Settings, data: Path, *, pretend: bool, port: int | None) -> int:
    """Buttons and lamps first, before anything big is even loaded: a box just plugged in should look alive at once."""
    from .panel.panel import Panel

    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    panel = None if pretend else Panel(chosen.box)
    try:
        if panel:
            logging.info("the panel: %s", "buttons and lamps" if panel.fitted else "none")
        from .__main__ import run_box

        return run_box(chosen, data, pretend=pretend, port=port, panel=panel)
    except BaseException:
        if panel:
            panel.close()
        raise


def read_picture(file: Path, name: str | None, draw: Path | None, *, as_json: bool) -> int:
    """Print what is seen in a picture, with how sure it is."""
    from vision.read.report import report  # only this command of all needs pictures
    from vision.read.taught import Shelf

    from .camera import picture_file
    from .sight import boards as looks
    from .sight.mat_looks import decks
    from .sight.teaching import Shelves

    picture = picture_file.opened(file)
    boards = {each: looks.board(each) for each in looks.known() if name in (None, each)}
    layouts = looks.layouts()
    mat = layouts.pop("mat")
    shelf = (
        Shelf(piece for pack in packs.names(name) for piece in Shelves().shelf(name, pack).pieces.values())
        if name
        else None
    )
    seen = report(picture, boards, mat=mat, decks=decks(name), shelf=shelf, loose=True, others=layouts)
    print(json.dumps(seen.plain()) if as_json else "\n".join(seen.lines()))
    if draw:
        picture_file.keep(seen.picture, draw)
    return 0


def open_journal(data: Path) -> Journal:
    """The journal to look into; a box may be writing to it meanwhile."""
    file = data / "games.db"
    try:
        data.mkdir(parents=True, exist_ok=True)
        new = not file.exists()
    except OSError as barred:
        raise Trouble(not_writable(data, barred)) from barred
    journal = Journal(file)
    if new:
        give_to_owner(file)
    return journal


def list_games(data: Path, *, as_json: bool) -> int:
    """Each game with its players, packs and toggles; then what is saved."""
    journal = open_journal(data)
    saved, notes = journal.games(), Table(journal).notes()
    if as_json:
        kept = [_saved(each) | {"note": notes.get(each.id, "")} for each in saved]
        print(json.dumps({"games": list(map(_known, names())), "saved": kept}, indent=1))
        return 0
    for name in names():
        played = game(name)
        most = len(played.seats)
        span = f"{most}" if played.fewest == most else f"{played.fewest}–{most}"
        print(f"{name:<20}{played.title}: {span} players, {len(played.reference)} rules")
        print(f"{'':<20}packs: {', '.join(packs.names(name))}")
        print(f"{'':<20}toggles: {', '.join(f'{each.name}={each.default}' for each in played.toggles.values())}")
    for each in saved:
        state = f"ended: {each.ending}" if each.ending else f"{each.entries} steps"
        print(f"{each.id:<24}{', '.join(each.setup.names.values())}: {state}, last {each.last[:16]}")
        if each.id in notes:
            print(f"{'':<24}{notes[each.id]}")
    return 0


def _known(name: str) -> dict[str, object]:
    played = game(name)
    return {
        "game": name,
        "title": played.title,
        "players": [played.fewest, len(played.seats)],
        "packs": packs.names(name),
        "rules": len(played.reference),
        "toggles": {toggle.name: toggle.default for toggle in played.toggles.values()},
    }


def _saved(each: SavedGame) -> dict[str, object]:
    return {
        "id": each.id,
        "game": each.setup.game,
        "players": list(each.setup.names.values()),
        "pack": each.setup.pack,
        "last": each.last,
        "steps": each.entries,
        "ending": each.ending,
    }


def print_replay(data: Path, name: str, *, spoken: bool) -> int:
    """The log of a game, sentence by sentence, hidden things included: it is for looking back."""
    record = Record.read(Path(name)) if Path(name).is_file() else recorded(open_journal(data), name)
    if spoken:
        for number, utterance in overheard(record):
            print(f"{number:>5} {utterance.text}")
        return 0
    for number, run in enumerate(record.replay()):
        for said in run.state.said:
            to = f" [{', '.join(said.seats)}]" if said.seats else ""
            print(f"{number:>5}{to} {said.text}")
    print(f"{len(record.steps)} steps; " + (f"ended: {run.game.ending(run.state)}" if run.over else "not over"))
    return 0


def print_log(data: Path, name: str, *, as_json: bool) -> int:
    """What was written down when it was played; nothing is replayed, so no rules can stand in the way."""
    journal = open_journal(data)
    over = bool(journal.game(name).ending)
    if as_json:
        print(json.dumps(export(journal, name), indent=1, ensure_ascii=False))
        return 0
    for number, text in log_lines(journal, name, hidden=over):
        print(f"{number:>5} {text}")
    return 0


def recorded(journal: Journal, name: str) -> Record:
    """A game of the journal as it stands, without what was taken back."""
    head = journal.head(name)
    steps = [entry.step for entry in journal.path(name, head.node) if entry.step]
    return Record(journal.game(name).setup, tuple(reversed(steps)))


def check_draws(data: Path, name: str) -> int:
    """Work out every draw anew from the seed that was kept secret until now."""
    journal = open_journal(data)
    saved = journal.game(name)
    if not saved.ending:
        print("The game is not over: its seed stays secret until then.")
        return 1
    seed = journal.seed(name)
    if fingerprint(seed) != saved.commitment:
        print("The seed does not fit the fingerprint that was published. Do not trust these draws.")
        return 1
    draws = list(checked(journal, name))
    for draw in draws:
        if draw.verdict in ("claimed", "wrong"):
            print(draw.sentence)
    older = sum(draw.verdict == "older" for draw in draws)
    claimed = sum(draw.verdict == "claimed" for draw in draws)
    wrong = sum(draw.verdict == "wrong" for draw in draws)
    dealt = len(draws) - claimed - older
    print(f"Fingerprint {saved.commitment}\nSeed        {seed.hex()}\n{dealt} draws checked, {wrong} wrong.")
    if claimed:
        print(f"{claimed} more came from the table and were not dealt.")
    if older:
        print(f"{older} more were dealt by another version of Tableside; today's rules cannot work them out again.")
    return 1 if wrong else 0
