"""What the table should look like, and what hands have to do to get there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.setting_up import SetUpStep

from . import board
from .pack import SAMPLES
from .state import SEATS, SilentSea

OPEN = (
    "alive",
    "node",
    "health",
    "samples",
    "carriers",
    "suits",
    "state",
    "counter",
    "cycle",
    "current",
    "phase",
    "supply",
    "order",
    "visited",
    "deck",
    "generic_discard",
    "crisis_discard",
    "crisis_table",
    "luna_health",
)
ABILITY_WORDS = {"disabled": "face-down", "enabled": "face-up", "cooldown": "face-down on Cooldown"}


def view(game: SilentSea) -> dict[str, str]:
    """What lies where, as anybody standing at the table sees it; places by their printed names."""
    seen: dict[str, str] = {}
    for seat, player in game.players.items():
        if player.alive:
            seen[f"figure {seat}"] = board.label(game, player.node)
        seen[f"health {seat}"] = str(player.health)
        seen[f"samples {seat}"] = str(player.samples)
        seen[f"carriers {seat}"] = str(player.carriers)
        seen[f"suits {seat}"] = str(player.suits)
        for slot, ability in enumerate(player.abilities):
            seen[f"ability {seat} {slot + 1}"] = ABILITY_WORDS[ability.state]
        if not game.box_deals:
            seen[f"hand {seat}"] = str(len(player.hand))
    for place, count in game.tokens.items():
        seen[f"token {place}"] = f"{count} on {board.label(game, place)}"
    for door, state in game.doors.items():
        seen[f"door {door}"] = f"{board.door_words(game, door)} {'closed' if state == 'shut' else 'open'}"
    if game.players:
        seen["supply"] = str(game.supply)
    if game.players and not game.box_deals:
        seen["deck"] = str(game.deck)
    return seen


def todo(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The difference of two tables as orders for hands; cards are drawn and played by those who hold them."""
    changed = [slot for slot in {**before, **after} if before.get(slot) != after.get(slot)]
    # On a table where nothing lies yet, nothing need be taken away, and what is printed closed is closed.
    changed = [slot for slot in changed if slot in before or not _as_printed(slot, after[slot])]
    alike = Counter((_kind(slot), after.get(slot, "")) for slot in changed)
    orders: list[str] = []
    for slot in changed:
        now = after.get(slot, "")
        all_four = alike[_kind(slot), now] == len(SEATS) * (2 if slot.startswith("ability") else 1)
        order = _for_all(_kind(slot), now) if all_four else ""
        order = order or _order(slot, before.get(slot, ""), now)
        if order and order not in orders:
            orders.append(order)
    return sorted(orders, key=lambda order: not order.startswith("Take "))  # hands take a thing before they lay it down


def _kind(slot: str) -> str:
    return slot.partition(" ")[0]


def _as_printed(slot: str, now: str) -> bool:
    return now == "0" or (slot.startswith("door") and now.endswith(" closed"))


def _for_all(kind: str, now: str) -> str:
    """What everybody does alike, said once; empty where it is said one by one."""
    if not now:
        return ""
    return {
        "figure": f"Put all four figures on {now}.",
        "health": f"Each placard: {now} Health.",
        "ability": f"All Ability cards: {now}.",
    }.get(kind, "")


def _order(slot: str, was: str, now: str) -> str:
    kind, _, rest = slot.partition(" ")
    whose = rest.capitalize()
    match kind:
        case "figure":
            return f"Put the {rest} figure on {now}." if now else f"Take the {rest} figure off the board."
        case "health":
            return f"{whose}'s placard: {now} Health."
        case "samples":
            return f"{whose}'s inventory box: {now} {_samples(now)}."
        case "carriers":
            return f"Next to {whose}'s placard: {now} Carrier{'' if now == '1' else 's'}."
        case "suits":
            return f"Next to {whose}'s placard: {now} Hazmat Suit{'' if now == '1' else 's'}."
        case "ability":
            seat, number = rest.split()
            return f"{seat.capitalize()}'s Ability slot {number}: {now or 'empty'}."
        case "token":
            return _tokens(was, now)
        case "door":
            door, _, state = now.rpartition(" ")
            return f"Mark {door} as {state}."
        case "supply":
            return f"Beside the board: {now} {_samples(now)}."
    return ""


def _samples(count: str) -> str:
    return "Water Sample" if count == "1" else "Water Samples"


def _tokens(was: str, now: str) -> str:
    """So many Water Samples come to a place or leave it."""
    place = (now or was).split(" on ", 1)[1]
    lay, lie = int(was.split(" ", 1)[0] or 0), int(now.split(" ", 1)[0] or 0)
    count = str(abs(lie - lay))
    if lie < lay:
        return f"Take {'the' if lay == 1 else count} {_samples(count)} off {place}."
    return f"Put {count} {'more ' if lay else ''}{_samples(count)} on {place}."


def guide(game: SilentSea) -> tuple[str, ...]:
    """The set-up of the rulebook as a check-list (SS-36 to SS-49)."""
    pack = game.pack
    labs = sum(node.room_type == "water_lab" for node in pack.board.nodes)
    doors = sum(edge.closed for edge in pack.board.edges)
    loyalty = "Everybody: Loyalty cards are dealt to the phones. Hold to look, and keep it to yourself."
    if not game.setup.box_holds("loyalty"):
        loyalty = (
            "Shuffle the 4 Loyalty cards and deal one to each; everybody looks at their own and lays it down hidden."
        )
    spare = "1 stays" if SAMPLES - labs == 1 else f"{SAMPLES - labs} stay"
    decks = [("cards", "Generic"), ("crisis", "Crisis")]
    real = [name for holding, name in decks if not game.setup.box_holds(holding)]
    steps = [
        SetUpStep(loyalty, apart=True),
        SetUpStep(
            "Everybody: agree on who is Engineer, Astrobiologist, Doctor and Captain; take the two cards of your role.",
            apart=True,
        ),
        SetUpStep(
            f"Lay the board in the middle, with {doors} closed passages, and keep a place for discards.",
            name="board",
            picture="board",
            seen="board",
        ),
        *(f"Shuffle the {name} deck and lay it beside the board." for name in real),
        "Everybody: take a placard, both Ability cards face-down in its slots, 5 Health tokens on it.",
        SetUpStep(
            f"Put all four figures on {board.label(game, board.chart(game).start)}: {', '.join(game.setup.seats)}.",
            after=("board",),
            picture="The figures",
            seen="table",
        ),
        SetUpStep(
            f"Put 1 Water Sample on each of the {labs} Water Labs; {spare} beside the board.",
            after=("board",),
        ),
    ]
    return tuple(steps)


def is_secret(path: str) -> bool:
    """Rulings on hands, decks and Loyalties are not read aloud."""
    named = [part for part in path.split(".") if not part.isdigit()]  # what lies in an open row is open, too
    return not (path.startswith(("tokens.", "doors.", "move.")) or (named and named[-1] in OPEN))
