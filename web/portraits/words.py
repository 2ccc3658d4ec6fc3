"""What a portrait makes of words: names, kinds and texts of any pack, also of one nobody here has seen.

The first word that means something decides. A creature is also known by the end of a longer word: "powderwing" is a
wing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

PLANS = {
    "insect": "moth wasp hornet bee fly beetle mosquito locust insect wing dragonfly",
    "swarm": "gnats wasps bees flies swarm cloud locusts",
    "hound": "hound dog cur mongrel wolf fox jackal hyena prowler biter runner warg beast",
    "cat": "cat lynx lion tiger panther marmalade kitten",
    "horned": "hart stag goat bull ram deer elk minotaur demon devil imp boar kindly",
    "serpent": "eel serpent snake wyrm worm dragon drake viper lindworm undertow",
    "hydra": "hydra",
    "fish": "shark fish pike barracuda piranha",
    "whale": "whale leviathan",
    "squid": "squid kraken octopus jelly tentacle",
    "crab": "crab lobster scorpion",
    "spider": "spider",
    "bird": "gull harpy raven crow hawk eagle owl bird vulture heron gravewing",
    "grub": "grub larva maggot digger burrower slug leech",
    "sack": "brood sack egg eggs nest cocoon",
    "golem": "stone golem colossus pillar shard statue rock gargoyle warden breaker gatekeeper slinger rime titan "
    "giant sentinel coral",
    "hooded": "choir whisper mute hummer cantor conductor cultist shade monk priest necromancer witch warlock stalker",
    "ghost": "ghost spirit phantom spectre wraith spook",
    "plant": "briar rose vine thorn thornmother root fungus mushroom weed flower",
    "maw": "maw hunger mouth dredger pit mimic devourer",
    "silence": "silence void nothing",
}
THINGS = {
    "lantern": "lantern lamp chandelier candle eater",
    "bell": "bell",
    "key": "key",
    "mirror": "mirror glass",
    "wheel": "wheel",
}
HATS = {
    "bicorne": "captain admiral commodore duke",
    "cap": "bosun sailor postmaster purser officer conductor lookout engineer",
    "hood": "hunter poacher harpooner wanderer smuggler cutpurse thief ranger archer arrow arrows deserter widow",
    "coif": "sister nun saint perpetua abbess",
    "straw": "farmer gardener peasant fisher",
    "helmet": "guard footman knight soldier sentinel warden ironlung shield",
    "diver": "diver",
    "crown": "king queen emperor",
    "scarf": "wrecker pirate juggle washerwoman rope",
    "wide": "harpist cartographer mapreader heretic reeve herald stranger wheelwright pathfinder",
    "top": "auditor bailiff banker clerk forger bellringer landlord",
    "bonnet": "cook grandmother matron mother housewife",
    "space": "astrobiologist astronaut",
}
SIGNS = {
    "hook": "hook boat-hook grapnel",
    "axe": "axe adze hatchet quarryman breaker wrecker",
    "bow": "bow arrow arrows volley archer poacher hunter",
    "gun": "gun pistol rifle catapult musket powder holster",
    "harpoon": "harpoon harpooner spear lance pike",
    "sword": "sword blade oathblade cutlass sabre knight guard footman oathbreaker",
    "knife": "knife knives dagger cutpurse wick",
    "hammer": "hammer mallet plough ploughs ironlung smith caulking",
    "staff": "staff wand",
    "saw": "saw surgeon",
    "pan": "skillet pan",
    "shovel": "shovel spade coal stoker digger",
    "fork": "pitchfork farmer frost fork",
    "shears": "shears gardener",
    "fist": "fist jab uncle punch haymaker grip strength unbowed nerve",
    "helmet": "helmet diver's",
    "lantern": "lantern lanternboy lamps lamp torch tallow light",
    "bell": "bell bellringer clapper curfew",
    "key": "key keys",
    "mirror": "mirror face",
    "wheel": "wheel wheelwright",
    "crown": "crown king queen renown",
    "cup": "cup goblet dawn",
    "coin": "coin farthing ransom miser landlord patron merchant debt",
    "book": "book almanac manners scholar marginalia memory heretic student library",
    "scroll": "form bond notice marque forger herald oath pardon apology",
    "letter": "letter parcel mail post invitation",
    "quill": "quill clerk inkthumb postmaster auditor pen tongue",
    "chart": "chart map mapreader cartographer tables",
    "compass": "compass sextant orrery pathfinder's",
    "eye": "eye vision glasseye sleeper watch lookout",
    "lens": "lens spyglass",
    "heart": "heart honey lucky greatheart dressing triage medkit tourniquet tonic",
    "star": "star stars lucky gift joy",
    "moon": "moon night sleep winks vesper sleepwalker",
    "drop": "tide drop water rain condenser sample undertow salts",
    "leaf": "herb herbs leaf reed reeds nettle fireweed bezoar symbiosis thorns",
    "flame": "fire flame ember wildfire ash ashes coalhair zealot flare",
    "anchor": "anchor anker ship sea drift-hand",
    "rope": "rope splice tackle silk two-ropes rig pin",
    "flute": "flute song songbroker fiddler fiddle gossip music hymn",
    "horn": "horn bellow rally shout talk shot",
    "stone": "stone salt quarry",
    "gem": "gem gemstone crystal jewel wonders alchemist",
    "mask": "mask feint envious borrowed straight",
    "boot": "boot legs feet travel wanderer tireless heave-ho itch",
    "cloak": "cloak oilskins coat veil suit hazmat",
    "shield": "shield buckler lid half-shield palisade guard plate",
    "umbrella": "umbrella",
    "net": "net",
    "tools": "toolbox tools carpenter parts repair",
    "bowl": "chowder soup stew recipe pie dish",
    "loaf": "biscuit bread cake",
    "fruit": "marmalade lemons fruit apple pickled",
    "tea": "tea",
    "bottle": "bottle bottled breeze potion oil doctor antidotes venom mildew",
    "record": "gramophone",
    "kite": "kite kites",
    "dice": "dice die knucklebones luck",
    "vial": "vial",
    "gear": "gear clockwork override engineer",
    "bulb": "bulb idea",
    "case": "case carrier luggage",
    "pill": "painkillers chemical pill",
    "plus": "medic doctor's",
    "steps": "space extra step stairs",
    "light": "flashlight",
    "scrap": "scrap",
    "house": "inn house landholder host hut",
    "tree": "tree forest wood orchard",
    "boat": "boat lifeboat oar sail",
    "hand": "hand hands steady aid breather calm",
    "bolt": "bolt lightning storm quick",
}
OF_KIND = {
    "companion": ("heart", "hand", "boot", "star"),
    "recipe": ("bowl", "loaf", "fruit", "cup"),
    "weapon": ("sword", "axe", "knife", "gun"),
    "gear": ("cloak", "tools", "case", "rope"),
    "relic": ("gem", "cup", "crown", "stone"),
    "trait": ("star", "heart", "moon", "bolt"),
    "quest": ("scroll", "letter", "chart", "compass"),
    "location": ("house", "tree", "anchor", "stone"),
    "talent": ("star", "bolt", "flame", "fist"),
    "item": ("bottle", "gem", "shield", "boot"),
    "card": ("star", "gem", "leaf", "moon", "drop", "scroll", "compass", "horn"),
}
"""Signs for a card whose words say nothing."""

OLD = "old grandmother grandfather elder widow ancient"
YOUNG = "boy girl pip pim lad child younger"
BROAD = "quarryman broad big strong stoker ironlung greatheart father bosun"
PALE = "hollow drowned gone pale dead undead frost mirror plague skeleton bone"
MASKED = "masked thief cutpurse smuggler borrowed"
PEOPLE = "boy girl man woman maid lad child soldier pirate folk bandit raider thug drifter peasant"
GLASSES = "glasseye doctor clerk scholar astrobiologist auditor cartographer inkthumb mapreader postmaster"
BEARDED = "father uncle king grandfather beard brother harpooner"
SMOOTH = (
    "sister mother dame widow queen matron lady girl daughter niece woman maid boy lad child son younger grandmother "
    "nun washerwoman agnes nell maud hild juno mirren isabel ann lotte"
)

WORD = re.compile(r"[a-z][a-z'-]*")


def split(*texts: str) -> list[str]:
    """The words in it, and each half of those with a hyphen; whose it is counts last (a queen's bosun is a bosun)."""
    found: list[str] = []
    whose: list[str] = []
    for written in WORD.findall(" ".join(texts).lower()):
        word = written.removesuffix("'s").strip("'-")
        (whose if written.endswith(("'s", "s'")) else found).append(word)
        found += word.split("-") if "-" in word else []
    return found + whose


def last_first(name: str) -> list[str]:
    """The words of a card's name, what it is before what is said of it: a storm lantern is a lantern."""
    head, _, rest = name.partition(" of ")
    return [*reversed(split(head)), *split(rest)]


def _means(table: Mapping[str, str]) -> dict[str, str]:
    return {word: meaning for meaning, words in table.items() for word in words.split()}


LONG = 4
"""Letters of a word that is also known at the end of a longer one."""


def meaning(table: Mapping[str, str], words: Iterable[str], *, ends: bool = False) -> str:
    """What the first known word means; empty if none is known.

    :param ends: a word also means what its end does, if that is long enough to be no chance.
    """
    known = _means(table)
    for word in words:
        if word in known:
            return known[word]
        for end in range(2, len(word) - LONG + 1) if ends else ():
            if word[end:] in known:
                return known[word[end:]]
    return ""


def among(words: Iterable[str], listed: str) -> bool:
    return not set(listed.split()).isdisjoint(words)
