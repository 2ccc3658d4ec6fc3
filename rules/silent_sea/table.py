"""What the table should look like, and what hands have to do to get there."""

from __future__ import annotations

from collections.abc import Mapping

from . import board
from .pack import SAMPLES
from .state import SilentSea

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
    orders = []
    for slot in [slot for slot in {**before, **after} if before.get(slot) != after.get(slot)]:
        kind, _, rest = slot.partition(" ")
        was, now = before.get(slot, ""), after.get(slot, "")
        whose = rest.capitalize()
        match kind:
            case "figure" if now:
                orders.append(f"Put the {rest} figure on {now}.")
            case "figure":
                orders.append(f"Take the {rest} figure off the board.")
            case "health":
                orders.append(f"{whose}'s placard: {now} Health.")
            case "samples":
                orders.append(f"{whose}'s inventory box: {now} Water Samples.")
            case "carriers":
                orders.append(f"Next to {whose}'s placard: {now} Carriers.")
            case "suits":
                orders.append(f"Next to {whose}'s placard: {now} Hazmat Suits.")
            case "ability":
                seat, number = rest.split()
                orders.append(f"{seat.capitalize()}'s Ability slot {number}: {now or 'empty'}.")
            case "token":
                orders.append(
                    f"Water Samples: {now}." if now else f"Take the Water Sample off {was.split(' on ', 1)[1]}."
                )
            case "door":
                orders.append(f"{now[0].upper()}{now[1:]}.")
            case "supply":
                orders.append(f"Beside the board: {now} Water Samples.")
    return orders


def guide(game: SilentSea) -> tuple[str, ...]:
    """The set-up of the rulebook as a check-list (SS-36 to SS-49)."""
    pack = game.pack
    labs = sum(node.room_type == "water_lab" for node in pack.board.nodes)
    doors = sum(edge.closed for edge in pack.board.edges)
    loyalty = "Loyalty cards are dealt to the phones: hold to look, and keep it to yourself."
    if not game.setup.box_holds("loyalty"):
        loyalty = "Shuffle the 4 Loyalty cards; each draws one, looks at it and lays it down hidden."
    decks = [("cards", "Generic"), ("crisis", "Crisis")]
    real = [name for holding, name in decks if not game.setup.box_holds(holding)]
    steps = [
        loyalty,
        "Agree on who is Engineer, Astrobiologist, Doctor and Captain; each takes the two cards of the role.",
        f"Lay the board in the middle, with {doors} closed passages, and keep a place for discards.",
        *(f"Shuffle the {name} deck and lay it beside the board." for name in real),
        "Each takes a placard: both Ability cards face-down in its slots, 5 Health tokens on it.",
        f"All four figures go on {board.label(game, board.chart(game).start)}: " + ", ".join(game.setup.seats) + ".",
        f"Put 1 Water Sample on each of the {labs} Water Labs; {SAMPLES - labs} stay beside the board.",
    ]
    return tuple(steps)


def is_secret(path: str) -> bool:
    """Rulings on hands, decks and Loyalties are not read aloud."""
    return not (path.startswith(("tokens.", "doors.", "move.")) or path.rsplit(".", 1)[-1] in OPEN)
