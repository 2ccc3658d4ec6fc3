"""Phase 2: moving, and what happens on entering a Space (SS-55 to SS-63, SS-106, SS-121; SS-R9 to SS-R28)."""

from __future__ import annotations

from collections.abc import Callable

from rules.ask import ChooseOne, EnterNumber, Option, Refusal
from rules.chance import RollDice

from . import abilities, action, board, cards, crisis, ending
from .state import SilentSea, ask

DONE, TAKE = "done", "take"
LEAVE, TAKE_AGAIN = "leave_samples", "take_samples"
TO = "to:"


def spaces_words(count: int) -> str:
    return f"{count} Space{'' if count == 1 else 's'}"


async def roll(game: SilentSea) -> None:
    """Rolling is compulsory, moving is not (SS-55, SS-R10)."""
    text, box = f"{game.who(game.current)}: roll the die.", game.setup.box_holds("die")
    [rolled] = await ask(game, lambda: RollDice(game.current, text, at_once=box, from_table=not box))
    game.move.rolled = rolled
    game.say(f"{game.who(game.current)} rolls {rolled}.")


async def move_on(game: SilentSea) -> str | None:
    """One choice of the Move Phase; what was chosen instead once it is over (SS-56, SS-57, SS-R12)."""
    seat = game.current
    answer: str = await ask(game, lambda: _question(game, seat))
    if answer == TAKE:
        await pick_up(game, seat, wanted=True)
        await ending.judge(game)
    elif answer in (LEAVE, TAKE_AGAIN):
        game.move.leaves = answer == LEAVE
    elif answer in extra_spaces(game):
        cards.spend(game, seat, answer)
        game.move.bonus += 1
        game.say(f"{game.who(seat)} plays {game.words(answer)}: {spaces_words(game.move.left)} left.")
    elif answer.startswith(TO):
        path = board.ways(game, seat, game.move.left)[answer.removeprefix(TO)].path
        await walk(game, seat, list(path), _one_used, lambda: game.move.left if not game.move.ended else 0)
    else:
        return answer
    return None


def may_act(game: SilentSea, seat: str) -> bool:
    """Whether the action can follow at once: nothing comes between, and no card has it left out."""
    return seat not in game.crisis_due and "action" not in game.players[seat].skip


def extra_spaces(game: SilentSea) -> list[str]:
    """The Generic cards that the pack says are worth a Space more (SS-57)."""
    return [card.id for card in game.pack.generic if card.use == "extra_space"]


def _one_used(game: SilentSea) -> None:
    game.move.used += 1


def _question(game: SilentSea, seat: str) -> ChooseOne:
    """Where to, a Space more by a card, or what to do. Only the phone says which cards are held."""
    move = game.move
    goals = destinations(game, seat, move.left)
    can_step, acts = any(goal.barred is None for goal in goals), may_act(game, seat)
    choices = [*goals]
    here = game.players[seat].node
    if game.tokens.get(here):
        full = None if game.room_for(seat) else _no_room(game, seat)
        choices.append(Option(TAKE, f"Take a Water Sample here ({game.tokens[here]})", full, slot=here))
    once = game.toggle("extra_space_limit") == "one_per_turn" and move.bonus > 0
    mine = cards.could_hold(game, seat)
    held = [card for card in extra_spaces(game) if card in mine]
    for card in held:
        name = game.words(card)
        barred = Refusal("SS-R12", f"One {name} in a turn, and you have played 1.") if once else None
        choices.append(Option(card, f"Play {name}", barred, seen=False))
    if move.leaves:
        choices.append(Option(TAKE_AGAIN, "Take Water Samples on the way again"))
    elif game.room_for(seat) and _meets_samples(game, seat):
        choices.append(Option(LEAVE, "Take no Water Samples on the way"))
    moves = choices[len(goals) :]
    choices += action.actions(game, seat, mine) if acts else [Option(DONE, "Done moving")]

    # The others read something else, so that what this seat may do tells nothing of its hand.
    def public() -> str:
        return f"{game.who(seat)}: {spaces_words(move.left) if move.left else 'no Spaces'} to go."

    def text() -> str:
        possible = [option.value for option in moves if option.barred is None]
        can = ["step"] * can_step
        can += ["take a Water Sample"] * (TAKE in possible)
        can += [f"play {game.words(card)}" for card in held if card in possible]
        if acts:
            last = "or take your action" if can else "take your action, or none"
        else:
            last = "or be done" if can else "nowhere left to step"
        words = ", ".join([*can, last])
        return f"{public()} {words[0].upper()}{words[1:]}."

    def others() -> str:
        return public() if move.left else f"{public()} Choosing an action."

    if can_step:
        spoken = f"{move.left} left: move on" if move.used else f"move up to {move.left}"
        spoken += ", or act" if acts else ", or stop"
    else:
        spoken = "act, or end your turn" if acts else "nowhere left to go"
    # Yes ends it only where nowhere is left to go.
    default = None if can_step else DONE
    return ChooseOne(
        seat, text, choices, private=game.box_deals, others=others, slot=here, default=default, spoken=spoken
    )


