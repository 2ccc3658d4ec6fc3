"""Hero turn, first step: everybody draws back up to five tokens, in any order (CM-83 to CM-92)."""

from __future__ import annotations

from ..ask import Anew
from ..chance import DrawCards
from ..game import Checkpoint
from . import cards, effects
from .state import Table
from .together import Together
from .tracks import add_rage, forward


async def draw_step(state: Table) -> None:
    """The bag goes round; nobody waits for a particular seat."""
    await Together(
        state.seats,
        lambda seat: not state.hero(seat).drawn,
        lambda seat: draw_up(state, seat),
        "Draw tokens from the bag.",
    )
    state.phase = "perform"


def limit(state: Table, seat: str) -> int:
    """Five, less one for each stun token (CM-309, CM-R33)."""
    return max(0, state.pack.constants.hand_limit - state.hero(seat).stun)


def missing(state: Table, seat: str) -> int:
    """How many tokens *seat* draws: up to the limit, kept ones counted, as far as the bag goes (CM-R34)."""
    short = limit(state, seat) - len(state.hero(seat).hand)
    return max(0, min(short, sum(state.campaign.bag.values())))


async def draw_up(state: Table, seat: str) -> None:
    """One player draws until the limit; then the stun tokens go."""
    hero = state.hero(seat)
    if missing(state, seat):
        await Checkpoint()

        def ask() -> DrawCards:
            begun = any(each.drawn for each in state.run.heroes.values())  # one press draws for all
            return _reach_in(state, seat, max(1, missing(state, seat)), at_once=begun)

        take_out(state, seat, await Anew(ask))
    else:
        state.say(f"{state.hero_name(seat)} draws nothing.")
    if hero.stun:
        state.say(f"{state.hero_name(seat)} is no longer stunned.")
        hero.stun = 0
    hero.drawn = True
    await cards.offer(state, seat, "on_draw")


async def draw_from_bag(state: Table, seat: str, n: int) -> None:
    """So many tokens more, by a card."""
    if state.campaign.bag:
        take_out(state, seat, await Anew(lambda: _reach_in(state, seat, n, at_once=True)))


def _reach_in(state: Table, seat: str, n: int, *, at_once: bool) -> DrawCards:
    """Tokens out of the bag; if it is emptied, everybody knows which.

    :param at_once: somebody has just tapped for it: from a bag that the box holds they come without another press.
    """
    bag = state.campaign.bag
    ours, n = state.setup.box_holds("bag"), min(n, sum(bag.values()))
    stun = state.hero(seat).stun
    why = f" (stunned: up to {limit(state, seat)})" if stun else ""
    text = f"{state.hero_name(seat)}: draw {n} from the bag{why}." if n else "The bag is empty: nothing to draw."
    names = {token: effects.token_name(state, token) for token in bag}
    known = n == sum(bag.values()) or (ours and at_once)
    return DrawCards(seat, text, "bag", bag, count=n, names=names, at_once=known, from_table=not ours)


def take_out(state: Table, seat: str, tokens: list[str]) -> None:
    """Tokens leave the bag one by one: skills to the hand, corruption to the board, fatigue home (CM-R31)."""
    hero, bag = state.hero(seat), state.campaign.bag
    for token in tokens:
        bag[token] -= 1
        if not bag[token]:
            del bag[token]
        if token == "corruption":
            hero.corruption += 1
        elif token.startswith("fatigue/"):
            _send_home(state, token[8:])
        else:
            hero.hand.append(token)
            _works_when_drawn(state, seat, token)
    drawn = ", ".join(effects.token_name(state, token) for token in tokens) or "nothing"
    state.say(f"{state.hero_name(seat)} draws {drawn}.")


def _send_home(state: Table, owner: str) -> None:
    """A drawn fatigue token goes face down to its hero's discard pile; an absent hero's to the box (CM-R32)."""
    for hero in state.run.heroes.values():
        if hero.id == owner:
            hero.fatigue_discard += 1
            return
    state.say(f"{state.pack.heroes[owner].name} is not in play: the fatigue token goes to the hero box.")


def _works_when_drawn(state: Table, seat: str, token: str) -> None:
    """Advanced rage and focus tokens work at once, for the drawer, at each draw (CM-R36)."""
    kind = effects.kind_of(token)
    advanced = state.pack.advanced[kind] if kind else None
    if advanced is None or advanced.trigger != "on_draw":
        return
    if advanced.effect.do == "on_draw_rage":
        add_rage(state, advanced.effect.n)
    elif advanced.effect.do == "on_draw_focus":
        forward(state, state.hero(seat), "focus", advanced.effect.n)
