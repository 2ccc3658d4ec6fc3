"""Reading the island: any map tile in any turn, tokens by colour and sign, and no guess taken as sure."""

import cv2
import looks
import numpy as np
import pytest

from rules.awakening.words import TITLES
from vision import draw
from vision.find import register
from vision.read.taught import Shelf
from vision.read.tokens import TokenReader
from vision.scene import board as scene

PRINTED = looks.awakening()
BOARD = looks.board("awakening")
KINDS = [kind for kind in PRINTED.pieces if kind != looks.FACE_DOWN]


def island(seed, full=0.7):
    """Some map tiles, one of them face down, and all five tokens."""
    rng = np.random.default_rng(seed)
    table = {slot: KINDS[int(rng.integers(len(KINDS)))] for slot in PRINTED.slots if rng.random() < full}
    table["hex 10"] = looks.FACE_DOWN
    spots = rng.permutation(list(PRINTED.spots))
    return table | {str(spot): token for spot, token in zip(spots, PRINTED.tokens, strict=False)}


def photograph(table, condition=scene.DAYLIGHT, seed=1, **how):
    photo = scene.photograph(PRINTED, table, condition, seed=seed, **how)
    where = register.find(photo.picture, PRINTED.layout)
    assert isinstance(where, register.Registration)
    return photo, where


@pytest.mark.parametrize("name", list(scene.CONDITIONS))
def test_tiles_and_tokens_are_read_in_every_condition(name):
    table = island(17)
    photo, where = photograph(table, scene.CONDITIONS[name], seed=17)
    readings = BOARD.read_at(photo.picture, where)

    assert [reading.slot for reading in readings] == [*PRINTED.slots, *PRINTED.spots]
    assert not [r for r in readings if r.sure and r.value != table.get(r.slot) and r.slot not in photo.hidden]
    seen = [r for r in readings if r.slot not in photo.hidden]
    there = [r for r in seen if table.get(r.slot)]
    # A lamp's reflection on a bare space looks like something there; nobody is sure what.
    reflections = 4 if scene.CONDITIONS[name].glare[1] else 0
    assert sum(r.value == table.get(r.slot) for r in seen) >= len(seen) - 1 - reflections
    assert sum(r.sure for r in there) > 0.8 * len(there)


def test_every_map_tile_is_named_in_each_of_its_six_turns():
    for turn in range(0, 360, 60):
        values = [looks.FACE_DOWN, *KINDS]
        table = {slot: scene.Laid(value, turn) for slot, value in zip(PRINTED.slots, values, strict=False)}
        photo, where = photograph(table, seed=turn)
        seen = {r.slot: r.value for r in BOARD.tiles.read(photo.picture, where) if r.sure and r.value is not None}
        assert seen == {slot: laid.value for slot, laid in table.items()}


