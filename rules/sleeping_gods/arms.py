"""The attack under way and what it is made with; everything around a draw of fate asks for it."""

from __future__ import annotations

from ..ask import Option
from .grid import card_of, flying
from .hands import tucked_options
from .pack import Weapon
from .state import Attack, Battle, Campaign


def battle(state: Campaign) -> Battle:
    assert state.combat
    return state.combat


def the_attack(state: Campaign) -> Attack:
    attack = battle(state).attack
    assert attack
    return attack


def weapons(state: Campaign, crew: str) -> dict[str, Weapon]:
    """A crew member's weapons: the basic one, those of level cards, and weapon cards."""
    found = {"basic": state.pack.crew[crew].weapon}
    for level in state.crew[crew].levels:
        weapon = state.pack.level_cards[level].weapon
        if weapon:
            found[f"level:{level}"] = weapon
    for number in state.crew[crew].weapons:
        card = state.pack.adventure_cards[number].weapon
        if card:
            found[f"card:{number}"] = card
    return found


def defense_against(state: Campaign, target: int, crew: str, weapon: str) -> int:
    """+1 if it flies on an uncovered wing and the weapon is not ranged."""
    foe = battle(state).row[target]
    ranged = weapons(state, crew)[weapon].ranged
    return card_of(state, foe).defense + (flying(state, foe) and not ranged)


def accuracy(state: Campaign) -> int:
    """The weapon's accuracy and what cards added to it."""
    attack = the_attack(state)
    always = sum(e.n for e in state.passives(attack.crew) if e.do == "attack_accuracy")
    return weapons(state, attack.crew)[attack.weapon].accuracy + always + attack.accuracy


def bonus_options(state: Campaign, seat: str, give: str) -> list[Option]:
    """Once per bonus printed on the weapon: discard a tucked card of its skill (SG-R75)."""
    attack = state.combat.attack if state.combat else None
    if attack is None or attack.seat != seat:
        return []
    weapon = weapons(state, attack.crew)[attack.weapon]
    options = []
    for index, bonus in enumerate(weapon.discard_bonus):
        unused = f"bonus:{index}" not in attack.used
        if bonus.give == give and unused and tucked_options(state, [attack.crew], bonus.skill):
            label = f"{weapon.name}: discard a tucked {bonus.skill} card for +{bonus.amount} {give}"
            options.append(Option(f"bonus:{index}", label))
    return options
