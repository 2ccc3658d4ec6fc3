"""Names and passwords that can be read out across a table."""

from __future__ import annotations

import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another

LIST = """
acorn alder amber anchor angle ankle apple apron arch arrow aspen attic autumn badge bagel baker balloon bamboo
banjo barley barrel basil basket beach beacon beam bean beaver bee beetle bell bench berry birch biscuit blanket
blossom boat bonnet book boot bottle bowl branch brass bread breeze brick bridge brook broom brush bucket buckle
bugle bundle butter button cabin cable cactus cake camel candle canoe canvas caramel card cargo carpet carrot castle
cedar cellar chalk cheese cherry chess chestnut chimney cider cinder circus clay cliff clock cloud clover coal coast
cobble cocoa coffee comet compass copper coral cork corner cotton cove crab crane crayon cricket crown cruise
crystal cuckoo cupboard curtain cushion daisy dawn deer desert diamond dinghy dolphin donkey door dragon drawer drum
duck dune eagle easel echo elbow elm ember engine evening falcon feather fern ferry fiddle field finch flag flame
flannel flint flute foam fog forest fossil fountain fox frost galaxy garden garlic gate ginger giraffe glacier glass
globe glove goat gondola goose grape grass gravel guitar gull hammer hammock harbour harp harvest hat hazel hedge
heron hill hinge hippo holly honey hood horn horse hotel igloo indigo inlet island ivory ivy jacket jasmine jelly
jewel jigsaw jungle kayak kettle kite kitten koala ladder lagoon lake lamp lantern larch lark lasso laurel lava
lemon leopard lettuce library lily lime linen lion lizard lobster locket lodge lotus magnet magpie mango maple
marble market marsh meadow melon mermaid mill mint mirror mitten moat mole monkey moon moose morning moss moth motor
mountain mouse muffin mulberry mushroom mustard napkin needle nest nettle noodle north nutmeg oak oasis oat ocean
octopus olive onion opal orange orbit orchard orchid otter oven owl oyster paddle palace palm panda panther paper
parade parrot parsley pastry peach peacock pear pearl pebble pelican pencil penguin pepper piano pickle picnic
pigeon pilot pine pirate planet plum pocket polar pond pony poplar poppy porch potato prairie prism puddle puffin
pumpkin puppet puzzle quail quarry quartz quill quilt rabbit radish raft rain raisin ranch raven reef ribbon ridge
ring river robin rocket roof rose ruby saddle saffron sage sail salmon sand sapphire sardine satin saucer scarf seal
seed shadow shell shelter shore silk silver sketch skipper slate sled slipper snail snow sock sofa sparrow spice
spider spinach spiral spoon spring spruce squash squirrel stable star statue steam stone stork storm straw stream
sugar summer sunset swallow swan sycamore table tango teapot temple tent thicket thimble thistle thread thunder
ticket tiger timber toast tomato torch tower trail train treasure trumpet tulip tundra tunnel turnip turtle twig
umbrella valley vanilla velvet village vine violet violin volcano waffle wagon walnut walrus water wave weasel whale
wheat wheel whisker willow window winter wizard wolf wombat wood wool wren yacht yarn zebra zither
"""
WORDS = LIST.split()


def new_name() -> str:
    """Such as ``Tableside-k7pm``: two boxes in one garden are not mixed up."""
    return "Tableside-" + "".join(secrets.choice(LETTERS) for _ in range(4))


def new_password() -> str:
    """Three words, such as ``otter-kettle-violet``."""
    return "-".join(secrets.choice(WORDS) for _ in range(3))
