"""What cards do when something happens, and who may react (AW-126, AW-R15, AW-R84)."""

import typing

import pytest
from awakening_setting import effect, give, go, offered, put, question, table, v
from playing import asked, play

from rules.ask import AskAny
from rules.awakening import attributes, control, events, honor, mastery, monsters, mounts, relics, travel, turn
from rules.awakening.pack import Trait
from rules.awakening.state import Turn
from rules.awakening.verbs import Event

TILES = {1: "inn", 2: "library", 5: "fort"}


def listening(event, by="self", seat="orange", tiles=TILES, players=2, **more):
    """Somebody owns a trait that counts how often an event happened."""
    heard = effect("on_event", v("gain_attribute", attr="vision"), event=event, by=by, **more)
    state = table(players, tiles, Trait(id="FX-EAR", name="The ear", honor=4, effects=(heard,)))
    give(state, seat, "FX-EAR")
    return state


HAPPENINGS = {
    "turn_start": lambda s: turn.begin_turn(_no_turn(s)),
    "turn_end": lambda s: turn.end_turn(s),
    "character_activated": lambda s: turn.do(s, "orange", "activate self"),
    "tile_used": lambda s: turn.do(s, "orange", "act 2"),
    "control_gained": lambda s: turn.do(s, "orange", "control 2"),
    "control_lost": lambda s: control.lose(_holding(s), 2),
    "attribute_gained": lambda s: attributes.gain(s, "orange", {"strength": 1}, "card"),
    "attribute_used": lambda s: attributes.use(s, "orange", "strength", 1),
    "converted": lambda s: turn.do(s, "orange", "convert courage"),
    "relic_used": lambda s: relics.use(s, "orange", _relic(s, 1)),
    "relic_recharged": lambda s: relics.load(s, "orange", _relic(s, 0), 1),
    "proficiency_bought": lambda s: mastery.take(s, "orange", "wisdom"),
    "proficiency_discarded": lambda s: mastery.discard(_tile(s), "orange", "wisdom"),
    "block_upgraded": lambda s: attributes.upgrade(s, "orange", "influence"),
    "block_downgraded": lambda s: attributes.downgrade(s, "orange", "conviction"),
    "honor_gained": lambda s: honor.gain_honor(s, "orange", 1, "Test"),
    "honor_lost": lambda s: honor.lose_honor(s, "orange", 1, "Test"),
    "mount_upgraded": lambda s: mounts.upgrade(s, "orange"),
    "trigger_removed": lambda s: honor.remove_trigger(s, "orange", "FX-QUIET-1"),
    "round_start": lambda s: turn.begin_turn(_no_turn(s)),
}
ASKING = {
    "travelled": lambda s: (turn.do(s, "orange", "travel"), "1-2-5"),
    "passed_player": lambda s: (turn.do(_crowd(s), "orange", "travel"), "2-5-6"),
    "stopped_adjacent_to_player": lambda s: (turn.do(_crowd(s, "2-5-6"), "orange", "travel"), "1-2-5"),
    "tile_revealed": lambda s: (travel.reveal(s, "orange", 4), ["spire"]),
    "card_acquired": lambda s: (_inn(s), ["merrow"]),
    "card_lost": lambda s: (_death(s), "let die"),
    "monster_defeated": lambda s: (
        monsters.confront(s, "orange", "blind", "tall_sister"),
        ["choir"],
        ["wisdom"],
        ["miss"],
    ),
    "die_rolled": lambda s: (turn.do(_academy(s), "orange", "act 2"), ["strength"]),
    "token_fired": lambda s: (_token(s), ["renown"], "keep"),
    "trigger_added": lambda s: (honor.add_trigger(s, "orange"), ["renown"]),
}


def _no_turn(state):
    state.turn = None
    return state


def _holding(state):
    state.control[2] = "orange"
    put(state)
    return state


def _relic(state, blocks):
    give(state, "orange", "FX-LENS", blocks)
    return state.players["orange"].held("FX-LENS")


def _tile(state):
    state.players["orange"].proficiency["wisdom"] = 1
    return state


def _crowd(state, space="1-2-5"):
    state.tiles[6] = "spire"
    state.players["green"].space = space
    return state


def _inn(state):
    put(state, strength=2)
    return turn.do(state, "orange", "act 1 red blind")


def _death(state):
    return monsters.counter_attack(state, "orange", "tall_sister", "death")