def _meets_samples(game: SilentSea, seat: str) -> bool:
    return any(place in game.tokens for place in board.ways(game, seat, game.move.left))


def destinations(game: SilentSea, seat: str, spaces: int) -> list[Option]:
    """Everywhere within reach; next-door Spaces that cannot be entered say why."""
    case = (*board.where_to(game, seat, spaces), game.move.used > 0)
    return board.remembered(board.chart(game).goals, case, lambda: _destinations(game, seat, spaces))


def _destinations(game: SilentSea, seat: str, spaces: int) -> list[Option]:
    reach, halts = board.ways(game, seat, spaces), _halts(game, seat)
    begun = [game.players[seat].node] if game.move.used else []
    known, found = board.chart(game).entries, []
    for place, way in reach.items():
        seen = halts.isdisjoint((*begun, *way.path[:-1]))
        entry = known.get((way, seen))
        if entry is None:
            entry = known[way, seen] = _destination(game, place, way, seen=seen)
        found.append(entry)
    for step in board.steps(game, seat, game.players[seat].node):
        barred = step.barred or (None if spaces else Refusal("SS-56", "No Space of the roll is left."))
        if barred and step.to not in reach:  # there may be a longer way round
            found.append(Option(f"{TO}{step.to}", board.label(game, step.to), barred, slot=step.to))
    return found


def _destination(game: SilentSea, place: str, way: board.Way, *, seen: bool) -> Option:
    """:param seen: whether a figure seen there says it all."""
    label = f"{board.label(game, place)} ({spaces_words(len(way.path))})"
    return Option(f"{TO}{place}", label, slot=place, hint=_on_the_way(way), seen=seen)


def _halts(game: SilentSea, seat: str) -> frozenset[str]:
    """Where a walk past may come to a halt: a figure seen further on does not say it all. A Crisis card may stop it;
    and whoever comes past the Extraction Point may have won there, which nobody must learn from a camera that is
    puzzled.
    """
    return frozenset([board.chart(game).exit, *board.crises_left(game, seat)])


def _on_the_way(way: board.Way) -> str:
    told = []
    if way.crises:
        told.append(f"{way.crises} Crisis card{'s' if way.crises > 1 else ''}")
    if way.opens:
        told.append("unlocks the way")
    return ", ".join(told)


def _no_room(game: SilentSea, seat: str) -> Refusal:
    carried, most = game.players[seat].samples, game.capacity(seat)
    return Refusal("SS-108", f"No room for a Water Sample: {carried} of {most} carried.")


async def walk(
    game: SilentSea,
    seat: str,
    path: list[str],
    count: Callable[[SilentSea], None],
    left: Callable[[], int],
    triggers: bool = True,
) -> None:
    """Space by Space, as long as the way is as it was when it was chosen (SS-R18, SS-R23).

    A Crisis card in between stops it: whether the rest is used is for the player to say (SS-62).
    """
    player = game.players[seat]
    outer = game.walking
    for number, place in enumerate(path, 1):
        step = next((s for s in board.steps(game, seat, player.node) if s.to == place), None)
        if step is None or step.barred or not left():
            break
        count(game)
        game.walking = path[number:]
        drawn = await enter(game, seat, place, step.opens, triggers=triggers)
        if drawn or not player.alive or player.node != place:
            break
    game.walking = outer


