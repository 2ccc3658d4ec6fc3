"""The turn in rulebook order: draw, move, action; and what may be done at any time (SS-49, SS-54 to SS-74)."""

from __future__ import annotations

from rules.ask import EVENING, ChooseOne, Option, Refusal
from rules.game import Checkpoint

from . import abilities, action, cards, ending, health, move
from .pack import Phase
from .set_up import set_up
from .state import Decided, MovePhase, SilentSea, ask_all


async def play(game: SilentSea) -> None:
    """From wherever the game stands to its end; a checkpoint stands before every choice of a turn."""
    try:
        if game.phase == "set-up":
            await set_up(game)
        await clear_away(game)
        while not game.result:
            if game.phase in ("begin", "move", "action"):  # the others ask nothing, or follow at once
                await Checkpoint()
            await go_on(game)
    except Decided:
        pass


async def clear_away(game: SilentSea) -> None:
    """What a result cut short is put away, in case a ruling took the result back; otherwise nothing is there."""
    game.window, game.walking = None, []
    game.crisis_discard += game.resolving
    game.resolving = []
    for seat in list(game.over_limit):
        await cards.discard_down(game, seat)


async def go_on(game: SilentSea) -> None:
    """The next bit of the turn. Whoever dies in the own turn ends it at once (SS-R63)."""
    seat = game.current
    for other in game.living:
        if not game.players[other].health:  # a ruling of the table took the last token
            await health.die(game, other)
    if game.phase not in ("begin", "end") and not game.active.alive:
        game.phase = "end"
    match game.phase:
        case "begin":
            await begin_turn(game)
        case "draw":
            if not left_out(game, "draw"):
                await cards.draw_generic(game, seat, 1)
            game.phase, game.move = "move", MovePhase()
        case "move":
            if game.move.rolled is None and not left_out(game, "move"):
                await move.roll(game)
            else:
                await move_and_act(game, seat)
        case "action":
            if left_out(game, "action") or not await action.carry_out(game, await action.choose(game)):
                game.phase = "end"
        case _:
            end_turn(game)


async def move_and_act(game: SilentSea, seat: str) -> None:
    """One choice of the Move Phase; whoever takes the action instead has moved enough (SS-55, SS-64)."""
    answer = None
    if game.move.rolled is not None and not game.move.ended:
        acts = move.may_act(game, seat)
        answer = await move.move_on(game)
        if answer is None:
            return
        if not acts:
            answer = None
    await move.end_of_move(game, seat)
    game.phase = "action"
    if answer and not await action.carry_out(game, answer):
        game.phase = "end"


def left_out(game: SilentSea, phase: Phase) -> bool:
    """A card has this phase left out, once."""
    if phase not in game.active.skip:
        return False
    game.active.skip.remove(phase)
    what = "turn" if phase == "turn" else f"{phase.capitalize()} Phase"
    game.say(f"{game.who(game.current)} skips the {what}.")
    return True


async def begin_turn(game: SilentSea) -> None:
    """The dead are skipped or come back; Cooldowns run; passive cards work (SS-R37, SS-R60, SS-R63)."""
    seat, player = game.current, game.active
    if player.back_in:
        player.back_in -= 1
        if not player.back_in:
            health.come_back(game, seat)
            await ending.judge(game)
    if not player.alive:
        game.phase = "end"
        return
    if left_out(game, "turn"):
        game.phase = "end"
        return
    game.say(f"Cycle {game.cycle}. It's {game.who(seat)}'s turn.")
    abilities.count_down(game, seat)
    game.phase = "draw"
    await abilities.work_passively(game, seat)


def end_turn(game: SilentSea) -> None:
    """The next seat in turn order; after the Captain the cycle starts again (SS-11, SS-49)."""
    following = game.after(game.current)[0]
    if following == game.order[0]:
        game.cycle += 1
    game.current = following
    game.phase = "begin"
    game.move = MovePhase()


# At any time


def asides(game: SilentSea, seat: str) -> tuple[Option, ...]:
    """Real Loyalty cards: the table can say that it is over; a vote by a house rule; giving up (SS-R58, SS-R67)."""
    if game.result or not game.players:
        return ()
    found = []
    if any(player.loyalty is None for player in game.players.values()):
        early = None
        if not any(ending.winner_if(game, case) for case in ending.traitor_sets(game)):
            early = Refusal("SS-R67", "Whoever the Traitor is, nobody can have won yet.")
        found.append(Option("over", "It is over", early, ends="Everybody shows their Loyalty card now."))
    if game.toggle("accusation") == "on":
        barred = None
        if not game.players[seat].alive:
            barred = Refusal("SS-R60", "You are out of the game.")
        elif game.voted == game.cycle:
            barred = Refusal("SS-R58", f"You've already voted in cycle {game.cycle}.")
        found.append(Option("vote", "Call a secret vote: who is the Traitor?", barred))
    tired = None
    if not game.players[seat].alive:
        tired = Refusal("SS-R60", "You are out of the game.")
    elif game.tired == game.cycle:
        tired = Refusal("", f"Somebody already asked in cycle {game.cycle}, and not everybody wanted to stop.")
    found.append(Option("give_up", "Give up", tired, hint="Everybody is asked first.", group=EVENING))
    return tuple(found)


async def aside(game: SilentSea, seat: str, name: str) -> None:
    try:
        if name == "vote":
            await vote(game, seat)
            return
        if name == "give_up":
            await ending.give_up(game, seat)
            return
        game.say(f"{game.who(seat)} says that it is over.")
        await ending.show_cards(game, [seat])
        await ending.judge(game)
    except Decided:
        pass  # what was pending finds the result


async def vote(game: SilentSea, seat: str) -> None:
    """A secret vote without any effect on the game (house rule of SS-R58)."""
    game.voted = game.cycle
    game.say(f"{game.who(seat)} calls a vote.")
    text = "Who is the Traitor? Nobody sees what you choose."

    def ballot(voter: str) -> ChooseOne:
        options = [Option(other, game.who(other)) for other in game.order if other != voter]
        return ChooseOne(voter, text, [*options, Option("", "No idea")], private=True, others="A secret vote.")

    votes = list((await ask_all(game, game.living, ballot, "A secret vote.")).values())
    counts = [f"{game.who(other)} {votes.count(other)}" for other in game.order if other in votes]
    game.say(f"The vote: {', '.join(counts) or 'nobody is accused'}.")
