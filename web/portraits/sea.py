"""What lives in water, with fins, scales and too many arms."""

from __future__ import annotations

from .body import Body, eyes_of
from .paint import BONE, INK, bare, both, dot, line, shape


def serpent(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    coil = "M50 66C58 48 46 40 34 42 18 45 12 38 14 30"
    tube = line(coil, INK, 17) + line(coil, coat.mid, 13) + line(coil, coat.light, 3)
    fin = shape(
        lots.one(("M44 42 50 30 56 44 62 42 58 56Z", "M30 38 36 28 40 38 48 32 50 44Z", "M40 36 52 26 52 40Z")),
        accent.mid,
    )
    head = shape("M6 30C4 16 14 8 26 10 38 12 44 18 46 24 40 30 30 28 26 30 20 38 8 40 6 30Z", coat.mid)
    jaw = shape("M22 31C30 30 38 30 44 26 44 33 34 38 24 36Z", accent.light)
    crest = shape(
        lots.one(
            ("M8 22 2 12 12 14 12 4 20 10Z", "M8 20C0 20 0 8 8 6 8 12 14 10 18 10Z", "M6 24 0 20 8 16 6 8 16 11Z")
        ),
        accent.dark,
    )
    eye = bare(dot(24, 19, 3.8, body.eye) + shape("M24 15.5 25.2 19 24 22.5 22.8 19Z", INK))
    tongue = line("M44 28Q50 28 52 32M50 29.5Q53 28 56 29", "#c4403f", 1.8) if lots.number(2) else ""
    teeth = bare(shape("M30 29.5 33 29 32 34ZM37 28.5 40 27.5 39.5 32Z", BONE))
    brow = line("M18 13 29 17", INK, 2.6) if body.fierce else ""
    return fin + tube + crest + tongue + jaw + head + teeth + eye + brow


def hydra(body: Body) -> str:
    """Three necks."""
    coat = body.coat
    necks = "M32 66C30 50 34 40 32 28M28 66C22 54 24 44 13 38M36 66C42 54 40 44 51 38"
    heads = shape("M26 27C24 14 30 10 34 10S42 16 38 27L32 32Z", coat.mid) + both(
        shape("M4 38C4 28 14 26 20 32L21 40 14 44Z", coat.mid)
    )
    eyes = bare(dot(29.5, 20, 2, body.eye) + dot(35, 20, 2, body.eye) + both(dot(11.5, 35, 2.2, body.eye)))
    crest = shape("M28 12 32 2 37 12Z", body.accent.mid) + both(shape("M8 30 6 20 15 28Z", body.accent.mid))
    return line(necks, INK, 12) + line(necks, coat.mid, 8) + crest + heads + eyes + line("M29 26H35", INK, 1.6)


def fish(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    tail = shape(lots.one(("M48 34 63 18 58 34 63 50Z", "M48 33 62 12Q58 30 62 44Z")), coat.dark)
    back = shape(
        lots.one(
            (
                "M24 20 32 4 42 22Z",
                "M20 20 22 10 28 16 31 7 37 15 42 10 43 22Z",
                "M22 19C26 6 40 4 44 8 38 12 40 18 42 22Z",
            )
        ),
        coat.dark,
    )
    trunk = shape("M3 36C8 20 24 16 38 21 46 24 50 30 53 34 46 48 30 54 18 50 8 47 3 42 3 36Z", coat.mid)
    belly = shape("M6 40C14 44 34 46 48 40 40 50 28 53 18 50 10 48 7 44 6 40Z", coat.light)
    side = shape("M28 44 36 58 20 54Z", accent.mid)
    teeth = shape("M4 38 22 36 22 42 12 45Q5 43 4 38Z", INK) + bare(
        shape("M6 38 9 42 11 37.5 14 41 16 37 19 41 21 36ZM10 44 12 41 15 44Z", BONE)
    )
    gills = line("M30 30Q27 35 30 40M34 31Q31 35 34 39", coat.dark, 1.6)
    eye = bare(dot(18, 29, 3.4, body.eye) + dot(17.4, 29, 1.5, INK)) + (
        line("M13 24 22 27", INK, 2.4) if body.fierce else ""
    )
    scars = line("M36 24 42 30M39 23 45 29", BONE, 1.6) if body.tough else ""
    return tail + back + trunk + bare(belly) + side + teeth + gills + eye + scars


def whale(body: Body) -> str:
    coat = body.coat
    spout = line("M20 14C18 6 12 6 10 9M22 14C22 4 30 4 32 8M21 15V8", body.accent.light, 2.4)
    trunk = shape(
        "M3 34C3 20 16 14 30 16 46 18 50 34 54 40L62 30Q64 42 58 50 52 54 44 52 28 58 14 54 4 50 3 34Z", coat.mid
    )
    belly = shape("M4 40C14 40 28 42 36 53 28 57 20 56 14 54 7 52 4 46 4 40Z", coat.light)
    lines = line("M8 46Q18 46 24 55M6 42Q20 42 29 54", coat.dark, 1.4)
    eye = bare(dot(17, 34, 3, body.eye) + dot(17, 34, 1.4, INK)) + line("M12 29 21 31", INK, 2.4)
    harpoons = line("M36 22 44 6M41 26 52 12", INK, 1.8) + shape("M44 6 40 8 45 11Z", BONE)
    return spout + harpoons + trunk + bare(belly) + lines + eye + shape("M30 42 42 44 34 50Z", coat.dark)


def squid(body: Body) -> str:
    lots, coat, accent = body.lots, body.coat, body.accent
    arms = lots.one(
        (
            "M28 38C26 50 16 44 14 54 13 60 19 62 20 58M31 40V60Q28 64 26 61",
            "M28 38C20 46 8 40 6 48 5 54 12 55 12 51M30 40C28 52 18 52 18 62",
        )
    )
    drawn = both(line(arms, INK, 7) + line(arms, accent.mid, 4))
    mantle = shape(
        lots.one(
            (
                "M32 3C44 10 48 22 46 34 44 44 20 44 18 34 16 22 20 10 32 3Z",
                "M32 6C50 6 52 26 46 36 40 44 24 44 18 36 12 26 14 6 32 6Z",
            )
        ),
        coat.mid,
    )
    spots = bare(
        dot(28, 14, 2, coat.light)
        + dot(36, 11, 1.6, coat.light)
        + dot(37, 18, 2.4, coat.light)
        + dot(31, 21, 1.5, coat.light)
    )
    fins = both(shape("M20 16 8 20 18 28Z", accent.dark)) if lots.number(2) else ""
    return drawn + fins + mantle + spots + eyes_of(body, 25, 32, 3.6)


def crab(body: Body) -> str:
    coat, accent = body.coat, body.accent
    legs = line("M18 46 6 50 4 58M20 50 11 56 11 62M15 42 3 43", INK, 3)
    claw = line("M17 36C10 34 8 28 10 22", INK, 6) + line("M17 36C10 34 8 28 10 22", coat.mid, 3)
    pincer = shape("M10 24C2 22 1 10 8 4 9 9 10 12 13 13 15 10 17 8 19 9 20 17 17 24 10 24Z", coat.mid)
    stalk = line("M27 32 25 22", INK, 3) + bare(dot(25, 20, 4, body.eye) + dot(25.4, 20, 1.7, INK))
    shell = shape("M32 28C44 28 52 34 52 42 52 52 42 56 32 56S12 52 12 42C12 34 20 28 32 28Z", coat.mid)
    rim = shape("M14 38C20 44 44 44 50 38 48 32 41 28 32 28S16 32 14 38Z", coat.light)
    marks = bare(both(dot(23, 35, 2, accent.dark)) + dot(32, 33, 2, accent.dark)) + line("M26 50Q32 47 38 50", INK, 1.8)
    return both(legs + claw + pincer + stalk) + shell + bare(rim) + marks
