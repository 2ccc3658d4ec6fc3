"""The Awakening on the pretend table: tokens are moved and tiles laid by mouse, the camera understands the rest."""

import pytest
from how_many import so_many
from island_by_mouse import OnTheIsland

from rules.ask import Trouble
from rules.awakening import GAME
from rules.awakening.table import between

SEATS = ("orange", "green", "white", "black", "pink")


@pytest.fixture
def at(tmp_path):
    """Sit down at an island, set up, with the tiles around every token revealed."""
    sat = []

    def sit(**how):
        there = OnTheIsland(tmp_path, **how)
        sat.append(there)
        there.laid_out()
        assert there.watch.seen.state == "same"
        return there

    yield sit
    for there in sat:
        there.close()


def free(there, seat, steps=2):
    """Where a token may go, the places with something new to see first."""
    state = there.state
    spaces = [space for space in state.island.within(state.players[seat].space, steps) if state.at(space) is None]
    return sorted(spaces, key=lambda space: -len(state.open_hexes(state.island.hexes[space])))


def test_turns_played_by_mouse_only_are_understood_one_by_one(at):
    there = at(players=3, condition="evening", seed=4)
    start = there.table.now().number
    for turn in range(so_many(4, 9)):
        # Nobody says that a turn is over: the next token to move says so.
        seat = there.state.clockwise(there.state.first)[turn % 3]
        space = free(there, seat)[0]
        there.move(seat, space)
        there.wait(1.2)
        assert there.state.players[seat].space == space, (there.watch.seen, there.table.now().ask.text)
        assert there.state.active_seat == seat
        while there.asks_for_tile():
            number = int(there.table.now().ask.slot.split()[1])
            kind = there.lay(number)
            there.wait(1.2)
            assert there.state.tiles[number] == kind
        assert there.watch.seen.state == "same"
        assert there.lies() == there.box_thinks()

    GAME.check(there.state)
    assert len(there.state.tiles) > 8
    path = there.journal.path(there.table.now().game_id, there.table.now().node)
    assert {entry.source for entry in path if entry.number > start} == {"camera"}


def test_tiles_of_the_first_reveal_may_be_laid_all_at_once(tmp_path):
    there = OnTheIsland(tmp_path, players=2, seed=8)
    there.set_up()
    for seat in there.state.order:
        for number in there.state.open_hexes(there.state.adjacent(seat)):
            there.lay(number)
    there.wait(1.5)

    assert there.state.phase == "play"
    assert there.lies() == there.box_thinks()
    there.close()


def test_where_the_box_holds_the_pouch_hands_are_told_which_tile_to_lay(tmp_path):
    there = OnTheIsland(tmp_path, players=2, custody="box", seed=3)
    there.laid_out()
    seat = there.state.active_seat
    space = there.state.island.neighbours[there.state.players[seat].space][0]
    [new] = there.state.open_hexes(there.state.island.hexes[space])
    there.move(seat, space)
    there.wait(1.2)

    assert there.state.players[seat].space == space
    kind = there.state.tiles[new]  # dealt by the box
    assert there.watch.seen.state == "hands"
    assert any(order.startswith("Lay the ") and order.endswith(f" on H{new}.") for order in there.watch.seen.todo)
    assert there.lay(new) == kind
    there.wait()
    assert there.watch.seen.state == "same"
    there.close()


def rule(there, path, value):
    there.table.ruling(there.table.now().number, path, value, "Ann", "a test")
    there.wait()


def two_ways(there):
    """A fast rider moves to a space that can be reached past other open hexes, too."""
    seat = there.state.active_seat
    rule(there, f"players.{seat}.speed", 3)
    space = there.state.island.neighbours[there.state.players[seat].space][0]
    [new] = there.state.open_hexes(there.state.island.hexes[space])
    there.move(seat, space)
    there.wait(2.5)
    return seat, space, new


def test_ways_that_reveal_other_hexes_are_asked_about(at):
    there = at(players=2, seed=5)
    seat, space, new = two_ways(there)

    assert there.watch.seen.state == "asks"
    assert there.state.players[seat].space != space
    assert len(there.watch.seen.choices) > 1
    assert all(f"To {space}" in story.words for story in there.watch.seen.choices)
    shortest = there.watch.seen.choices[0]
    assert "By way of" in shortest.words
    # Each way has a picture of its own, which stays the same for as long as the question does.
    shown = there.watch.seen.pictures
    assert len(set(shown)) == len(there.watch.seen.choices)
    there.wait(35)
    assert there.watch.seen.pictures == shown
    there.watch.choose(0)
    there.wait()
    assert there.state.players[seat].space == space
    assert there.state.trail[1:] == [space]
    there.lay(new)
    there.wait()
    assert there.watch.seen.state == "same"
    assert there.lies() == there.box_thinks()


def test_the_tiles_laid_tell_which_way_was_taken(at):
    there = at(players=2, seed=5)
    seat, space, new = two_ways(there)
    further = [number for near in there.state.island.neighbours[space] for number in there.state.island.hexes[near]]
    other = next(number for number in there.state.open_hexes(tuple(further)) if number != new)
    there.lay(new)
    there.lay(other)
    there.wait(2.5)

    assert there.state.players[seat].space == space
    assert {new, other} <= set(there.state.tiles)
    assert len(there.state.trail) == 4  # there, on, and back
    assert there.watch.seen.state == "same"


