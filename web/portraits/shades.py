"""Stone, thorns, cloaks with something in them, and things that look back."""

from __future__ import annotations

from .body import Body
from .emblems import emblem
from .paint import BONE, COAL, INK, bare, both, dot, line, placed, shape


def golem(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    shoulder = lots.one(("M22 38 6 36 2 48 6 66H26Z", "M22 40 10 32 1 42 8 66H26Z", "M24 38 12 40 4 52 2 66H28Z"))
    trunk = shape("M20 40 44 40 50 66H14Z", coat.dark)
    head = shape(
        lots.one(
            (
                "M18 12 30 6 44 9 48 26 43 42H22L15 28Z",
                "M16 18 26 4 38 7 49 16 46 38 34 44 20 40Z",
                "M22 4H42L46 22 44 42H20L18 22Z",
                "M13 13 50 11 47 30 49 42H17L18 28Z",
            )
        ),
        coat.mid,
    )
    facet = bare(
        shape(
            lots.one(("M30 7 43 10 40 18 32 20Z", "M22 12 32 14 28 24 18 26Z", "M38 8 46 22 40 40 36 20Z")), coat.light
        )
    )
    cracks = line(
        lots.one(("M36 9 33 16 37 20M22 60 26 54", "M20 34 26 38 25 42M42 30 38 34", "M44 20 40 26 43 30")), INK, 1.5
    )
    glow = bare(both(shape("M22 25 30 27 29 31 23 30Z", body.eye)))
    mouth = line("M25 37H39" if not body.fierce else "M24 36 28 39 32 36 36 39 40 36", INK, 2)
    moss = shape("M18 12 30 6 28 11 22 14Z", accent.mid) if lots.number(2) else ""
    crest = both(shape("M4 44 1 27 10 38 12 24 19 40Z", accent.mid)) if body.tough else ""
    rune = (
        placed(bare(emblem(body.sign, accent)), 32, 54, 0.6)
        if body.sign
        else bare(shape("M32 48 36 54 32 60 28 54Z", accent.mid))
    )
    return crest + both(shape(shoulder, coat.mid)) + trunk + rune + head + facet + moss + cracks + glow + mouth


def hooded(body: Body) -> str:
    """A cloak with something in it."""
    lots, coat, accent = body.lots, body.coat, body.accent
    hem = lots.one(
        (
            "M8 66 10 44C10 38 16 34 20 30H44C48 34 54 38 54 44L56 66Z",
            "M6 66 14 40 24 34H40L50 40 58 66 50 60 44 66 38 60 32 66 26 60 20 66 14 60Z",
        )
    )
    hood = lots.one(
        (
            "M32 2C48 6 52 24 46 44 40 52 24 52 18 44 12 24 16 6 32 2Z",
            "M38 1C44 12 50 24 46 44 40 52 24 52 18 44 12 22 22 10 38 1Z",
            "M32 6C52 6 52 28 45 46H19C12 28 12 6 32 6Z",
        )
    )
    dark = shape("M32 14C43 14 43 28 40 38 37 44 27 44 24 38 21 28 21 14 32 14Z", INK)
    face = lots.one(
        (
            "",
            shape("M32 17C40 17 40 30 37 36 35 40 29 40 27 36 24 30 24 17 32 17Z", BONE),
            shape("M25 18H39L38 34 32 41 26 34Z", accent.light),
        )
    )
    mouth = lots.one(
        (
            line("M29 35H35", INK if face else body.eye, 1.8),
            dot(32, 35.5, 2.6, INK if face else body.eye),
            line("M28 34 30 37 32 34 34 37 36 34", INK if face else body.eye, 1.5),
        )
    )
    eyes = bare(both(dot(28.4, 27, 2.5, INK if face else body.eye) + (dot(28.4, 27, 1, body.eye) if face else "")))
    clasp = bare(dot(32, 52, 2.8, accent.mid)) + line("M20 46Q32 56 44 46", accent.mid, 2.4)
    held = placed(emblem(body.sign, accent), 52, 44, 0.85, 12) if body.sign else ""
    return held + shape(hem, coat.dark) + shape(hood, coat.mid) + dark + face + eyes + mouth + clasp


def ghost(body: Body) -> str:
    coat = body.coat
    sheet = shape("M32 6C48 6 52 20 51 34L54 60 46 54 40 62 32 55 24 62 18 54 10 60 13 34C12 20 16 6 32 6Z", coat.light)
    arms = both(shape("M14 36C6 36 4 44 2 46 8 46 10 52 16 48Z", coat.light))
    eyes = bare(both(shape("M22 22Q27 20 29 28 24 32 22 22Z", INK) + dot(26, 25.5, 1.2, body.eye))) + shape(
        "M28 37Q32 34 36 37 37 46 32 46T28 37Z", INK
    )
    drips = line("M20 14Q17 20 18 28M44 44V50", coat.mid, 2)
    held = placed(emblem(body.sign, body.accent), 50, 50, 0.8, 10) if body.sign else ""
    return arms + sheet + drips + eyes + held


def plant(body: Body) -> str:
    coat, accent = body.coat, body.accent
    vine = "M30 36C18 44 22 54 10 62M34 38C46 44 42 56 55 61M24 40C10 36 10 26 3 24M42 38C54 36 54 28 61 27"
    thorns = line("M17 49 12 46M14 57 9 54M47 47 52 44M49 57 54 53M10 33 12 28M54 33 52 27", INK, 2)
    leaf = both(shape("M14 42C4 40 4 50 6 54 14 54 16 48 14 42Z", coat.light))
    leaves = "".join(f'<use href="#p" transform="rotate({turn} 32 26)"/>' for turn in range(60, 360, 60))
    petals = shape("M32 22C23 18 23 6 32 6S41 18 32 22Z", accent.mid, ' id="p"') + leaves
    heart = (
        dot(32, 26, 10, accent.light)
        + bare(both(dot(28, 24, 2.2, INK)))
        + line("M26 30 28.5 33 31 30 33 33 35.5 30 38 32", INK, 1.8)
    )
    return line(vine, INK, 6) + line(vine, coat.mid, 3) + thorns + leaf + petals + heart


def maw(body: Body) -> str:
    lots, coat = body.lots, body.coat
    rock = shape(
        lots.one(
            (
                "M2 66 4 30 14 12 32 5 50 12 60 30 62 66Z",
                "M2 66 2 36 12 20 10 8 24 12 32 3 40 12 54 8 52 20 62 36 62 66Z",
            )
        ),
        coat.mid,
    )
    mouth = shape("M10 40C14 28 50 28 54 40 56 54 48 62 32 62S8 54 10 40Z", "#5a1620")
    top = bare(
        shape("M10 40 14 33 18 42 21 31 25 41 29 29 32 40 36 29 39 41 43 31 46 42 50 33 54 40 50 33Q32 24 14 33Z", BONE)
    )
    low = bare(shape("M14 55 18 48 21 58 26 50 30 60 34 51 38 60 43 49 46 57 50 49 51 55Q46 62 32 62T14 55Z", BONE))
    eyes = bare(
        "".join(
            dot(x, y, r, body.eye) + dot(x, y, r * 0.4, INK)
            for x, y, r in ((20, 21, 3.6), (44, 21, 3.6), (32, 15, 2.6), (27, 24, 1.6), (38, 24, 1.6))
        )
    )
    return rock + mouth + top + low + eyes + line("M8 30 14 26M56 30 50 26M13 19 16 22", INK, 1.6)


def thing(body: Body) -> str:
    """An object that looks back: its sign, large, with eyes."""
    limbs = both(line("M18 40C10 42 8 50 4 50M24 54C22 60 18 62 14 62", INK, 3))
    frost = bare(
        "".join(dot(x, y, r, body.accent.light) for x, y, r in ((9, 14, 2), (55, 12, 2.6), (56, 34, 1.6), (7, 30, 1.5)))
    )
    high, low = (19, 2.1) if body.lots.number(2) else (20, 2)
    eyes = bare(both(dot(27, 34, 4.2, BONE) + dot(27.6, 34.5, 1.9, INK)))
    return (
        limbs
        + frost
        + placed(f'<g stroke-width="1">{emblem(body.sign or "lantern", body.coat)}</g>', 32, 13 + high, low)
        + eyes
        + both(line("M22 28 30 30.5", INK, 2.4))
    )


def silence(body: Body) -> str:
    """Nothing, with the shape of a face in it."""
    void = shape("M32 3C50 3 60 18 58 34 56 52 46 66 32 66S8 52 6 34C4 18 14 3 32 3Z", INK)
    halo = line("M32 9C44 9 50 22 48 34M32 14C43 14 46 24 44 34", COAL.mid, 1.6)
    eyes = bare(both(shape("M18 30Q25 24 29 32 22 35 18 30Z", body.eye)))
    finger = line("M32 44V62", BONE, 5) + line("M26 47H38", COAL.light, 1.6)
    return void + both(halo) + eyes + finger
