"""Draws dice of every make in every light and teaches ``dice.onnx`` to read them and to aim at them.

python -m vision.train.dice --minutes 35
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.read.dice import CHANNELS, FACES, SIDE, Die, cut_out, normalised
from vision.train.net import Floats, build, write_onnx
from vision.train.solid_dice import FIELD, some_dice

AIM = 5  # right, down, how much bigger, and the turn's two coordinates
LAYERS = [
    ("conv", 20, 3), ("pool", 2, 2),
    ("conv", 40, 3), ("pool", 2, 2),
    ("conv", 64, 3), ("conv", 64, 3), ("pool", 2, 2),
    ("conv", 64, 3),
    ("full", 72), ("full", FACES + AIM),
]  # fmt: skip

_MIDDLE = (FIELD - 1) / 2
_AGAIN = 16  # each drawn picture is photographed about so many times


def ground(rng: np.random.Generator) -> Floats:
    """What lies under a die: one colour or more, wood, cloth, the edge of a card."""
    coarse = rng.uniform(0, 255, (int(rng.integers(1, 4)), int(rng.integers(1, 4)), 3)).astype(np.float32)
    if rng.random() < 0.4:  # paper, stone, a grey cloth
        coarse = coarse.mean(axis=2, keepdims=True) * np.float32(rng.uniform(0.8, 1.6)) + coarse * np.float32(0.05)
    field = cv2.resize(coarse, (FIELD, FIELD), interpolation=cv2.INTER_CUBIC)
    mean = field.mean(axis=(0, 1))
    picture = mean + (field - mean) * np.float32(rng.choice([rng.uniform(0, 0.2), rng.uniform(0, 0.8)]))
    kind = rng.random()
    if kind < 0.25:  # grain of wood or cloth: long one way, short the other
        shape = (int(rng.integers(2, 40)), int(rng.integers(2, 40)))
        grain = cv2.resize(rng.normal(0, 1, shape).astype(np.float32), (FIELD, FIELD), interpolation=cv2.INTER_LINEAR)
        picture = picture + grain[..., None] * np.float32(rng.uniform(2, 30))
    elif kind < 0.5:  # something printed, or another thing's edge
        for _ in range(int(rng.integers(1, 4))):
            ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
            points = (rng.uniform(-20, FIELD + 20, 2) + rng.normal(0, FIELD / 2, (4, 2))).astype(np.int32)
            picture = np.ascontiguousarray(picture, np.float32)
            if rng.random() < 0.5:
                cv2.fillConvexPoly(picture, points, ink, cv2.LINE_AA)
            else:
                cv2.polylines(picture, [points], False, ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    return np.asarray(picture, np.float32)


def no_die(rng: np.random.Generator) -> Floats:
    """Tokens, corners of cards, markers, numbers, bare mat: what is no die."""
    picture = np.clip(ground(rng), 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _crumbs(picture, rng)
        return picture.astype(np.float32)
    for _ in range(int(rng.integers(0, 6))):
        ink = tuple(int(v) for v in rng.integers(0, 256, 3))
        at = (int(rng.integers(FIELD)), int(rng.integers(FIELD)))
        kind = rng.random()
        if kind < 0.3:
            cv2.circle(picture, at, int(rng.integers(3, FIELD // 2)), ink, int(rng.choice([-1, -1, 2, 4])), cv2.LINE_AA)
        elif kind < 0.55:
            points = (np.array(at) + rng.normal(0, FIELD / 3, (4, 2))).astype(np.int32)
            cv2.fillConvexPoly(picture, points, ink, cv2.LINE_AA)
        elif kind < 0.65:
            to = (int(rng.integers(FIELD)), int(rng.integers(FIELD)))
            cv2.line(picture, at, to, ink, int(rng.integers(1, 8)), cv2.LINE_AA)
        elif kind < 0.8:
            words = "".join(rng.choice(list("0123456789ABCRST&"), int(rng.integers(1, 4))))
            cv2.putText(picture, words, (at[0] - 20, at[1] + 10), int(rng.integers(8)), rng.uniform(0.4, 2), ink, 2)
        elif kind < 0.9:
            sign = cv2.resize(rng.integers(0, 2, (6, 6)).astype(np.uint8) * 255, (30, 30), interpolation=0)
            picture[21:51, 21:51] = sign[..., None]
        else:
            # A plate with a spot too many: no die has these.
            cv2.rectangle(picture, (18, 18), (54, 54), ink, -1)
            for x, y in rng.integers(20, 53, (int(rng.integers(7, 13)), 2)):
                cv2.circle(picture, (int(x), int(y)), int(rng.integers(1, 4)), (255 - ink[0], 255 - ink[1], 9), -1)
    return picture.astype(np.float32)


def _crumbs(picture: Any, rng: np.random.Generator) -> None:
    """Specks on the cloth, or a round counter: a lone spot is no pip unless there is a die around it."""
    middle = np.array([_MIDDLE, _MIDDLE])
    ink = tuple(int(v) for v in np.clip(picture.mean(axis=(0, 1)) * rng.uniform(0.2, 0.8) + rng.uniform(0, 60), 0, 255))
    if rng.random() < 0.25:
        cv2.circle(picture, (36, 36), int(rng.integers(7, 22)), ink, -1, cv2.LINE_AA)
        return
    for _ in range(int(rng.choice([1, 1, 1, 2, 3, 4]))):
        x, y = middle + rng.normal(0, rng.choice([1.0, 9.0]), 2)
        axes = rng.uniform(0.8, 3.5, 2)
        cv2.ellipse(picture, ((float(x), float(y)), (2 * axes[0], 2 * axes[1]), float(rng.uniform(0, 180))), ink, -1)


@dataclass(frozen=True)
class Drawn:
    """Some drawn pictures, with a die in the middle of each, or none.

    :param near: middles of further dice in the picture, in pixels from its own middle.
    """

    pictures: list[Floats]
    values: list[int]
    turned: list[float]
    sizes: list[float]  # 0 where there is no die
    near: list[list[tuple[float, float]]]


def draw(count: int, rng: np.random.Generator) -> Drawn:
    """*count* fresh pictures; one in eight shows no die."""
    out = Drawn([], [], [], [], [])
    dice = some_dice(count, rng)
    for n in range(count):
        there: list[tuple[float, float]] = []
        if rng.random() < 0.12:
            picture, value, size = no_die(rng), 0, 0.0
        else:
            picture, value, size = ground(rng), int(dice.values[n]), float(dice.size[n])
            for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
                # Another die close by; where they meet, the one in the middle lies on top.
                m, turn, off = int(rng.integers(count)), rng.uniform(0, 2 * np.pi), rng.uniform(34, 48)
                there.append((float(off * np.cos(turn)), float(off * np.sin(turn))))
                picture = _laid(picture, dice.picture[m], dice.cover[m], there[-1], rng)
            picture = _laid(picture, dice.picture[n], dice.cover[n], (0.0, 0.0), rng)
        down, right = np.mgrid[-0.5 : 0.5 : FIELD * 1j, -0.5 : 0.5 : FIELD * 1j].astype(np.float32)
        slope = rng.normal(0, 0.25, 2).astype(np.float32)
        tint = np.float32(rng.uniform(0.45, 1.15)) * (1 + rng.normal(0, 0.1, 3)).astype(np.float32)
        picture = picture * (1 + slope[0] * right + slope[1] * down)[..., None] * tint
        out.pictures.append(np.clip(picture, 0, 255))
        out.values.append(value)
        out.turned.append(float(dice.turned[n]))
        out.sizes.append(size)
        out.near.append(there)
    return out


def _laid(picture: Floats, die: Floats, cover: Floats, at: tuple[float, float], rng: np.random.Generator) -> Floats:
    """A die on the picture with its shadow."""
    moves = [np.array([[1, 0, at[0] + dx], [0, 1, at[1] + dy]]) for dx, dy in ((0, 0), rng.uniform(-9, 9, 2))]
    mask, shadow = (cv2.warpAffine(cover, move, (FIELD, FIELD)) for move in moves)
    shadow = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.7, 5)) * np.float32(rng.uniform(0, 0.6))
    body = cv2.warpAffine(die, moves[0], (FIELD, FIELD))
    return np.asarray(picture * (1 - shadow[..., None]) * (1 - mask[..., None]) + body * mask[..., None], np.float32)


def cut(drawn: Drawn, n: int, rng: np.random.Generator) -> tuple[Floats, int, Floats, bool]:
    """One drawn picture as the camera and the reader's aim show it: cut-out, face, where the die really lies, and
    whether there is one."""
    value, size, true_turn = drawn.values[n], drawn.sizes[n], drawn.turned[n]
    side, aside = size or float(rng.uniform(16, 40)), np.zeros(2)
    turn, there = float(rng.uniform(0, 360)), size > 0
    how = rng.random()
    if how < 0.58:  # aimed well
        aside, side = rng.normal(0, 0.05, 2) * side, side * float(np.exp(rng.normal(0, 0.07)))
        turn = true_turn + float(rng.normal(0, 5)) + 90 * int(rng.integers(4))
    elif how < 0.91:  # somewhere on the die
        off, way = 0.45 * side * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        aside, side = off * np.array([np.cos(way), np.sin(way)]), side * float(np.exp(rng.uniform(-0.4, 0.4)))
    elif size:  # beside it
        off, way = rng.uniform(0.78, 1.0) * side, rng.uniform(0, 2 * np.pi)
        aside = off * np.array([np.cos(way), np.sin(way)])
        if all(np.hypot(*(aside - other)) > 0.75 * side for other in drawn.near[n]):
            value, there = 0, False
        else:
            aside = np.zeros(2)
    seen, step = _photographed(drawn.pictures[n], size or 30.0, rng)
    x, y = ((_MIDDLE + off + 0.5) * step - 0.5 for off in aside)
    aimed = Die((float(x), float(y)), side * step, turn, (0.0, 0.0))
    middle = (_MIDDLE + 0.5) * step - 0.5
    really = Die((middle, middle), (size or side) * step, true_turn, (0.0, 0.0))
    return normalised(cut_out(seen, aimed.middle, aimed.side, aimed.turned)), value, aim_at(aimed, really), there


def aim_at(die: Die, there: Die) -> Floats:
    """What the network should say of a cut-out of *die* when the face is *there*; see `vision.read.dice.moved`."""
    a = np.deg2rad(die.turned)
    right, down = np.subtract(there.middle, die.middle) / die.side
    quarter = np.deg2rad(4 * (there.turned - die.turned))
    return np.array(
        [
            np.cos(a) * right + np.sin(a) * down,
            np.cos(a) * down - np.sin(a) * right,
            np.log(there.side / die.side),
            np.cos(quarter),
            np.sin(quarter),
        ],
        np.float32,
    )


def _photographed(picture: Floats, size: float, rng: np.random.Generator) -> tuple[Any, float]:
    """The picture as a camera has it, and how many of its pixels one of the drawing's is: a die is 13 to 46 wide."""
    pixels = max(14, round(FIELD * float(np.exp(rng.uniform(np.log(13), np.log(46)))) / size))
    step = pixels / FIELD
    how = cv2.INTER_AREA if step < 1 else cv2.INTER_LINEAR
    seen = cv2.resize(picture, (pixels, pixels), interpolation=how)
    soft = float(rng.uniform(0, 0.5) + size * step * abs(rng.normal(0, 0.028)))
    if soft > 0.3:
        seen = cv2.GaussianBlur(seen, (0, 0), soft)
    if rng.random() < 0.12:  # it was still rolling
        long = max(2, round(size * step * rng.uniform(0.04, 0.16)))
        kernel = np.zeros((2 * long + 1, 2 * long + 1), np.float32)
        way = rng.normal(0, 1, 2)
        way = way / np.hypot(*way) * long / 2
        a, b = (tuple(int(v) for v in np.round(long + sign * way)) for sign in (-1, 1))
        cv2.line(kernel, a, b, 1.0, 1)
        seen = cv2.filter2D(seen, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    # Sheets of grain shifted about: fresh noise for every pixel would take longer than all the rest.
    dx, dy = rng.integers(0, 512 - pixels, 2)
    seen = seen + np.float32(abs(rng.normal(0, 4))) * _grain()[dy : dy + pixels, dx : dx + pixels]
    byte = np.clip(seen, 0, 255).astype(np.uint8)
    if rng.random() < 0.2:
        byte = cv2.imdecode(cv2.imencode(".jpg", byte, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 92))])[1], 1)
    return byte, step


