"""The closed vocabulary of card effects: who, how much, when, and the verbs.

Each verb is told by its field ``verb``; what no verb says is `Manual` and is carried out by the table (AW-R85).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from .terms import Amount, AttrSel, CardKind, CardSel, Chosen, Condition, HexSel, Who, Zone
from .words import Attribute, CompanionColour, Location, StackName

Window = Literal["on_acquire", "while_activated", "on_use", "passive", "on_event", "end_game"]
Event = Literal[
    "turn_start",
    "turn_end",
    "character_activated",
    "travelled",
    "passed_player",
    "stopped_adjacent_to_player",
    "tile_revealed",
    "tile_used",
    "control_gained",
    "control_lost",
    "attribute_gained",
    "attribute_used",
    "converted",
    "card_acquired",
    "card_lost",
    "monster_defeated",
    "die_rolled",
    "relic_used",
    "relic_recharged",
    "proficiency_bought",
    "proficiency_discarded",
    "block_upgraded",
    "block_downgraded",
    "honor_gained",
    "honor_lost",
    "mount_upgraded",
    "token_fired",
    "trigger_added",
    "trigger_removed",
    "round_start",
]
Die = Literal["white", "black"]
Level = Literal["any", "to_influence", "to_conviction"]


# Attributes, honor, blocks (AW-V1 to AW-V13)


@dataclass(frozen=True)
class GainAttribute:
    verb: Literal["gain_attribute"]
    attr: AttrSel
    amount: Amount = 1
    who: Who = "self"


@dataclass(frozen=True)
class LoseAttribute:
    verb: Literal["lose_attribute"]
    attr: AttrSel
    amount: Amount = 1
    who: Who = "self"


@dataclass(frozen=True)
class PayAttribute:
    verb: Literal["pay_attribute"]
    attr: AttrSel
    amount: int = 1


@dataclass(frozen=True)
class GainHonor:
    verb: Literal["gain_honor"]
    amount: Amount
    who: Who = "self"


@dataclass(frozen=True)
class LoseHonor:
    verb: Literal["lose_honor"]
    amount: Amount
    who: Who = "self"


@dataclass(frozen=True)
class PayHonor:
    verb: Literal["pay_honor"]
    amount: int


@dataclass(frozen=True)
class TransferHonor:
    verb: Literal["transfer_honor"]
    amount: Amount
    giver: Who = "chosen_opponent"
    taker: Who = "self"


@dataclass(frozen=True)
class UpgradeBlock:
    verb: Literal["upgrade_block"]
    amount: Amount = 1
    level: Level = "any"
    who: Who = "self"


@dataclass(frozen=True)
class DowngradeBlock:
    verb: Literal["downgrade_block"]
    amount: Amount = 1
    level: Literal["any", "to_influence", "to_potential"] = "any"
    who: Who = "self"


@dataclass(frozen=True)
class MoveBlocks:
    verb: Literal["move_blocks"]
    source: Zone
    target: Zone
    amount: Amount = 1
    who: Who = "self"


@dataclass(frozen=True)
class PlaceInfluence:
    verb: Literal["place_influence"]
    on: CardSel | HexSel
    amount: Amount = 1
    who: Who = "self"


@dataclass(frozen=True)
class RestCompanion:
    verb: Literal["rest_companion"]
    card: CardSel
    amount: Amount = 2
    split: bool = False


@dataclass(frozen=True)
class ExchangeAttributes:
    verb: Literal["exchange_attributes"]
    give: tuple[Attribute, ...]
    get: tuple[Attribute, ...]


# The map (AW-V14 to AW-V24)


@dataclass(frozen=True)
class MoveExtra:
    verb: Literal["move_extra"]
    amount: int = 1
    lasts: Literal["this_turn", "permanent"] = "this_turn"


@dataclass(frozen=True)
class SecondTravel:
    verb: Literal["second_travel"]
    amount: int


@dataclass(frozen=True)
class Relocate:
    verb: Literal["relocate"]
    to: Literal["space", "within", "adjacent_to_hex", "adjacent_to_player"] = "space"
    distance: int = 1
    tile: HexSel = HexSel(where="any_revealed")
    who: Who = "self"
    ignore_occupied: Literal[False] = False  # two tokens never share a space


@dataclass(frozen=True)
class SwapPlaces:
    verb: Literal["swap_places"]
    who: Who = "self"
    other: Who = "chosen_opponent"


@dataclass(frozen=True)
class PushPlayer:
    verb: Literal["push_player"]
    who: Who
    amount: int = 1
    chosen_by: Literal["owner", "pushed"] = "owner"


@dataclass(frozen=True)
class ExtraTileAction:
    verb: Literal["extra_tile_action"]
    amount: int = 1
    tile: HexSel = HexSel()
    other_tile: bool = False  # not where this turn's normal action was


@dataclass(frozen=True)
class ActAtDistance:
    verb: Literal["act_at_distance"]
    reach: int
    tile: HexSel = HexSel(where="any_revealed")


@dataclass(frozen=True)
class ExtraActivation:
    verb: Literal["extra_activation"]
    amount: int = 1
    target: Literal["any", "self", "red", "blue", "yellow"] = "any"
    free: bool = False


@dataclass(frozen=True)
class GainControl:
    verb: Literal["gain_control"]
    tile: HexSel = HexSel()
    conviction: int = 1
    honor: bool = True


@dataclass(frozen=True)
class LoseControl:
    verb: Literal["lose_control"]
    tile: HexSel = HexSel()
    who: Who = "chosen_opponent"


@dataclass(frozen=True)
class LiftSameTileRule:
    verb: Literal["lift_same_tile_rule"]


# Standing changes (AW-V25 to AW-V27, AW-V35, AW-V43)


@dataclass(frozen=True)
class ModifyCost:
    verb: Literal["modify_cost"]
    what: Location | CardKind | Literal["control", "proficiency", "mount"]
    delta: int = 0
    substitute: Attribute | None = None  # may be paid with this attribute instead
    minimum: int = 0


@dataclass(frozen=True)
class ModifyGain:
    verb: Literal["modify_gain"]
    source: Location | Literal["self", "companion", "monster", "any"]
    delta: int
    attr: Attribute | Literal["any"] = "any"


@dataclass(frozen=True)
class ModifyOwnerBonus:
    verb: Literal["modify_owner_bonus"]
    delta: int = 0
    redirect: Literal["none", "self", "nobody"] = "none"  # what the owner's own visits bring the controller


@dataclass(frozen=True)
class Protect:
    verb: Literal["protect"]
    what: Literal["champion", "control", "attributes", "honor", "position"]
    until: Literal["always", "turn_end", "next_turn"] = "always"


@dataclass(frozen=True)
class CountAs:
    verb: Literal["count_as"]
    attr: Attribute
    value: int = 1


# Cards, dice, relics, tiles, triggers (AW-V28 to AW-V42)


@dataclass(frozen=True)
class AcquireCard:
    verb: Literal["acquire_card"]
    kind: CardKind
    colour: CompanionColour | Literal["any"] = "any"
    source: Literal["face_up", "blind", "choice"] = "choice"
    cost: tuple[Payment, ...] = ()


@dataclass(frozen=True)
class LoseCard:
    verb: Literal["lose_card"]
    card: CardSel
    destination: Literal["removed", "bottom"] = "removed"


@dataclass(frozen=True)
class CycleFaceUp:
    verb: Literal["cycle_face_up"]
    stack: StackName | Literal["choice"] = "choice"


@dataclass(frozen=True)
class LookAt:
    verb: Literal["look_at"]
    stack: StackName | Literal["choice", "pouch", "trigger"] = "choice"
    number: int = 1
    then: Literal["keep_order", "reorder", "take_one"] = "keep_order"


@dataclass(frozen=True)
class RollDie:
    verb: Literal["roll_die"]
    die: Die = "white"
    then: tuple[Verb, ...] = ()
    on_face: str = ""  # only then; empty: on every face


@dataclass(frozen=True)
class Reroll:
    verb: Literal["reroll"]
    die: Die = "white"
    times: int = 1


@dataclass(frozen=True)
class SetDie:
    verb: Literal["set_die"]
    die: Die = "white"
    face: str = ""  # empty: the owner's choice


@dataclass(frozen=True)
class RechargeRelic:
    verb: Literal["recharge_relic"]
    card: CardSel | Literal["all"]
    amount: Amount = "all"


@dataclass(frozen=True)
class ReuseRelic:
    verb: Literal["reuse_relic"]
    card: CardSel = Chosen(kind="relic")


@dataclass(frozen=True)
class UpgradeMount:
    verb: Literal["upgrade_mount"]
    amount: int = 1
    cost: tuple[Payment, ...] = ()


@dataclass(frozen=True)
class GainProficiency:
    verb: Literal["gain_proficiency"]
    attr: AttrSel = "any"
    cost: tuple[Payment, ...] = ()


@dataclass(frozen=True)
class AddTrigger:
    verb: Literal["add_trigger"]
    amount: int = 1


@dataclass(frozen=True)
class RemoveTrigger:
    verb: Literal["remove_trigger"]
    amount: int = 1
    chosen_by: Who = "self"


@dataclass(frozen=True)
class SwapTiles:
    verb: Literal["swap_tiles"]
    tile: HexSel = HexSel(where="any_revealed")


@dataclass(frozen=True)
class RevealTile:
    verb: Literal["reveal_tile"]
    tile: HexSel = HexSel(where="open", distance=9)


@dataclass(frozen=True)
class EndGameBonus:
    verb: Literal["end_game_bonus"]
    amount: Amount


@dataclass(frozen=True)
class Manual:
    verb: Literal["manual"]
    text: str


# Composition


@dataclass(frozen=True)
class Sequence:
    verb: Literal["sequence"]
    do: tuple[Verb, ...]


@dataclass(frozen=True)
class ChooseEffect:
    verb: Literal["choose_one"]
    options: tuple[Choice, ...]


@dataclass(frozen=True)
class Choice:
    label: str
    do: tuple[Verb, ...]


@dataclass(frozen=True)
class May:
    verb: Literal["may"]
    do: tuple[Verb, ...]
    text: str = ""


@dataclass(frozen=True)
class If:
    verb: Literal["if"]
    condition: Condition
    then: tuple[Verb, ...]
    otherwise: tuple[Verb, ...] = ()


@dataclass(frozen=True)
class Repeat:
    verb: Literal["repeat"]
    do: tuple[Verb, ...]
    up_to: int = 99  # as often as payable, if a price is named
    cost: tuple[Payment, ...] = ()


@dataclass(frozen=True)
class Pay:
    verb: Literal["pay"]
    cost: tuple[Payment, ...]
    then: tuple[Verb, ...]


@dataclass(frozen=True)
class ForEach:
    """The verbs once for each of these players, who is then called *other*."""

    verb: Literal["for_each"]
    who: Who
    do: tuple[Verb, ...]


Payment = PayAttribute | PayHonor | MoveBlocks

Verb = (
    GainAttribute
    | LoseAttribute
    | GainHonor
    | LoseHonor
    | TransferHonor
    | UpgradeBlock
    | DowngradeBlock
    | MoveBlocks
    | PlaceInfluence
    | RestCompanion
    | ExchangeAttributes
    | MoveExtra
    | SecondTravel
    | Relocate
    | SwapPlaces
    | PushPlayer
    | ExtraTileAction
    | ActAtDistance
    | ExtraActivation
    | GainControl
    | LoseControl
    | LiftSameTileRule
    | ModifyCost
    | ModifyGain
    | ModifyOwnerBonus
    | Protect
    | CountAs
    | AcquireCard
    | LoseCard
    | CycleFaceUp
    | LookAt
    | RollDie
    | Reroll
    | SetDie
    | RechargeRelic
    | ReuseRelic
    | UpgradeMount
    | GainProficiency
    | AddTrigger
    | RemoveTrigger
    | SwapTiles
    | RevealTile
    | EndGameBonus
    | Manual
    | Sequence
    | ChooseEffect
    | May
    | If
    | Repeat
    | Pay
    | ForEach
)


@dataclass(frozen=True)
class Effect:
    """When something works, what it costs, and what it does, in order."""

    window: Window
    do: tuple[Verb, ...]
    optional: bool = False
    limit: Literal["none", "once_per_turn", "once_per_game"] = "none"
    cost: tuple[Payment, ...] = ()
    only_if: Condition | None = None
    event: Event | None = None  # of on_event
    by: Literal["self", "other", "any"] = "self"
    filter: str = ""  # of on_event: an attribute, location, card kind or die


def every(verbs: Iterable[Verb]) -> Iterator[Verb]:
    """The verbs and all that stand inside them."""
    for verb in verbs:
        yield verb
        for name in ("do", "then", "otherwise"):
            yield from every(getattr(verb, name, ()))
        if isinstance(verb, ChooseEffect):
            for option in verb.options:
                yield from every(option.do)
