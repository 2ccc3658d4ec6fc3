"""How a player of the box imagines a game of The Silent Sea, whom it suspects, and how it values where all stand."""

from __future__ import annotations

from collections import Counter
from math import exp

from rules.ask import Luck

from . import board, cards
from .ending import CREW_SAMPLES
from .pack import ITEMS, Side
from .sensible import lying, suspicion
from .state import HEALTH, SilentSea

FAR = 30  # Spaces to what lies behind closed doors
PACE = 3.5  # Spaces that a turn brings about
SURE = 0.6  # how much a turn ahead is worth
HURT = 0.5  # turns that each lost Health token costs, as the next attack may be the last
CARRIER = 2.0  # turns to craft one, for each sample that nobody has room for
DEAD = 25.0  # turns a dead Traitor needs
CHARACTERS = {
    "watchful": "Sees a Traitor in everybody who hurries.",
    "trusting": "Thinks well of people until it is too late.",
}
GRIM = {"watchful": 1.6, "trusting": 0.5}
"""How much nearer to the way out the watchful one takes the Traitor to be, and the trusting one."""


def imagine(game: SilentSea, seat: str, chance: Luck) -> None:
    """Whose Loyalty is which, and what the others hold, as far as it fits with all that lies open."""
    _loyalties(game, seat, chance)
    for each in game.order:
        if each != seat:
            _asleep(game, each)
    if game.players and game.box_deals:
        _hands(game, seat, chance)


def _asleep(game: SilentSea, seat: str) -> None:
    """Ability cards that never lay face-up are those of the role, each in its slot."""
    player = game.players[seat]
    own = sorted((card for card in game.pack.abilities if card.role == player.role), key=lambda card: card.slot)
    for ability, card in zip(player.abilities, own, strict=False):
        if ability.state == "disabled":
            ability.id = card.id


def _loyalties(game: SilentSea, seat: str, chance: Luck) -> None:
    left: Counter[Side] = Counter()
    for card in game.pack.loyalty:
        left[card.side] += card.count
    if not game.players:
        known = game.loyalties
        hidden = [each for each in game.setup.seats if each in known and each != seat]
        left -= Counter(known[each] for each in known if each not in hidden)
        for each, side in zip(hidden, chance.sample(sorted(left.elements()), len(hidden)), strict=True):
            known[each] = side
        return
    hidden = [each for each in game.order if each != seat and each not in game.open_loyalty]
    left -= Counter(player.loyalty for each, player in game.players.items() if each not in hidden and player.loyalty)
    deal = chance.sample(sorted(left.elements()), min(len(hidden), left.total()))
    suspects = {each: suspicion(game, each) for each in hidden}
    traitors = list[str]()
    for _ in range(deal.count("traitor")):
        weights = [suspects[each] if each not in traitors else 0.0 for each in hidden]
        traitors += chance.choices(hidden, weights if any(weights) else None)
    for each in hidden:
        game.players[each].loyalty = "traitor" if each in traitors else "crewmate"


def _hands(game: SilentSea, seat: str, chance: Luck) -> None:
    """Crafted items lie where all may think they are; the rest is any card of the deck."""
    others = [each for each in game.order if each != seat and game.players[each].hand]
    room, loose = dict[str, int](), Counter[str]()
    for each in others:
        hand = [card for card in game.players[each].hand if card is not None]
        kept = [card for card in hand if cards.is_crisis(game, card)]  # drawn and kept in the open
        kept += _on_offer(game, seat, each)
        room[each] = len(hand) - len(kept)
        loose += Counter(hand) - Counter(kept)
        game.players[each].hand = [*kept]
    for card in sorted(card for card in loose.elements() if cards.made(card)):
        free = [each for each in others if room[each]]
        known = [each for each in free if card not in ITEMS or each in game.may_hold.get(card, ())]
        holder = chance.choice(known or free)
        game.players[holder].hand.append(card)
        room[holder] -= 1
    generic = [card.id for card in game.pack.generic]
    pool = Counter(game.unseen) + Counter({card: count for card, count in loose.items() if not cards.made(card)})
    mixed = [card for card in generic for _ in range(pool[card])]
    chance.shuffle(mixed)
    for each in others:
        for _ in range(room[each]):
            game.players[each].hand.append(mixed.pop())
    rest = Counter(mixed)
    game.unseen = {card: rest[card] for card in generic if rest[card]}


def _on_offer(game: SilentSea, seat: str, other: str) -> list[str]:
    """Cards that *other* has just offered to *seat* in a trade."""
    return list(game.offered.get(other, ())) if seat in game.trading else []


def worth(game: SilentSea, seat: str, character: str) -> float:
    player = game.players.get(seat)
    if player is None:
        return 0.5
    crew = _for_the_crew(game, GRIM.get(character, 1.0))
    return 1 - crew if player.loyalty == "traitor" else crew


def _for_the_crew(game: SilentSea, grim: float) -> float:
    if game.result:
        return {"crew": 1.0, "traitor": 0.0}.get(game.result["winner"], 0.3)
    traitors = [each for each in game.order if game.players[each].loyalty == "traitor"]
    escape = min((_escape(game, each) for each in traitors), default=DEAD) / grim
    return 1 / (1 + exp(-SURE * (escape - _together(game, traitors))))


def _escape(game: SilentSea, seat: str) -> float:
    """Turns until a Traitor is out with a sample."""
    player = game.players[seat]
    if not player.alive:
        return DEAD
    return _turns_out(game, seat, fetch=not player.samples) + HURT * (HEALTH - player.health)


def _turns_out(game: SilentSea, seat: str, *, fetch: bool) -> float:
    """Turns until *seat* is at the Extraction Point, over the best Water Lab if it has to fetch a sample."""
    node = game.players[seat].node
    way_out = board.distances(game, board.chart(game).exit)
    if not fetch:
        return way_out.get(node, FAR) / PACE
    here = board.distances(game, node)
    over = min((here.get(lab, FAR) + way_out.get(lab, FAR) for lab in lying(game, seat)), default=2 * FAR)
    return over / PACE


def _together(game: SilentSea, traitors: list[str]) -> float:
    """Turns until the whole crew is out with enough samples."""
    crew = [each for each in game.living if each not in traitors]
    if not crew:
        return 2 * DEAD
    missing = CREW_SAMPLES - sum(game.players[each].samples for each in crew)
    out = {each: _turns_out(game, each, fetch=False) for each in crew}
    longest = max(out.values())
    if missing > 0:
        room = {each: game.room_for(each) for each in crew}
        fetching = sorted(_turns_out(game, each, fetch=True) for each in crew if room[each])
        longest = max([longest, *fetching[:missing]]) + 0.5 * missing
        longest += CARRIER * max(missing - sum(room.values()), 0)
    hurt = sum(HEALTH - game.players[each].health for each in crew)
    return longest + HURT * hurt / len(crew)
