"""How the game ends (SS-116 to SS-119, SS-R64 to SS-R70), also where the box does not know who the Traitor is.

With real Loyalty cards the box only knows who could be the Traitor. It asks the table the same, in the same words,
whenever the game would be over for one of those cases; the Traitor always knows the truth and has to show the card
(SS-R67).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from rules.ask import ChooseOne, Option, Refusal
from rules.chance import ReadCard
from rules.game import Scene

from . import board
from .pack import Side
from .state import Decided, SilentSea, ask, ask_all

CREW_SAMPLES = 4  # SS-116
TRAITOR_SAMPLES = 1  # SS-118
PLAY_ON, GIVE_UP = "on", "up"


def traitor_sets(game: SilentSea) -> list[tuple[str, ...]]:
    """Who could be the Traitor, or the Traitors, by what the box knows; one entry once it knows all."""
    count = sum(card.count for card in game.pack.loyalty if card.side == "traitor")
    sure = [seat for seat in game.order if game.players[seat].loyalty == "traitor"]
    unknown = [seat for seat in game.order if game.players[seat].loyalty is None]
    if not unknown:
        return [tuple(sure)]
    return [tuple(sorted((*sure, *more))) for more in combinations(unknown, max(count - len(sure), 0))]


def winner_if(game: SilentSea, traitors: tuple[str, ...]) -> str:
    """Which ending has come about if those are the Traitors; empty if none."""
    way_out = board.chart(game).exit
    living = game.living
    crew = [seat for seat in living if seat not in traitors]
    out = [seat for seat in crew if game.players[seat].node == way_out]
    samples = sum(game.players[seat].samples for seat in out)
    everybody = len(out) == len(crew) or game.toggle("crew_extraction") == "samples_only"
    crew_wins = bool(out) and everybody and samples >= CREW_SAMPLES
    late = game.toggle("traitor_must_be_first") == "on" and any(s not in traitors for s in game.entered_exit)
    traitor_wins = not late and any(
        game.players[seat].node == way_out and game.players[seat].samples >= TRAITOR_SAMPLES
        for seat in living
        if seat in traitors
    )
    if crew_wins and traitor_wins:  # the side of the player whose turn it is (SS-R67)
        return "traitor" if game.current in traitors else "crew"
    if crew_wins or traitor_wins:
        return "crew" if crew_wins else "traitor"
    left = [seat for seat in game.order if not game.players[seat].gone]
    if game.toggle("last_side_standing") == "on" and left and traitors:
        if all(seat in traitors for seat in left):
            return "traitor_alone"
        if not any(seat in traitors for seat in left):
            return "crew_alone"
    return ""


async def judge(game: SilentSea) -> None:
    """After every change of position, samples or life: is it over? (SS-R67)"""
    if game.result:
        raise Decided
    if game.order and all(game.players[seat].gone for seat in game.order):
        finish(game, "nobody")
    possible = traitor_sets(game)
    if len(possible) == 1:
        if ending := winner_if(game, possible[0]):
            finish(game, ending)
        return
    left = [case for case in possible if "+".join(case) not in game.declined]
    over = [case for case in left if winner_if(game, case)]
    if not over:
        return
    if len(over) == len(left):  # over whoever it is: nobody has to admit anything
        game.say("The game is over. Everybody shows the Loyalty card.")
        await show_cards(game, [])
        await judge(game)
        return
    claim = await ask(game, lambda: _question(game, over))
    if claim != PLAY_ON:
        await show_cards(game, [claim])
        await judge(game)
        return
    game.declined += ["+".join(case) for case in over]
    game.say("Nobody shows a card; play goes on.")


def _question(game: SilentSea, over: list[tuple[str, ...]]) -> ChooseOne:
    """The same for everybody, and open to all; what is barred follows from what everybody can see."""
    text = "Has the Extraction Point been reached? If this ends the game, show your Loyalty card now."
    options = [Option(PLAY_ON, "Nobody shows a card: play on")]
    for seat in game.order:
        barred = None
        if not any(seat in case for case in over):
            name = game.who(seat)
            barred = Refusal("SS-R67", f"Even if {name} were the Traitor, nobody would have won yet.")
        options.append(Option(seat, f"{game.who(seat)} shows the card: it is over", barred))
    return ChooseOne(game.current, text, options)


async def show_cards(game: SilentSea, first: list[str]) -> None:
    """Everybody shows the Loyalty card, *first* before the others."""
    for seat in [*first, *(seat for seat in game.order if seat not in first)]:
        if game.players[seat].loyalty is None:
            await show_card(game, seat)
        elif seat not in game.open_loyalty:
            game.open_loyalty.append(seat)
    if not any(winner_if(game, case) for case in traitor_sets(game)):
        game.say("Nobody has won yet: play goes on with all Loyalty cards open.")


class Seen(Exception):
    """The card that was asked for lies open: it was shown for another reason meanwhile."""


async def show_card(game: SilentSea, seat: str) -> None:
    """One Loyalty card is laid open; a real one is read."""
    if game.players[seat].loyalty is None:
        try:
            game.players[seat].loyalty = await ask(game, lambda: _card_question(game, seat))
        except Seen:
            return
    game.open_loyalty.append(seat)
    game.reveal()
    side = game.players[seat].loyalty
    scene = Scene("The Traitor" if side == "traitor" else "A Crewmate", "SS-R67")
    game.say(f"{game.who(seat)} is {_side_words(side)}.", scene=scene)


def _card_question(game: SilentSea, seat: str) -> ReadCard:
    if seat in game.open_loyalty:
        raise Seen
    left: Counter[Side] = Counter({card.side: 0 for card in game.pack.loyalty})
    for card in game.pack.loyalty:
        left[card.side] += card.count
    left -= Counter(player.loyalty for player in game.players.values() if player.loyalty)
    text = f"{game.who(seat)}: show your Loyalty card. Which is it?"
    choices = {Option(side, side.capitalize()): count for side, count in left.items()}
    return ReadCard(seat, text, {card: n for card, n in choices.items() if n})


def _side_words(side: Side | None) -> str:
    return "the Traitor" if side == "traitor" else "a Crewmate"


async def give_up(game: SilentSea, seat: str) -> None:
    """Somebody sees no way to win any more; the game ends without a winner if all living players agree.

    RULING: the rulebook knows only the two ways out, and doors, deaths and broken samples can shut both. Each answers
    hidden and all are waited for: who wants to play on would tell who still has something to win.
    """
    game.tired = game.cycle
    news = f"{game.who(seat)} wants to give up: nobody would win."
    game.say(news)
    others = "Everybody says in secret whether to give up."

    def ballot(voter: str) -> ChooseOne:
        options = (Option(PLAY_ON, "Play on"), Option(GIVE_UP, "Give up"))
        text = f"{news} Do you agree? Nobody sees what you choose."
        return ChooseOne(voter, text, options, private=True, others=others)

    answers = await ask_all(game, game.living, ballot, others)
    if all(answer == GIVE_UP for answer in answers.values()):
        finish(game, "given_up")
    game.say("Not everybody agrees: play goes on.")


ENDINGS = ("crew", "traitor", "nobody", "crew_alone", "traitor_alone", "given_up")


def finish(game: SilentSea, ending: str) -> None:
    """Say who won and lay all Loyalties open (SS-116 to SS-119, SS-R70)."""
    traitors = [seat for seat in game.order if game.players[seat].loyalty == "traitor"]
    names = " and ".join(game.who(seat) for seat in traitors)
    way_out = board.chart(game).exit
    there = [s for s in game.living if s not in traitors and game.players[s].node == way_out]
    samples = sum(game.players[seat].samples for seat in there)
    text = {
        "crew": f"The crew wins with {samples} samples; the Traitor {names} loses.",
        "traitor": f"The Traitor wins: {names} got away with a Water Sample.",
        "nobody": "All four are dead: nobody wins.",
        "given_up": "Everybody gives up: nobody wins.",
        "crew_alone": f"The crew wins: the Traitor {names} is dead.",
        "traitor_alone": f"The Traitor wins: only {names} is left.",
    }[ending]
    game.result = {
        "winner": {"crew_alone": "crew", "traitor_alone": "traitor", "given_up": "nobody"}.get(ending, ending),
        "by": ending,
        "text": text,
        "loyalty": {seat: game.players[seat].loyalty for seat in game.order},
    }
    game.say(text, scene=Scene("It is over", "SS-R67"))
    raise Decided
