"""What cards do: the closed list of verbs, one after another (SS-R43, SS-R56, SS-R57)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from rules.ask import Ask, ChooseOne, Option
from rules.sheet import by_hand

from . import abilities, attack, board, cards, ending, health, move, pack
from .state import HEALTH, LUNA, SilentSea, ask, ask_all

KIND_VERBS = ("heal", "draw", "move", "enable", "sample")  # those may be meant for oneself too

WHO = {
    "heal": "who gets Health back?",
    "damage": "who is hit?",
    "draw": "who draws?",
    "discard": "who discards?",
    "move": "who may move?",
    "place": "whose figure is put there?",
    "enable": "whose Ability card is enabled?",
    "cooldown": "whose Ability card goes on Cooldown?",
    "sample": "who takes the Water Sample?",
    "break_sample": "whose Water Sample breaks?",
    "skip": "who skips it?",
}


async def carry_out(game: SilentSea, wanted: Sequence[pack.Effect], user: str, *, reaction: bool = False) -> None:
    """All effects in order; *user* used the ability or drew the Crisis card.

    :param reaction: they are the answer to an attack, so nobody reacts to them (SS-R46).
    """
    for effect in wanted:
        await _one(game, effect, user, reaction)


async def _one(game: SilentSea, effect: pack.Effect, user: str, reaction: bool) -> None:
    match effect:
        case pack.Unlock():
            await _unlock(game, effect, user)
        case pack.Lock():
            game.doors[effect.node or effect.edge] = "shut"
            words = board.door_words(game, effect.node or effect.edge)
            game.say(f"{words[0].upper()}{words[1:]} is locked again.")
        case pack.EndMove():
            game.move.ended = True
            game.say(f"The move of {game.who(game.current)} ends.")
        case pack.Manual():
            await _manual(game, effect)
        case pack.BreakSample():
            await _break_samples(game, effect, await targets(game, effect, user))
        case pack.Damage():
            for seat in await targets(game, effect, user):
                if game.players[seat].alive:
                    await _damage(game, effect, user, seat, reaction)
        case _:
            for seat in await targets(game, effect, user):
                if game.players[seat].alive:
                    await _VERBS[effect.do](game, effect, user, seat)


async def _manual(game: SilentSea, effect: pack.Manual) -> None:
    """What no verb says: the table does it and enters what changed; whoever lost the last Health is out."""
    await by_hand(game, game.current, effect.text, ask=lambda build: ask(game, build))
    for seat in game.living:
        if not game.players[seat].health:
            await health.die(game, seat)


async def targets(game: SilentSea, effect: Any, user: str) -> list[str]:
    """Who is meant; only the living ever are, from the user on in turn order."""
    living = [seat for seat in (user, *game.after(user)[:-1]) if game.players[seat].alive]
    others = [seat for seat in living if seat != user]
    if effect.who == "self":
        return [seat for seat in living if seat == user]
    if effect.who == "all":
        return living
    if effect.who == "others":
        return others
    if effect.who == "sample_carriers":
        return [seat for seat in living if game.players[seat].samples]
    if user not in living:  # nobody is in range of the dead
        return []
    near = [seat for seat in others if board.within(game, user, seat, effect.range)]
    if effect.who == "all_in_range":
        return near
    if effect.do in KIND_VERBS:
        near = [user, *near]
    if not near:
        game.say(f"Nobody is within {move.spaces_words(effect.range)} of {game.who(user)}.")
        return []
    return [await choose_player(game, user, near, f"{game.who(user)}: {WHO[effect.do]}")]


async def choose_player(game: SilentSea, user: str, seats: list[str], text: str) -> str:
    if len(seats) == 1:
        return seats[0]
    options = [Option(seat, game.who(seat)) for seat in seats]
    chosen: str = await ask(game, lambda: ChooseOne(user, text, options))
    return chosen


async def _damage(game: SilentSea, effect: pack.Damage, user: str, seat: str, reaction: bool) -> None:
    by_the_dead = effect.by == "player" and not game.players[user].alive
    if by_the_dead:
        return
    if effect.attack and not reaction:
        await attack.attack(game, LUNA if effect.by == "luna" else user, seat, effect.amount)
    else:
        await health.lose_health(game, seat, effect.amount)


async def _heal(game: SilentSea, effect: pack.Heal, user: str, seat: str) -> None:
    health.heal(game, seat, HEALTH if effect.amount == "all" else effect.amount)


async def _draw(game: SilentSea, effect: pack.Draw, user: str, seat: str) -> None:
    await cards.draw_generic(game, seat, effect.amount)


async def _discard(game: SilentSea, effect: pack.Discard, user: str, seat: str) -> None:
    for _ in range(min(effect.amount, len(game.players[seat].hand))):
        if effect.choice == "random":
            await cards.discard_by_chance(game, seat)
        else:
            await cards.discard(game, seat)


async def _move(game: SilentSea, effect: pack.Move, user: str, seat: str) -> None:
    await move.run(game, seat, effect.spaces)


async def _place(game: SilentSea, effect: pack.Place, user: str, seat: str) -> None:
    await move.enter(game, seat, effect.node)
    if seat != game.current:  # no move of theirs will end soon
        await move.end_of_move(game, seat)


async def _enable(game: SilentSea, effect: pack.Enable, user: str, seat: str) -> None:
    for _ in range(effect.amount):
        can = abilities.slots(game, seat, "disabled", "cooldown")
        if not can:
            game.say(f"{game.who(seat)} has no disabled Ability card.")
            return
        others = f"{game.who(seat)} enables an Ability card."
        slot = await abilities.choose_slot(game, seat, can, "which Ability card is enabled?", others)
        assert slot is not None
        abilities.enable(game, seat, slot)


async def _cooldown(game: SilentSea, effect: pack.Cooldown, user: str, seat: str) -> None:
    for _ in range(effect.amount):
        can = abilities.slots(game, seat, "enabled")
        if not can:
            game.say(f"{game.who(seat)} has no enabled Ability card.")
            return
        others = f"{game.who(seat)} puts an Ability card on Cooldown."
        slot = await abilities.choose_slot(game, seat, can, "which Ability card goes on Cooldown?", others)
        assert slot is not None
        abilities.cool_down(game, seat, slot)


async def _sample(game: SilentSea, effect: pack.Sample, user: str, seat: str) -> None:
    taken = min(effect.amount, game.supply, game.room_for(seat))
    if not taken:
        why = "there is none beside the board" if not game.supply else f"{game.who(seat)} has no room for it"
        game.say(f"No Water Sample is taken: {why}.")
        return
    game.supply -= taken
    game.players[seat].samples += taken
    game.say(f"{game.who(seat)} takes {taken} Water Sample from beside the board.")
    await ending.judge(game)


async def _skip(game: SilentSea, effect: pack.Skip, user: str, seat: str) -> None:
    game.players[seat].skip.append(effect.phase)
    what = "turn" if effect.phase == "turn" else f"{effect.phase.capitalize()} Phase"
    game.say(f"{game.who(seat)} skips the next {what}.")


_VERBS: dict[str, Callable[[SilentSea, Any, str, str], Awaitable[None]]] = {
    "heal": _heal,
    "draw": _draw,
    "discard": _discard,
    "move": _move,
    "place": _place,
    "enable": _enable,
    "cooldown": _cooldown,
    "sample": _sample,
    "skip": _skip,
}


async def _unlock(game: SilentSea, effect: pack.Unlock, user: str) -> None:
    """The user opens closed passages or Restricted Rooms near by, whatever else opens doors (SS-R14, SS-R16)."""
    for _ in range(effect.amount):
        if not game.players[user].alive:
            return
        near = shut_doors_within(game, user, effect.range)
        if not near:
            game.say(f"Nothing locked is within {move.spaces_words(effect.range)} of {game.who(user)}.")
            return
        door = await choose_door(game, user, near)
        if not door:
            return
        board.unlock(game, door)


def shut_doors_within(game: SilentSea, seat: str, spaces: int) -> list[str]:
    here = game.players[seat].node
    far = {door: board.door_distance(game, here, door) for door in game.doors if board.is_shut(game, door)}
    return [door for door, steps in far.items() if steps is not None and steps <= spaces]


async def choose_door(game: SilentSea, seat: str, doors: list[str]) -> str:
    options = [Option(f"door:{door}", f"Open {board.door_words(game, door)}", slot=door) for door in doors]
    text = f"{game.who(seat)}: what do you open?"
    answer: str = await ask(game, lambda: ChooseOne(seat, text, [*options, Option("none", "Nothing")]))
    return answer.removeprefix("door:") if answer != "none" else ""


async def _break_samples(game: SilentSea, effect: pack.BreakSample, meant: list[str]) -> None:
    """Tokens go beside the board, the carrier suffers; everybody hit is asked at once for a Hazmat Suit (SS-R56)."""
    hit = [seat for seat in meant if game.players[seat].alive and game.players[seat].samples]
    if not hit:
        game.say("No Water Sample breaks.")
        return
    names = ", ".join(game.who(seat) for seat in hit)
    game.say(f"Water Samples break: {names}.")
    safe = [seat for seat in hit if game.players[seat].suits]

    def wear(seat: str) -> Ask:
        text = f"{game.who(seat)}: your Water Sample breaks, {effect.damage} damage. React or pass."
        options = [Option("pass", "Pass")]
        if cards.holds(game, seat, "hazmat"):
            options.append(Option("hazmat", "Wear a Hazmat Suit", hint="" if effect.damage else "There is no damage."))
        others = f"{names}: react or pass."
        return ChooseOne(seat, text, options, private=game.box_deals, others=others, default="pass")

    asked = [seat for seat in hit if seat not in safe and cards.might_hold(game, seat, "hazmat")]
    if game.box_deals:  # all at once, so that nobody's thinking time tells
        answers = await ask_all(game, asked, wear, f"{names}: react or pass.")
    else:
        answers = {seat: await ask(game, lambda: wear(seat)) for seat in asked}  # noqa: B023
    for seat, answer in answers.items():
        if answer == "hazmat":
            attack.wear_suit(game, seat)
            safe.append(seat)
    for seat in hit:
        player = game.players[seat]
        lost = min(effect.amount, player.samples)
        player.samples -= lost
        game.supply += lost
        game.say(f"{game.who(seat)} loses {lost} Water Sample to beside the board.")
    for seat in hit:
        if seat not in safe and game.players[seat].alive:
            await health.lose_health(game, seat, effect.damage)
    await ending.judge(game)
