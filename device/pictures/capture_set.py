"""Pictures taken on purpose: somebody lays printed tiles and dice as told, turns the lamp, tilts the camera.

What lies there is known beforehand. Each picture is kept as soon as it is taken, so that one can stop and go on later.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from device.camera.camera import Camera
from device.sight import boards
from rules.ask import Trouble
from rules.games import game, names
from vision.find.mat import Lying, Mat, die_outline
from vision.reading import Image, Reading
from vision.reading import Trouble as Unread

from . import bundle, cut, score
from .bundle import Look
from .kept import Kept

TILES = 9  # that are laid at a time
MINUTES = 10  # that all of it takes, about
LIGHTS = {
    "as it is": "Lamp and camera as they usually are.",
    "lamp left": "Let the lamp shine from the left, low over the table.",
    "lamp right": "Let the lamp shine from the right, low over the table.",
    "dim": "Switch off what light you can: as dark as you would ever play.",
    "tilted": "Usual light again. Tilt the camera, so that it looks at the sheet from farther aside.",
}


@dataclass(frozen=True)
class Step:
    """One picture that is wanted.

    :param sheet: the board's name, or ``mat``.
    :param lies: what lies on the board.
    :param dice: the pips of the dice on the mat.
    :param to_lay: what has to be done with hands first.
    """

    sheet: str
    light: str
    lies: Mapping[str, str] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    to_lay: str = ""


def steps(name: str | None = None) -> list[Step]:
    """Everything that is wanted: an empty board, a few tiles, more of them, and dice, each in several lights."""
    with_tiles = [each for each in names() if any(board.slots for board in game(each).boards("demo")[:1])]
    chosen = name or with_tiles[0]
    if chosen not in with_tiles:
        raise Trouble(f"There are no tiles to lay on a board of {game(chosen).title}; try {' or '.join(with_tiles)}.")
    board = boards.printed(game(chosen).boards("demo")[0])
    luck = random.Random(1)  # the same for everybody, so that figures can be compared
    kinds, slots = list(board.pieces), list(board.slots)
    luck.shuffle(kinds)
    luck.shuffle(slots)
    tiles = dict(zip(slots, kinds, strict=False))
    first = dict(list(tiles.items())[:TILES])
    both = dict(list(tiles.items())[: 2 * TILES])
    title = board.layout.title
    found = [Step(chosen, "as it is", to_lay=f"Lay the {title} under the camera, with nothing on it.")]
    for laid, new, say in ((first, first, "Lay these tiles, any way round"), (both, both.keys() - first, "Add these")):
        listed = "".join(f"\n    {slot:<8}{_called(both[slot])}" for slot in both if slot in new)
        found += _in_each(Step(chosen, "", laid, to_lay=f"{say}:{listed}"), LIGHTS)
    for dice in ((1, 2, 3), (4, 5, 6)):
        shown = f"{dice[0]}, {dice[1]} and {dice[2]}"
        lay = f"Lay the reading mat under the camera, and on it three dice that show {shown}."
        found += _in_each(Step(bundle.MAT, "", dice=dice, to_lay=lay), ("as it is", "lamp left", "dim"))
    return found


def _in_each(step: Step, lights: Sequence[str] | Mapping[str, str]) -> list[Step]:
    """The same table in every light; it is laid for the first."""
    return [replace(step, light=light, to_lay="" if n else step.to_lay) for n, light in enumerate(lights)]


def _called(tile: str) -> str:
    return tile.replace("_", " ")


class CaptureSet:
    """Leads somebody through the steps.

    :param folder: where pictures lie until they are sent.
    :param lay: is told of each step, for a table that exists only on the screen.
    :param hear: what was typed: nothing takes the picture, ``s`` skips it, ``q`` stops.
    """

    def __init__(
        self,
        wanted: Sequence[Step],
        camera: Camera,
        folder: Path,
        *,
        lay: Callable[[Step], None] = lambda step: None,
        hear: Callable[[], str],
        tell: Callable[[str], None],
    ) -> None:
        self._steps = wanted
        self._camera = camera
        self._kept = Kept(folder)
        self._lay = lay
        self._hear = hear
        self._tell = tell

    @property
    def taken(self) -> int:
        return self._kept.count

    def forget(self) -> None:
        self._kept.forget()

    def packed(self) -> bytes:
        return self._kept.packed()

    def run(self) -> None:
        """Go on where it was left; say how well it was read at the end."""
        done = {self._key(look) for look in self._looks()}
        open_ = [step for step in self._steps if self._key(step) not in done]
        if len(open_) < len(self._steps) and open_:
            self._tell(f"Going on: {len(self._steps) - len(open_)} of {len(self._steps)} pictures are taken.")
        for step in open_:
            if not self._step(step, first=open_[0] is step):
                self._tell("Stopped. Start it again to go on from here.")
                break
        scores = score.score(self._looks())
        self._tell("\n" + "\n".join(score.table(scores)) if scores else "\nNo pictures were taken.")

    def _looks(self) -> list[Look]:
        return list(bundle.looks(self._kept.folder)) if self._kept.folder.is_dir() else []

    @staticmethod
    def _key(one: Look | Step) -> object:
        lies = frozenset((slot, value) for slot, value in one.lies.items() if value is not None)
        return one.sheet, one.light, lies, one.dice

    def _step(self, step: Step, *, first: bool) -> bool:
        """One picture, taken again as often as people like; False if they want to stop."""
        number = self._steps.index(step)
        left = round(MINUTES * (len(self._steps) - number) / len(self._steps))
        self._tell(f"\nPicture {number + 1} of {len(self._steps)}, about {max(1, left)} min left.")
        if step.to_lay and not first:
            self._tell(step.to_lay)
        elif first:  # whoever goes on in the middle has to lay all of it
            self._tell(self._whole(number))
        self._tell(LIGHTS[step.light])
        self._lay(step)
        while True:
            self._tell("Enter takes the picture, s skips it, q stops.")
            said = self._hear()
            if said in ("q", "s"):
                return said == "s"
            if self._take(step):
                return True

    def _whole(self, number: int) -> str:
        """All that lies there by now."""
        step = self._steps[number]
        if not step.lies:
            return next(one.to_lay for one in self._steps[number::-1] if one.to_lay)
        title = boards.board(step.sheet).layout.title
        listed = "".join(f"\n    {slot:<8}{_called(tile)}" for slot, tile in step.lies.items())
        return f"Lay the {title} under the camera, and on it these tiles, any way round:{listed}"

    def _take(self, step: Step) -> bool:
        """Take the picture; False if it should be taken again."""
        picture = self._camera.picture()
        if picture is None:
            self._tell(self._camera.trouble or "The camera gives no picture: check its cable.")
            return False
        look = self._on_mat(step, picture) if step.sheet == bundle.MAT else self._on_board(step, picture)
        if isinstance(look, str):
            self._tell(look)
            return False
        compared = list(score.compared(look))
        wrong = [(reading, truth) for _, reading, truth in compared if reading is None or reading.value != truth]
        if wrong:
            told = "; ".join(_differs(reading, truth) for reading, truth in wrong[:6])
            self._tell(f"{len(wrong)} of {len(compared)} read differently: {told}.")
            self._tell("Does it lie as listed? Enter keeps the picture, a takes it again.")
            if self._hear() == "a":
                return False
        else:
            self._tell(f"Taken: all {len(compared)} read right.")
        if not self._kept.add(look):
            raise Trouble("There is no room left for the picture: free some on the card, and start again.")
        return True

    def _on_board(self, step: Step, picture: Image) -> Look | str:
        """The look, or why there is none."""
        board = boards.board(step.sheet)
        seen = board.look(picture)
        if seen.where is None:
            return str(seen.trouble)
        lies = {slot: step.lies.get(slot) for slot in board.tiles.slots}
        turns = np.deg2rad(np.arange(0, 360, 60))
        ring = board.tiles.radius * np.column_stack([np.cos(turns), np.sin(turns)])
        clear = [np.array(board.tiles.slots[one.slot]) + ring for one in seen.readings if one.slot in step.lies]
        if cut.hand_in(picture, seen.where, board.layout, clear):
            return _HAND
        jpeg = bundle.jpeg(cut.board(picture, seen.where, board.layout))
        read = tuple(one for one in seen.readings if one.slot in lies)
        return Look(step.sheet, jpeg, lies=lies, why="set", light=step.light, readings=read)

    def _on_mat(self, step: Step, picture: Image) -> Look | str:
        sheet = Mat(boards.MAT)
        lying = sheet.look(picture)
        if isinstance(lying, Unread):
            return str(lying)
        assert isinstance(lying, Lying)
        lines = [die_outline(die, lying) for die in sheet.dice(lying)]
        if cut.hand_in(picture, lying.where, boards.MAT, lines):
            return _HAND
        # All of the mat: a die that is not found would not be among what was found.
        jpeg = bundle.jpeg(cut.board(picture, lying.where, boards.MAT))
        return Look(bundle.MAT, jpeg, dice=step.dice, why="set", light=step.light, readings=tuple(score.dice(picture)))


_HAND = "A hand seems to lie over the sheet. Take it away first."


def _differs(reading: Reading | None, truth: object) -> str:
    if reading is None:
        return f"{truth} is not found"
    seen = "nothing" if reading.value is None else _called(str(reading.value))
    sure = "surely" if reading.sure else "perhaps"
    return f"{reading.slot} is {sure} {seen}, not {_called(str(truth or 'nothing'))}"
