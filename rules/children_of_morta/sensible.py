"""A family that knows what it wants: it hits whom it can fell, guards itself, and boosts where that decides."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rules.players.sensible import Sensible

from ..ask import Ask, ChooseOne, EnterNumber, Option, PickSome
from ..plain import Plain
from . import action, aim, cards, deeds, perform, reckon
from . import vocabulary as v
from .cover import best_cover
from .levels import level_of
from .rows import in_melee_zone
from .state import Acting, Table
from .tracks import highest

if TYPE_CHECKING:
    from ..game import Game

LEAST = 0.25  # what an action has to be worth to be performed
ENOUGH_RAGE = 7  # from here on rage would be lost


def open_values(options: Iterable[Option]) -> list[str]:
    return [str(option.value) for option in options if not option.barred]


class Family(Sensible):
    """Everybody at the table.

    :param mode: what they play, ``story`` or ``trial``.
    """

    def __init__(self, game: Game, chance: random.Random, mode: str = "") -> None:
        super().__init__(game, chance)
        self.mode = mode or chance.choice(("story", "trial"))

    def want(self, state: Table, ask: Ask) -> Plain:
        if isinstance(ask, EnterNumber):
            return ask.high if "shield" in ask.text else None
        if isinstance(ask, PickSome):
            return [] if "earlier Family Trials" in ask.text else self._give_up(state, ask)
        if not isinstance(ask, ChooseOne):
            return None
        values = [option.value for option in ask.options if not option.barred]
        seat = ask.seat
        hero = state.run.heroes.get(seat)
        acting = hero.acting if hero else None
        if self.mode in values:
            return self.mode
        if "done" in values:
            return self._next(state, seat, [str(value) for value in values])
        if (acting and not acting.paid and "back" in values) or (
            acting and f"for {level_of(state, seat, acting.slot).name}?" in ask.text
        ):
            return self._decide(state, ask, acting, [str(value) for value in values])
        if hero and acting and "keep" in values:
            return self._keep(state, seat, acting, [str(value) for value in values])
        if "about to take" in ask.text and hero:
            return self._evade(state, seat, ask)
        if ask.default is not None:  # whom to stun, to push, to heal: nothing speaks against whom everybody would
            return ask.default
        return self._else(state, ask, values)

    def whose(self, state: Table, ask: Ask) -> Ask:
        """Whoever has something to do goes on; those who have not wait till all are done."""
        eager = [each for each in ask.each if not self._waits(state, each)]
        return self.chance.choice(eager or ask.each)

    def _waits(self, state: Table, ask: Ask) -> bool:
        values = open_values(getattr(ask, "options", ()))
        return "done" in values and self._best(state, ask.seat, values) is None

    # What to do next

    def _next(self, state: Table, seat: str, values: list[str]) -> str:
        """Whatever is worth most, boosted where that decides; and nothing that is worth nothing."""
        best = self._best(state, seat, values)
        if best is None:
            others = [each for each in state.seats if each != seat and perform.busy(state, each)]
            idle = all(self._best(state, each, open_values(perform.menu(state, each))) is None for each in others)
            return "all done" if "all done" in values and idle else "done"
        if best.startswith("act:"):
            boosted = f"{best}:{self._boost(state, seat, level_of(state, seat, best[4:]).effects)}"
            return boosted if boosted in values else best
        return best

    def _best(self, state: Table, seat: str, values: list[str]) -> str | None:
        """What is worth most, if anything is worth doing."""
        worths = {value: self._worth_of(state, seat, value) for value in values if value.count(":") < 2}
        best = max(worths, key=lambda value: worths[value])
        return best if worths[best] >= LEAST else None

    def _worth_of(self, state: Table, seat: str, value: str) -> float:
        hero = state.hero(seat)
        if value.startswith("act:"):
            printed = level_of(state, seat, value[4:])
            cover = best_cover(state, seat, value[4:])
            own = f"fatigue/{hero.id}"
            price = 0.3 * action.focus_cost(state, seat, value[4:])
            price += sum(0.15 if len(tokens) > 1 else 1.2 if tokens == [own] else 0 for tokens in cover)
            return self._worth(state, seat, printed.effects) - price
        if value == "potion":
            return 1.0 if highest(state, hero, "health") - hero.health >= 2 else 0.0
        for card in cards.held(state, seat):
            if card.key == value:
                other = next((each for each in card.link.seats if each != seat), None) if card.link else None
                return 0.8 * self._worth(state, seat, card.effect.effects, other) - self._price(state, seat, card)
        return 0.0

    def _price(self, state: Table, seat: str, card: cards.Held) -> float:
        """What a card costs; a support card earns its token, too (CM-149)."""
        total = -0.3 if card.link and card.link.kind == "support" else 0.2 if card.key.startswith("item:") else 0.0
        for cost in card.effect.cost:
            if isinstance(cost, v.Price):
                each = {"lose_health": 1.5, "flip_fatigue": 0.8, "spend_gemstone": 0.5, "spend_potion": 1.0}
                total += cost.n * each.get(cost.pay, 0.3)
            elif isinstance(cost, v.FlipToken):  # tokens that are still of use are kept
                slots = [slot for slot in state.board(seat).actions if not action.why_not(state, seat, slot)]
                busy = any(self._worth_of(state, seat, f"act:{slot}") >= LEAST for slot in slots)
                total += cost.n * (0.8 if busy else 0.1)
        return total

    def _worth(self, state: Table, seat: str, words: Iterable[v.Effect], other: str | None = None) -> float:
        return sum(self._one(state, seat, word, other) for word in words)

    def _one(self, state: Table, seat: str, word: v.Effect, other: str | None) -> float:
        hero = state.hero(seat)
        match word:
            case v.Melee() | v.Ranged() | v.MeleeArea() | v.RowArea():
                targets = aim.options(state, seat, word.do, deeds.squares(word))
                return aim.worth(state, seat, targets, word.value, deeds.squares(word))
            case v.Gain():
                whom = state.hero(other) if word.who == "other" and other else hero
                return self._gain(state, whom.seat, word.track, reckon.mean(state, word.value))
            case v.Rage():
                return 0.4 * min(reckon.mean(state, word.value), state.pack.constants.reserve.rage - state.run.rage)
            case v.Heal():
                hurt = [highest(state, each, "health") - each.health for each in state.run.heroes.values()]
                own = highest(state, hero, "health") - hero.health
                missing = own if word.who == "self" else max(hurt)
                return 1.2 * min(reckon.mean(state, word.value), missing)
            case v.StunEnemy():
                near = aim.chosen_by(state, seat, word.which)
                return 0.8 * max((reckon.danger(state, space, enemy) for _, space, enemy in near), default=0.0)
            case v.Push():
                close = [each for each in hero.enemies() if in_melee_zone(each[0])]
                melee = [each for each in close if state.pack.enemy(each[1].card).spawn == "melee"]
                room = any(not in_melee_zone(space) for space in hero.empty())
                return 0.7 * max((reckon.danger(state, *each) for each in melee), default=0.0) if room else 0.0
            case v.Deal():
                near = aim.chosen_by(state, seat, word.which)
                return max((reckon.blow(state, space, enemy, word.n, ()) for _, space, enemy in near), default=0.0)
            case v.Sequence():
                return self._worth(state, seat, word.effects, other)
            case v.Choose():
                return max(self._worth(state, seat, way.effects, other) for way in word.options)
            case v.If():
                way = word.then if cards.holds(state, seat, word.condition) else word.otherwise
                return self._worth(state, seat, way, other)
            case v.DrawTokens() | v.Take() | v.GainXp():
                return 0.6 * word.n
            case v.RecoverFatigue():
                return 0.5 * min(word.n, hero.fatigue_discard)
            case v.StunBoss():
                return 2.0 if state.run.boss else 0.0
            case v.PullEnemy() | v.ReturnToken():
                return 0.0
            case _:
                return 0.1

    def _gain(self, state: Table, seat: str, track: str, n: float) -> float:
        hero = state.hero(seat)
        if track == "focus":
            return 0.35 * min(n, highest(state, hero, "focus") - hero.focus)
        most = highest(state, hero, track)
        if not most:
            return 0.0
        peril = reckon.peril(state, hero) + (1.5 if state.run.boss else 0.0)
        return 0.9 * max(0.0, min(n, most - hero.defence, peril - hero.defence))

    # The parts of an action

    def _decide(self, state: Table, ask: ChooseOne, acting: Acting, values: list[str]) -> str:
        seat = ask.seat
        printed = level_of(state, seat, acting.slot)
        if len(acting.cover) < len(printed.spaces):
            wanted = " ".join(best_cover(state, seat, acting.slot, acting.cover)[len(acting.cover)])
            return wanted if wanted in values else values[0]
        if acting.boost is None:
            wanted = self._boost(state, seat, printed.effects)
            return wanted if wanted in values else "none"
        if "use" in values:
            return "use" if self._worth_adding(state, seat, acting) else "no"
        return str(ask.default) if ask.default else next(value for value in values if value != "back")

    def _boost(self, state: Table, seat: str, words: tuple[v.Effect, ...]) -> str:
        """The boost that brings most for its price, if it brings enough: rage that runs over is worth little."""
        rage = state.run.rage
        each = 0.2 if rage >= ENOUGH_RAGE else 0.4
        best, most = "none", 0.0
        for word in words:
            if isinstance(word, (v.Melee, v.Ranged, v.MeleeArea, v.RowArea)):
                targets = aim.options(state, seat, word.do, deeds.squares(word))
                bare, *boosted = aim.worths(state, seat, targets, word.value, deeds.squares(word), action.BOOSTS)
                for dice, worth in zip(action.BOOSTS, [bare, *boosted], strict=True):
                    price = action.boost_price(state, dice)
                    gain = worth - bare - each * price
                    if price <= rage and gain > most:
                        best, most = " ".join(dice), gain
        return best

    def _worth_adding(self, state: Table, seat: str, acting: Acting) -> bool:
        """A card for this roll is used where the action is an attack that might not be enough."""
        printed = level_of(state, seat, acting.slot)
        for place, where in acting.targets.items():
            word = printed.effects[int(place)]
            assert isinstance(word, (v.Melee, v.Ranged, v.MeleeArea, v.RowArea))
            for number in aim.numbers(state, seat, where, deeds.squares(word)):
                there = state.find(number)
                if (
                    there
                    and reckon.chance(state, word.value.fixed, word.value.dice, reckon.health_left(state, there[2]))
                    < 0.5
                ):
                    return True
            if where == "boss":
                return True
        return False

    def _keep(self, state: Table, seat: str, acting: Acting, values: list[str]) -> str:
        """A poor die is rolled again where that may fell somebody; for nothing, wherever it may be better."""
        printed = level_of(state, seat, acting.slot)
        best, wanted = 0.0, "keep"
        for value in values:
            place = int(value) if value.isdecimal() else None
            if place is None:
                continue
            die = acting.dice[place]
            sides = state.pack.sides(die.colour)
            if acting.free_rerolls and die.value < sum(sides) / len(sides):
                best, wanted = max(best, 0.5), value if best < 0.5 else wanted
            where, word = acting.targets.get(str(die.group), ""), printed.effects[die.group]
            now = action.amount(state, seat, acting, printed, die.group)
            if not isinstance(word, (v.Melee, v.Ranged, v.MeleeArea, v.RowArea)):
                continue
            for number in aim.numbers(state, seat, where, deeds.squares(word)):
                there = state.find(number)
                left = reckon.health_left(state, there[2]) if there else 0
                if now < left:
                    falls = reckon.chance(state, now - die.value, [die.colour], left)
                    if falls >= 0.5 and falls > best:
                        best, wanted = falls, value
        return wanted

    # Under attack

    def _evade(self, state: Table, seat: str, ask: ChooseOne) -> Plain:
        """As much as can be had for the evade there is; a small hit is taken while worse is to come."""
        return (
            ask.default
            if ask.default is not None
            else next((option.value for option in ask.options if not option.barred and option.value != "take"), "take")
        )

    def _give_up(self, state: Table, ask: PickSome) -> Plain:
        """Tokens that no action of the board is for are put back; as a price, those that are of least use."""
        seat = ask.seat
        hero = state.hero(seat)
        colours = [space for slot in state.board(seat).actions for space in level_of(state, seat, slot).spaces]
        use = {place: colours.count(token.split("/")[0]) for place, token in enumerate(hero.hand)}
        places = sorted((o.value for o in ask.options if not o.barred), key=lambda place: use.get(int(place), 0))
        if ask.at_least:
            return ask.default if ask.default is not None else places[: ask.at_least]
        return [place for place in places if not use.get(int(place))][: ask.at_most]

    def _else(self, state: Table, ask: Ask, values: list[Any]) -> Plain:
        """Everything besides fighting."""
        if {"stop", "again"} <= set(map(str, values)):
            return "stop"
        for wanted in ("use", "keep", "yes", "on"):
            if wanted in values:
                return wanted
        if ask.default is not None:
            return ask.default
        rest = [value for value in values if value not in ("back", "reset", "save", "stop", "enough", "give up")]
        rest = [value for value in rest if not str(value).startswith(("join:", "leave:"))]
        return self.chance.choice(rest) if rest else None
