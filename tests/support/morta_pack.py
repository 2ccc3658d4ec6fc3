"""A small content pack for tests of Children of Morta; its cards are those of the rulebook's examples."""

from __future__ import annotations

from typing import Any

COLOURS = ("red", "green", "blue", "yellow", "white")


def _action(*levels: dict[str, Any]) -> dict[str, Any]:
    return {"levels": [{"level": number, **level} for number, level in enumerate(levels, start=1)]}


def _plain_hero(name: str, defence: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "icon": name.lower(),
        "defence": defence,
        "health_max": 8,
        "defence_max": 5,
        "focus_max": 6,
        "ability": {"timing": "hero_turn", "cost": [{"pay": "spend_potion", "n": 9}], "effects": [{"do": "heal"}]},
        "crit_reward": [{"do": "rage"}],
        "actions": {
            "hit": _action({"name": "Hit", "spaces": ["red"], "effects": [{"do": "melee", "value": {"fixed": 1}}]}),
            "sweep": _action(
                {
                    "name": "Sweep",
                    "spaces": ["green"],
                    "effects": [{"do": "melee_area", "squares": 3, "value": {"fixed": 1}}],
                },
                {
                    "name": "Sweep",
                    "spaces": ["green"],
                    "xp_cost": 3,
                    "effects": [{"do": "melee_area", "squares": 2, "value": {"blue": 1}}],
                },
            ),
            "dodge": _action(
                {
                    "name": "Dodge",
                    "spaces": ["blue"],
                    "effects": [{"do": "gain", "track": defence, "value": {"fixed": 2}}],
                }
            ),
        },
        **more,
    }


def _boss(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "dungeon": "The deep",
        "text": "Large and loud.",
        "health_by_players": {"2": 6, "3": 8, "4": 10},
        "rewards": [{"do": "reward_rage", "n": 2}, {"do": "reward_gemstone"}],
        "deck": {
            f"{name.lower()}_claw": {
                "name": "Claw",
                "shield": 2,
                "actions": [{"effect": {"do": "attack", "value": {"fixed": 1, "blue": 1}}}],
                "crit": [{"do": "add_value", "n": 2, "to": "attack"}, {"do": "stun_hero"}],
            },
            f"{name.lower()}_roar": {
                "name": "Roar",
                "actions": [{"effect": {"do": "attack", "value": {"fixed": 1}}, "target": "each_hero"}],
            },
        },
    }