@cache
def _grain() -> Floats:
    return np.random.default_rng(0).standard_normal((512, 512, 3), np.float32)


def learn(net: Any, *, minutes: float, seed: int, out: Path, size: int = 128, kept: int = 12_000) -> None:
    """Learn to read and to aim for so many *minutes* on one processor core, with a rate that falls to nothing.

    :param kept: how many drawn pictures are kept to be photographed again.
    """
    import torch
    from torch.nn import functional

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    shelf = draw(8 * size, rng)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    # A slowly moving average of the weights reads better than the last ones.
    steady = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    started = said = time.monotonic()
    seen = right = count = 0
    astray = 0.0
    while (passed := (time.monotonic() - started) / 60 / minutes) < 1:
        fresh = draw(size // _AGAIN, rng)
        for name in ("pictures", "values", "turned", "sizes", "near"):
            row = getattr(shelf, name)
            row.extend(getattr(fresh, name))
            del row[: max(0, len(row) - kept)]
        # The newest are looked at as often as the oldest.
        which = rng.integers(0, len(shelf.values), size)
        cuts, values, aims, there = zip(*(cut(shelf, int(n), rng) for n in which), strict=True)
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1.0, passed * 50 + 0.05) * 0.5 * (1 + float(np.cos(np.pi * passed)))
        x = torch.from_numpy(np.stack(cuts)).contiguous(memory_format=torch.channels_last)
        y, aim = torch.tensor(values), torch.from_numpy(np.stack(aims))
        on = torch.tensor(there)
        told = net(x)
        off = told[on, FACES:] - aim[on]
        off = off * torch.tensor([4.0, 4.0, 4.0, 1.0, 1.0])
        # What a face shows counts most where it is aimed at well.
        near = 0.35 + 0.65 * (aim[:, :2].norm(dim=1) < 0.2)
        read = (functional.cross_entropy(told[:, :FACES], y, reduction="none") * near).sum() / near.sum()
        loss = read + 0.6 * functional.smooth_l1_loss(off, off * 0)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        steady.update_parameters(net)
        seen, count = seen + size, count + size
        right += int((told[:, :FACES].argmax(1) == y).sum())
        astray += float(off[:, :2].detach().abs().mean()) / 4 * size
        if time.monotonic() - said > 60:
            said = time.monotonic()
            print(
                f"{(said - started) / 60:.0f} min, {seen} pictures, right {right / count:.4f}, "
                f"astray {astray / count:.3f} of a die",
                flush=True,
            )
            right = count = 0
            astray = 0.0
            _save(steady.module, out)
    _save(steady.module, out)


