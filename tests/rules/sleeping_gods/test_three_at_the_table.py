"""What three players stumbled over in a campaign that they lost: needless questions, late news, orders for hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playing import Playing, open_values
from sleeping_gods_setting import aside, attack, do, effects, fight, run, ship, texts

from rules.ask import AskAny, ChooseOne
from rules.chance import ReadCard
from rules.onward import forced, only_answer
from rules.plain import dump
from rules.sleeping_gods import GAME
from rules.sleeping_gods.failure import ENDINGS, end
from rules.sleeping_gods.hands import keep_limit
from rules.sleeping_gods.pack import the_pack
from rules.sleeping_gods.wording import say, words

# ----- words


def every_effect(plain: Any) -> Iterator[dict[str, Any]]:
    """All records with a verb, however deep they lie in a pack."""
    if isinstance(plain, dict):
        if isinstance(plain.get("do"), str):
            yield plain
        for each in plain.values():
            yield from every_effect(each)
    elif isinstance(plain, list):
        for each in plain:
            yield from every_effect(each)


def test_no_effect_of_the_demo_world_is_told_by_its_verb() -> None:
    pack = the_pack("demo")
    plain = [dump(pack.events), dump(pack.paragraphs), dump(pack.adventure_cards), dump(pack.hazards)]
    found = {json.dumps(each, sort_keys=True): each for each in every_effect(plain)}
    assert len(found) > 100
    for each in found.values():
        told = say(effects(each)[0])
        assert "_" not in told, each
        # "if" alone, "stay in play" and the like say nothing to anybody
        assert told not in (each["do"], each["do"].replace("_", " ")) or each["do"] in ("combat",), each


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        (
            {"test": "ship_health", "at_most": 5},
            "if ship health is 5 or less: lose 1 material, otherwise 1 ship damage",
        ),
        (
            {"test": "page", "at_least": 5, "at_most": 5},
            "if the ship is on page 5: lose 1 material, otherwise 1 ship damage",
        ),
        ({"test": "keyword", "keyword": "BELL"}, "lose 1 material or 1 ship damage"),  # nobody learns which keyword
    ],
)
def test_what_depends_on_something_says_on_what_unless_a_story_hides_it(condition: dict[str, Any], told: str) -> None:
    lose, hit = {"do": "lose_resource", "kind": "materials", "n": 1}, {"do": "ship_damage", "n": 1}
    assert words(effects({"do": "if", "condition": condition, "then": [lose], "otherwise": [hit]})) == told


@pytest.mark.rule("SG-122", "SG-192")
def test_a_challenge_of_an_event_tells_both_its_outcomes_before_anybody_goes() -> None:
    state = ship(3, pack="demo", region="2e", phase="event")
    state.events.deck = ["mild", "mild"]
    playing = run(state).answer(["barnacles"])
    text = playing.ask.text  # type: ignore[union-attr]
    assert text.startswith("Barnacles, craft 6: who takes part?")
    assert "Failing: if ship health is 5 or less: lose 1 material, otherwise 1 ship damage." in text
    assert "Success: gain 1 material." in text


@pytest.mark.rule("SG-193", "SG-202", "SG-106")
@pytest.mark.parametrize(("morale", "told"), [(5, "Fate 5 or more succeeds."), (3, "Fate 6 or more succeeds.")])
def test_before_fate_is_drawn_it_is_told_what_would_do(morale: int, told: str) -> None:
    state = ship(1, morale=morale, cards=[])
    crew = next(each for each in state.crew if state.skill(each, "craft") == 2)
    playing = do(state, {"do": "challenge", "skill": "craft", "number": 7}).answer([crew])
    assert told in playing.ask.text  # type: ignore[union-attr]


# ----- no needless questions


@pytest.mark.rule("SG-203", "SG-242")
def test_a_success_and_a_hit_are_taken_without_asking_for_help() -> None:
    state = ship(3, command={"north": 3, "east": 3}, cards=[1])  # everybody could draw again
    playing = do(state, {"do": "challenge", "skill": "craft", "number": 3})
    playing.answer(("north", []))  # nobody goes
    playing.answer(("north", 3)).answer(["triage"])  # and Ben, who could still help, stays out
    assert playing.ask is None
    assert "3 of 3: success." in texts(state)
    fight(state, 10)
    hits = attack(run(state), "laurence", 6)
    assert hits.ask.text == "Hit for 2 damage. Add to it?"  # type: ignore[union-attr]


@pytest.mark.rule("SG-318")
def test_where_the_fate_drawn_is_what_is_gained_even_a_success_may_be_bettered() -> None:
    state = ship(1, command={"north": 1}, cards=[1])
    plenty = {"do": "gain_resource", "kind": "grain", "n": "fate"}
    playing = do(state, {"do": "challenge", "skill": "craft", "number": 1, "success": [plenty]}).answer([])
    playing.answer(2).answer(["tinker"])
    assert "card:1:0:0" in open_values(playing.ask)


@pytest.mark.rule("SG-384", "SG-169")
def test_whoever_may_help_is_told_that_the_other_goes_on() -> None:
    state = ship(3, command={"east": 1}, cards=[1])
    fight(state, 10)
    playing = attack(run(state), "laurence", 1)
    assert isinstance(playing.ask, AskAny)
    mine, theirs = playing.ask.of("north"), playing.ask.of("east")
    assert mine is not None
    assert theirs is not None
    assert mine.text.startswith("Fate 1.")
    assert theirs.text == f"{mine.text} You may help; Ann goes on."
    assert only_answer(theirs)
    assert forced(playing.ask) is None  # the box neither plays Ben's card for him nor goes on before he could


@pytest.mark.rule("SG-268", "SG-R75")
def test_what_a_weapon_pays_for_a_card_is_offered_while_it_can_still_turn_a_miss() -> None:
    state = ship(2, pack="demo", region="2e", cards=[])
    battle = fight(state, 10)
    craft = next(key for key, card in state.pack.ability_cards.items() if card.skill == "craft" and not card.ability)
    state.crew["hobb"].tucked = [craft]
    seat = state.crew["hobb"].controller
    playing = run(state).answer((seat, "attack:hobb"))
    assert "Fate 5 or more hits." in playing.ask.text  # type: ignore[union-attr]
    playing.answer(3)
    drawn = next(key for key, card in state.pack.ability_cards.items() if card.fate == 3)
    playing.answer([drawn])
    offer = playing.ask.of(seat)  # type: ignore[union-attr]
    assert isinstance(offer, ChooseOne)
    labels = {option.value: option.label for option in offer.options}
    assert labels["bonus:0"] == "Adze: discard a tucked craft card for +2 accuracy"
    playing.answer((seat, "bonus:0") if isinstance(playing.ask, AskAny) else "bonus:0")
    assert state.crew["hobb"].tucked == []
    assert "Hit!" in texts(state)
    assert battle.attack is not None


@pytest.mark.rule("SG-250", "SG-251", "SG-395")
def test_what_an_enemy_deals_in_return_is_known_before_anybody_is_sent() -> None:
    state = ship(3, pack="demo", region="2e", cards=[])
    fight(state, 10)  # alone, so nobody is asked for a target
    ask = run(state).ask
    assert isinstance(ask, AskAny)
    hints = {o.value: o.hint for each in ask.asks for o in each.options}  # type: ignore[attr-defined]
    assert hints["attack:pim"].endswith("; the enemy strikes first for 3")
    assert hints["attack:bramble"].endswith("; the enemy strikes first for 3, 1 after block")  # block 2
    pair = ship(3, pack="demo", region="2e", cards=[])
    battle = fight(pair, 10, 11)
    ask = run(pair).ask
    assert isinstance(ask, AskAny)
    assert "strikes first" not in str([each.options for each in ask.asks])  # type: ignore[attr-defined]
    playing = run(pair).answer((pair.crew["pim"].controller, "attack:pim"))
    told = [option.hint for option in playing.ask.options]  # type: ignore[union-attr]
    assert "strikes first for 3" in told[0]
    assert "counter-attack 2" in told[1]
    assert battle.attack is not None


# ----- the last card, and the end


@pytest.mark.rule("SG-301", "SG-302", "SG-307", "SG-312")
@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "the Dredger attacks, unless a seal is found before."),
        (2, "the three Curfews attack, unless a seal is found before."),
        (3, "the Dredger destroys the Saint Thursday, unless a seal is found before."),
    ],
)
def test_the_last_card_of_a_deck_says_what_comes_at_the_end_of_the_turn(number: int, told: str) -> None:
    state = ship(3, pack="demo", region="2e", phase="event")
    state.events.deck, state.events.number = ["mild", "mild"], number
    event = next(key for key, card in state.pack.events.items() if card.tier == "mild")
    run(state).answer([event])
    assert "That was the last card" not in texts(state)
    state.phase, state.agenda = "event", []
    other = [key for key, card in state.pack.events.items() if card.tier == "mild"][1]
    run(state).answer([other])
    assert f"at the end of this turn {told}" in texts(state)


@pytest.mark.rule("SG-312", "SG-R1")
def test_a_lost_campaign_is_looked_back_on_and_hands_learn_what_to_put_back() -> None:
    state = ship(3, pack="demo", region="2e")
    state.events.number, state.events.deck, state.actions_left, state.events.done = 3, [], 1, [1, 2]
    assert GAME.show(state, "north")["ending"] is None
    run(state).answer("gain_command").answer(True)
    assert state.result is not None
    assert state.result["text"] == "The Dredger destroyed the Saint Thursday."
    ending = GAME.show(state, None)["ending"]
    assert ending["title"] == "The campaign is lost"
    assert ending["read"].startswith("The last clear day")
    assert ["Event decks", "3 of 3"] in ending["facts"]
    assert ["Seals", "0 of 8"] in ending["facts"]
    assert len(ending["put_back"]) == 4


@pytest.mark.parametrize("how", ENDINGS)
def test_every_ending_begins_with_a_capital_letter(how: str) -> None:
    from rules.sleeping_gods.asking import CampaignOver

    state = ship(1, pack="demo", region="2e")
    with pytest.raises(CampaignOver):
        end(state, how, won=how in ("totems", "story_win")).send(None)
    assert state.result is not None
    assert str(state.result["text"])[0].isupper()


# ----- orders for hands


@pytest.mark.rule("SG-219", "SG-221", "SG-233", "SG-237", "SG-260")
def test_hands_get_one_order_for_all_tokens_of_a_round() -> None:
    state = ship(3)
    peace = GAME.view(state)
    battle = fight(state, 2, 3)
    start = GAME.view(state)
    told = GAME.todo(peace, start)
    assert told[-1] == "Hand out combat action tokens: Ann 2, Ben 1, Cid 1."
    assert f"Lay {state.pack.enemies[2].name} (enemy card 2) as enemy 1" in told[0]
    assert len(told) == 3
    battle.tokens |= {"north": 1, "east": 2}
    assert GAME.todo(start, GAME.view(state)) == ["Ann gives Ben a combat action token."]
    battle.tokens = dict.fromkeys(state.order, 0)
    battle.attacks = {state.crew_of("north")[0]: 2, state.crew_of("east")[0]: 1}
    spent = GAME.view(state)
    battle.tokens, battle.attacks = {"north": 2, "east": 1, "south": 1}, {}
    assert GAME.todo(spent, GAME.view(state)) == [
        "Everybody takes their combat action tokens back: Ann 2, Ben 1, Cid 1."
    ]
    state.combat = None
    assert GAME.todo(spent, GAME.view(state))[-1] == "Put the combat action tokens back into the supply."


@pytest.mark.rule("SG-244", "SG-246")
def test_a_slash_is_one_order_row_by_row_and_back_again() -> None:
    state = ship(1)
    battle = fight(state, 10)
    before = GAME.view(state)
    cards = state.pack.enemies[10]
    spots = {(square.row, square.col): index for index, square in enumerate(cards.squares) if not square.armor}
    battle.row[0].covered = [spots[1, 1], spots[1, 2], spots[2, 1]]
    where = "row 1, columns 1 and 2; row 2, column 1"
    assert GAME.todo(before, GAME.view(state)) == [f"Put damage tokens on enemy 1 ({cards.name}): {where}."]
    assert GAME.todo(GAME.view(state), before) == [f"Take the damage tokens off enemy 1 ({cards.name}): {where}."]


@pytest.mark.rule("SG-165", "SG-195")
def test_the_same_for_several_of_the_crew_is_one_order() -> None:
    state = ship(3)
    before = GAME.view(state)
    for crew in ("mac", "pia", "laurence"):
        state.crew[crew].fatigue = 1
    state.crew["nell"].damage = 2
    tired = GAME.view(state)
    names = [state.called(crew) for crew in state.crew if crew in ("mac", "pia", "laurence")]
    each = f"{names[0]}, {names[1]} and {names[2]}"
    assert GAME.todo(before, tired) == [
        f"Put 1 tired token each on {each}.",
        f"Put 2 damage on {state.called('nell')}.",
    ]
    assert GAME.todo(tired, before) == [
        f"Take 1 tired token each off {each}.",
        f"Take 2 damage off {state.called('nell')}.",
    ]


# ----- real cards


@pytest.mark.rule("SG-121", "SG-171", "SG-72")
def test_real_cards_are_found_by_name_in_a_list_that_has_an_order() -> None:
    state = ship(4, pack="demo", region="2e", custody="table", phase="event", hands={"north": ["?"]})
    ask = run(state).ask
    assert isinstance(ask, ReadCard)
    assert ask.text.endswith("Which is it?")
    names = [option.label.removeprefix("The ").removeprefix("A ") for option in ask.options]
    assert names == sorted(names)
    state.window, state.players["north"].command = "actions", 3
    training = aside(state, "north", "train").answer(state.crew_of("north")[0]).ask
    assert isinstance(training, ReadCard)
    groups = list(dict.fromkeys(option.group for option in training.options))
    assert sorted(groups) == ["Craft", "Cunning", "Perception", "Savvy", "Strength"]
    assert all(len(option.label) < 24 for option in training.options)
    state.players["north"].hand = ["?"] * 4
    limit = Playing(keep_limit(state, "north")).ask
    assert limit is not None
    assert limit.others == "Ann discards."


# ----- choosing


@pytest.mark.rule("SG-319", "SG-R49")
def test_who_takes_a_weapon_is_chosen_by_what_they_have_or_left_as_it_is() -> None:
    state = ship(2, cards=[11])
    state.window = "actions"
    playing = aside(state, "north", "weapons")
    assert isinstance(playing.ask, ChooseOne)
    assert "It has accuracy" in playing.ask.text
    hints = {option.value: option.hint for option in playing.ask.options}
    assert "Club: accuracy +2" in hints["laurence"]
    playing.answer("none")
    assert playing.ask is None
    assert all(not board.weapons for board in state.crew.values())


@pytest.mark.rule("SG-25", "SG-R9")
def test_boards_are_chosen_by_what_is_printed_on_them() -> None:
    from rules.sleeping_gods.set_up import board_words

    state = ship(3)
    told = board_words(state, "laurence")
    card = state.pack.crew["laurence"]
    assert told.startswith(f"health {card.health}; ")
    assert all(f"{skill} {n}" in told for skill, n in card.skills.items() if n)
    assert "Club: accuracy +2" in told


@pytest.mark.rule("SG-224", "SG-54")
def test_a_player_whose_crew_is_down_is_told_so_and_can_give_the_token_away() -> None:
    state = ship(3, command={"north": 1})
    for crew in state.crew_of("east"):
        state.crew[crew].damage = state.full_health(crew)
    fight(state, 10)
    ask = run(state).ask
    assert isinstance(ask, AskAny)
    theirs = ask.of("east")
    assert theirs is not None
    assert theirs.text.endswith("left. None of yours can attack.")
    assert {"give", "done"} <= set(open_values(theirs))


@pytest.mark.rule("SG-141", "SG-R39")
def test_those_who_listen_to_a_story_read_what_could_be_done() -> None:
    state = ship(3, pack="demo", region="2e")
    playing = run(state).answer("explore").answer(True)
    assert isinstance(playing.ask, ChooseOne)
    assert all(option.label in playing.ask.others for option in playing.ask.options)


@pytest.mark.rule("SG-172")
def test_nobody_is_offered_late_training_without_the_command_for_it() -> None:
    state = ship(3, hands={"north": ["tinker"]}, command={"north": 0})
    for seat in ("east", "south"):
        state.players[seat].command = 7  # the supply is empty: gaining command brings none
    playing = run(state).answer("gain_command").answer("gain_command")
    assert state.players["north"].command == 0
    assert not any("may still train" in line for line in playing.ask.todo)  # type: ignore[union-attr]
