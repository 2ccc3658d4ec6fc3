"""Tables of Children of Morta for tests: a small pack whose cards are those of the rulebook's examples, and
tables in the middle of a run."""

from __future__ import annotations

from functools import cache
from typing import Any

from morta_pack import PACK

from rules.children_of_morta import GAME
from rules.children_of_morta.components import Pack
from rules.children_of_morta.set_up import fill_bag, lay_out_decks, new_campaign, take_board
from rules.children_of_morta.state import Enemy, Hero, Link, Run, Table
from rules.plain import load


@cache
def pack() -> Pack:
    return load(Pack, PACK)


NAMES = {"north": "Ann", "east": "Ben", "south": "Cid", "west": "Dot"}
HEROES = ("john", "linda", "lucy", "kevin")


def fresh(players: int = 2, custody: str = "box", **toggles: Any) -> Table:
    """A game before its first question."""
    names = {seat: name for seat, name in list(NAMES.items())[:players]}
    setup = GAME.setup(names, toggles, custody)
    table = Table(setup=setup, seats=list(names))
    table.pack = pack()
    return table


def table(
    players: int = 2,
    *,
    mode: str = "story",
    chapter: int = 2,
    phase: str = "perform",
    heroes: tuple[str, ...] = HEROES,
    custody: str = "box",
    **toggles: Any,
) -> Table:
    """A run under way, with empty hands and rows; the first seat leads. John sits north, Linda east (his left)."""
    state = fresh(players, custody, **toggles)
    state.mode = mode  # type: ignore[assignment]
    new_campaign(state)
    state.campaign.chapter = chapter
    fill_bag(state)
    state.run = Run()
    state.heroes = dict(zip(state.seats, heroes, strict=False))
    for seat, hero in state.heroes.items():
        state.run.heroes[seat] = take_board(state, seat, hero)
    lay_out_decks(state)
    state.run.leader = state.seats[0]
    state.phase = phase
    state.said = []
    return state


def give(state: Table, seat: str, *tokens: str) -> Hero:
    """Tokens into a hand, out of the bag, the box or the house."""
    campaign, hero = state.campaign, state.hero(seat)
    for token in tokens:
        if campaign.bag.get(token):
            campaign.bag[token] -= 1
            if not campaign.bag[token]:
                del campaign.bag[token]
        elif token in campaign.stock:
            campaign.stock.remove(token)
        else:
            campaign.box[token] -= 1
        hero.hand.append(token)
    return hero


def foe(state: Table, seat: str, space: int, card: str, **more: Any) -> Enemy:
    """An enemy above a board, taken from its deck."""
    run, deck = state.run, state.pack.deck_of(card)
    run.enemies[deck].take(card)
    if more.get("ferocious"):
        run.ferocious.take(more["ferocious"])
    run.met += 1
    enemy = Enemy(number=run.met, deck=deck, card=card, **more)
    state.hero(seat).row[space - 1] = enemy
    return enemy


def link(state: Table, one: str, other: str, card: str = "help", kind: str = "support", **more: Any) -> Link:
    """A card between two seats."""
    if kind == "support":
        state.run.supports.take(card)
    laid = Link(seats=[one, other], card=card, kind=kind, **more)  # type: ignore[arg-type]
    state.run.links.append(laid)
    return laid


def row(state: Table, seat: str) -> list[str | None]:
    """The cards above a board, space by space."""
    return [enemy.card if enemy else None for enemy in state.hero(seat).row]


def texts(state: Table) -> str:
    """The log since the table was set, as one text."""
    return "\n".join(said.text for said in state.said)
