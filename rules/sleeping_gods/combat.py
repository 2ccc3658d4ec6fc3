"""Combat: the row is laid, tokens are handed out, and round follows round until one side is down."""

from __future__ import annotations

from collections.abc import Sequence

from ..ask import EVENING, Ask, ChooseOne, Option, Refusal, offered
from ..by_ear import listed
from ..chance import DrawCards
from ..game import Scene
from .arms import battle, weapons
from .asking import Restart, ask, ask_seats
from .attack import attack_with, cannot_attack, counter_words, expected, fate_to_hit, repeat_price
from .crew import crew_slot, how_it_is
from .events import leave_play
from .plays import combo_option, spend_combo
from .reading import know_enemies, unread, which_enemies
from .state import Battle, Campaign, Fight, Foe
from .supply import at_most, lose_command
from .voyage_log import give_up
from .wording import weapon_words
from .words import ASKS_AGAIN

TOKENS = 4
HOPELESS = 20
"""Rounds after which giving up is offered: in easy mode a crew that cannot win gets up for ever."""


async def fight(state: Campaign, task: Fight) -> None:
    """One step of a combat: laying the row, one thing a player does, or the enemies' half."""
    if state.combat is None:
        await begin_combat(state, task)
        return
    if not battle(state).row:
        win(state, task)
    elif battle(state).half == "players":
        await players_half(state)
    else:
        from .enemy_phase import enemies_attack, new_round

        await enemies_attack(state)
        if battle(state).row:
            new_round(state)


# ----- the beginning and the end


async def begin_combat(state: Campaign, task: Fight) -> None:
    """Fetch the enemies by the numbers on their backs, shuffle them, lay them in a row."""
    from .turn import triggered

    leave_play(state, "next_combat")
    if not task.enemies and state.pack.about.private:
        task.enemies = await which_enemies(state, state.active, f"{task.where or 'Combat'}: which enemies come?")
    await know(state, task.enemies)
    names = listed([f"{number} ({state.pack.enemies[number].name})" for number in task.enemies])
    state.say(f"Combat! Fetch enem{'ies' if len(task.enemies) > 1 else 'y'} {names}.", scene=Scene("To arms!"))
    order = await shuffle_row(state, task.enemies)
    state.combat = Battle(where=task.where)
    for number in order:
        lay(state, number)
    if len(order) > 1:
        state.say(f"The row, from left to right: {', '.join(state.pack.enemies[number].name for number in order)}.")
    battle(state).tokens = allotment(state)
    told = ", ".join(f"{state.name(seat)} {n}" for seat, n in battle(state).tokens.items())
    state.say(f"Combat action tokens: {told}.")
    triggered(state, "combat_start")


def lay(state: Campaign, number: int) -> None:
    """One enemy card at the right end of the row, with an armor token on each armor symbol while there are any."""
    card = state.pack.enemies[number]
    foe = Foe(number=number, deals=card.damage, signs=list(card.signs)) if card.unread else Foe(number=number)
    battle(state).row.append(foe)
    for index, square in enumerate(state.pack.enemies[number].squares):
        if square.armor and at_most(state, "armor", 1):
            foe.armor.append(index)


async def know(state: Campaign, enemies: list[int]) -> None:
    """Enemies of an owner's copy are told of when first met."""
    await know_enemies(state, state.active, enemies)


async def join_row(state: Campaign, enemies: list[int]) -> None:
    """More enemies come in the middle of a combat: they are laid at the right end."""
    await know(state, enemies)
    for number in enemies:
        lay(state, number)
        state.say(f"{state.pack.enemies[number].name} joins the row at the right.")


async def shuffle_row(state: Campaign, enemies: list[int]) -> list[int]:
    """Shuffled face down, then laid face up without gaps."""
    if len(enemies) == 1:
        return list(enemies)
    tally: dict[str, int] = {}
    for number in enemies:
        tally[str(number)] = tally.get(str(number), 0) + 1
    at_once = state.box_holds("enemies")
    text = "Shuffle the enemy cards and lay them in a row: which lie there from left to right?"

    def build() -> DrawCards:
        return DrawCards(
            state.active, text, "enemy cards", tally, count=len(enemies), at_once=at_once, from_table=not at_once
        )

    return [int(number) for number in await ask(state, build, "closed")]


