"""People: a head on shoulders, with hair, a hat, a face and what they carry: as words say, or else as lots fall."""

from __future__ import annotations

from dataclasses import dataclass

from .emblems import emblem
from .paint import BONE, GOLD, GREYS, HAIRS, INK, SKINS, Hue, Lots, bare, both, dot, line, placed, shape

PALE = "#b9cdbf"  # the skin of the drowned and the hollow


@dataclass(frozen=True)
class Traits:
    """What is known about a person; the rest is left to the lots.

    :param holds: the name of a sign.
    :param pale: drowned, hollow or otherwise no longer quite alive.
    """

    hat: str = ""
    holds: str = ""
    beard: bool | None = None
    old: bool = False
    young: bool = False
    broad: bool = False
    pale: bool = False
    masked: bool = False
    glasses: bool = False


def person(traits: Traits, coat: Hue, lots: Lots) -> str:
    """Somebody from the shoulders up."""
    accent = lots.hue(coat)
    skin = PALE if traits.pale else lots.one(SKINS)
    hair = lots.one(GREYS if traits.old else HAIRS)
    cut = lots.number(7)
    parts = [
        placed(emblem(traits.holds, accent), 50, 33, 0.9, 14) if traits.holds else "",
        _behind(cut, hair) if not traits.hat or traits.hat in ("cap", "straw", "bicorne") else "",
        _shoulders(traits, coat, accent, lots),
        shape("M27 38H37V46Q32 50 27 46Z", skin),
        shape("M20 25C20 12 44 12 44 25V31C44 41 37 45 32 45S20 41 20 31Z", skin) + both(_ear(skin)),
        _face(traits, hair, skin, lots),
        HATS[traits.hat](accent, hair) if traits.hat else _hair(cut, hair),
    ]
    return "".join(parts)


def _ear(skin: str) -> str:
    return shape("M20 27Q16 26 17 30T21 33Z", skin)


def _shoulders(traits: Traits, coat: Hue, accent: Hue, lots: Lots) -> str:
    wide = 4 if traits.broad else 9 if traits.young else 7
    drawn = shape(f"M{wide} 66V56Q{wide + 2} 46 24 44L32 50 40 44Q{62 - wide} 46 {64 - wide} 56V66Z", coat.mid)
    style = lots.number(5)
    if style == 0:  # lapels
        drawn += both(shape("M24 44 19 50 28 62 32 52Z", coat.dark))
    elif style == 1:  # a scarf
        drawn += shape("M22 42Q32 50 42 42L44 48Q32 55 20 48Z", accent.mid) + shape(
            "M36 51 41 50 43 62H37Z", accent.mid
        )
    elif style == 2:  # buttons
        drawn += line("M32 50V66", coat.dark) + bare("".join(dot(35, y, 1.4, GOLD) for y in (54, 59)))
    elif style == 3:  # a collar
        drawn += both(shape("M24 43 18 47 26 54 32 50Z", BONE))
    else:  # an apron or a breastplate
        drawn += shape("M22 48 24 45 32 51 40 45 42 48V66H22Z", accent.light)
    return drawn


def _face(traits: Traits, hair: str, skin: str, lots: Lots) -> str:
    drawn = ""
    if traits.masked:
        drawn = shape("M21 23Q32 19 43 23 43 31 37 31T32 28 27 31 21 23Z", INK)
        drawn += bare(both(shape("M24 25Q27 23 30 26 27 29 24 25Z", BONE)))
    elif traits.pale:
        drawn = bare(both(dot(27, 28, 3.2, INK) + dot(27, 28, 1.2, "#e9f7b0")))
    else:
        drawn = bare(both(dot(27.2, 28, 1.7, INK)))
        brow = lots.one(("M24 24.5Q27 23 30 24.5", "M24 23.5 30 25", "M24 25 30 23.5"))
        drawn += both(line(brow, hair, 1.8))
    drawn += line(lots.one(("M32 29V33H30.5", "M31 30Q29 33 32 34", "M32 29Q35 33 31 34")), INK, 1.4)
    beard = traits.beard if traits.beard is not None else False
    if beard:
        drawn += lots.one(
            (
                shape("M20 30C22 34 25 35 32 35S42 34 44 30C45 44 38 52 32 52S19 44 20 30Z", hair)
                + line("M29 39H35", BONE),
                shape("M32 35C26 33 23 37 22 39 27 40 30 39 32 38 34 39 37 40 42 39 41 37 38 33 32 35Z", hair),
                shape("M25 38Q32 34 39 38 38 47 32 48 26 47 25 38Z", hair) + line("M30 41H34", BONE, 1.6),
            )
        )
    else:
        mouth = (
            "M28 39.5H36"
            if traits.pale
            else lots.one(("M28 38.5Q32 41.5 36 38.5", "M28.5 39.5H35.5", "M29 39Q33 41 36 38"))
        )
        drawn += line(mouth, INK, 1.5)
    if traits.glasses:
        drawn += both('<circle cx="26.5" cy="28" r="4.5" fill="#fff6" stroke-width="1.5"/>')
        drawn += line("M31 28H33", INK, 1.5)
    if traits.old and not beard:
        drawn += both(line("M24 34Q25 36 27 36", INK, 1))
    return drawn


def _behind(cut: int, hair: str) -> str:
    """Hair that falls behind the shoulders."""
    if cut == 4:
        return shape("M18 22C14 40 16 46 13 52H51C48 46 50 40 46 22Z", hair)
    if cut == 5:
        return shape("M44 18C56 20 52 34 56 44 48 44 44 36 43 28Z", hair)
    return ""


