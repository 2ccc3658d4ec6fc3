"""Ports: the inn, the shipyard, and XP turned into level cards."""

from __future__ import annotations

from ..ask import ChooseOne, EnterNumber, Option, PickSome, Refusal
from .asking import ask
from .crew import heal, lose_fatigue
from .events import leave_play
from .failure import repair
from .pack import LevelCard
from .state import Campaign
from .supply import return_resource
from .wording import weapon_words

PORT_FEE = 5


async def visit_port(state: Campaign, seat: str) -> None:
    """Pay 5 coins; then any or all of the services, each once: none of them changes what another does."""
    return_resource(state, "coins", PORT_FEE)
    leave_play(state, "next_port")

    def build() -> PickSome:
        tired = sum(board.fatigue for board in state.crew.values())
        hurt = sum(board.damage for board in state.crew.values())
        ship, whole = state.ship.health, state.pack.board.ship_health_max
        options = [
            Option("inn", "Inn", hint="everybody: 1 health, 1 fatigue off"),
            Option("shipyard", "Shipyard", hint="repair 1, and 1 for each material paid"),
            Option("xp", "Spend XP", no_level(state), hint=f"{state.progress.xp} XP"),
        ]
        useful = {"inn": tired + hurt > 0, "shipyard": ship < whole, "xp": no_level(state) is None}
        text = f"In port: what do you use? Crew: {hurt} damage, {tired} fatigue; ship {ship}/{whole}."
        usual = [each for each, use in useful.items() if use]
        return PickSome(seat, text, options, default=usual, deed="Use {}", no_deed="Use nothing")

    services = await ask(state, build)
    if "inn" in services:
        inn(state)
    if "shipyard" in services:
        await shipyard(state, seat)
    if "xp" in services:
        await spend_xp(state, seat)


def inn(state: Campaign) -> None:
    state.say("At the inn everybody rests.")
    for crew in state.crew:
        heal(state, crew, 1)
        lose_fatigue(state, crew)


async def shipyard(state: Campaign, seat: str) -> None:
    """Repair 1; then any number of materials, each repairing 1, but none above the top of the track."""
    repair(state, 1)
    room = state.pack.board.ship_health_max - state.ship.health
    most = min(room, state.resources.get("materials", 0))
    if most:
        text = f"How many materials do you pay? Each repairs 1 (health {state.ship.health})."
        n = await ask(state, lambda: EnterNumber(seat, text, 0, most, default=most), "closed")
        if n:
            return_resource(state, "materials", n)
            repair(state, n)


# ----- levels


def level_words(level: LevelCard) -> str:
    """What a level card gives."""
    parts = [f"+{n} {skill}" for skill, n in level.skills.items()]
    parts += [f"+{level.health_bonus} health"] if level.health_bonus else []
    parts += [f"{level.weapon.name}: {weapon_words(level.weapon)}"] if level.weapon else []
    parts += [f"{level.ability.text} ({level.ability.cost} command)"] if level.ability and level.ability.cost else []
    parts += [level.ability.text] if level.ability and not level.ability.cost else []
    return "; ".join(parts)


def levels_left(state: Campaign) -> list[str]:
    taken = [card for crew in state.crew.values() for card in crew.levels]
    return [card for card in state.pack.level_cards if card not in taken]


def no_level(state: Campaign) -> Refusal | None:
    """Why no level card can be bought now, if so."""
    costs = [state.pack.level_cards[card].xp_cost for card in levels_left(state)]
    if state.pack.about.private:
        costs.append(1)  # there may be a card nobody described yet
    if not costs:
        return Refusal("SG-359", "No level card is left.")
    if state.progress.xp < min(costs):
        return Refusal("SG-359", f"The cheapest level card costs {min(costs)} XP; there are {state.progress.xp}.")
    return None


async def spend_xp(state: Campaign, seat: str) -> None:
    """Buy level cards, as many as the XP allow."""
    while not no_level(state):

        def build() -> ChooseOne:
            options = []
            for card in levels_left(state):
                level, xp = state.pack.level_cards[card], state.progress.xp
                barred = None
                if level.xp_cost > xp:
                    barred = Refusal("SG-412", f"{level.name} costs {level.xp_cost} XP; there are {xp}.")
                hint = f"{state.called(level.crew)}: {level_words(level)}"
                options.append(
                    Option(card, f"{level.name}: {level.xp_cost} XP", barred, hint=hint, slot=f"level:{card}")
                )
            if state.pack.about.private:
                options.append(Option("new", "another level card"))
            options.append(Option("done", "done"))
            return ChooseOne(seat, f"Which level card do you buy? {state.progress.xp} XP.", options, default="done")

        card = await ask(state, build)
        if card == "new":
            from .describe import describe_level_card

            await describe_level_card(state, seat)
            continue
        if card == "done":
            return
        cost = state.pack.level_cards[card].xp_cost
        state.progress.xp -= cost
        state.say(f"{cost} XP crossed off the log; {state.progress.xp} left.")
        gain_level(state, card)


def gain_level(state: Campaign, card: str) -> None:
    """Equipped at once to its own crew member, for the rest of the campaign."""
    if card not in levels_left(state):
        state.say("That level card is already taken.")
        return
    level = state.pack.level_cards[card]
    state.crew[level.crew].levels.append(card)
    state.say(f"{state.called(level.crew)} gains the level card {level.name}.")
