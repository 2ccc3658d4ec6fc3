"""A table of Children of Morta for tests: a family in the middle of a run of the demo pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playing import Playing

from rules.ask import AskAny, ChooseOne, Confirm, EnterNumber, PickSome
from rules.chance import DrawCards, RollDice
from rules.children_of_morta import GAME, set_up
from rules.children_of_morta.state import Enemy, Table

HEROES = ("bram", "nell", "wick", "isa", "orsa", "corin")


def auto(rule: Any, said: Mapping[str, Any] | None = None, most: int = 400) -> Any:
    """Play *rule* to its end; *said* answers questions by words of their text, the rest is answered the first way."""
    playing = Playing(rule)
    for _ in range(most):
        if playing.ask is None:
            return playing.returned
        ask = playing.ask
        seat = ask.seats[0] if isinstance(ask, AskAny) else None
        answer = first_way(ask.of(seat) if seat else ask, said)
        playing.answer((seat, answer) if seat else answer)
    raise AssertionError(f"no end after {most} answers: {playing.ask}")


def first_way(ask: Any, said: Mapping[str, Any] | None = None) -> Any:
    """The first answer there is, or what *said* says to a question with such words."""
    for words, answer in (said or {}).items():
        if words in ask.text:
            return answer(ask) if callable(answer) else answer
    match ask:
        case Confirm():
            return True
        case DrawCards():
            cards = [card for card, copies in ask.left for _ in range(copies)]
            return cards[: ask.count]
        case RollDice():
            return ["1" for _ in ask.dice]
        case ChooseOne():
            return next(option.value for option in ask.options if not option.barred)
        case EnterNumber():
            return ask.low
        case PickSome():
            return [option.value for option in ask.options][: ask.at_least]
    raise AssertionError(f"nobody knows how to answer {ask}")


def bare(players: int = 2, *, mode: str = "story", chapter: int = 2, **toggles: Any) -> Table:
    """A campaign whose next run is not set up yet."""
    state = GAME.begin(GAME.setup(players, toggles))
    state.mode = mode  # type: ignore[assignment]
    set_up.new_campaign(state)
    state.campaign.chapter = chapter
    return state


def family(
    players: int = 2,
    *,
    mode: str = "story",
    chapter: int = 2,
    heroes: tuple[str, ...] = HEROES,
    said: Mapping[str, Any] | None = None,
    **toggles: Any,
) -> Table:
    """A run that has just been set up: the first seat leads, nothing was drawn yet."""
    state = bare(players, mode=mode, chapter=chapter, **toggles)
    state.heroes = dict(zip(state.seats, heroes, strict=False))
    begin_run(state, said)
    return state


def begin_run(state: Table, said: Mapping[str, Any] | None = None) -> None:
    """Set up the table for the heroes that were chosen."""
    auto(set_up.set_up(state), said)
    state.run.leader = state.seats[0]


def stand(state: Table, seat: str, space: int, card: str, **more: Any) -> Enemy:
    """An enemy card on a space of a row, taken from its deck."""
    deck = state.pack.deck_of(card)
    state.run.enemies[deck].take(card)
    state.run.met += 1
    enemy = Enemy(number=state.run.met, deck=deck, card=card, **more)
    state.hero(seat).row[space - 1] = enemy
    return enemy


def said(state: Table, words: str) -> bool:
    """Whether the log says *words* since the last answer."""
    return any(words in line.text for line in state.said)