def _hair(cut: int, hair: str) -> str:
    cuts = (
        "M19 27C15 10 49 10 45 27 43 21 40 19 37 19 30 21 24 19 19 27Z",  # short
        "M19 28C13 6 40 4 46 16L45 27Q40 21 36 16 30 22 22 21 19 24 19 28Z",  # swept
        # curls
        "M19 26C15 18 18 8 26 11 28 4 40 6 40 11 50 10 48 22 45 26 42 18 38 20 36 17 32 21 28 18 26 20 22 19 19 26Z",
        "M20 24Q22 14 32 13 42 14 44 24 40 17 32 17T20 24Z",  # cropped
        "M18 30C15 10 49 10 46 30 45 22 40 18 32 17 24 18 19 22 18 30Z",  # parted, long behind
        "M19 27C15 9 49 9 45 27 43 20 38 18 32 18S21 20 19 27Z",  # a tail behind
        "M19 28C14 12 26 14 26 12 24 4 40 4 38 12 44 12 49 18 45 28 44 20 38 18 32 18S20 20 19 28Z",  # a bun on top
    )
    return shape(cuts[cut], hair)


# Hats


def _captain(accent: Hue, hair: str) -> str:
    brim = shape("M10 22C14 4 28 8 32 7S50 4 54 22C46 15 40 17 32 17S18 15 10 22Z", INK)
    return brim + line("M14 17C20 11 28 14 32 13S44 11 50 17", GOLD, 1.6) + bare(dot(32, 11, 2.4, GOLD))


def _cap(accent: Hue, hair: str) -> str:
    return (
        shape("M17 20C16 8 48 8 47 20Z", accent.mid)
        + shape("M16 19H48V23Q32 21 16 23Z", accent.dark)
        + bare(dot(32, 15, 2, GOLD))
    )


def _hood(accent: Hue, hair: str) -> str:
    return shape("M32 6C12 8 14 32 12 46L24 46C17 36 18 16 32 17S47 36 40 46L52 46C50 32 52 8 32 6Z", accent.dark)


def _coif(accent: Hue, hair: str) -> str:
    veil = shape("M32 8C14 8 17 28 13 48L23 44C18 34 18 19 32 19S46 34 41 44L51 48C47 28 50 8 32 8Z", INK)
    return veil + line("M19.5 25C20 15 44 15 44.5 25", BONE, 3.5)


def _straw(accent: Hue, hair: str) -> str:
    return (
        shape("M21 19C22 5 42 5 43 19Z", GOLD)
        + shape("M6 21C14 15 50 15 58 21 46 25 18 25 6 21Z", GOLD)
        + line("M21 18Q32 15 43 18", accent.dark, 3)
    )


def _helmet(accent: Hue, hair: str) -> str:
    bowl = shape("M17 30C15 6 49 6 47 30L43 23Q32 18 21 23Z", "#aab2bd")
    return (
        bowl + shape("M30 8H34V32L32 34 30 32Z", "#7d8794") + shape("M29 9C30 2 40 0 46 3 42 5 38 5 35 9Z", accent.mid)
    )


def _diver(accent: Hue, hair: str) -> str:
    dome = shape(
        "M12 46V28C12 0 52 0 52 28V46ZM32 18C18 18 18 42 32 42S46 18 32 18Z", "#c58f3c", ' fill-rule="evenodd"'
    )
    return dome + bare(both(dot(16, 42, 1.5, INK))) + shape("M28 4H36V10H28Z", "#8a5f22")


def _crown(accent: Hue, hair: str) -> str:
    return shape("M18 21 16 5 24 13 32 3 40 13 48 5 46 21Q32 16 18 21Z", GOLD) + bare(dot(32, 14, 2, accent.mid))


def _scarf(accent: Hue, hair: str) -> str:
    return (
        shape("M18 24C16 8 48 8 46 24 38 16 26 16 18 24Z", accent.mid)
        + shape("M45 20 55 18 52 24 57 28 46 25Z", accent.mid)
        + bare(dot(26, 15, 1.3, BONE) + dot(33, 13, 1.3, BONE) + dot(39, 16, 1.3, BONE))
    )


def _wide(accent: Hue, hair: str) -> str:
    return (
        shape("M22 19C20 4 44 4 42 19Z", accent.dark)
        + shape("M7 23C14 14 22 18 32 18S50 14 57 23C46 21 18 21 7 23Z", accent.dark)
        + line("M22 17Q32 20 42 17", accent.light, 2.5)
    )


def _top(accent: Hue, hair: str) -> str:
    return (
        shape("M20 18 19 1H45L44 18Z", INK)
        + shape("M12 20Q32 13 52 20 32 25 12 20Z", INK)
        + line("M20 14Q32 17 44 14", accent.mid, 3)
    )


def _bonnet(accent: Hue, hair: str) -> str:
    return shape("M17 31C10 6 54 6 47 31L44 24Q32 14 20 24Z", BONE) + line("M18 26Q32 12 46 26", accent.mid, 2)


def _space(accent: Hue, hair: str) -> str:
    ring = shape("M14 44C8 2 56 2 50 44Q32 54 14 44Z", "#bfe3ee55")
    return _hair(3, hair) + ring + line("M19 18Q22 11 28 9", "#fff", 2.4)


HATS = {
    "bicorne": _captain,
    "cap": _cap,
    "hood": _hood,
    "coif": _coif,
    "straw": _straw,
    "helmet": _helmet,
    "diver": _diver,
    "crown": _crown,
    "scarf": _scarf,
    "wide": _wide,
    "top": _top,
    "bonnet": _bonnet,
    "space": _space,
}
