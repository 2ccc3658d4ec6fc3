"""The end of the game: four steps of scoring, each point with its reason (AW-212 to AW-219, AW-R78, AW-R79)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from rules.ask import ChooseOne, EnterNumber, Option
from rules.chance import ReadCard
from rules.game import Checkpoint

from . import counts, effects, honor, mastery, telling
from .case import Case
from .state import Awakening, ScoreLine
from .terms import Per
from .verbs import Effect, EndGameBonus, GainHonor, If, Manual, Sequence, Verb
from .words import ATTRIBUTES

PER_TILE = 2  # honor (AW-68, AW-217)
MOST = 99  # honor of one card that the table may enter
SOURCES = (
    *("Start", "Companions", "Traits", "Relics", "Monsters", "Mounts", "Control taken", "Visitors"),
    *("Card abilities", "Entered by hand", "Treachery", "Prices paid", "Triggers removed"),
    *("Mastery", "End-game bonuses", "Secret Quests", "Tiles held"),
)
"""Where honor comes from and goes to, in the order people read it."""

SHARED = "shared victory"
ALONE = "sole winner"


async def score(state: Awakening) -> None:
    """Mastery, card bonuses, quests, tiles; then whoever has most honor wins."""
    while state.phase == "scoring":
        await Checkpoint()
        before = len(state.scoring)
        await STEPS[state.step](state)
        for line in state.scoring[before:]:
            line.step = state.step + 1
            state.say(f"{state.name(line.seat)}: {line.what.rstrip('.')}, {line.honor} honor.")
        state.step += 1
        if state.step == len(STEPS):
            state.phase = "finished"
    if state.phase == "finished":  # also when a ruling took the result back: whoever has most honor now
        decide(state)


def _award(state: Awakening, lines: list[tuple[str, str, int]], source: str) -> None:
    """Within a step all players at once; no token fires any more (AW-R73, AW-R78)."""
    for seat, what, worth in lines:
        worth = honor.book(state, seat, worth, source)
        state.scoring.append(ScoreLine(step=0, seat=seat, what=what, honor=worth))


async def masteries(state: Awakening) -> None:
    """Each mastery tile goes to the single player with the highest total (AW-165 to AW-167, AW-214)."""
    lines = []
    for attr in ATTRIBUTES:
        seat = mastery.leader(state, attr)
        totals = ", ".join(f"{state.name(each)} {mastery.total(state, each, attr)}" for each in state.order)
        if seat is None:
            state.say(f"Nobody masters {attr} ({totals}).")
            continue
        state.players[seat].masteries.append(attr)
        worth = await telling.mastery_value(state, seat, attr)
        lines.append((seat, f"Mastery of {attr} ({totals})", worth))
    _award(state, lines, "Mastery")


async def card_bonuses(state: Awakening) -> None:
    """The end-game bonuses of cards, monsters above all (AW-34, AW-164, AW-215)."""
    lines = []
    for seat in state.order:
        for card in _cards(state, seat):
            worth = 0
            for number, effect in enumerate(state.pack.card(card).abilities):
                if effect.window == "end_game":
                    worth += await _bonus(state, Case(seat, card), effect, f"{seat}/{card}/{number}")
            if worth:
                lines.append((seat, state.title(card), worth))
        printed = await telling.end_bonus(state, seat, MOST)
        if printed:
            lines.append((seat, "Bonuses printed on cards", printed))
    _award(state, lines, "End-game bonuses")


def _cards(state: Awakening, seat: str) -> list[str]:
    player = state.players[seat]
    return [*player.cards, *((player.wretch,) if player.wretch else ())]


async def _bonus(state: Awakening, case: Case, effect: Effect, key: str) -> int:
    """What one effect brings; the owner is asked for what only the table can reckon (AW-R85)."""
    if effects.cannot(state, case, effect, key):
        return 0
    card = state.pack.card(case.card)
    if effect.optional:
        options = (Option("yes", f"Use {card.name}"), Option("no", "Let it pass"))
        text = f"{state.name(case.seat)}: use {card.name}? {card.text}"
        if await ChooseOne(case.seat, text, options) == "no":
            return 0
    await effects.pay(state, case, effect.cost)
    worth = 0
    for verb, known in list(_reckoned(state, case, effect.do)):
        if known is None:
            says = verb.text if isinstance(verb, Manual) else card.text
            text = f"{state.name(case.seat)}: {card.name}: {says} How much honor does it bring?"
            known = int(await EnterNumber(case.seat, text, 0, MOST))
        worth += known
    return worth


def _reckoned(state: Awakening, case: Case, verbs: tuple[Verb, ...]) -> Iterator[tuple[Verb, int | None]]:
    """What each verb is worth to the owner at the end; None where the table has to say."""
    for verb in verbs:
        match verb:
            case Sequence():
                yield from _reckoned(state, case, verb.do)
            case If():
                fulfilled = counts.holds(state, verb.condition, case.seat)
                yield from _reckoned(state, case, verb.then if fulfilled else verb.otherwise)
            case EndGameBonus(amount=int() | Per()) | GainHonor(amount=int() | Per(), who="self"):
                amount = verb.amount
                yield verb, counts.per(state, amount, case.seat) if isinstance(amount, Per) else int(str(amount))
            case _:
                yield verb, None


def end_bonuses(state: Awakening, seat: str) -> int:
    """What all cards would bring at the end, as things stand and as far as the box can tell."""
    return sum(end_bonus(state, seat, card) for card in _cards(state, seat))


def end_bonus(state: Awakening, seat: str, card: str) -> int:
    """What one card brings at the end, as things stand and as far as the box can tell."""
    worth = 0
    for effect in state.pack.card(card).abilities:
        held = effect.only_if is None or counts.holds(state, effect.only_if, seat)
        if effect.window == "end_game" and held and not effect.cost:
            worth += sum(known or 0 for _, known in _reckoned(state, Case(seat, card), effect.do))
    return worth


async def quests(state: Awakening) -> None:
    """Every bonus on a Secret Quest can be earned (AW-216)."""
    lines = []
    for seat in state.order:
        player = state.players[seat]
        if player.has_quest and player.quest is None and state.is_own:
            printed = await telling.quest_honor(state, seat, MOST)
            lines += [(seat, "Secret Quest", printed)] if printed else []
        elif player.has_quest and player.quest is None:  # a real card that only its owner knows
            possible = [Option(card, state.title(card)) for card in state.quests_left]
            text = f"{state.name(seat)}: turn up your Secret Quest. Which is it?"
            player.quest = str(await ReadCard(seat, text, possible, slot=f"{seat} quest"))
            state.quests_left.remove(player.quest)
    state.reveal()
    for seat in state.order:
        lines += quest_lines(state, seat)
        lines += await _only_the_table_can_tell(state, seat)
    _award(state, lines, "Secret Quests")


async def _only_the_table_can_tell(state: Awakening, seat: str) -> list[tuple[str, str, int]]:
    """The bonuses of a quest that no words of a pack can reckon (AW-R85)."""
    card = state.players[seat].quest
    if card is None:
        return []
    lines = []
    quest = state.pack.quest[card]
    for bonus in quest.bonuses:
        if bonus.condition is None and bonus.count is None:
            text = f"{state.name(seat)}: {quest.name}: {bonus.text} How much honor does it bring?"
            worth = int(await EnterNumber(seat, text, 0, MOST))
            lines += [(seat, f"{quest.name}: {bonus.text}", worth)] if worth else []
    return lines


def quest_lines(state: Awakening, seat: str) -> list[tuple[str, str, int]]:
    """The bonuses of a quest that are earned as things stand."""
    card = state.players[seat].quest
    if card is None:
        return []
    quest = state.pack.quest[card]
    lines = []
    for bonus in quest.bonuses:
        worth = 0
        if bonus.count is not None:
            worth = bonus.honor * counts.value(state, bonus.count, seat)
        elif bonus.condition is not None and counts.holds(state, bonus.condition, seat):
            worth = bonus.honor
        if worth:
            lines.append((seat, f"{quest.name}: {bonus.text}", worth))
    return lines


async def tiles_held(state: Awakening) -> None:
    """Two honor for each tile controlled (AW-68, AW-217)."""
    lines = []
    for seat in state.order:
        held = state.tiles_of(seat)
        if held:
            names = ", ".join(state.tile(number) for number in held)
            lines.append((seat, f"Control of {names}", PER_TILE * len(held)))
    _award(state, lines, "Tiles held")


STEPS: tuple[Callable[[Awakening], Awaitable[None]], ...] = (masteries, card_bonuses, quests, tiles_held)


def decide(state: Awakening) -> None:
    """Most honor wins; whoever ties shares the victory (AW-218, AW-219, AW-R79)."""
    most = max(player.honor for player in state.players.values())
    winners = [seat for seat in state.order if state.players[seat].honor == most]
    names = " and ".join(state.name(seat) for seat in winners)
    text = f"{names} win{'s' if len(winners) == 1 else ' together'} with {most} honor."
    state.say(text)
    state.result = {
        "winner": winners[0] if len(winners) == 1 else None,
        "winners": winners,
        "by": ALONE if len(winners) == 1 else SHARED,
        "text": text,
        "honor": {seat: player.honor for seat, player in state.players.items()},
        "sources": [s for s in SOURCES if any(player.sources.get(s) for player in state.players.values())],
        "breakdown": {
            seat: [[source, player.sources[source]] for source in SOURCES if player.sources.get(source)]
            for seat, player in state.players.items()
        },
        "lines": [[line.step, line.seat, line.what, line.honor] for line in state.scoring],
    }
