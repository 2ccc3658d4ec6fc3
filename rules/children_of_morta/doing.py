"""What owners do themselves: a card nobody has described, or whatever no word says."""

from __future__ import annotations

from collections.abc import Iterable

from ..ask import ChooseOne, Option
from ..sheet import by_hand
from . import bosses, deeds, describing, effects, rows, tales
from .outcome import fall, judge
from .state import Table

KEEP = "keep "
ENEMY = "enemy "


async def do_it(state: Table, seat: str, text: str, sources: Iterable[str] = (), *, group: bool = False) -> None:
    """People do what *text* says and enter what changed, and what comes next by the rules, until nothing does.

    :param sources: cards it may be about; whoever likes describes one for next time.
    :param group: it is about everybody.
    """
    cards = [each for each in sources if describing.is_open(state, each)]
    while True:
        keep = [Option(f"{KEEP}{each}", f"Describe {describing.name_of(state, each)} for next time") for each in cards]
        likely = ["The run"] if group else [state.hero_name(seat), f"Enemies of {state.hero_name(seat)}"]
        changed = await by_hand(state, seat, text, then=[*_next(state), *keep], likely=likely)
        then = str(changed.then)
        for hero in state.run.heroes.values():
            fall(state, hero)
        judge(state)
        if then.startswith(KEEP):
            await describing.describe(state, seat, then.removeprefix(KEEP))
        if not then or then.startswith(KEEP):
            return
        await _go_on_with(state, seat, then)


def _next(state: Table) -> list[Option]:
    """What takes cards the box may not know yet."""
    if state.run.result:
        return []
    decks = [Option(f"{ENEMY}{deck}", f"Enemy: {state.pack.enemy_decks[deck].name}") for deck in state.run.enemies]
    found = [*decks, Option("item", "Draw an item card")]
    if not state.first_chapter:
        found += [Option("talent", "Draw a talent card"), Option("event", "Draw an event card")]
    return found if state.run.boss else [*found, Option("boss", "A boss appears")]


async def _go_on_with(state: Table, seat: str, then: str) -> None:
    cause = effects.Cause(seat, group=True)
    if then == "boss":
        await bosses.appear_for_real(state)
    elif then == "event":
        await tales.house_card(state, cause)
    else:
        whose = await _whose(state, seat)
        if then == "item":
            await deeds.take_item(state, whose)
        elif then == "talent":
            await deeds.take_talent(state, whose)
        else:
            await rows.meet(state, whose, then.removeprefix(ENEMY), encounter=state.phase == "encounter")


async def _whose(state: Table, seat: str) -> str:
    if state.solo:
        return seat
    whose: str = await ChooseOne(seat, "For whom?", effects.heroes(state, state.in_order()))
    return whose
