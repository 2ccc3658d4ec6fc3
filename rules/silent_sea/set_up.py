"""Set-up in the order of the rulebook (SS-36 to SS-49, SS-R1 to SS-R8)."""

from __future__ import annotations

from collections import Counter

from rules.ask import Ask, ChooseOne, Confirm, Option, Refusal
from rules.chance import DrawCards

from . import board, cards
from .pack import ROLES, SAMPLES, Role, Side, warnings
from .state import Ability, Player, SilentSea, ask, ask_all


async def set_up(game: SilentSea) -> None:
    for warning in warnings(game.pack):
        game.say(warning)
    await draw_loyalties(game)
    roles = await agree_on_roles(game)
    lay_out(game, roles)
    for _ in range(game.toggle("opening_hand")):
        for seat in game.order:
            await cards.draw_generic(game, seat, 1)
    game.cycle = 1
    game.current = game.order[0]
    game.phase = "begin"


async def draw_loyalties(game: SilentSea) -> None:
    """Each player draws a Loyalty card that only they may know (SS-37 to SS-39, SS-R3)."""
    seats = game.setup.seats
    if game.setup.box_holds("loyalty"):
        left: Counter[Side] = Counter()
        for card in game.pack.loyalty:
            left[card.side] += card.count
        for seat in seats:
            text = "Loyalty cards are dealt."
            deck = {str(side): count for side, count in left.items()}
            [side] = await DrawCards(seat, text, "Loyalty deck", deck, at_once=True, private=True, others=text)
            left[side] -= 1
            game.loyalties[seat] = side

        everybody = "Everybody looks at their own Loyalty card."

        def look(seat: str) -> Ask:
            text = f"{game.name(seat)}: hold the button to see your Loyalty. Press Done when it is hidden again."
            return Confirm(seat, text, private=True, others=everybody, slot="loyalty")

        await ask_all(game, seats, look, everybody, secret=False)
    else:
        text = "Everybody draws a Loyalty card, looks at it and lays it down hidden. Press when all are hidden."
        await ask(game, lambda: Confirm(seats[0], text, waits=True))
    game.say("Everybody has seen their own Loyalty card.")


async def agree_on_roles(game: SilentSea) -> dict[str, Role]:
    """The players agree; if they cannot, the box draws. Each role exactly once (SS-40, SS-41, SS-R4)."""
    seats = game.setup.seats
    how = await ask(
        game,
        lambda: ChooseOne(
            seats[0],
            "Agree on who takes which role: Captain, Doctor, Engineer, Astrobiologist.",
            (Option("agreed", "We have agreed"), Option("draw", "No agreement: the box draws")),
            early=True,
        ),
    )
    if how == "draw":
        drawn = await DrawCards(seats[0], "The box draws the roles.", "roles", ROLES, count=4, at_once=True)
        roles: dict[str, Role] = dict(zip(seats, drawn, strict=True))
    else:
        roles = {}
        for seat in seats[:-1]:
            roles[seat] = await ask(game, lambda: _role_question(game, seat, roles))  # noqa: B023
        roles[seats[-1]] = next(role for role in ROLES if role not in roles.values())
    for seat, role in roles.items():
        game.say(f"{game.name(seat)} is the {role.capitalize()}.")
    return roles


def _role_question(game: SilentSea, seat: str, roles: dict[str, Role]) -> ChooseOne:
    takers = {role: game.name(taker) for taker, role in roles.items()}
    options = [
        Option(
            role,
            role.capitalize(),
            Refusal("SS-R4", f"{takers[role]} is already the {role.capitalize()}.") if role in takers else None,
        )
        for role in ROLES
    ]
    return ChooseOne(seat, f"{game.name(seat)}: which role do you take?", options, early=True)


def lay_out(game: SilentSea, roles: dict[str, Role]) -> None:
    """Board, decks, figures, placards, Health and Water Samples (SS-42 to SS-49)."""
    pack = game.pack
    chart = board.chart(game)
    game.players = {}
    for seat, role in roles.items():
        own = sorted((card for card in pack.abilities if card.role == role), key=lambda card: card.slot)
        game.players[seat] = Player(
            role=role,
            loyalty=game.loyalties.get(seat),
            node=chart.start,
            abilities=[Ability(id=card.id) for card in own],
            visited=[chart.start],
        )
    game.loyalties = {}
    game.order = sorted(roles, key=lambda seat: ROLES.index(roles[seat]))
    labs = [node.id for node in pack.board.nodes if node.room_type == "water_lab"]
    game.tokens = dict.fromkeys(labs, 1)
    game.supply = SAMPLES - len(labs)
    closed = [edge.id for edge in pack.board.edges if edge.closed]
    restricted = [node.id for node in pack.board.nodes if node.restricted]
    game.doors = dict.fromkeys([*closed, *restricted], "shut")
    game.unseen = {card.id: card.count for card in pack.generic if card.count}
    game.deck = sum(game.unseen.values())
    game.crisis_deck = {card.id: card.count for card in pack.crisis if card.count}
    if game.toggle("craft_supply") == "limited":
        game.items_left = {item.id: item.copies for item in pack.items if item.copies is not None}
    game.luna_health = pack.luna.health
