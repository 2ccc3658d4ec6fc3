"""What the table should look like, and what hands have to do."""

import pytest
from awakening_setting import aside, face_up, give, go, put, table
from playing import Playing, play

from rules.awakening import GAME, cards, honor
from rules.awakening import table as looks


def orders(state, *answers):
    """What hands do after these answers."""
    before = looks.view(state)
    go(state, *answers)
    return looks.todo(before, looks.view(state))


@pytest.mark.rule("AW-R22")
def test_the_view_counts_every_block():
    state = table(2, {1: "library"})
    go(state, "control 1", "activate tall_sister")
    view = looks.view(state)

    blocks = sum(int(count) for slot, count in view.items() if slot.startswith("blocks orange"))
    assert blocks + sum(view.get(f"marker {number}") == "orange" for number in range(1, 20)) == 24
    assert view["hex 1"] == "library"
    assert view["space 1-2"] == "orange"
    assert view["disc orange"] == "12"


def test_blocks_are_told_from_where_to_where():
    assert orders(table(2, {1: "library"}), "act 1") == ["Move 2 orange blocks from influence to knowledge."]
    assert orders(table(2), "convert courage") == [
        "Move 1 orange block from inspiration to influence.",
        "Move 1 orange block from strength to courage.",
    ]


def test_a_takeover_returns_one_block_and_moves_another():
    state = table(2, {1: "library"})
    state.control[1] = "green"
    put(state, "green")

    told = orders(state, "control 1")

    assert "Move 1 green block from H1 to influence." in told
    assert "Move 1 orange block from conviction to H1." in told
    assert "Move 1 orange block from conviction to influence." in told
    assert "Move the orange disc to 12." in told


def test_moves_tiles_and_cards_are_told():
    state = table(2, {1: "library", 2: "inn"})
    assert orders(state, "travel 1-2-5", ["fort"]) == [
        "Move the orange token to the space between H1, H2 and H5.",
        "Lay the Fort on H5.",
    ]
    put(state, strength=2)
    face_up(state, "FX-RED")
    told = orders(state, "act 2 red face-up", ["merrow"])
    assert "Lay Red before orange." in told
    assert "Turn up Old Merrow beside the red stack." in told
    assert "Move 2 orange blocks from strength to influence." in told


def test_wrong_tiles_and_strange_tokens_are_told():
    before = {"hex 1": "inn", "hex 2": "face_down", "hex 3": "fort", "space 1-2": "pink", "space 2-3": "orange"}
    after = {"hex 1": "gaping_maw", "hex 2": "spire", "space 3-7": "orange"}

    assert GAME.todo(before, after) == [
        "Take the pink token off the space between H1 and H2.",
        "Move the orange token to the space between H3 and H7.",
        "Lay the Gaping Maw on H1 instead of the Inn.",
        "Turn the tile on H2 face up; it should be the Spire.",
        "Take the tile off H3.",
    ]


def test_tokens_triggers_and_tiles_are_told():
    state = table(2)
    put(state, honor=19, wisdom=3, influence=2)
    before = looks.view(state)
    play(honor.gain_honor(state, "orange", 1, "Test"), ["renown"], "FX-QUIET-1")
    told = looks.todo(before, looks.view(state))
    assert "Take the trigger token off 20." in told
    assert "Lay the trigger Renown open." in told
    assert "Take the trigger Quiet one out of the game." in told

    assert "Orange: take a proficiency tile for wisdom." in orders(state, "buy wisdom")
    before = looks.view(state)
    aside(state, "discard wisdom")
    told = looks.todo(before, looks.view(state))
    assert "Orange: put a proficiency tile for wisdom back into the box." in told


def test_a_dead_companion_leaves_and_its_blocks_return():
    state = table(2, {1: "gaping_maw"})
    give(state, "orange", "FX-RED", 2)
    put(state, courage=2, conviction=0)

    told = orders(state, "act 1 monster face-up", "FX-RED", ["choir"], ["wisdom"], ["death"])

    assert "Take Red away from orange; it leaves the game." in told
    off = next(k for k, order in enumerate(told) if "from Red to" in order)
    assert off < told.index("Take Red away from orange; it leaves the game.")


def test_a_relic_lies_there_before_its_blocks_do():
    state = table(2, {1: "arcane_tower"})
    put(state, vision=2)

    told = orders(state, "act 1 relic face-up", ["bell"])

    assert told.index("Lay Lens before orange.") < told.index("Move 2 orange blocks from vision to Lens.")


@pytest.mark.rule("AW-R4", "AW-181")
def test_speed_tiles_have_two_faces():
    state = table(2, {1: "command_post"})
    put(state, strength=3)
    assert "Orange: turn your speed tile over to 3." in orders(state, "act 1")

    for speed, order in (
        (3, "Orange: take a speed tile and lay it with 4 up."),
        (4, "Orange: turn your speed tile over to 5."),
    ):
        state = table(2, {1: "command_post"})
        put(state, strength=3, speed=speed)
        assert order in orders(state, "act 1")


def test_a_face_up_card_that_makes_room_goes_under_its_stack():
    state = table(2)
    before = looks.view(state)
    playing = Playing(cards.cycle(state, "orange", "red"))
    while_asked = looks.view(state)
    playing.answer(["merrow"])

    assert looks.todo(before, while_asked) == ["Put Red face down under the red stack."]
    assert looks.todo(while_asked, looks.view(state)) == ["Turn up Old Merrow beside the red stack."]


def test_a_card_that_goes_back_under_its_stack_does_not_leave_the_game():
    state = table(2)
    before = looks.view(state)
    play(cards.lose(state, "orange", "tall_sister", "bottom"))

    told = looks.todo(before, looks.view(state))

    assert "Put The Tall Sister from orange face down under the red stack." in told
    assert not any("leaves the game" in order for order in told)


def test_nothing_changed_is_nothing_to_do():
    state = table(3, {1: "library"})

    assert GAME.todo(GAME.view(state), GAME.view(state)) == []


def test_a_table_is_laid_out_afresh_from_nothing():
    state = table(2, {1: "library"})
    go(state, "control 1", "activate tall_sister")

    told = GAME.todo({}, GAME.view(state))

    assert "Lay the Library on H1." in told
    assert "Move the orange token to the space between H1 and H2." in told
    assert "Put 8 orange blocks on potential." in told
    assert "Put 1 orange block on H1." in told
    assert "Put 1 orange block on The Tall Sister." in told
    assert "Lay 1 proficiency tile each below inspiration, knowledge, strength, courage, vision and wisdom." in told
    assert "Orange: take a speed tile and lay it with 2 up." in told
    assert not any("reserve" in order for order in told)
    away = GAME.todo(GAME.view(state), {})
    assert "Take 8 orange blocks off potential." in away