def allotment(state: Campaign) -> dict[str, int]:
    """Four tokens: one each, with three players two for the active one, two each, or all four."""
    players = len(state.order)
    each = {seat: TOKENS // players for seat in state.order}
    if players == 3:
        each[state.active] += 1
    return each


def win(state: Campaign, task: Fight) -> None:
    state.combat = None
    state.agenda.remove(task)
    state.say(
        "All enemies are defeated: the combat is won. Enemy cards go back in their order.", scene=Scene("Victory")
    )


# ----- the players' half


async def players_half(state: Campaign) -> None:
    """Tokens are spent in whatever order the players like."""
    asks = _asks(state)
    if not asks:
        battle(state).half = "enemies"
        return

    def build() -> list[Ask]:
        if not battle(state).row:
            raise Restart  # something done at any time defeated the last enemy
        return _asks(state) or [_nothing(state)]

    text = f"Combat, round {battle(state).round}: attack, in any order."
    seat, answer = await ask_seats(state, build, text, "combat")
    answer = str(answer)
    if answer == "done":
        done(state, seat)
    elif answer == "reset":
        await give_up(state, seat)
    elif answer == "give":
        await give_token(state, seat)
    elif answer.startswith("combo:"):
        spend_combo(state, seat, "action")
    elif answer.startswith("attack:"):
        await attack_with(state, seat, answer.removeprefix("attack:"))
        if state.combat:
            battle(state).attack = None


def done(state: Campaign, seat: str) -> None:
    """No more attacks of theirs, and no combat action for the combo points there are now."""
    fight = battle(state)
    if seat not in fight.done:
        fight.done.append(seat)
        state.say(f"{state.name(seat)} is done for this round.")
    if can_take_combo_action(state):
        fight.left_combo.append(seat)


def can_take_combo_action(state: Campaign) -> bool:
    """Any player may, as long as nobody holds the fifth token."""
    return not battle(state).fifth and any(option.barred is None for option in combo_option(state, "action"))


def _nothing(state: Campaign) -> Ask:
    return ChooseOne(state.active, "Nobody has anything left to do this round.", [Option("done", "on to the enemies")])


def tokens_of(state: Campaign, seat: str) -> int:
    return battle(state).tokens.get(seat, 0) + (battle(state).fifth == seat)


def _asks(state: Campaign) -> list[Ask]:
    """What each player may do now who is not done, or was before there were points for a combat action."""
    return [_round_of(state, seat) for seat in state.order if _has_a_choice(state, seat)]


def _has_a_choice(state: Campaign, seat: str) -> bool:
    fight = battle(state)
    if seat not in fight.done and tokens_of(state, seat) > 0:
        return True
    return seat not in fight.left_combo and can_take_combo_action(state)


def _round_of(state: Campaign, seat: str) -> ChooseOne:
    """What one player may do in this round."""
    fight = battle(state)

    def able() -> bool:
        return bool(tokens_of(state, seat)) and any(
            not cannot_attack(state, seat, each) for each in state.crew_of(seat)
        )

    def options() -> list[Option]:
        found = [_attacker(state, seat, crew) for crew in state.crew_of(seat)] if tokens_of(state, seat) else []
        found += combo_option(state, "action") if not fight.fifth else []
        if fight.tokens.get(seat, 0) and len(state.order) > 1:
            found.append(offered("give", "give a token away", cannot_give(state), hint="one of you pays 1 command"))
        must = None
        if state.toggle("must_use_all_tokens") and able():
            must = Refusal("SG-R53", "All tokens must be used while somebody is able to attack.")
        found.append(Option("done", "done for this round", must))
        if fight.round >= HOPELESS and seat == state.active:
            found.append(offered("reset", "give up: reset the campaign", hint=ASKS_AGAIN, group=EVENING))
        return found

    def text() -> str:
        unable = "" if able() or not tokens_of(state, seat) else " None of yours can attack."
        return f"Round {fight.round}: {_actions(tokens_of(state, seat))} left.{unable}"

    question: ChooseOne = ChooseOne(seat, text, options, default=lambda: usual_attacker(state, question.options))
    return question


def usual_attacker(state: Campaign, options: Sequence[Option]) -> str | None:
    """Whoever is most likely to do most, and can take something in return."""

    def worth(option: Option) -> float:
        crew = str(option.value).removeprefix("attack:")
        hits = max(expected(state, place, crew, key) for place in row for key in weapons(state, crew))
        return hits + state.health(crew) / 10 - repeat_price(state, crew)

    row = range(len(battle(state).row))
    able = [each for each in options if each.barred is None and str(each.value).startswith("attack:")]
    return str(max(able, key=worth).value) if able else None


def _actions(n: int) -> str:
    return "1 combat action" if n == 1 else f"{n} combat actions"


def _attacker(state: Campaign, seat: str, crew: str) -> Option:
    barred = cannot_attack(state, seat, crew)
    alone = len(battle(state).row) == 1  # no question for the target follows, so what it deals is told here
    begins = not alone or len(weapons(state, crew)) > 1

    def hint() -> str:
        price = "; again: 1 command" if repeat_price(state, crew) else ""
        arms = "; ".join(
            f"{weapon.name}: {hits_on(state, crew, key)}, {weapon_words(weapon)}"
            + (f"; {counter_words(state, 0, crew, key)}" if alone else "")
            for key, weapon in weapons(state, crew).items()
        )
        if unread(state, crew, "weapon"):
            arms = "weapon as printed on the board"
        return f"{how_it_is(state, crew)}; {arms}{price}"

    label = f"attack with {state.called(crew)}"
    return Option(f"attack:{crew}", label, barred, slot=crew_slot(crew), hint=hint, begins=begins)


def hits_on(state: Campaign, crew: str, weapon: str) -> str:
    """Which fate hits, against the easiest and the hardest of the row."""
    row = range(len(battle(state).row))
    needed = sorted({fate_to_hit(state, place, crew, weapon) for place in row})
    easy, hard = (max(1, needed[0]), max(1, needed[-1]))
    if hard == 1:
        return "hits on any fate"
    return f"hits on fate {easy}+" if easy == hard else f"hits on fate {easy}+ to {hard}+, by enemy"


# ----- giving tokens


def cannot_give(state: Campaign) -> Refusal | None:
    """For each token given one of the two pays 1 command."""
    if any(state.players[each].command for each in state.order):
        return None
    return Refusal("SG-238", "Giving a token costs 1 command, and nobody has any.")


async def give_token(state: Campaign, seat: str) -> None:
    """An unused token goes to another player; giver or receiver pays."""

    def payers(other: str) -> list[str]:
        return [each for each in (seat, other) if state.players[each].command]

    options = []
    for other in state.order:
        if other != seat:
            barred = None if payers(other) else Refusal("SG-238", "Neither of you has 1 command to pay.")
            options.append(Option(other, state.name(other), barred))
    other = str(await ask(state, lambda: ChooseOne(seat, "Who gets the combat action token?", options), "closed"))
    payer = payers(other)[0]
    if len(payers(other)) > 1:
        either = [Option(each, state.name(each)) for each in (seat, other)]
        payer = str(await ask(state, lambda: ChooseOne(seat, "Who pays the 1 command?", either), "closed"))
    if payer == other and not await agrees_to_pay(state, seat, other):
        state.say(f"{state.name(other)} does not pay: {state.name(seat)} keeps the combat action token.")
        return
    lose_command(state, payer, 1)
    fight = battle(state)
    fight.tokens[seat] -= 1
    fight.tokens[other] = fight.tokens.get(other, 0) + 1
    fight.gifts[seat] = fight.gifts.get(seat, 0) - 1
    fight.gifts[other] = fight.gifts.get(other, 0) + 1
    fight.done = [each for each in fight.done if each != other]
    state.say(f"{state.name(seat)} gives {state.name(other)} a combat action token.")


async def agrees_to_pay(state: Campaign, giver: str, receiver: str) -> bool:
    """RULING SG-R55: giver or receiver pays, as they agree; nobody spends another's command."""
    text = f"{state.name(giver)} gives you a combat action token. Do you pay the 1 command for it?"
    options = [Option("yes", "yes, pay 1 command"), Option("no", "no")]
    others = f"Does {state.name(receiver)} pay 1 command for {state.name(giver)}'s combat action token?"
    question = ChooseOne(receiver, text, options, others=others, default="yes")
    return str(await ask(state, lambda: question, "closed")) == "yes"
