"""How two owners' descriptions of Children of Morta are joined: what one has read and the other has not is added."""

from __future__ import annotations

from typing import Any, ClassVar

from .. import packs
from ..joining import Cards, Tables
from ..plain import Plain, dump, load
from .components import Pack
from .own import CARDS, grown
from .pack import PRINTED, open_pack
from .state import Table

READ_WITH: dict[str, tuple[str, ...]] = {
    "tracks": ("health_max", "defence_max", "focus_max"),
    "critical": ("crit_reward",),
    "ability": ("ability",),
    "health": ("health",),
    "actions": ("actions",),
    "rewards": ("rewards", "xp"),
}
"""The fields that are read off a board or card together."""

SO_FAR = {
    "enemies": ("enemy card", PRINTED["enemy cards"]),
    "encounter_tiles": ("encounter tile", PRINTED["encounter tiles"]),
    "items": ("item", PRINTED["items"]),
    "talents": ("talent", PRINTED["talents"]),
    "supports": ("support card", PRINTED["support cards"]),
    "chapter_cards": ("chapter card", PRINTED["chapter cards"]),
    "house_cards": ("house card", PRINTED["house cards"]),
    "boss_cards": ("boss card", PRINTED["boss cards"]),
}


class OwnersCards(Cards):
    counted = CARDS
    one_and_many = ("card", "cards and tiles")
    ours_only: ClassVar[tuple[str, ...]] = ("about", "constants", "dice", "house", "skill_colours", "trial")

    def is_blank(self, table: str, key: str, card: Plain) -> bool:
        return table == "heroes" and len(card["unread"]) == 3 and not card["actions"]

    def fuller(self, table: str, ours: Plain, theirs: Plain) -> Plain | None:
        """Both together: what only one has read is taken, and of a hero the actions of both."""
        if table not in ("heroes", "enemies"):
            return super().fuller(table, ours, theirs)
        both, unread = dict(ours), list(ours["unread"])
        for what in [each for each in ours["unread"] if each not in theirs["unread"]]:
            both |= {name: theirs[name] for name in READ_WITH[what]}
            unread.remove(what)
        if table == "heroes":
            both["actions"] = {**theirs["actions"], **ours["actions"]}
        both["unread"] = unread
        same = {**theirs, "unread": unread, **{n: both[n] for what in theirs["unread"] for n in READ_WITH[what]}}
        if table == "heroes":
            same["actions"] = {**ours["actions"], **theirs["actions"]}
        return both if both == same else None


def so_far(known: Tables) -> list[str]:
    """How many of its cards the owner of a copy has told; nothing of it has to be there to play."""
    pack = load(Pack, known)
    if not pack.about.private:
        return []
    read = sum(len(hero.unread) < 3 or bool(hero.actions) for hero in pack.heroes.values())
    found = packs.how_far(read, PRINTED["heroes"], "hero board")
    for table, (one, whole) in SO_FAR.items():
        found += packs.how_far(len(getattr(pack, table)), whole, one)
    return found


def takes_in(state: Table, cards: Cards, known: Tables) -> tuple[list[str], list[str]]:
    """Cards told elsewhere are known here from now on; what this game knows otherwise stays as it is."""
    learned: list[str] = []
    kept: list[str] = []
    here, other = grown(open_pack(state.setup.pack), state.met), load(Pack, known)
    for table in state.met.tables:
        for id, theirs in getattr(other, table).items() if table not in cards.ours_only else ():
            ours: Any = getattr(here, table).get(id)
            name = cards.named(table, id, dump(theirs))
            both = dump(theirs) if ours is None else cards.fuller(table, dump(ours), dump(theirs))
            if both is None:
                kept.append(f"This game knows {name} differently, and keeps its own.")
            elif ours is None or both != dump(ours):
                state.tell(table, id, load(type(theirs), both))
                learned.append(name)
    return learned, kept
