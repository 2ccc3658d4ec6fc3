"""House rules that go well together, to choose with one tap before looking through them all."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.plain import Plain


@dataclass(frozen=True)
class Preset:
    """One way to play; whatever it does not name is as the rulebook has it."""

    name: str
    text: str
    toggles: dict[str, Plain] = field(default_factory=dict)


BY_THE_BOOK = Preset("By the book", "Every house rule as the rulebook has it.")

PRESETS: dict[str, tuple[Preset, ...]] = {
    "sleepers": (
        Preset(
            "First evening",
            "Phones show your own sleepers, and kinds that were open once stay known.",
            {"owner_peek": "on", "memory_aid": "on"},
        ),
        Preset("Short", "Five killed agents lose the game.", {"morale_limit": 5}),
        Preset(
            "Hard to win",
            "Success only in a straight diagonal, capture of whole groups, corners belong to no side.",
            {"success_shape": "straight", "capture_scope": "group", "corner_sides": "neither"},
        ),
    ),
    "sleeping_gods": (
        Preset(
            "Gentle sea",
            "Three cards each at the start, boosts in challenges, anybody may avoid a hazard.",
            {
                "everyone_starts_with_three": True,
                "temporary_boost": True,
                "anyone_may_avoid_hazard": True,
                "prepare_clears_all_crew": True,
                "joiner_draws_three": True,
            },
        ),
        Preset(
            "Rough sea",
            "Fatigue weighs at once, statuses stack, weapons are lost, mutiny bites.",
            {
                "fatigue_counts_immediately": True,
                "skills_can_go_negative": True,
                "status_stacks": True,
                "mutiny_draw_penalty": True,
                "removed_weapon_is_lost": True,
            },
        ),
        Preset(
            "No real cards",
            "Fate comes from the button, and hands lie open.",
            {"fate_source": "button", "open_hands": True},
        ),
    ),
    "silent_sea": (
        Preset(
            "Gentle",
            "Three cards to begin with, stronger painkillers, the dead come back.",
            {"opening_hand": 3, "painkillers_heal": 2, "death_mode": "respawn", "cooldown_auto": "on"},
        ),
        Preset(
            "Whom to trust",
            "Secret votes on the Traitor, and the dead show their Loyalty card.",
            {"accusation": "on", "reveal_on_death": "on"},
        ),
        Preset(
            "Merciless",
            "Cards run out, one extra space a turn, a refused trade costs the action.",
            {
                "craft_supply": "limited",
                "reshuffle": "off",
                "extra_space_limit": "one_per_turn",
                "refused_trade_costs_action": "on",
            },
        ),
    ),
    "awakening": (
        Preset(
            "With everything",
            "Treachery cards and Secret Quests are in.",
            {"treachery": True, "secret_quests": "on"},
        ),
        Preset("Open rim", "All 54 triangles around the tiles can be walked.", {"rim_triangles": "all54"}),
        Preset(
            "Harsh",
            "Companions cost more each time, honor may fall below 0.",
            {"loyalty_cost": "escalating", "negative_honor": True, "recharge_depleted_only": True},
        ),
    ),
    "children_of_morta": (
        Preset(
            "Gentle",
            "Stronger potions, milder criticals, fatigue re-rolls any die.",
            {"potion_heal": 2, "enemy_crit_once": True, "reroll_any_die": True, "may_return_unused": True},
        ),
        Preset(
            "Relentless",
            "Bosses shield every attack, full boards lose the run, the summoned act at once.",
            {
                "boss_shield_each_attack": True,
                "full_board_always_loses": True,
                "summoned_act_at_once": True,
                "defeated_cards_hold_space": True,
            },
        ),
        Preset("Never short", "Rage, potions, Morvs and gemstones never run out.", {"reserve_unlimited": True}),
    ),
}


def presets(game: str) -> tuple[Preset, ...]:
    """By the book first, then what goes well together in *game*."""
    return (BY_THE_BOOK, *PRESETS.get(game, ()))
