"""Players of The Silent Sea who know what they want: samples, then the way out; the Traitor hides until it pays.

Each seat goes by what it may know: its own hand and Loyalty, and what lies open. Where real cards are held the box
knows no hand, so each player here imagines one that fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rules.ask import Ask, ChooseOne, EnterNumber, Luck, PickSome
from rules.game import Game
from rules.plain import Plain
from rules.players.sensible import Sensible

from . import action, attack, board, cards, move
from .ending import PLAY_ON
from .state import HEALTH, LUNA, SilentSea

FAR = 99
DASH = 7  # Spaces from the way out at which a Traitor with a sample no longer hides
DETOUR = 2  # Spaces more that an Ability card is worth
ENOUGH = 4  # samples the crew needs
CRAFTS = ("carrier", "gun", "flashlight", "medkit", "hazmat")
TREASURED = ("gun", "flashlight", "medkit", "hazmat", "carrier", "case", "extra_space", "holster", "bulb", "scrap")
SLOTS = {"override": 0, "condenser": 0, "triage": 0, "rally": 1}  # which Ability card is turned up first
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
        player = state.players[seat]
        here = board.distances(state, player.node)
        exit_ = board.chart(state).exit
        way_out = board.distances(state, exit_)
        if self._is_traitor(state, seat):
            dash = player.samples and (here.get(exit_, FAR) <= DASH or state.cycle > 12)
            if dash or not state.tokens:
                return way_out
        elif sum(player.samples for player in state.players.values()) > ENOUGH or not state.room_for(seat):
            return way_out
        if state.room_for(seat):
            near = min(((here[place], place) for place in state.tokens if place in here), default=None)
            if near:
                return board.distances(state, near[1])
        return way_out

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
        if target := self._enemy(state, seat, values if hand["gun"] else []):
            return f"gun:{target}"
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
            if enough and not hand[product] and can(f"craft:{product}") and player.carriers < 2:
                return f"craft:{product}"
        offers = [str(value) for value in values if str(value).startswith("trade:")]
        if offers and len(hand) > 2 and self.chance.random() < TRADES:
            return self.chance.choice(offers)
        return action.DONE

    def _enemy(self, state: SilentSea, seat: str, values: Iterable[Any]) -> str | None:
        """Whom to shoot: the crew suspects whoever runs off alone with a sample, the Traitor stops the last ones."""
        for value in values:
            if not str(value).startswith("gun:"):
                continue
            other = str(value).removeprefix("gun:")
            player = state.players[other]
            near = board.distance(state, player.node, board.chart(state).exit)
            together = sum(each.samples for each in state.players.values()) >= ENOUGH
            if self._is_traitor(state, seat):
                if player.samples and player.health <= action.GUN_DAMAGE:
                    return other
            elif player.samples and not together and near is not None and near <= 2:
                return other
        return None

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
        return max(held, key=lambda card: (hand[card] - 1, TREASURED.index(card) if card in TREASURED else 20))

    def _pick(self, state: SilentSea, ask: PickSome) -> Plain:
        """What to give away or to discard: what is missed least, and never more than must be."""
        values = [option.value for option in ask.options if not option.barred]
        spare = sorted(values, key=lambda value: _worth(str(value)), reverse=True)
        wanted = ask.at_least or int("offer" in ask.text)
        return spare[: max(ask.at_least, min(wanted, ask.at_most))]


def _worth(value: str) -> int:
    card = value.partition(":")[2] or value
    if value.startswith("sample"):
        return -1
    return TREASURED.index(card) if card in TREASURED else len(TREASURED)


def _choice(ask: Ask) -> bool:
    return isinstance(ask, ChooseOne)
