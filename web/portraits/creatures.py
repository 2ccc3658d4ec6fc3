"""Every way a creature can be built.

A plan gets a `Body` and gives shapes in a square of 64: lots choose ears, horns and markings, data makes teeth and
plates.
"""

from __future__ import annotations

from collections.abc import Callable

from . import beasts, sea, shades
from .body import Body

Plan = Callable[[Body], str]
PLANS: dict[str, Plan] = {
    plan.__name__: plan
    for plan in (
        beasts.insect,
        beasts.swarm,
        beasts.hound,
        beasts.cat,
        beasts.horned,
        beasts.spider,
        beasts.bird,
        beasts.grub,
        beasts.sack,
        sea.serpent,
        sea.hydra,
        sea.fish,
        sea.whale,
        sea.squid,
        sea.crab,
        shades.golem,
        shades.hooded,
        shades.ghost,
        shades.plant,
        shades.maw,
        shades.thing,
        shades.silence,
    )
}
ANY = ("hound", "horned", "serpent", "squid", "golem", "hooded", "maw", "bird", "grub", "insect", "ghost", "fish")
"""What somebody may be of whom nothing is known."""
