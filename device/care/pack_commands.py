"""``tableside packs``: what is on the shelf, and cards that travel from box to box."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from rules import cards_file, packs, selfplay
from rules.ask import IllegalAnswer
from rules.games import game, names
from rules.joining import Joining

from ..live import joined
from ..live.journal import Journal

DEEDS = ("join", "save", "take-back")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "words",
        nargs="*",
        metavar="GAME | join GAME FILE | save GAME FILE | take-back GAME",
        help="this game's packs only; or join another box's cards to your own copy, save yours for another box, "
        "or take the last joining back",
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--ours", action="store_true", help="where the two differ, keep ours")
    choice.add_argument("--theirs", action="store_true", help="where the two differ, take theirs")


def run(options: Namespace, journal: Callable[[], Journal]) -> int:
    """:param journal: opens the journal, where it is needed."""
    deed, *rest = options.words or [""]
    if deed not in DEEDS:
        return check([_game(deed)] if deed else names())
    wanted = 1 if deed == "take-back" else 2
    if len(rest) != wanted:
        raise IllegalAnswer(f"Say it like this: tableside packs {deed} GAME{' FILE' * (wanted == 2)}")
    name = _game(rest[0])
    if deed == "take-back":
        print(joined.take_back(name))
        return 0
    file = Path(rest[1])
    return save(journal(), name, file) if deed == "save" else join(journal(), name, file, options)


def _game(word: str) -> str:
    try:
        return selfplay.a_game(word)
    except ArgumentTypeError as unknown:
        raise IllegalAnswer(str(unknown)) from None


def check(games: Sequence[str]) -> int:
    """Read every pack as a game would; 1 if one cannot be played, its reasons beside it."""
    broken = 0
    for name in games:
        for pack in packs.names(name):
            try:
                doubts, so_far = game(name).try_pack(pack), game(name).so_far(packs.tables(name, pack))
            except packs.BrokenPack as why:
                broken = 1
                print(f"{name:<20}{why}")
                continue
            print(f"{name:<20}{pack} can be played{', but look at this:' if doubts else '.'}")
            for doubt in doubts:
                print(f"{'':<20}- {doubt}")
            if packs.is_private(name, pack):
                print(f"{'':<20}Known so far: {', '.join(so_far) or 'nothing, and nothing has to be'}.")
    return broken


def save(journal: Journal, name: str, file: Path) -> int:
    tables = joined.described(journal, name)
    file.write_bytes(cards_file.written(name, tables))
    _, _, known = str(tables["about"]["title"]).partition(": ")
    print(f"{known.removesuffix(' known') or 'Nothing described yet'} saved in {file}.")
    return 0


def join(journal: Journal, name: str, file: Path, options: Namespace) -> int:
    joined.own_copy(name)
    if file.stat().st_size > cards_file.LARGEST:
        raise IllegalAnswer(cards_file.TOO_LARGE)
    theirs = cards_file.read(name, file.read_bytes())
    found = joined.compared(journal, name, theirs)
    _print(found)
    if found.differences and not (options.ours or options.theirs):
        print("Nothing was changed. Say --ours or --theirs.")
        return 1
    print(joined.join(journal, name, theirs, [each.id for each in found.differences] if options.theirs else ()))
    return 0


def _print(found: Joining) -> None:
    for each in found.differences:
        print(f"{each.name}\n  ours:   {each.our_words}\n  theirs: {each.their_words}")