def test_a_block_on_a_tile_does_not_hide_what_it_is():
    table = dict(zip(PRINTED.slots, KINDS, strict=False))
    blocks = []
    for number, slot in enumerate(table):
        x, y = PRINTED.slots[slot][0] + 0.5 * np.cos(number), PRINTED.slots[slot][1] + 0.5 * np.sin(number)
        square = [(x + a * 0.235, y + b * 0.235) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        blocks.append({"shape": "polygon", "points": square, "colour": ("#e8862a", "#33343d", "#3fa65a")[number % 3]})
    photo, where = photograph(table, seed=4, over=blocks)
    readings = [r for r in BOARD.tiles.read(photo.picture, where) if r.slot in table]

    assert {r.slot: r.value for r in readings} == table
    assert sum(r.sure for r in readings) >= len(readings) - 2


@pytest.mark.parametrize("warmth", [-0.25, 0.0, 0.45])
def test_tokens_keep_their_colour_under_any_lamp(warmth):
    spots = list(PRINTED.spots)[::9]
    table = dict(zip(spots, PRINTED.tokens, strict=False))
    lamp = scene.harder(scene.DAYLIGHT, warmth=(warmth, warmth), light=(0.5, 0.6), slope=(0.4, 0.5))
    photo, where = photograph(table, lamp, seed=8)

    readings = BOARD.tokens.read(photo.picture, where)
    assert {r.slot: r.value for r in readings if r.sure and r.value is not None} == table


def test_without_any_colour_signs_still_tell_white_from_black_and_nothing_is_surely_wrong():
    spots = list(PRINTED.spots)[::9]
    table = dict(zip(spots, PRINTED.tokens, strict=False))
    photo, where = photograph(table, seed=9)
    grey = cv2.cvtColor(photo.picture, cv2.COLOR_BGR2GRAY)

    readings = BOARD.tokens.read(np.asarray(grey, np.uint8), where)
    sure = {r.slot: r.value for r in readings if r.sure and r.value is not None}
    assert sure.items() <= table.items()
    assert {"white", "black"} <= set(sure.values())


def strangers(spots):
    """Coins in the tokens' own colours but without a sign, and a die."""
    shapes = []
    for spot, colour in spots.items():
        shapes.append({"shape": "circle", "at": PRINTED.spots[spot], "radius": 0.38, "colour": colour})
    return shapes


def test_a_coin_in_a_tokens_colour_is_no_token():
    spots = dict(zip(list(PRINTED.spots)[3::9], ("#e8862a", "#3fa65a", "#f4f1e6", "#33343d", "#e07ab0"), strict=False))
    photo, where = photograph({}, seed=10, over=strangers(spots))

    for reading in BOARD.tokens.read(photo.picture, where):
        assert not (reading.sure and reading.value is not None)
        if reading.slot in spots:
            assert not reading.sure


def test_the_same_token_on_two_spaces_is_sure_on_neither():
    first, second = "space 1-2", "space 18-19"
    photo, where = photograph({first: "pink", second: "pink", "space 3-7": "green"}, seed=11)
    readings = {r.slot: r for r in BOARD.tokens.read(photo.picture, where)}

    assert not readings[first].sure
    assert not readings[second].sure
    assert readings["space 3-7"].sure


def test_where_a_token_stands_on_its_space_is_known():
    table = {"space 5-6-10": scene.Laid("orange", 40.0, (0.12, -0.08))}
    photo, where = photograph(table, scene.harder(scene.DAYLIGHT, lens=(0, 0)), seed=2)
    looked = next(one for one in BOARD.tokens.look(photo.picture, where) if one.name == "space 5-6-10")

    assert np.allclose(looked.spotted[0].off, (0.12, -0.08), atol=0.06)
    # A triangle looks the same after a third of a turn.
    assert abs((looked.spotted[0].turned - 40 + 60) % 120 - 60) <= 8


def room(**how):
    """One big slot around the middle of hex 10 on which tokens may stand together."""
    slots = {"room": PRINTED.slots["hex 10"], "hall": PRINTED.slots["hex 14"]}
    field = draw.colour(PRINTED.colours["field"])
    shapes = PRINTED.tokens
    return TokenReader.drawn(
        shapes,
        slots,
        radius=PRINTED.token,
        ground=field,
        paper=list(PRINTED.slots.values()),
        reach=0.85,
        shared=True,
        **how,
    )


@pytest.mark.parametrize("there", [(), ("green",), ("orange", "pink"), ("green", "white", "black")])
def test_tokens_that_share_a_slot_are_all_named(there):
    reader = room()
    middle = PRINTED.slots["hex 10"]
    over = []
    for name, off in zip(there, ((-0.5, 0.1), (0.5, -0.3), (0.2, 0.55)), strict=False):
        over += placed(PRINTED.tokens[name], (middle[0] + off[0], middle[1] + off[1]))
    photo, where = photograph({}, seed=12, over=over)
    readings = {r.slot: r for r in reader.read(photo.picture, where)}

    order = [name for name in PRINTED.tokens if name in there]
    assert readings["room"].value == (" + ".join(order) or None)
    assert readings["hall"].value is None
    assert readings["room"].sure


def placed(shapes, at):
    """A token's shapes in the board's units."""
    out = []
    for shape in shapes:
        moved = dict(shape)
        for key in ("radius", "width"):
            if key in shape:
                moved[key] = shape[key] * PRINTED.token
        if "at" in shape:
            moved["at"] = (at[0] + shape["at"][0] * PRINTED.token, at[1] + shape["at"][1] * PRINTED.token)
        if "points" in shape:
            moved["points"] = [(at[0] + x * PRINTED.token, at[1] + y * PRINTED.token) for x, y in shape["points"]]
        out.append(moved)
    return out


def test_a_reader_needs_to_know_where_the_board_is_bare():
    with pytest.raises(ValueError, match="Three places or more"):
        TokenReader.drawn(PRINTED.tokens, PRINTED.spots, radius=0.38, ground=(1, 2, 3), paper=[(0, 0)])


def cut_out(picture, where, at):
    """A tile as it is taught: cut out upright, its outer circle touching the edges."""
    steps = (np.arange(128) + 0.5) / 64 - 1
    x, y = np.meshgrid(steps * PRINTED.size + at[0], steps * PRINTED.size + at[1])
    pixels = where.to_pixels(np.column_stack([x.ravel(), y.ravel()])).astype(np.float32).reshape(128, 128, 2)
    return np.asarray(cv2.remap(picture, pixels, None, cv2.INTER_LINEAR), np.uint8)


def test_tiles_taught_by_photograph_are_read_like_printed_ones():
    """An owner's own tiles with other pictures than ours: each known from three looks at it."""
    own = dict(zip(KINDS, KINDS[1:] + KINDS[:1], strict=True))  # their library looks as our fort does, and so on
    shelf = Shelf()
    looked = []
    for seed in (21, 22, 23):
        table = {slot: scene.Laid(own[kind]) for slot, kind in zip(PRINTED.slots, KINDS, strict=False)}
        photo, where = photograph(table, scene.harder(scene.DAYLIGHT, lens=(0, 0)), seed=seed)
        looked.append(
            {kind: cut_out(photo.picture, where, PRINTED.slots[s]) for s, kind in zip(table, KINDS, strict=True)}
        )
    for kind in KINDS:
        shelf.teach(TITLES[kind], [look[kind] for look in looked], "tile")
    board = looks.board("awakening", shelf)

    slots = list(PRINTED.slots)[: len(KINDS)]
    turned = {
        slot: scene.Laid(own[kind], 60.0 * n) for n, (slot, kind) in enumerate(zip(slots, KINDS[::-1], strict=True))
    }
    later, where = photograph(turned, scene.CONDITIONS["evening"], seed=24)
    readings = [r for r in board.tiles.read(later.picture, where) if r.slot in turned]
    assert {r.slot: r.value for r in readings} == dict(zip(slots, KINDS[::-1], strict=True))
    assert sum(r.sure for r in readings) >= len(readings) - 2


def test_what_was_taught_of_other_things_changes_nothing():
    shelf = Shelf()
    shelf.teach("Inn", [np.full((96, 96, 3), 90 + n, np.uint8) for n in range(3)], "token")
    assert looks.board("awakening", shelf).tiles.values == BOARD.tiles.values
