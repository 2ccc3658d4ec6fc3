"""Players of The Silent Sea who know what they want: samples, then the way out; the Traitor hides until it pays.

Each seat goes by what it may know: its own hand and Loyalty, and what lies open. Where real cards are held the box
knows no hand, so each player here imagines one that fits.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rules.ask import Ask, ChooseOne, EnterNumber, Luck, PickSome
from rules.game import Game
from rules.plain import Plain
from rules.players.sensible import Sensible

from . import action, attack, board, cards, move
from .ending import PLAY_ON, winner_if
from .pack import Damage
from .state import HEALTH, LUNA, Ability, SilentSea

FAR = 99
HIDES = 8  # Spaces from the way out at which a Traitor with a sample waits
PATIENCE = 16  # cycles until it waits no longer, whatever the crew does
HARDLY = 0.02  # how much a Traitor who hides thinks of showing itself
NEAR = 6  # Spaces from the way out at which a sample looks like an escape
DOUBT = 0.45  # how likely somebody has to be the Traitor to be killed on the way out
GUNS = 2  # that are enough for one
SCRAPS = 3  # that are worth keeping: a Gun takes as many
DETOUR = 2  # Spaces more that an Ability card is worth
ENOUGH = 4  # samples the crew needs
CRAFTS = ("gun", "carrier", "flashlight", "medkit", "hazmat")
TREASURED = (
    "gun",
    "holster",
    "scrap",
    "carrier",
    "case",
    "medkit",
    "flashlight",
    "hazmat",
    "extra_space",
    "bulb",
    "suit",
)
WARNING = 2  # Spaces at which an Ability that attacks is used
SLOTS = {"override": 0, "condenser": 0, "triage": 0, "rally": 1}  # which Ability card is turned up first
SHOT_RANGE = 4
TRADES = 0.1  # how often somebody with a card to spare offers it


class Crew(Sensible):
    """All four, each for themselves."""

    def __init__(self, game: Game, chance: Luck) -> None:
        super().__init__(game, chance)
        self.traitor = ""  # with real Loyalty cards: who holds the one that counts
        self.imagined: dict[str, list[str]] = {}

    def want(self, state: SilentSea, ask: Ask) -> Plain:
        if not state.players:
            return {"We have agreed": "draw"}.get(getattr(ask, "options", [None])[0].label) if _choice(ask) else None
        if not self.traitor:
            self.traitor = self.chance.choice(state.order)
        for seat in state.order:
            self._imagine(state, seat)
        if isinstance(ask, PickSome):
            return self._pick(state, ask)
        if isinstance(ask, EnterNumber):
            return ask.high if ask.slot else ask.low  # all samples that lie there; in a trade as few as must be
        return self._choose(state, ask) if isinstance(ask, ChooseOne) else None

    def considers(self, state: SilentSea, ask: Ask) -> list[tuple[Plain, float]]:
        """A Traitor who hides hardly thinks of running."""
        found = super().considers(state, ask)
        player = state.players.get(ask.seat)
        hides = player and player.samples and self._is_traitor(state, ask.seat) and not self._pays(state, ask.seat)
        if not hides or len(found) == 1:
            return found
        way_out = board.distances(state, board.chart(state).exit)
        near = {f"{move.TO}{place}" for place, far in way_out.items() if far < HIDES}
        return [(answer, weight * HARDLY if str(answer) in near else weight) for answer, weight in found]

    # What a seat knows

    def _is_traitor(self, state: SilentSea, seat: str) -> bool:
        own = state.players[seat].loyalty
        return own == "traitor" if own else seat == self.traitor

    def _imagine(self, state: SilentSea, seat: str) -> None:
        """Real cards that came into a hand or left it."""
        blanks = state.players[seat].hand.count(None)
        mine = self.imagined.setdefault(seat, [])
        del mine[blanks:]
        while len(mine) < blanks:
            taken = Counter(card for hand in self.imagined.values() for card in hand)
            left = [card for card, count in state.unseen.items() for _ in range(count - taken[card])]
            mine.append(self.chance.choice(left or ["scrap"]))

    def _hand(self, state: SilentSea, seat: str) -> list[str]:
        return [card for card in state.players[seat].hand if card is not None] + self.imagined.get(seat, [])

    # Where to

    def _goal(self, state: SilentSea, seat: str) -> dict[str, int]:
        """How far every Space is from where *seat* wants to be."""
        player, hides = state.players[seat], self._is_traitor(state, seat)
        here = board.distances(state, player.node)
        way_out = board.distances(state, board.chart(state).exit)
        if hides and player.samples and self._pays(state, seat):
            return way_out
        if hunted := self._hunted(state, seat):
            there = board.distances(state, state.players[hunted].node)
            return {place: max(far - SHOT_RANGE, 0) for place, far in there.items()}
        enough = sum(each.samples for each in state.players.values()) > ENOUGH
        if state.room_for(seat) and (hides or not enough):
            near = min(((here[place], place) for place in lying(state, seat) if place in here), default=None)
            if near:
                return board.distances(state, near[1])
        return {place: abs(far - HIDES) for place, far in way_out.items()} if hides else way_out

    def _pays(self, state: SilentSea, seat: str) -> bool:
        """Whether a Traitor with a sample should run now: before the crew is out, or when it is but a step."""
        far = board.distance(state, state.players[seat].node, board.chart(state).exit)
        if far is not None and far <= state.move.left:
            return True
        others = [each for each in state.living if each != seat]
        if all(is_proven(state, each) for each in others):  # they all know
            return True
        return sum(state.players[each].samples for each in others) >= ENOUGH or state.cycle >= PATIENCE

    def _destination(self, state: SilentSea, seat: str, ask: ChooseOne) -> str | None:
        """The Space within reach that is nearest to the goal; an own Role Room that is hardly out of the way first."""
        reach = {
            str(option.value).removeprefix(move.TO): option
            for option in ask.options
            if str(option.value).startswith(move.TO) and not option.barred
        }
        player, far = state.players[seat], self._goal(state, seat)
        here = far.get(player.node, FAR)
        asleep = any(ability.state == "disabled" for ability in player.abilities)
        rooms = [
            place
            for place in reach
            if asleep and board.node(state, place).role == player.role and place not in player.visited
        ]
        if rooms and far.get(rooms[0], FAR) <= here + DETOUR:
            return f"{move.TO}{rooms[0]}"
        best = min(reach, key=lambda place: (far.get(place, FAR), reach[place].hint != ""), default=None)
        return f"{move.TO}{best}" if best and far.get(best, FAR) < here else None

    # Choices

    def _choose(self, state: SilentSea, ask: ChooseOne) -> Plain:
        values = [option.value for option in ask.options if not option.barred]
        seat = ask.seat
        if PLAY_ON in values and "up" not in values:  # real Loyalty cards: is it over?
            return self.traitor if self.traitor in values else PLAY_ON
        if attack.PASS in values or state.window:
            return self._react(state, ask, values)
        if any(str(value).startswith(move.TO) for value in values):
            if move.TAKE in values:
                return move.TAKE
            if where := self._destination(state, seat, ask):
                return where
        if any(str(option.value).startswith("craft:") for option in ask.options):
            return self._act(state, seat, values)
        if "no" in values and "yes" in values:
            return "gift" if "gift" in values else "no" if "offers you nothing" in ask.text else "yes"
        if move.TAKE in values:
            return move.TAKE
        if values and isinstance(values[0], int):  # an Ability card to turn up
            names = [ability.id for ability in state.players[seat].abilities]
            best = min(range(len(names)), key=lambda slot: SLOTS.get(names[slot], 5))
            return best + 1 if best + 1 in values else values[0]
        if set(values) & {*TREASURED, "painkillers", "vial", "chemical", "suit"}:
            return self._least(state, seat, values)
        doors = [value for value in values if str(value).startswith("door:")]
        return doors[0] if doors else move.DONE if move.DONE in values else None

    def _act(self, state: SilentSea, seat: str, values: list[Any]) -> str:
        """The most useful action, if any is worth it."""
        player, hand = state.players[seat], Counter(self._hand(state, seat))

        def can(value: str) -> bool:
            return value in values

        if player.health <= 2 and hand["medkit"] and can(f"medkit:{seat}"):
            return f"medkit:{seat}"
        if player.health <= 3 and hand["painkillers"] and can("use:painkillers"):
            return "use:painkillers"
        if shot := self._shot(state, seat, values, hand):
            return shot
        short = not self._is_traitor(state, seat) and _room(state, seat) < ENOUGH
        if short and (carrier := self._make(values, hand, "carrier", "case")):
            return carrier
        if hand["gun"] < GUNS and (gun := self._make(values, hand, "gun", "holster")):
            return gun
        if hand["carrier"] and can("carrier"):
            return "carrier"
        for slot, ability in enumerate(player.abilities):
            if can(f"ability:{slot + 1}") and self._helps(state, seat, ability.id):
                return f"ability:{slot + 1}"
            if can(f"reactivate:{slot + 1}"):
                return f"reactivate:{slot + 1}"
        for product in CRAFTS:
            recipe = state.pack.recipes[product]
            enough = all(hand[name] + hand[cards.CRAFTED + name] >= count for name, count in recipe.items())
            if enough and not hand[product] and can(f"craft:{product}") and (short or player.carriers < 2):
                return f"craft:{product}"
        offers = [str(value) for value in values if str(value).startswith("trade:")]
        if offers and len(hand) > 2 and self.chance.random() < TRADES:
            return self.chance.choice(offers)
        return action.DONE

    def _shot(self, state: SilentSea, seat: str, values: list[Any], hand: Counter[str]) -> str | None:
        """At whom to shoot, and with what."""
        shots = [
            f"ability:{slot + 1}" for slot, each in enumerate(state.players[seat].abilities) if _attacks(state, each)
        ]
        for other in self._enemies(state, seat):
            if hand["gun"] and f"gun:{other}" in values:
                return f"gun:{other}"
            if board.within(state, seat, other, WARNING):
                return next((shot for shot in shots if shot in values), None)
        return None

    def _make(self, values: list[Any], hand: Counter[str], item: str, part: str) -> str | None:
        """Something of which too little is there, or what it is made of; what is to be laid down is laid down."""
        if hand[item] and item in values:
            return item
        if hand["scrap"] and hand[part] + hand[cards.CRAFTED + part] and f"craft:{item}" in values:
            return f"craft:{item}"
        return f"craft:{part}" if hand["scrap"] >= SCRAPS and f"craft:{part}" in values else None

    def _enemies(self, state: SilentSea, seat: str) -> list[str]:
        """Who is to be stopped, those nearest to the way out first; the Traitor only shoots where it kills."""
        others = [each for each in state.living if each != seat]
        if self._is_traitor(state, seat):
            found = [each for each in others if state.players[each].samples]
            found = [each for each in found if state.players[each].health <= action.GUN_DAMAGE]
        else:
            found = [each for each in others if self._is_enemy(state, seat, each)]
        way_out = board.distances(state, board.chart(state).exit)
        return sorted(found, key=lambda each: way_out.get(state.players[each].node, FAR))

    def _is_enemy(self, state: SilentSea, seat: str, other: str) -> bool:
        """Who must be the Traitor; or may well be, is nearly out and dies of one shot."""
        likely = suspected(state, seat)[other]
        if likely == 1:
            return True
        player = state.players[other]
        far = board.distance(state, player.node, board.chart(state).exit)
        fleeing = player.samples and not state.room_for(other) and far is not None and 0 < far <= NEAR
        return likely >= DOUBT and bool(fleeing) and player.health <= action.GUN_DAMAGE

    def _hunted(self, state: SilentSea, seat: str) -> str | None:
        """The Traitor whom *seat* knows of and has a shot for."""
        if self._is_traitor(state, seat) or "gun" not in self._hand(state, seat):
            return None
        likely = suspected(state, seat)
        return next((each for each in state.living if likely.get(each) == 1), None)

    def _helps(self, state: SilentSea, seat: str, ability: str) -> bool:
        player = state.players[seat]
        if ability == "condenser":
            return bool(state.room_for(seat) and state.supply)
        if ability == "spare_parts":
            return len(player.hand) <= 3
        if ability == "triage":
            near = [other for other in state.living if board.within(state, seat, other, 2)]
            return any(state.players[other].health <= HEALTH - 2 for other in near)
        if ability == "override":
            return True
        return ability == "rally" and any(
            board.within(state, seat, other, 3) and state.players[other].samples
            for other in state.living
            if other != seat
        )

    def _react(self, state: SilentSea, ask: ChooseOne, values: list[Any]) -> Plain:
        """The attacked one saves itself; the crew defends whoever would die."""
        window = state.window
        if attack.PASS not in values:
            if window and ask.seat in values:  # an ability that helps somebody: oneself first
                return ask.seat
            return None
        if window is None:  # a sample breaks
            return "hazmat" if "hazmat" in self._hand(state, ask.seat) and "hazmat" in values else attack.PASS
        for value in values:
            seat, card = ask.seat, str(value)
            if "|" in card:  # asked of the whole table
                seat, card = card.split("|")
            if card != attack.PASS and self._plays(state, seat, card):
                return value
        return attack.PASS

    def _plays(self, state: SilentSea, seat: str, card: str) -> bool:
        window = state.window
        assert window is not None
        hurts = window.damage and not window.cancelled
        if card.startswith(attack.ABILITY):
            return any(
                p.health < HEALTH and board.within(state, seat, o, 1) for o, p in state.players.items() if p.alive
            )
        if card not in self._hand(state, seat) or not hurts:
            return False
        if seat == window.target:
            if card == "gun":
                return window.attacker != LUNA
            return card == "flashlight" or not window.suited
        dying = state.players[window.target].health <= window.damage
        return card == "gun" and not self._is_traitor(state, seat) and (dying or window.attacker != LUNA)

    def _least(self, state: SilentSea, seat: str, values: list[Any]) -> Plain:
        """The card that is missed least."""
        hand = Counter(self._hand(state, seat))
        held = [value for value in values if hand[value]] or values

        def missed(card: str) -> tuple[bool, int]:
            plenty = hand[card] > (SCRAPS if card == "scrap" else 1)
            return (plenty, TREASURED.index(card) if card in TREASURED else 20)

        return max(held, key=missed)

    def _pick(self, state: SilentSea, ask: PickSome) -> Plain:
        """What to give away or to discard: what is missed least, and never more than must be."""
        values = [option.value for option in ask.options if not option.barred]
        spare = sorted(values, key=lambda value: _worth(str(value)), reverse=True)
        wanted = ask.at_least or int("offer" in ask.text)
        return spare[: max(ask.at_least, min(wanted, ask.at_most))]


def lying(state: SilentSea, seat: str) -> list[str]:
    """Where Water Samples lie that *seat* may fetch: one in a VIP Room is for the Captain alone (SS-31)."""
    shut = () if state.players[seat].role == "captain" else ("captain",)
    return [place for place in state.tokens if board.node(state, place).role not in shut]


def is_proven(state: SilentSea, seat: str) -> bool:
    """Whoever stands at the way out with a sample, while the game goes on, is no Traitor."""
    return winner_if(state, (seat,)) == "traitor"


def suspected(state: SilentSea, seat: str) -> dict[str, float]:
    """How likely each of the others is the Traitor, as *seat* sees it, who is none."""
    doubts = {each: suspicion(state, each) for each in state.order if each != seat}
    total = sum(doubts.values())
    return {each: doubt / total if total else 0.0 for each, doubt in doubts.items()}


def _room(state: SilentSea, seat: str) -> float:
    """How many samples the crew can carry about, as *seat* sees it, who belongs to it."""
    likely = suspected(state, seat)
    return sum(state.capacity(each) * (1 - likely.get(each, 0.0)) for each in state.living)


def suspicion(state: SilentSea, seat: str) -> float:
    """How much somebody looks like the Traitor: 0 is proven otherwise, 1 is nobody in particular.

    Whoever has a sample, no room for another, and does not come to the way out has a reason not to.
    """
    player = state.players[seat]
    if seat in state.open_loyalty:
        return float(player.loyalty == "traitor")
    if is_proven(state, seat):
        return 0.0
    if not player.samples or state.room_for(seat):  # nor has anybody dead a place
        return 1.0
    far = board.distance(state, player.node, board.chart(state).exit)
    if far is None:
        return 1.0
    proven = sum(is_proven(state, each) for each in state.living)
    return 1.0 + proven + max(NEAR - far, 0) / 2


def _attacks(state: SilentSea, ability: Ability) -> bool:
    return any(isinstance(effect, Damage) and effect.attack for effect in state.ability_card(ability).effects)


def _worth(value: str) -> int:
    card = value.partition(":")[2] or value
    if value.startswith("sample"):
        return -1
    return TREASURED.index(card) if card in TREASURED else len(TREASURED)


def _choice(ask: Ask) -> bool:
    return isinstance(ask, ChooseOne)