def _academy(state):
    state.tiles[2] = "academy"
    return state


def _token(state):
    put(state, honor=19)
    return honor.gain_honor(state, "orange", 1, "Test")


def test_every_event_of_the_vocabulary_happens_somewhere():
    assert set(HAPPENINGS) | set(ASKING) == set(typing.get_args(Event))


@pytest.mark.rule("AW-126")
@pytest.mark.parametrize("event", HAPPENINGS)
def test_a_trait_hears_its_event(event):
    state = listening(event)
    play(HAPPENINGS[event](state))
    assert state.players["orange"].has("vision") == 1


@pytest.mark.rule("AW-126")
@pytest.mark.parametrize("event", ASKING)
def test_a_trait_hears_its_event_when_something_is_asked(event):
    state = listening(event)
    rule, *answers = ASKING[event](state)
    play(rule, *answers)
    assert state.players["orange"].has("vision") == 1


def test_others_events_and_filters_are_told_apart():
    state = listening("tile_used", by="other", seat="green", filter="library")
    go(state, "act 2")
    assert state.players["green"].has("vision") == 1
    state = listening("tile_used", by="other", seat="green", filter="inn")
    go(state, "act 2")
    assert state.players["green"].has("vision") == 0
    state = listening("tile_used", by="other", seat="orange")
    go(state, "act 2")
    assert state.players["orange"].has("vision") == 0


@pytest.mark.rule("AW-R15")
def test_where_several_may_react_whoever_answers_first_goes_first():
    glad = effect("on_event", v("gain_attribute", attr="inspiration"), event="card_acquired", by="other", optional=True)
    state = table(4, TILES, Trait(id="FX-GLAD", name="Glad", honor=4, effects=(glad,)))
    give(state, "green", "FX-GLAD")
    give(state, "black", "envious")
    give(state, "white", "alchemist")  # waits for something else

    happening = asked(events.happened(state, "card_acquired", "orange", "trait"))

    assert isinstance(happening.ask, AskAny)
    assert set(happening.ask.seats) == {"green", "black"}
    happening.answer(("black", "yes")).answer("influence")
    assert question(happening).seats == ("green",)
    happening.answer("yes")

    assert state.players["green"].has("inspiration") == 2
    assert state.players["black"].potential == 7


def test_an_optional_reaction_may_be_let_pass():
    state = table(2, TILES)
    give(state, "green", "patron")
    put(state, strength=2)

    playing = go(state, "act 1 red blind", ["merrow"])
    assert question(playing).seat == "green"
    assert offered(playing) == ["yes", "no"]
    playing.answer("no")

    assert state.players["green"].has("inspiration") == 1


def test_an_effect_does_not_answer_itself():
    echo = effect("on_event", v("gain_honor", amount=1), event="honor_gained")
    state = table(2, TILES, Trait(id="FX-ECHO", name="Echo", honor=4, effects=(echo,)))
    give(state, "orange", "FX-ECHO")

    play(honor.gain_honor(state, "orange", 1, "Test"))

    assert state.players["orange"].honor == 12
    assert state.reacting == []


@pytest.mark.rule("AW-R80", "AW-126")
@pytest.mark.parametrize("optional", [False, True])
def test_a_card_that_an_earlier_reaction_took_away_reacts_no_more(optional):
    thief = effect(
        "on_event", v("lose_card", card={"kind": "trait", "owner": "each_other"}), event="honor_gained", by="any"
    )
    glad = effect("on_event", v("gain_attribute", attr="vision"), event="honor_gained", by="any", optional=optional)
    state = table(
        2,
        TILES,
        Trait(id="FX-THIEF", name="Thief", honor=4, effects=(thief,)),
        Trait(id="FX-GLAD", name="Glad", honor=4, effects=(glad,)),
    )
    give(state, "orange", "FX-THIEF")
    give(state, "green", "FX-GLAD")

    play(honor.gain_honor(state, "orange", 1, "Test"))  # nobody is asked

    assert "FX-GLAD" in state.removed
    assert state.players["green"].has("vision") == 0


def test_a_reaction_with_a_price_is_offered_only_if_it_can_be_paid():
    state = table(2, TILES)
    give(state, "green", "envious")
    put(state, "green", inspiration=0)
    state.turn = Turn(seat="orange")

    play(events.happened(state, "card_acquired", "orange", "trait"))  # nothing is asked

    assert state.players["green"].potential == 8