async def enter(game: SilentSea, seat: str, place: str, opens: tuple[str, ...] = (), *, triggers: bool = True) -> bool:
    """Unlock, the Room's own effect, tokens, the end of the game: in this order (SS-R18).

    :param triggers: whether the Room has its effects; the end is judged in any case (SS-R67).
    :return: whether a Crisis card was drawn.
    """
    player = game.players[seat]
    player.node = place
    game.say(f"{game.who(seat)} enters {board.label(game, place)}.")
    for door in opens:
        board.unlock(game, door)
    first = place not in player.visited
    if first and board.node(game, place).kind == "room":  # visited whatever comes of it (SS-R19)
        player.visited.append(place)
    if place == board.chart(game).exit and seat not in game.entered_exit:
        game.entered_exit.append(seat)
    drawn = await _effects_of(game, seat, place, first) if triggers else False
    await ending.judge(game)
    return drawn


async def _effects_of(game: SilentSea, seat: str, place: str, first: bool) -> bool:
    """What the Room does, then what lies there."""
    player, room = game.players[seat], board.node(game, place)
    drawn = False
    if first and room.role == player.role:
        await abilities.flip(game, seat, place)
    elif first and room.room_type == "crisis":
        if game.toggle("crisis_timing") == "on_entry":
            await crisis.resolve(game, seat)
            drawn = True
        else:
            game.crisis_due.append(seat)
    if player.alive and player.node == place:
        await pick_up(game, seat)
    return drawn


async def end_of_move(game: SilentSea, seat: str) -> None:
    """Crisis cards that wait for the end of the move (house rule of SS-R23)."""
    while seat in game.crisis_due:
        game.crisis_due.remove(seat)
        if game.players[seat].alive:
            await crisis.resolve(game, seat)


async def pick_up(game: SilentSea, seat: str, *, wanted: bool = False) -> None:
    """Tokens of the own Space may be taken, as many as there is room for (SS-121, SS-R26, SS-R27).

    In the own Move Phase they are taken on the way, unless the player has said otherwise; else the player is asked.

    :param wanted: the player asks for them.
    """
    player = game.players[seat]
    here = player.node
    lying, room = game.tokens.get(here, 0), game.room_for(seat)
    if not lying:
        return
    if not room:
        game.say(f"Water Sample here, but {game.who(seat)} has no room.")
        return
    carried, most = f"you carry {player.samples} of {game.capacity(seat)}", min(lying, room)
    moving = game.phase == "move" and seat == game.current
    if most == 1 and wanted:
        taken = 1
    elif moving and not wanted:
        taken = 0 if game.move.leaves else most
    elif most == 1:
        text = f"{game.who(seat)}: Water Sample here: take it or leave it ({carried})."
        choices = (Option(TAKE, "Take it"), Option("leave", "Leave it"))
        taken = int(await ask(game, lambda: ChooseOne(seat, text, choices, slot=here, default=TAKE)) == TAKE)
    else:
        text = f"{game.who(seat)}: {lying} Water Samples here: how many do you take ({carried})?"
        taken = await ask(game, lambda: EnterNumber(seat, text, 0, most, slot=here, default=most))
    if not taken:
        game.say(f"{game.who(seat)} leaves it.")
        return
    player.samples += taken
    game.tokens[here] -= taken
    if not game.tokens[here]:
        del game.tokens[here]
    game.say(f"{game.who(seat)} takes {taken} Water Sample{'s' if taken > 1 else ''}.")


def _run_question(game: SilentSea, seat: str, left: int) -> ChooseOne:
    choices = [*destinations(game, seat, left), Option(DONE, "Stay here")]
    text = f"{game.who(seat)}: move up to {spaces_words(left)}."
    return ChooseOne(seat, text, choices, slot=game.players[seat].node)


async def run(game: SilentSea, seat: str, spaces: int, *, triggers: bool = True) -> None:
    """A move outside the Move Phase, by the normal rules (SS-82, SS-R50)."""
    player = game.players[seat]
    left = [spaces]

    def one_less(_: SilentSea) -> None:
        left[0] -= 1

    while left[0] and player.alive:
        answer = await ask(game, lambda: _run_question(game, seat, left[0]))
        if answer == DONE:
            break
        path = board.ways(game, seat, left[0])[answer.removeprefix(TO)].path
        await walk(game, seat, list(path), one_less, lambda: left[0], triggers)
    if game.crisis_due:
        await end_of_move(game, seat)
