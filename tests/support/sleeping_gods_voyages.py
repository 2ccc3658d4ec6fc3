"""Whole campaigns at random, with things done at any time in between; everything is checked after each step."""

from __future__ import annotations

import random
from typing import Any

from rules.ask import ChooseOne, DrawFate, PickSome, ReadCard
from rules.position import Run, Step, some_step
from rules.record import Record
from rules.sleeping_gods import GAME
from rules.sleeping_gods.challenge import shown_skill
from rules.sleeping_gods.conditions import holds
from rules.sleeping_gods.story import barred
from rules.sleeping_gods.travel import distances


def voyage(setup: Any, seed: str, *, asides: float = 0.15, most: int = 20_000, show: bool = True) -> tuple[Run, Record]:
    """One campaign to its end through random answers and asides."""
    chance = random.Random(seed)
    run = Run(GAME, GAME.begin(setup))
    steps: list[Step] = []
    while run.ask is not None:
        assert len(steps) < most, f"no end after {most} steps"
        step = None
        if chance.random() < asides and len(run._rules) == 1 and run.state.order:
            seat = chance.choice(run.state.order)
            options = [
                option.value for option in GAME.asides(run.state, seat) if not option.barred and option.value != "reset"
            ]
            if options:
                step = Step("aside", chance.choice(options), seat)
        if step is None:
            step = some_step(GAME, run.state, run.ask, chance)
        steps.append(step)
        run.take(step)
        GAME.check(run.state)
        if show and len(steps) % 20 == 0:
            GAME.view(run.state)
            for seat in (None, *run.state.order):
                GAME.show(run.state, seat)
    return run, Record(setup, tuple(steps))


class Skipper:
    """Plays with a purpose: sails to what was not yet explored, fights well, and draws the fate it wishes for."""

    def __init__(self, setup: Any, seed: str, *, luck: int = 6, mode: str = "normal", aim: str = "totems") -> None:
        self.chance = random.Random(seed)
        self.setup, self.luck, self.mode, self.aim = setup, luck, mode, aim
        self.seen: dict[str, int] = {}
        self.target = ""

    def sail(self, most: int = 6000) -> tuple[Run, Record]:
        run = Run(GAME, GAME.begin(self.setup))
        steps: list[Step] = []
        while run.ask is not None and len(steps) < most:
            seat = run.ask.seats[0]
            asked = run.ask.of(seat)
            step = Step("answer", self.answer(run.state, asked), seat if len(run.ask.seats) > 1 else None)
            steps.append(step)
            run.take(step)
            GAME.check(run.state)
        return run, Record(self.setup, tuple(steps))

    def answer(self, state: Any, ask: Any) -> Any:
        if isinstance(ask, DrawFate):
            faces = [number for number, weight in ask.faces if weight]
            return min(faces, key=lambda face: abs(face - self.luck))
        text = ask.text
        if isinstance(ask, (ChooseOne, ReadCard)):
            values = [option.value for option in ask.options if not option.barred]
            return self.choose(state, text, values)
        if isinstance(ask, PickSome) and "who takes part" in text:
            return self.participants(state, ask)
        if isinstance(ask, PickSome) and ("achievements" in text or "help for 1 command" in text):
            return []
        return ask.sample(self.chance)

    def participants(self, state: Any, ask: Any) -> list[str]:
        """As few as are needed with the fate that is wished for."""
        trial = state.trial
        able = [option.value for option in ask.options if not option.barred]
        able.sort(key=lambda crew: -shown_skill(state, crew, trial.skill))
        team: list[str] = []
        while able and sum(shown_skill(state, crew, trial.skill) for crew in team) + self.luck < trial.number:
            team.append(able.pop(0))
        return team

    def choose(self, state: Any, text: str, values: list[Any]) -> Any:
        if text == "Which mode?":
            return self.mode
        if text.endswith("it is your turn."):
            return "end" if "end" in values and self.aim == "totems" else "begin"
        if text.startswith("Choose an action"):
            return self.action(state, values)
        if text == "Sail where?":
            return self.course(state, values)
        if text.startswith("Explore which"):
            label = max(values, key=lambda value: (self.promise(state, str(value)), str(value)))
            self.seen[f"place:{label}"] = self.seen.get(f"place:{label}", 0) + 1
            return label
        if text.endswith("what does the crew do?"):
            return self.story_choice(state, values)
        if text.startswith("Draw an event card"):
            return min(values, key=lambda card: (harm(state, card), str(card)))
        if "Who takes it?" in text or "who takes" in text:
            crew = [value for value in values if value in state.crew]
            return max(crew, key=state.health) if crew else self.chance.choice(values)
        if "attacks which enemy?" in text:
            return min(values, key=lambda place: left_to_do(state, place))
        for wish in ("take", "place", "deal", "begin", "no"):
            if wish in values:
                return wish
        attacks = [value for value in values if str(value).startswith("attack:")]
        if attacks:
            return max(attacks, key=lambda value: (state.health(value[7:]), state.pack.crew[value[7:]].weapon.damage))
        squares = [value for value in values if str(value).count(":") == 1 and str(value).replace(":", "").isdigit()]
        if squares and state.combat:
            return min(squares, key=lambda spot: self.worth(state, spot))
        if "done" in values:
            others = [value for value in values if value not in ("done", "reset")]
            if "port" in text and others:
                return others[0]
            return "done"
        return self.chance.choice(values)

    def worth(self, state: Any, spot: str) -> tuple[bool, bool, int]:
        place, _, index = spot.partition(":")
        square = state.pack.enemies[state.combat.row[int(place)].number].squares[int(index)]
        return (not (square.heart or square.armor), not square.bonus_damage, int(index))

    def least(self, keys: list[str]) -> str:
        """What was done least often so far; and remember it."""
        fewest = min(self.seen.get(key, 0) for key in keys)
        key = self.chance.choice([key for key in keys if self.seen.get(key, 0) == fewest])
        self.seen[key] = self.seen.get(key, 0) + 1
        return key

    def action(self, state: Any, values: list[str]) -> str:
        hurt = sum(crew.damage for crew in state.crew.values()) + 2 * (11 - state.ship.health)
        tired = sum(crew.fatigue for crew in state.crew.values())
        if "port" in values and (hurt > 6 or tired > 8):
            return "port"
        places = self.places(state, state.ship.region)
        best = max((self.promise(state, label) for label in places), default=0)
        if "explore" in values and best > 0 and best >= self.best(state) * 0.5:
            if len(places) == 1:
                self.seen[f"place:{places[0]}"] = self.seen.get(f"place:{places[0]}", 0) + 1
            return "explore"
        if "search" in values and (state.resources["coins"] < 5 or self.chance.random() < 0.2):
            return "search"
        return "travel"

    def places(self, state: Any, region: str) -> list[str]:
        return [place.label for place in state.pack.regions[region].locations if place.red_circle]

    def promise(self, state: Any, label: str) -> float:
        """What a place may still hold, less for every visit."""
        place = next(p for r in state.pack.regions.values() for p in r.locations if p.label == label)
        return value_of(state, place.paragraph, {}) / (1 + 2 * self.seen.get(f"place:{label}", 0))

    def best(self, state: Any) -> float:
        reach = distances(state, state.ship.region)
        return max(
            (
                self.promise(state, label) / (1 + moves)
                for name, moves in reach.items()
                for label in self.places(state, name)
            ),
            default=0,
        )

    def story_choice(self, state: Any, values: list[str]) -> str:
        story = state.story
        box = state.pack.paragraphs[story.paragraph].boxes[story.box]

        def worth(label: str) -> tuple[float, float]:
            choice = next(each for each in box.choices if each.label == label)
            key = f"{story.paragraph}:{story.box}:{label}"
            onward = choice.turn_to or (choice.combat.turn_to if choice.combat else "")
            value = gains(state, choice) + (0.8 * value_of(state, onward, {}) if onward else 0)
            if choice.combat:
                value -= 2
            return value / (1 + 3 * self.seen.get(key, 0)), self.chance.random()

        label = max(values, key=worth)
        key = f"{story.paragraph}:{story.box}:{label}"
        self.seen[key] = self.seen.get(key, 0) + 1
        return label

    def course(self, state: Any, values: list[str]) -> str:
        """Towards the place that promises most for the way."""
        open_ = [value for value in values if not value.startswith("edge:")]
        return max(
            open_,
            key=lambda region: (
                round(self.worth_from(state, region), 6),
                not state.pack.regions[region].hazard,
                region,
            ),
        )