def differ(there):
    """Somebody bumps the table: two tiles change places, one is turned over, a token stands where it cannot be."""
    first, second, third = sorted(there.state.tiles)[:3]
    piece = {
        number: next(p.id for p in there.pretend.pieces if p.place == f"hex {number}") for number in (first, third)
    }
    there.pretend.move(piece[first], f"hex {second}")
    there.pretend.flip(piece[third])
    seat = there.state.clockwise(there.state.active_seat)[1]
    far = there.state.island.distances(there.state.players[seat].space)
    space = max((s for s in far if there.state.at(s) is None), key=far.get)
    there.move(seat, space)
    there.wait(4.2)
    assert there.watch.seen.state == "differs"
    return first, second, third, seat, space


def test_the_table_is_right_makes_the_box_follow(at):
    there = at(players=2, seed=6)
    first, second, third, seat, space = differ(there)
    before = dict(there.state.tiles)
    there.watch.table_is_right("Ann")
    there.wait()

    assert there.state.tiles[second] == before[first]
    assert there.state.tiles[first] == before[second]
    assert there.state.tiles[third] == before[third]  # its back tells nothing else
    assert there.state.players[seat].space == space
    GAME.check(there.state)
    there.pretend.flip(next(p.id for p in there.pretend.pieces if p.place == f"hex {third}"))
    there.wait()
    assert there.watch.seen.state == "same"


def test_the_box_is_right_guides_hands_until_the_table_is_put_back(at):
    there = at(players=2, seed=6)
    first, _, third, seat, _ = differ(there)
    there.watch.guide()
    todo = there.watch.seen.todo
    stood = there.state.players[seat].space
    assert any(order.startswith(f"Turn the tile on H{third} face up") for order in todo)
    assert f"Move the {seat} token to {between(stood)}." in todo
    assert any(f"on H{first} instead of the" in order for order in todo)

    there.pretend.flip(next(p.id for p in there.pretend.pieces if p.place == f"hex {third}"))
    there.move(seat, stood)
    there.wait()
    assert there.watch.seen.state == "guiding"
    assert not any("token" in order or f"H{third} " in order for order in there.watch.seen.todo)
    there.tables.follows = True
    there.pretend.follow(there.state)
    there.wait()
    assert there.watch.seen.state == "same"


def test_a_tile_that_left_the_island_goes_back_into_the_pouch_and_its_block_to_the_owner(at):
    there = at(players=2, seed=7)
    number = min(there.state.tiles)
    kind, seat = there.state.tiles[number], there.state.active_seat
    rule(there, f"control.{number}", seat)
    rule(there, f"players.{seat}.conviction", there.state.players[seat].conviction - 1)
    GAME.check(there.state)
    left = there.state.pouch[kind]
    there.pretend.move(next(p.id for p in there.pretend.pieces if p.place == f"hex {number}"), "pouch")
    there.wait(4.2)
    assert there.watch.seen.state == "differs"
    there.watch.table_is_right("Ann")

    assert number not in there.state.tiles
    assert number not in there.state.control
    assert there.state.pouch[kind] == left + 1
    GAME.check(there.state)


def test_what_a_phone_answered_waits_for_hands_without_complaint(at):
    there = at(players=2, seed=9)
    seat = there.state.active_seat
    space = free(there, seat)[-1]
    there.by_phone(f"travel {space}")
    there.wait(4.0)
    assert there.watch.seen.state == "hands"
    assert f"Move the {seat} token to {between(space)}." in there.watch.seen.todo
    there.move(seat, space)
    there.wait()
    assert there.watch.seen.state == "same"


def test_only_tiles_lie_on_hexes_and_only_tokens_stand_on_triangles(at):
    there = at(players=2, seed=9)
    with pytest.raises(Trouble, match="A token is put onto a place for tokens"):
        there.pretend.move(there.token("orange"), "hex 5")
    with pytest.raises(Trouble, match="dragged, not turned"):
        there.pretend.flip(there.token("orange"))
    with pytest.raises(Trouble, match="cannot lie in The pouch"):
        there.pretend.move(there.token("orange"), "pouch")


def test_the_board_is_checked_slot_by_slot(at):
    there = at(players=2, seed=9)
    rows = {row["slot"]: row for row in there.watch.check()}
    assert len(rows) == 19 + 54
    assert {row["word"] for row in rows.values()} == {"same"}
    number = min(there.state.tiles)
    there.pretend.flip(next(p.id for p in there.pretend.pieces if p.place == f"hex {number}"))
    seat, here = there.state.active_seat, there.state.players[there.state.active_seat].space
    space = there.state.island.neighbours[here][0]
    there.by_phone(f"travel {space}")

    rows = {row["slot"]: row for row in there.watch.check()}
    kind = there.state.tiles[number]
    assert rows[f"hex {number}"] == {
        "slot": f"hex {number}", "seen": "face_down", "expected": kind, "word": "differs",
    }  # fmt: skip
    assert rows[f"space {here}"] == {"slot": f"space {here}", "seen": seat, "expected": None, "word": "hands"}
    assert rows[f"space {space}"] == {"slot": f"space {space}", "seen": None, "expected": seat, "word": "hands"}