def go_on_from(net: Any, file: Path, seed: int) -> None:
    """Give *net* what the network in *file* knows, as far as both have the same layers.

    Its normalisation is folded into the convolutions there; some fresh pictures tell it again.
    """
    import onnx
    import torch
    from onnx import numpy_helper
    from torch import nn

    known = [torch.from_numpy(numpy_helper.to_array(one).copy()) for one in onnx.load(file).graph.initializer]
    rng = np.random.default_rng(seed)
    drawn = draw(192, rng)
    x = torch.from_numpy(np.stack([cut(drawn, n, rng)[0] for n in range(192)]))
    modules = list(net.eval())
    with torch.no_grad():
        for number, module in enumerate(modules):
            if isinstance(module, nn.BatchNorm2d):
                continue
            if isinstance(module, (nn.Conv2d, nn.Linear)):
                weight, bias = known.pop(0), known.pop(0)
                if isinstance(module, nn.Linear):
                    module.weight[: len(weight)], module.bias[: len(bias)] = weight, bias
            if not isinstance(module, nn.Conv2d):
                x = module(x)
                continue
            # What it is shown in addition says nothing yet.
            module.weight[:] = 0
            module.weight[:, : weight.shape[1]] = weight
            x, norm = module(x), modules[number + 1]
            norm.running_mean[:], norm.running_var[:] = x.mean((0, 2, 3)), x.var((0, 2, 3))
            norm.weight[:], norm.bias[:] = norm.running_var.sqrt(), bias + norm.running_mean
            x = norm(x)
    net.train()


def _save(net: Any, out: Path) -> None:
    write_onnx(net, out, size=(SIDE, SIDE), channels=CHANNELS)
    net.train()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=35.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "read/dice.onnx")
    parser.add_argument("--start", type=Path, help="a network to go on from, such as the one that is there")
    asked = parser.parse_args()

    net = build(LAYERS, (SIDE, SIDE), channels=CHANNELS)
    print(f"{sum(p.numel() for p in net.parameters())} weights", flush=True)
    if asked.start:
        go_on_from(net, asked.start, asked.seed)
    learn(net, minutes=asked.minutes, seed=asked.seed, out=asked.out)


if __name__ == "__main__":
    main()