def harm(state: Any, card: str) -> int:
    if card not in state.pack.events:
        return 99
    text = str(state.pack.events[card].effects)
    return sum(text.count(word) for word in ("damage", "lose_", "Combat", "gain_status", "gain_fatigue", "Challenge"))


def left_to_do(state: Any, place: int) -> tuple[int, int]:
    foe = state.combat.row[place]
    squares = state.pack.enemies[foe.number].squares
    return sum(s.heart and i not in foe.covered for i, s in enumerate(squares)) + len(foe.armor), place


def gains(state: Any, thing: Any) -> float:
    """What a box or choice holds that the crew still wants."""
    found = 0.0
    for effect in flat(thing.effects):
        if effect.do == "gain_totem" and effect.totem not in state.progress.totems:
            found += 100
        if effect.do == "gain_quest" and effect.number not in (*state.quests, *state.used_quests):
            found += 10
        if effect.do in ("gain_adventure", "gain_xp"):
            found += 1
        if effect.do == "end_campaign" and effect.outcome == "fail":
            found -= 500
    return found


def flat(effects: Any) -> Any:
    for effect in effects:
        yield effect
        for name in ("then", "otherwise", "effects", "success"):
            yield from flat(getattr(effect, name, ()))


def value_of(state: Any, paragraph: str, known: dict[str, float], depth: int = 6) -> float:
    """What may be found from a paragraph on; less for every step."""
    if paragraph in known or depth == 0 or paragraph not in state.pack.paragraphs:
        return known.get(paragraph, 0.0)
    known[paragraph] = 0.0
    value = 0.0
    for box in state.pack.paragraphs[paragraph].boxes:
        for jump in box.if_keyword:
            if jump.keyword in state.keywords:
                return value_of(state, jump.turn_to, known, depth - 1)
        if any(holds(state, jump.condition) for jump in box.if_so):
            jump = next(jump for jump in box.if_so if holds(state, jump.condition))
            return value_of(state, jump.turn_to, known, depth - 1)
        value += gains(state, box)
        onward = [box.turn_to, box.combat.turn_to if box.combat else ""]
        best = max((value_of(state, each, known, depth - 1) for each in onward if each), default=0.0)
        for choice in box.choices:
            if barred(state, choice):
                continue
            next_one = choice.turn_to or (choice.combat.turn_to if choice.combat else "")
            best = max(best, gains(state, choice) + value_of(state, next_one, known, depth - 1))
        value += 0.8 * best
    known[paragraph] = value
    return value
