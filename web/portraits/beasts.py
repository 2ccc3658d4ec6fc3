"""Beasts, birds and vermin."""

from __future__ import annotations

from .body import Body, eyes_of, fangs, wings_of
from .paint import BONE, INK, bare, both, dot, line, shape


def insect(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    upper = lots.one(
        (
            "M31 31C26 10 4 6 4 18 4 30 18 38 31 35Z",
            "M31 31C24 20 12 6 2 9 6 16 2 22 8 30 14 37 24 38 31 35Z",
            "M31 30C30 14 16 5 8 9 2 14 6 24 2 28 12 38 24 38 31 35Z",
            "M31 32C20 28 4 22 3 27 2 35 20 40 31 36Z",
        )
    )
    lower = lots.one(
        (
            "M31 36C20 36 9 42 14 52 20 58 30 46 31 38Z",
            "M31 36C20 38 14 46 8 58 22 60 31 48 31 38Z",
            "M31 36C16 37 10 46 18 50 16 56 28 58 31 38Z",
        )
    )
    spot = lots.one(
        (
            dot(14, 21, 5, accent.light) + dot(14, 21, 2.2, INK),
            dot(13, 20, 3, accent.light) + dot(20, 28, 2, accent.light),
            shape("M8 16 24 30 20 31 6 22Z", accent.light),
            shape("M14 14 19 21 14 28 9 21Z", accent.light),
        )
    )
    antenna = lots.one(("M30 23Q26 12 18 8", "M30 23C28 14 22 8 24 5 27 4 28 8 26 9", "M30 23 24 13 18 13"))
    trunk = shape("M32 24C39 24 38 34 37 42 36 50 34 55 32 58 30 55 28 50 27 42 26 34 25 24 32 24Z", coat.dark)
    stripes = line("M28 40H36M28.5 46H35.5", accent.mid, 2.4) if lots.number(2) else ""
    head = dot(32, 24, 6.5, coat.dark)
    drawn = (
        both(shape(lower, accent.mid) + shape(upper, coat.mid) + bare(spot) + line(antenna)) + trunk + stripes + head
    )
    return drawn + eyes_of(body, 28.8, 23, 2.6) + (shape("M30.5 58 32 64 33.5 58Z", INK) if body.fierce else "")


def swarm(body: Body) -> str:
    """Many small ones."""
    one = dot(0, 0, 4, body.coat.dark) + bare(dot(-1.4, -0.6, 1.2, body.eye) + dot(1.6, -0.6, 1.2, body.eye))
    wings = shape("M0-2C-8-12-12-4-2 0Z", body.accent.light) + shape("M0-2C8-12 12-4 2 0Z", body.accent.light)
    places = [
        (20, 20, 1.1, -12),
        (44, 18, 0.9, 14),
        (33, 34, 1.5, 0),
        (15, 42, 0.9, 10),
        (49, 43, 1.1, -8),
        (31, 54, 0.8, 5),
    ]
    turned = body.lots.number(20) - 10
    flies = (
        f'<use href="#f" transform="translate({x} {y}) rotate({turn + turned}) scale({size})"/>'
        for x, y, size, turn in places
    )
    return f'<defs><g id="f">{wings + one}</g></defs>{"".join(flies)}'


def hound(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    ear = lots.one(
        (
            "M22 22 12 4 8 26 16 34Z",
            "M22 18C10 14 6 24 6 38 12 38 16 32 18 26Z",
            "M22 22 16 3 13 8 10 6 9 28 16 34Z",
        )
    )
    mane = (
        both(shape("M18 30 8 36 14 40 8 48 17 49 14 58 26 56Z", coat.dark))
        if lots.number(2)
        else both(shape("M14 42 12 66H32V44Z", coat.dark))
    )
    skull = shape(
        "M32 14C22 14 15 21 15 31 15 38 21 42 24 50 27 58 37 58 40 50 43 42 49 38 49 31 49 21 42 14 32 14Z", coat.mid
    )
    blaze = shape(
        lots.one(("M32 14 36 32H28Z", "M32 15C44 16 48 26 44 36 38 32 35 24 32 15Z", "M28 18H36L34 24H30Z")), coat.light
    )
    muzzle = shape("M32 36C25 36 24 44 25 50 28 57 36 57 39 50 40 44 39 36 32 36Z", accent.light)
    nose = shape("M27.5 39H36.5L33 44H31Z", INK) + line("M32 44V49M26 50Q29 53 32 49 35 53 38 50", INK, 1.6)
    collar = line("M17 58Q32 66 47 58", accent.mid, 4) if lots.number(2) else ""
    return (
        mane
        + both(shape(ear, coat.dark))
        + skull
        + bare(blaze)
        + muzzle
        + nose
        + fangs(50, 6)
        + eyes_of(body, 23, 29, 3)
        + collar
    )


def cat(body: Body) -> str:
    coat = body.coat
    ears = both(shape("M18 24 12 5 28 14Z", coat.mid) + shape("M18 19 15.5 10 23 14Z", body.accent.light))
    trunk = shape("M18 44C10 52 10 60 10 66H54C54 60 54 52 46 44Z", coat.mid)
    head = shape("M32 13C44 13 51 21 51 31 51 42 42 48 32 48S13 42 13 31C13 21 20 13 32 13Z", coat.mid)
    stripes = line("M32 14V21M26 15 27 21M38 15 37 21M14 32 20 33M50 32 44 33M15 37 21 36M49 37 43 36", coat.dark, 2)
    eyes = bare(both(shape("M19 29Q24 23 29 30 24 33 19 29Z", body.eye) + shape("M24 26 25 29 24 32 23 29Z", INK)))
    chin = shape("M32 36C27 35 24 40 27 43 29 45 31 44 32 42 33 44 35 45 37 43 40 40 37 35 32 36Z", BONE)
    nose = shape("M30 35.5H34L32 38Z", "#c4626b") + line("M22 41 8 39M22 43 9 46M42 41 56 39M42 43 55 46", INK, 1)
    return trunk + ears + head + stripes + eyes + bare(chin) + nose


def horned(body: Body) -> str:
    """A beast with horns or antlers."""
    lots, coat, accent = body.lots, body.coat, body.accent
    horn = lots.one(
        (
            shape("M24 18C16 18 6 14 6 2 12 8 20 8 27 12Z", BONE),
            shape("M24 16C8 16 2 26 8 36 10 28 16 24 24 22Z", BONE),
            shape("M22 18C14 12 12 4 16 0 18 6 22 10 28 14Z", BONE),
        )
    )
    if body.sign == "antlers":
        horn = line("M26 18C20 12 8 12 5 2M15 12 14 2M20 14 22 5M9 9 2 12", BONE, 3.4)
    ear = shape("M19 24 7 22Q8 30 19 31Z", coat.dark)
    skull = shape(
        "M32 13C24 13 18 18 18 26 18 34 23 40 24 50 26 58 38 58 40 50 41 40 46 34 46 26 46 18 40 13 32 13Z", coat.mid
    )
    snout = shape("M24 46C25 58 39 58 40 46 38 42 26 42 24 46Z", accent.mid) + bare(both(dot(29, 49, 1.5, INK)))
    tuft = shape("M26 13 32 24 38 13Z", coat.dark)
    bells = both(line("M9 9V18", INK, 1.2) + dot(9, 20, 2.6, "#e8b445")) if body.sign == "antlers" else ""
    return (
        wings_of(body)
        + both(shape("M18 50 10 66H32V50Z", coat.dark))
        + both(horn + ear)
        + skull
        + tuft
        + snout
        + eyes_of(body, 24.5, 29, 2.8)
        + bells
        + (fangs(54, 4) if body.fierce else "")
    )


def spider(body: Body) -> str:
    coat, accent = body.coat, body.accent
    legs = "M27 34C18 30 14 18 6 14M26 36C16 34 10 28 2 30M26 39C16 40 10 44 3 52M28 42C22 48 18 56 14 63"
    belly = shape("M32 4C42 4 46 14 43 24 41 30 23 30 21 24 18 14 22 4 32 4Z", coat.mid)
    mark = bare(
        shape(
            body.lots.one(
                (
                    "M32 8 36 14 32 18 28 14ZM32 18 36 24H28Z",
                    "M32 9 34 15 40 15 35 19 37 25 32 21 27 25 29 19 24 15 30 15Z",
                )
            ),
            accent.light,
        )
    )
    head = shape("M32 26C42 26 44 34 42 41 40 48 24 48 22 41 20 34 22 26 32 26Z", coat.dark)
    eyes = bare(
        both(
            dot(28, 38, 3, body.eye) + dot(28, 38, 1.2, INK) + dot(25, 32, 1.5, body.eye) + dot(30, 31.5, 1.3, body.eye)
        )
    )
    return both(line(legs, INK, 3)) + belly + mark + head + eyes + fangs(45, 5)


def bird(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    wing = shape(
        lots.one(
            (
                "M24 40C10 38 2 24 3 8 8 14 10 12 12 16 15 14 17 18 18 22 22 20 26 28 28 34Z",
                "M24 42C8 44 1 34 1 20 6 24 8 22 10 26 13 24 15 26 16 30 20 28 24 32 28 36Z",
            )
        ),
        coat.dark,
    )
    trunk = shape("M32 30C44 30 46 44 42 52 39 58 36 62 32 62S25 58 22 52C18 44 20 30 32 30Z", coat.mid) + bare(
        both(shape("M26 42Q29 46 32 42V46Q29 50 26 46ZM26 50Q29 54 32 50V54Q29 58 27 54Z", coat.light))
    )
    crest = shape(
        lots.one(
            (
                "M26 12 24 3 30 8 32 1 34 8 40 3 38 12Z",
                "M28 11C22 8 24 2 30 2 30 6 34 4 38 6 34 8 36 10 35 11Z",
                "M27 12Q32 6 37 12Z",
            )
        ),
        accent.mid,
    )
    head = shape("M32 10C42 10 46 18 44 26 42 34 36 36 32 36S22 34 20 26C18 18 22 10 32 10Z", coat.mid)
    beak = shape(lots.one(("M28 24H36L34 32 32 37 30 32Z", "M27 25Q32 20 37 25L32 34Z")), "#e8b445")
    return both(wing) + trunk + crest + head + eyes_of(body, 26, 21, 3.4) + beak


def grub(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    spine = ((46, 56, 11), (52, 44, 11), (46, 33, 12), (34, 29, 13))
    rings = "".join(dot(x, y, r, coat.light if n % 2 else coat.mid) for n, (x, y, r) in enumerate(spine))
    if lots.number(2):
        rings += bare("".join(dot(x + 5, y - 4, 2, accent.mid) for x, y, _ in spine))
    else:
        rings += "".join(line(f"M{x + 8} {y - 9}l3-6", INK, 2) for x, y, _ in spine)
    head = dot(21, 30, 14, coat.mid)
    jaws = lots.one(
        (
            shape("M8 36C2 40 4 50 12 50 9 46 12 42 16 42Z", accent.dark)
            + shape("M26 43C28 50 24 56 17 55 21 52 20 47 18 43Z", accent.dark),
            shape("M8 37 4 50 14 43ZM16 44 18 56 26 43Z", BONE),
            dot(15, 40, 6.5, INK) + bare(shape("M10 37 12 41 14 36ZM17 36 19 40 20 37ZM11 44 14 41 16 46Z", BONE)),
        )
    )
    eyes = bare(
        "".join(
            dot(x, y, 2.6, body.eye) + dot(x, y, 1.1, INK)
            for x, y in ((14, 25), (24, 24), (19, 20.5))[: 2 + lots.number(2)]
        )
    )
    return rings + head + jaws + eyes + (line("M9 20 16 22M29 19 22 21", INK, 2.4) if body.fierce else "")


def sack(body: Body) -> str:
    """A brood in its skin."""
    coat, accent = body.coat, body.accent
    threads = line("M20 16 8 2M32 12V1M44 16 57 3M14 40 2 48M50 42 62 50", coat.dark, 3)
    skin = shape("M32 9C46 9 52 24 50 38 48 52 42 61 32 61S16 52 14 38C12 24 18 9 32 9Z", coat.mid)
    young = "".join(
        dot(x, y, r, accent.light) + bare(dot(x - r * 0.3, y, 1.1, INK) + dot(x + r * 0.4, y, 1.1, INK))
        for x, y, r in ((25, 26, 6), (39, 24, 5), (32, 38, 7), (42, 44, 5), (23, 47, 5.5))
    )
    return threads + skin + young + line("M20 20Q16 30 18 42", coat.light, 2)
