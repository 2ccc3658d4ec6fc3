"""What players at a table stumbled over: late training, blind helpers, stale sailing, tables of fate in plain words."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, open_values
from sleeping_gods_setting import aside, do, fight, refused, run, ship, texts

from rules.ask import AskAny, ChooseOne
from rules.sleeping_gods import GAME
from rules.sleeping_gods.wording import words


@pytest.mark.rule("SG-172", "SG-R46")
def test_what_the_last_action_brought_can_still_be_spent_on_training_until_the_next_player_acts() -> None:
    state = ship(2, hands={"north": ["tinker"]}, command={"north": 0})
    playing = run(state).answer("gain_command").answer("gain_command")
    assert state.active == "east"
    playing.answer("begin").answer(["bluff"]).answer(["calm"])
    assert "Choose an action" in playing.ask.text  # type: ignore[union-attr]
    training = aside(state, "north", "train").answer(0)
    assert state.captain in open_values(training.ask)  # it is still the end of Ann's turn
    mine = state.crew_of("north")[0]
    training.answer(mine)
    assert state.crew[mine].tucked == ["tinker"]


@pytest.mark.rule("SG-172", "SG-175", "SG-176", "SG-178", "SG-R47")
def test_late_training_may_be_the_captains_also_in_place_of_an_older_card() -> None:
    state = ship(2, hands={"north": ["bluff"]})
    for crew in state.crew_of("north"):
        state.crew[crew].tucked = ["shove", "shove"]  # nobody else has room
    run(state).answer("gain_command").answer("gain_command")
    assert "SG-177" in refused(state, "north", "train")
    state.crew[state.captain].tucked = ["triage", "keen_eye"]
    gone = aside(state, "north", "untuck")
    assert "odessa:1" in open_values(gone.ask)
    gone.answer("odessa:1")
    aside(state, "north", "train").answer(0)  # only the captain has room
    assert state.crew["odessa"].tucked == ["triage", "bluff"]
    assert state.controller("odessa") == "east"  # for everything else she went over with the token


@pytest.mark.rule("SG-172")
@pytest.mark.parametrize("first", ["gain_command", "save"])
def test_once_the_next_player_acts_or_the_game_is_packed_up_training_is_over(first: str) -> None:
    state = ship(2, hands={"north": ["tinker"], "east": ["bluff"]}, command={"north": 3})
    playing = run(state).answer("gain_command")
    if first == "save":
        aside(state, "east", "stop")
    playing.answer("gain_command")
    assert refused(state, "north", "train") == ""
    if first != "save":
        playing.answer("begin").answer(["triage"]).answer(["calm"])
        assert refused(state, "north", "train") == ""
    playing.answer(first)
    assert state.just_ended == ""
    state.window = "actions"
    assert "Training is for your own turn; it is Ben's." in refused(state, "north", "train")


def asked_of(playing: Playing, seat: str) -> str:
    assert playing.ask is not None
    found = playing.ask.of(seat) if isinstance(playing.ask, AskAny) else playing.ask
    assert found is not None
    return found.text


CHALLENGE: dict[str, Any] = {
    "do": "challenge",
    "skill": "craft",
    "number": 7,
    "fail": [{"do": "lose_morale", "n": 1}],
}


@pytest.mark.rule("SG-194", "SG-198", "SG-200")
def test_a_helper_is_told_who_goes_already_what_they_bring_and_what_failing_costs() -> None:
    state = ship(2, command={"east": 1})
    playing = do(state, CHALLENGE)
    assert "Failing: lose 1 morale. Ann has not chosen yet." in asked_of(playing, "east")
    mine = state.crew_of("north")[:2]
    total = sum(state.skill(crew, "craft") for crew in mine)
    playing.answer(("north", mine))
    names = ", ".join(state.called(crew) for crew in mine)
    assert f"So far: {names}, {total} in all." in asked_of(playing, "east")
    assert asked_of(playing, "east").endswith("Ann draws fate when you are ready.")


@pytest.mark.rule("SG-194", "SG-R50")
def test_who_helps_first_is_counted_for_the_active_player_and_nobody_is_said_so() -> None:
    state = ship(2, command={"east": 1})
    helper = state.crew_of("east")[0]
    playing = do(state, CHALLENGE).answer(("east", [helper]))
    assert f"So far: {state.called(helper)}," in asked_of(playing, "north")
    state = ship(2, command={"east": 1})
    playing = do(state, CHALLENGE).answer(("north", []))
    assert "So far nobody takes part." in asked_of(playing, "east")
    scared = {"do": "gain_status", "status": "frightened", "who": "one_yours"}
    playing = do(ship(2, command={"east": 1}), CHALLENGE | {"fail": [scared]})
    assert "Failing: frightened for one of yours." in asked_of(playing, "north")
    assert "Failing: frightened for one of Ann's." in asked_of(playing, "east")


@pytest.mark.rule("SG-127", "SG-80")
def test_a_ship_moved_while_it_is_asked_where_to_sail_goes_on_from_where_it_lies() -> None:
    state = ship(1, region="harbor")
    playing = run(state).answer("travel")
    assert "shore" in open_values(playing.ask)
    state.ship.region = "shore"  # as a card that moves the ship does, played at any time
    playing.again()
    assert open_values(playing.ask)[0] == "harbor"
    assert "shore" not in open_values(playing.ask)
    free = do(state, {"do": "move_ship", "to": "steps", "steps": 1})
    state.ship.region = "harbor"
    free.again()
    assert {"shore", "stay"} <= set(open_values(free.ask))
    assert "harbor" not in open_values(free.ask)


@pytest.mark.rule("SG-57", "SG-R15")
def test_a_table_of_fate_says_in_plain_words_what_a_draw_would_bring() -> None:
    table = {
        "do": "fate_table",
        "bands": [
            {"low": 1, "high": 3, "effects": [{"do": "lose_resource", "kind": "coins", "n": 1}]},
            {"low": 4, "high": 6, "effects": []},
        ],
    }
    state = ship(1, command={"north": 3}, pack="demo", cards=[1])  # the cat lets fate be drawn again
    playing = do(state, table)
    assert "(1–3: lose 1 coin; 4–6: nothing)" in asked_of(playing, "north")
    playing.answer(2)
    while playing.ask is not None and not isinstance(playing.ask, ChooseOne):
        playing.answer([playing.ask.left[0][0]])  # type: ignore[attr-defined]  # which card showed the 2
    told = asked_of(playing, "north")
    assert told.startswith("Fate 2. That brings: lose 1 coin.")
    assert "draw fate" not in told


def test_effects_are_worded_as_players_say_them() -> None:
    from sleeping_gods_setting import effects

    told = words(
        effects(
            {"do": "move_ship", "to": "steps", "steps": 1},
            {"do": "draw_ability", "n": 1},
            {"do": "pay", "cost": {"materials": 1, "coins": 2}},
            {"do": "gain_resource", "choice": ["vegetables", "coins"], "n": 1},
        )
    )
    assert told == (
        "the ship moves 1 region, draw 1 ability card, pay 1 material and 2 coins, gain 1 vegetable or 1 coin"
    )


@pytest.mark.rule("SG-R17")
def test_while_a_hand_card_is_chosen_for_free_the_others_read_what_goes_on() -> None:
    state = ship(2, hands={"north": ["tinker", "bluff"]})
    playing = do(state, {"do": "equip_free", "who": "one_yours"})
    assert playing.ask is not None
    assert playing.ask.private
    assert playing.ask.others == "Ann chooses a card from their hand."
    playing.answer(0)
    assert "Tinker gives +1 craft." in playing.ask.text  # who it suits is weighed when the card is known
    craft = state.skill("mac", "craft")
    hints = {option.value: option.hint for option in playing.ask.options}  # type: ignore[attr-defined]
    assert f"craft {craft}, then {craft + 1}" in hints["mac"]


@pytest.mark.rule("SG-102")
def test_materials_nobody_has_do_not_buy_the_way_through_the_snags() -> None:
    state = ship(1, pack="demo", resources={"materials": 1})
    (choice,) = state.pack.hazards["snags"].effects
    playing = Playing(_performed(state, choice))
    if isinstance(playing.ask, ChooseOne):
        assert len(open_values(playing.ask)) == 1
    state.resources["materials"] = 2
    assert len(open_values(Playing(_performed(state, choice)).ask)) == 2


async def _performed(state: Any, effect: Any) -> None:
    from rules.sleeping_gods.resolve import perform
    from rules.sleeping_gods.state import Context

    await perform(state, [effect], Context(source="Snag Field"))


def test_places_are_told_by_name_where_the_pack_names_them() -> None:
    state = ship(1, pack="demo", region="3d")
    sailing = run(state).answer("travel").ask
    assert isinstance(sailing, ChooseOne)
    hints = {option.value: option.hint for option in sailing.options}
    assert "place 9 Oakum House" in hints["3a"]
    state = ship(1, pack="demo", region="3c")
    exploring = run(state).ask
    assert isinstance(exploring, ChooseOne)
    assert "read the story at 7 The Drowned Bank" in [option.hint for option in exploring.options]
    assert GAME.view(state)["ship"] == "Interest, page 3"


@pytest.mark.rule("SG-303", "SG-308")
def test_hands_that_hold_the_events_are_told_to_build_the_next_deck() -> None:
    for custody, told in (("table", True), ("box", False)):
        state = ship(2, custody=custody)
        before = GAME.view(state)
        state.events.number = 2
        orders = GAME.todo(before, GAME.view(state))
        assert any(order.startswith("Build event deck 2 of 3") for order in orders) is told
        back = GAME.todo(GAME.view(state), before)
        assert back == (["Take event deck 2 apart again."] if told else [])


@pytest.mark.rule("SG-229")
def test_of_two_enemies_alike_it_is_told_which_one_strikes() -> None:
    state = ship(1)
    fight(state, 2, 2, 3, tokens={"north": 0})
    name, other = state.pack.enemies[2].name, state.pack.enemies[3].name
    playing = run(state)
    struck = []
    for _ in range(12):
        assert playing.ask is not None
        if "Who takes it?" in playing.ask.text:
            struck.append(playing.ask.text.partition(" deals")[0])
            playing.answer(state.captain if state.up(state.captain) else open_values(playing.ask)[0])
        elif len(struck) == 3:
            break
        else:
            playing.answer("done" if "done" in open_values(playing.ask) else open_values(playing.ask)[0])
    assert struck == [f"{name} (1)", f"{name} (2)", other], texts(state)
