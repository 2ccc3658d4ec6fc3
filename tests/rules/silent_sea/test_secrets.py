"""Who may know what, and that prompts give nothing away."""

import json
import random

import pytest
import sea_leaks
from playing import asked, open_values
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, playing, table

from rules.ask import IllegalAnswer
from rules.chance import DrawCards
from rules.plain import dump
from rules.position import Run, Step, some_step
from rules.silent_sea import GAME, effects
from rules.silent_sea.pack import BreakSample

EVERYBODY = (None, ENGINEER, ASTRO, DOCTOR, CAPTAIN)


@pytest.mark.rule("SS-R3", "SS-37")
def test_loyalty_is_shown_to_its_owner_alone():
    game = table()
    for seat in EVERYBODY:
        shown = GAME.show(game, seat)
        assert [each["loyalty"] for each in shown["seats"]] == [None] * 4
        assert "traitor" not in json.dumps(shown) or seat == DOCTOR
    assert GAME.show(game, DOCTOR)["me"]["loyalty"] == "traitor"
    assert GAME.show(game, None)["me"] is None


@pytest.mark.rule("SS-110", "SS-111")
def test_a_hand_is_seen_by_its_holder_and_counted_by_the_others():
    game = table(hands={DOCTOR: ["gun", "flashlight"]})
    for seat in EVERYBODY:
        shown = GAME.show(game, seat)
        assert shown["seats"][2]["cards"] == 2
        assert ("Flashlight" in json.dumps(shown)) is (seat == DOCTOR)
    assert [card["name"] for card in GAME.show(game, DOCTOR)["me"]["hand"]] == ["Gun", "Flashlight"]


@pytest.mark.rule("SS-R60", "SS-R62")
def test_a_dead_seats_phone_shows_the_public_screen_and_its_own_loyalty():
    game = table(health={DOCTOR: 0}, hands={ENGINEER: ["gun"]})
    shown, public = GAME.show(game, DOCTOR), GAME.show(game, None)
    assert shown.pop("me") == {"loyalty": "traitor", "alive": False}
    public.pop("me")
    assert shown == public


@pytest.mark.rule("SS-54")
def test_a_drawn_card_is_told_to_the_drawer_alone():
    game = table(phase="draw")
    at = playing(game)
    assert at.ask.others == "Ann (Engineer) draws a Generic card."
    at.answer(["bulb"])
    assert [(said.text, said.seats) for said in game.said if "Bulb" in said.text] == [("You drew Bulb.", (ENGINEER,))]


@pytest.mark.rule("SS-R3")
def test_the_box_keeps_nothing_of_real_loyalty_cards():
    game = table(custody="table")
    assert "traitor" not in json.dumps(dump(game)["players"])
    assert "crewmate" not in json.dumps(dump(game)["players"])


def test_what_is_in_reach_and_in_range_is_on_the_own_phone():
    game = table({ASTRO: "p2"}, phase="move", rolled=2)
    me = GAME.show(game, ENGINEER)["me"]
    assert me["reach"] == {"p1": 1, "p2": 2}
    assert ["Ben", 2] in me["range"]
    assert GAME.show(game, ASTRO)["me"]["reach"] == {}


@pytest.mark.rule("SS-R3", "SS-R67", "SS-R44")
@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_sent_anything_that_depends_on_who_the_traitor_is(seed):
    """The same answers for all four deals; a game that ends for one of them tells by its end."""
    assert sea_leaks.play(seed, most=250) > 50


@pytest.mark.rule("SS-R3")
def test_the_comparison_would_notice_a_leak(monkeypatch):
    def leaking(state, seat):
        shown = sea_leaks_show(state, seat)
        hint = any(player.loyalty == "traitor" and player.role == "doctor" for player in state.players.values())
        return {**shown, "phase": "Hm…" if hint else shown["phase"]}

    sea_leaks_show = GAME.show
    monkeypatch.setattr(type(GAME), "show", lambda self, state, seat: leaking(state, seat))
    with pytest.raises(AssertionError, match=r"can tell|treated otherwise"):
        sea_leaks.play(1, most=60)


@pytest.mark.rule("SS-R44", "SS-78")
@pytest.mark.parametrize("seed", range(6))
def test_nobody_can_tell_which_card_another_drew_until_it_is_used(seed):
    """Two games that differ in one drawn card: the others are sent the same for as long as the same is answered."""
    chance = random.Random(seed)
    one, two = (Run(GAME, GAME.begin(GAME.setup(4))) for _ in range(2))
    differing, compared = None, 0
    draw_at = chance.randint(4, 12)
    draws = 0
    for _ in range(400):
        step = some_step(GAME, one.state, one.ask, chance)
        other = step
        drawing = isinstance(one.ask, DrawCards) and one.ask.deck == "Generic deck"
        draws += drawing
        if drawing and draws == draw_at:
            first, second = chance.choice([("bulb", "vial"), ("extra_space", "scrap"), ("painkillers", "case")])
            step, other = Step("answer", [first], one.ask.seat), Step("answer", [second], one.ask.seat)
            differing = one.ask.seat
        elif differing and any(word in str(step.value) for word in (first, second, "craft", "use:", "trade")):
            continue  # this would show it, or needs it
        try:
            two.take(other)
        except IllegalAnswer:
            continue
        one.take(step)
        if one.ask is None or two.ask is None:
            break
        if differing:
            for seat in (None, *(s for s in GAME.seats if s != differing)):
                assert sea_leaks.sent(one, seat) == sea_leaks.sent(two, seat)
            compared += 1
        if compared > 60:
            break
    assert compared > 5


@pytest.mark.rule("SS-R44", "SS-R56")
def test_a_broken_sample_asks_everybody_hit_at_once_whatever_they_hold():
    asks = []
    for own in (["vial"], ["hazmat"]):
        game = table(samples={ENGINEER: 1, ASTRO: 1}, hands={ASTRO: own, ENGINEER: ["vial"], DOCTOR: ["hazmat"]})
        game.may_hold = {"hazmat": [ENGINEER, ASTRO, DOCTOR]}
        at = asked(effects.carry_out(game, [BreakSample("break_sample", who="all", damage=1)], ENGINEER))
        asks.append((at.ask.seats, at.ask.of(ENGINEER), at.ask.of(ASTRO).others, at.ask.text))
        assert "pass" in open_values(at.ask.of(ASTRO))
    assert asks[0] == asks[1]


@pytest.mark.rule("SS-R7")
def test_with_real_cards_a_face_down_ability_is_asked_for_by_its_slot():
    game = table({DOCTOR: "p6"}, current=DOCTOR, phase="move", rolled=1, custody="table")
    at = playing(game, "to:MD1")
    assert not at.ask.private
    assert [option.label for option in at.ask.options] == ["Ability slot 1", "Ability slot 2", "Turn none up"]
    action = table(current=DOCTOR, custody="table")
    labels = [option.label for option in playing(action).ask.options]
    assert "Use Ability slot 1" in labels
    assert not any("Triage" in label for label in labels)


def test_with_real_cards_everything_can_be_answered_on_the_boxs_own_screen():
    """Nothing is private where the box holds no secrets, so no phone is needed."""
    chance = random.Random(7)
    run = Run(GAME, GAME.begin(GAME.setup(4, custody="table")))
    for _ in range(1500):
        if run.ask is None:
            break
        assert len(run.ask.seats) == 1
        assert not run.ask.private
        run.take(some_step(GAME, run.state, run.ask, chance))
