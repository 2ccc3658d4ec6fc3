"""Teaches ``digits.onnx`` to read numbers, on pictures drawn in many typefaces (``number_pictures.py``).

pip install torch onnx pillow
python -m vision.train.digits --fonts /usr/share/fonts --minutes 90 --not-like tests/bench/type.npz
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from vision.read.digits import BLANK, CHANNELS, HEIGHT, PLACES, WIDTH, normalised
from vision.train.net import Floats, Labels, build, learn, mix, write_onnx
from vision.train.number_pictures import ROOM, drawing, shown
from vision.train.typefaces import Typefaces, faces_in

LAYERS = [
    ("conv", 16, 3), ("pool", 2, 2),
    ("conv", 32, 3), ("pool", 2, 2),
    ("conv", 64, 3), ("conv", 64, 3), ("pool", 2, 2),
    ("conv", 96, 3), ("conv", 24, 1),
    ("full", 112), ("full", PLACES * (BLANK + 1)),
]  # fmt: skip


class Drawings:
    """Many drawings, kept to be shown again: to draw one takes longer than to learn from it once."""

    def __init__(self, faces: Typefaces, seed: int, room_for: int) -> None:
        self.rng = np.random.default_rng(seed)
        self._faces = faces
        self._pictures = np.zeros((room_for, *ROOM), np.uint8)
        self._truths = np.full((room_for, PLACES), BLANK, np.int64)
        self._wide = np.zeros(room_for, np.float32)
        self._drawn = 0

    def draw(self, count: int) -> None:
        """Draw so many more; the oldest make room for them."""
        for _ in range(count):
            one = drawing(self._faces, self.rng)
            at = self._drawn % len(self._pictures)
            self._pictures[at], self._wide[at] = one.picture, one.wide
            self._truths[at] = [int(d) for d in one.text] + [BLANK] * (PLACES - len(one.text))
            self._drawn += 1

    def show(self, count: int) -> tuple[Floats, Labels]:
        """Any of them, each as one look sees it: a little shifted and turned, and as often as not as its own negative,
        for dark print on light is light print on dark."""
        which = self.rng.integers(0, min(self._drawn, len(self._pictures)), count)
        looks = [shown(self._pictures[n], float(self._wide[n]), self.rng) for n in which]
        pictures = np.stack([normalised(look) for look in looks])
        pictures *= self.rng.choice(np.array([-1, 1], np.float32), (count, 1, 1, 1))
        return pictures, self._truths[which]


def batches(faces: Typefaces, seed: int, size: int = 256, share: float = 0.12) -> Iterator[tuple[Floats, Labels]]:
    """Pictures without end.

    :param share: of the pictures shown that many are new ones.
    """
    drawings = Drawings(faces, seed, room_for=300_000)
    drawings.draw(50 * size)
    while True:
        drawings.draw(round(size * share))
        yield drawings.show(size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--fonts", type=Path, nargs="+", default=[Path("/usr/share/fonts")], help="folders of typefaces, or one atlas"
    )
    parser.add_argument("--not-like", type=Path, help="typefaces of a bench, to be kept out of the training (.npz)")
    parser.add_argument("--atlas", type=Path, help="where to keep the digits of all typefaces for the next time (.npz)")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier training to go on from (.pt)")
    parser.add_argument("--mix", type=Path, help="the network of that training, to be mixed with the new one (.onnx)")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "read/digits.onnx")
    asked = parser.parse_args()

    import torch

    if asked.fonts[0].suffix == ".npz":
        faces = Typefaces.load(asked.fonts[0])
    else:
        faces = Typefaces.found_in(asked.fonts, without=faces_in(asked.not_like) if asked.not_like else ())
    if asked.atlas:
        faces.save(asked.atlas)
    print(f"{len(faces.faces)} typefaces", flush=True)
    torch.manual_seed(asked.seed)
    net = build(LAYERS, (HEIGHT, WIDTH), channels=CHANNELS)
    if asked.start:
        net.load_state_dict(torch.load(asked.start))
    print(f"{sum(p.numel() for p in net.parameters())} weights", flush=True)

    def save(trained: Any) -> None:
        torch.save(trained.state_dict(), asked.out.with_suffix(".pt"))
        write_onnx(trained, asked.out, size=(HEIGHT, WIDTH), channels=CHANNELS, half=True)
        trained.train()

    learn(
        net,
        batches(faces, asked.seed),
        minutes=asked.minutes,
        heads=PLACES,
        classes=BLANK + 1,
        rate=asked.rate,
        save=save,
        say=lambda line: print(line, flush=True),
    )
    if asked.mix:
        mix(asked.out, asked.mix)


if __name__ == "__main__":
    main()
