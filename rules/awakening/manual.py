"""Card texts no verb can say: the table carries them out and enters what changed (AW-R85)."""

from __future__ import annotations

from rules.ask import Anew, ChooseOne, EnterNumber, Option, Refusal

from . import honor, travel
from .state import Awakening
from .words import ATTRIBUTES

SPHERES = ("potential", "influence", "conviction", "reserve")


async def carry_out(state: Awakening, seat: str, name: str, text: str) -> None:
    """Show the text, then take corrections until the table is content."""
    state.say(f"{name}: {text}")
    while True:
        options = (
            Option("done", "Done, all is entered"),
            Option("blocks", "Move blocks"),
            Option("honor", "Change honor"),
            Option("token", "Move a token"),
        )
        todo = f"{state.name(seat)}: carry out {name}: {text} What changed?"
        what = await ChooseOne(seat, todo, options, todo=(text,))
        if what == "done":
            return
        whose = await _player(state, seat)
        if what == "blocks":
            await _blocks(state, seat, whose)
        elif what == "honor":
            await _honor(state, seat, whose)
        else:
            await _token(state, seat, whose)


async def _player(state: Awakening, seat: str) -> str:
    options = [Option(each, state.name(each)) for each in state.seats]
    return str(await ChooseOne(seat, "Whose?", options))


def places(state: Awakening, whose: str) -> dict[str, int]:
    """Where a player's blocks lie now."""
    player = state.players[whose]
    found = {sphere: int(getattr(player, sphere)) for sphere in SPHERES}
    found |= {attr: player.has(attr) for attr in ATTRIBUTES}
    return found | {held.card: held.blocks for held in (*player.companions, *player.relics)}


def _move(state: Awakening, whose: str, place: str, number: int) -> None:
    player = state.players[whose]
    if place in SPHERES:
        setattr(player, place, getattr(player, place) + number)
    elif place in ATTRIBUTES:
        player.attributes[place] += number
    else:
        player.held(place).blocks += number


def _words(state: Awakening, place: str) -> str:
    return place.capitalize() if place in (*SPHERES, *ATTRIBUTES) else state.title(place)


async def _blocks(state: Awakening, seat: str, whose: str) -> None:
    """From one place to another, so that every colour still sums to 24 (AW-R22)."""
    there = places(state, whose)
    empty = Refusal("AW-R22", "No block lies there.")
    source = await ChooseOne(
        seat,
        "From where?",
        [
            Option(place, f"{_words(state, place)} ({number})", None if number else empty)
            for place, number in there.items()
        ],
    )
    target = await ChooseOne(seat, "To where?", [Option(p, _words(state, p)) for p in there if p != source])
    number = await EnterNumber(seat, "How many blocks?", 1, there[source])
    _move(state, whose, source, -number)
    _move(state, whose, target, number)
    state.say(f"{state.name(whose)}: {number} from {_words(state, source)} to {_words(state, target)}, by hand.")


async def _honor(state: Awakening, seat: str, whose: str) -> None:
    now = state.players[whose].honor
    wanted = await EnterNumber(seat, f"{state.name(whose)} has {now} honor. What is it now?", 0, 999)
    if wanted > now:
        await honor.gain_honor(state, whose, wanted - now, "Entered by hand")
    elif wanted < now:
        await honor.lose_honor(state, whose, now - wanted, "Entered by hand")


async def _token(state: Awakening, seat: str, whose: str) -> None:
    def question() -> ChooseOne:
        options = []
        for space in state.island.spaces:
            who = state.at(space)
            taken = Refusal("AW-61", f"{state.name(who)} stands there.") if who and who != whose else None
            options.append(Option(space, f"To {space}", taken, slot=f"space {space}"))
        return ChooseOne(seat, f"Where does {state.name(whose)} stand now?", options)

    await travel.put_down(state, whose, await Anew(question))