PACK: dict[str, Any] = {
    "about": {"title": "For tests"},
    "skill_colours": {c: {"label": c.capitalize(), "rgb": "#000000", "shape": c} for c in COLOURS},
    "dice": {
        "blue": {"faces": [{}, {"value": 1}, {"value": 1, "crit": 1}, {"value": 2}], "count": 4},
        "brown": {"faces": [{}, {"value": 2}, {"value": 2, "crit": 1}, {"value": 3}], "count": 4},
        "purple": {"faces": [{"value": 1}, {"value": 3}, {"value": 3, "crit": 1}, {"value": 4}], "count": 4},
    },
    "advanced": {
        "fury": {
            "name": "Fury",
            "trigger": "on_draw",
            "effect": {"do": "on_draw_rage"},
            "price_home": 2,
            "price_bazaar": 3,
        },
        "calm": {
            "name": "Calm",
            "trigger": "on_draw",
            "effect": {"do": "on_draw_focus"},
            "price_home": 2,
            "price_bazaar": 3,
        },
        "sky": {
            "name": "Sky",
            "trigger": "on_use",
            "effect": {"do": "extra_die", "colour": "blue"},
            "price_home": 3,
            "price_bazaar": 4,
        },
        "soil": {
            "name": "Soil",
            "trigger": "on_use",
            "effect": {"do": "extra_die", "colour": "brown"},
            "price_home": 4,
            "price_bazaar": 5,
        },
        "dusk": {
            "name": "Dusk",
            "trigger": "on_use",
            "effect": {"do": "extra_die", "colour": "purple"},
            "price_home": 5,
            "price_bazaar": 6,
        },
    },
    "heroes": {
        "john": _plain_hero(
            "John",
            "shield",
            health_max=10,
            text="The father.",
            crit_reward=[{"do": "gain", "track": "shield"}],
            ability={
                "timing": "hero_turn",
                "cost": [{"pay": "pay_focus", "n": 1}],
                "uses": "per_round",
                "effects": [{"do": "gain", "track": "shield"}],
                "text": "Once a round, 1 focus for 1 shield.",
            },
            actions={
                "attack": _action(
                    {"name": "Primary Attack", "spaces": ["red"], "effects": [{"do": "melee", "value": {"blue": 1}}]},
                    {
                        "name": "Primary Attack",
                        "spaces": ["red"],
                        "xp_cost": 4,
                        "effects": [{"do": "melee", "value": {"fixed": 1, "blue": 1}}],
                    },
                    {
                        "name": "Primary Attack",
                        "spaces": ["red"],
                        "xp_cost": 8,
                        "effects": [{"do": "melee", "value": {"fixed": 2, "blue": 1}}],
                    },
                ),
                "strike": _action(
                    {
                        "name": "Heaven's Strike",
                        "spaces": ["red", "yellow"],
                        "effects": [{"do": "melee", "value": {"blue": 1, "brown": 1}}],
                    },
                    {
                        "name": "Heaven's Strike",
                        "spaces": ["red", "yellow"],
                        "xp_cost": 6,
                        "effects": [{"do": "melee", "value": {"brown": 2}}],
                    },
                ),
                "slam": _action(
                    {
                        "name": "Shield Slam",
                        "spaces": ["white", "blue"],
                        "focus_cost": 3,
                        "effects": [{"do": "row_area", "squares": 2, "value": {"blue": 1}}],
                    }
                ),
                "roar": _action(
                    {"name": "Roar", "spaces": ["yellow"], "effects": [{"do": "rage", "value": {"fixed": 1}}]}
                ),
                "guard": _action(
                    {
                        "name": "Guard",
                        "spaces": ["white"],
                        "effects": [
                            {"do": "gain", "track": "shield", "value": {"fixed": 2}},
                            {"do": "gain", "track": "focus", "value": {"fixed": 1}},
                        ],
                    }
                ),
            },
        ),
        "linda": _plain_hero(
            "Linda",
            "evade",
            crit_reward=[{"do": "gain", "track": "focus"}],
            actions={
                "breathe": _action(
                    {
                        "name": "Breathe",
                        "spaces": ["green"],
                        "effects": [{"do": "gain", "track": "focus", "value": {"blue": 1}}],
                    }
                ),
                "volley": _action(
                    {
                        "name": "Volley",
                        "spaces": ["red"],
                        "focus_cost": 2,
                        "effects": [{"do": "ranged", "value": {"blue": 2}}],
                    }
                ),
                "shot": _action(
                    {"name": "Shot", "spaces": ["blue"], "effects": [{"do": "ranged", "value": {"blue": 1}}]}
                ),
                "bind": _action({"name": "Bind", "spaces": ["white"], "effects": [{"do": "stun_enemy"}]}),
                "shove": _action({"name": "Shove", "spaces": ["yellow"], "effects": [{"do": "push"}]}),
                "storm": _action(
                    {
                        "name": "Storm",
                        "spaces": ["blue", "green"],
                        "effects": [
                            {"do": "ranged", "value": {"fixed": 1}},
                            {"do": "rage", "value": {"blue": 1}},
                            {"do": "gain", "track": "evade", "value": {"blue": 1}},
                        ],
                    }
                ),
            },
        ),
        "lucy": _plain_hero("Lucy", "evade"),
        "kevin": _plain_hero("Kevin", "evade"),
        "mark": _plain_hero("Mark", "evade", starts_unlocked=False),
        "joey": _plain_hero("Joey", "shield", starts_unlocked=False),
    },
    "talents": {
        "might": {
            "name": "Might",
            "hero": "john",
            "effect": {"timing": "passive", "effects": [{"do": "add_value", "to": "melee"}]},
        },
        "skin": {
            "name": "Thick skin",
            "hero": "john",
            "effect": {"timing": "passive", "effects": [{"do": "reduce_damage"}]},
        },
        "ease": {
            "name": "Ease",
            "hero": "john",
            "effect": {"timing": "passive", "effects": [{"do": "reduce_focus_cost", "slot": "slam"}]},
        },
        "eye": {
            "name": "Eye",
            "hero": "linda",
            "effect": {
                "timing": "passive",
                "effects": [{"do": "treat_colour_as", "colour": "green", "counts_as": "red"}],
            },
        },
        "luck": {
            "name": "Luck",
            "hero": "linda",
            "effect": {"timing": "after_roll", "uses": "per_round", "effects": [{"do": "reroll"}]},
        },
        "gale": {
            "name": "Gale",
            "hero": "linda",
            "effect": {"timing": "passive", "effects": [{"do": "add_die", "colour": "brown", "to": "ranged"}]},
        },
    },
    "items": {
        "tonic": {
            "name": "Tonic",
            "copies": 4,
            "effect": {
                "timing": "hero_turn",
                "uses": "once",
                "effects": [{"do": "gain", "track": "focus"}, {"do": "gain", "track": "focus", "who": "any_hero"}],
            },
        },
        "bomb": {"name": "Bomb", "copies": 4, "effect": {"timing": "hero_turn", "effects": [{"do": "deal", "n": 2}]}},
        "charm": {
            "name": "Charm",
            "copies": 2,
            "effect": {"timing": "enemy_phase_before_damage", "effects": [{"do": "reduce_damage", "n": 2}]},
        },
    },
    "supports": {
        "help": {
            "name": "Help",
            "copies": 5,
            "effect": {
                "timing": "hero_turn",
                "cost": [{"pay": "flip_token"}],
                "effects": [{"do": "gain", "track": "focus", "value": {"fixed": 2}, "who": "other"}],
            },
        }
    },
    "bonds": {
        "old_love": {
            "name": "Old love",
            "heroes": ["john", "linda"],
            "effect": {"timing": "hero_turn", "effects": [{"do": "rage", "value": {"fixed": 1}}]},
        }
    },
    "house_cards": {
        "dream": {"name": "A dream", "effect": {"timing": "home", "effects": [{"do": "gain_xp", "who": "each_hero"}]}}
    },
    "chapter_cards": {
        "ambush": {
            "name": "Ambush",
            "text_before": "Something moves.",
            "effect": {
                "timing": "encounter",
                "effects": [{"do": "spawn", "deck": "wolves", "n": 2, "who": "each_hero"}],
            },
        },
        "shrine": {
            "name": "Shrine",
            "effect": {
                "timing": "encounter",
                "effects": [
                    {
                        "do": "choose",
                        "options": [
                            {"label": "Pray", "effects": [{"do": "heal", "who": "each_hero"}]},
                            {"label": "Take", "effects": [{"do": "take", "resource": "morv", "n": 2, "who": "leader"}]},
                        ],
                    },
                    {"do": "draw_event"},
                ],
            },
        },
    },
    "enemy_decks": {
        "goblins": {
            "name": "Goblins",
            "icon": "ear",
            "cards": {
                "archer": {
                    "name": "Archer",
                    "spawn": "ranged",
                    "health": 2,
                    "xp": 2,
                    "copies": 6,
                    "actions": [{"do": "attack", "value": {"blue": 1}, "crit_bonus": 1}],
                    "rewards": [{"do": "reward_focus"}],
                },
                "grunt": {
                    "name": "Grunt",
                    "spawn": "melee",
                    "health": 3,
                    "xp": 1,
                    "copies": 6,
                    "actions": [{"do": "attack", "value": {"fixed": 1}}],
                    "rewards": [{"do": "bonus_damage"}],
                },
                "brute": {
                    "name": "Brute",
                    "spawn": "melee",
                    "health": 4,
                    "xp": 3,
                    "copies": 6,
                    "actions": [{"do": "attack", "value": {"fixed": 1, "brown": 1, "purple": 1}}],
                    "rewards": [{"do": "reward_gemstone"}],
                },
                "skeleton": {
                    "name": "Skeleton",
                    "spawn": "melee",
                    "health": 3,
                    "xp": 2,
                    "copies": 6,
                    "actions": [
                        {"do": "attack", "value": {"blue": 1}},
                        {"do": "move_board", "dir": "left"},
                        {"do": "attack", "value": {"blue": 1}},
                    ],
                    "rewards": [{"do": "reward_rage"}],
                },
            },
        },
        "wolves": {
            "name": "Wolves",
            "icon": "paw",
            "cards": {
                "wolf": {
                    "name": "Wolf",
                    "spawn": "melee",
                    "health": 1,
                    "xp": 1,
                    "copies": 8,
                    "actions": [{"do": "attack", "value": {"fixed": 1}}],
                    "rewards": [{"do": "reward_morv"}],
                },
                "rock": {
                    "name": "Rock",
                    "spawn": "melee",
                    "health": 5,
                    "xp": 2,
                    "copies": 4,
                    "keywords": ["steady"],
                    "actions": [{"do": "attack", "value": {"fixed": 1}}, {"do": "move_board", "dir": "right"}],
                },
                "caller": {
                    "name": "Caller",
                    "spawn": "ranged",
                    "health": 3,
                    "xp": 2,
                    "copies": 4,
                    "actions": [{"do": "summon", "deck": "wolves"}, {"do": "stun_hero"}],
                },
            },
        },
    },
    "ferocious": {
        "claws": {"attack_bonus": {"fixed": 1}, "copies": 6},
        "hide": {"health_bonus": 2, "copies": 6},
    },
    "encounter_tiles": {
        "six": {
            "back": "gate",
            "number": 6,
            "icons": [{"enemy": "goblins"}, {"enemy": "goblins"}, {"enemy": "goblins"}, {"resource": "gemstone"}],
        },
        "three": {
            "back": "gate",
            "number": 3,
            "icons": [{"enemy": "wolves"}, {"enemy": "wolves"}, {"resource": "morv"}],
        },
        "also_three": {
            "back": "gate",
            "number": 3,
            "icons": [{"resource": "potion"}, {"resource": "item"}],
            "copies": 2,
        },
        "red": {"back": "gate", "number": 5, "icons": [{"enemy": "goblins", "red": True}], "copies": 2},
        "page": {"back": "page", "kind": "chapter", "copies": 3},
    },
    "loot": {"purse": {"gives": [{"do": "take", "resource": "morv", "n": 2}], "copies": 2}},
    "bosses": {"nohar": _boss("Nohar"), "bushra": _boss("Bushra")},
    "maps": {
        "cave": {
            "title": "The cave",
            "locations": {
                "door": {"name": "Door", "x": 0, "y": 0, "start": True},
                "hall": {"name": "Hall", "x": 1, "y": 0, "tiles": ["gate", "gate"]},
                "nook": {"name": "Nook", "x": 1, "y": 1, "tiles": ["gate", "gate"], "chest": True},
                "shrine": {"name": "Shrine", "x": 2, "y": 0, "tiles": ["page"]},
                "den": {"name": "Den", "x": 3, "y": 0, "tiles": ["page"], "boss": "nohar"},
            },
            "paths": [["door", "hall"], ["door", "nook"], ["hall", "shrine"], ["shrine", "den"]],
        },
        "trail": {
            "title": "The trail",
            "locations": {
                "first": {"name": "First", "x": 0, "y": 0, "tiles": ["gate", "gate"], "start": True},
                "market": {"name": "Market", "x": 1, "y": 0, "tiles": ["gate"], "bazaar": True},
                "pit": {"name": "Pit", "x": 2, "y": 0, "tiles": ["gate"], "boss": "nohar"},
                "end": {"name": "End", "x": 3, "y": 0, "tiles": ["gate"], "boss": "bushra"},
            },
            "paths": [["first", "market"], ["market", "pit"], ["pit", "end"]],
        },
    },
    "chapters": {
        "1": {
            "title": "Smoke",
            "lore": "It begins.",
            "map": "cave",
            "enemy_decks": ["goblins", "wolves"],
            "starting_leader": "first_seat",
            "objectives": [{"kind": "explore", "n": 2}],
            "on_win": [{"do": "unlock_hero", "hero": "mark"}],
        },
        "2": {
            "title": "Roots",
            "lore": "It goes on.",
            "map": "cave",
            "enemy_decks": ["goblins", "wolves"],
            "chapter_deck": ["ambush", "shrine"],
            "order": "fixed",
            "starting_leader": "linda",
            "setup_effects": [{"do": "add_corruption", "n": 2}],
            "objectives": [{"kind": "defeat_boss", "boss": "nohar"}],
        },
    },
    "trial": {
        "title": "The trial",
        "map": "trail",
        "enemy_decks": ["goblins", "wolves"],
        "bosses": ["nohar", "bushra"],
        "bazaar": {
            "item_spaces": 2,
            "item_price": 2,
            "stock": [
                {"name": "A potion", "price": 1, "resource": "potion"},
                {"name": "A bomb", "price": 3, "item": "bomb"},
            ],
        },
        "achievements": {
            "hunter": {
                "text": "Nohar beaten.",
                "condition": {"kind": "defeat_boss", "boss": "nohar"},
                "bonus": [{"do": "rage", "value": {"fixed": 2}}],
            },
            "friends": {
                "text": "Nobody quarrelled.",
                "condition": {"kind": "manual", "text": "Nobody quarrelled."},
                "bonus": [{"do": "take", "resource": "morv", "n": 1, "who": "each_hero"}],
            },
        },
    },
}
