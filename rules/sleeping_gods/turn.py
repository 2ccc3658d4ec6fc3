"""The turn in rulebook order: draw, command, event, two actions, pass the captain token."""

from __future__ import annotations

from ..ask import EVENING, ChooseOne, Option
from ..game import Checkpoint
from .actions import ACTIONS, entry, shortcuts, take_action
from .asking import BrokenOff, CampaignOver, Restart, ask
from .crew import wound
from .events import deck_is_out, deck_runs_out, draw_event, lasting_effects, may_end, next_deck
from .failure import reckon
from .hands import draw_cards
from .reading import know_health
from .resolve import go_on, push, unwind
from .state import Campaign, Context
from .story import begin
from .supply import gain_command
from .words import ASKS_AGAIN, PACKED, THE_END

COMMAND_PER_TURN = 3
ACTIONS_PER_TURN = 2


async def play(state: Campaign) -> None:
    """The whole campaign, from wherever the state stands."""
    try:
        while state.result is None:
            await Checkpoint()
            try:
                if state.agenda:
                    await go_on(state)
                else:
                    await step(state)
            except BrokenOff as broken:
                unwind(state, broken)
            except Restart:
                pass  # something was put before this step; it is taken up again afterwards
    except CampaignOver:
        pass
    state.window = "closed"


async def step(state: Campaign) -> None:
    """The next step of set-up or turn."""
    match state.phase:
        case "set_up":
            from .set_up import set_up

            await set_up(state)
        case "packed":
            from .voyage_log import resume

            await resume(state)
        case "turn_start":
            await start_turn(state)
        case "venom":
            await venom(state)
        case "draw":
            state.phase = "command"
            await draw_cards(state, state.active, 1)
        case "command":
            state.phase = "event"
            gain_command(state, state.active, COMMAND_PER_TURN)
        case "event":
            state.phase = "actions"
            state.actions_left = ACTIONS_PER_TURN
            await draw_event(state)
        case "actions":
            await action(state)
        case "turn_end":
            await end_turn(state)
        case "deck_end":
            next_deck(state)
            await pass_captain_token(state)
            state.just_ended = ""  # what was under the boards is discarded; nothing is tucked there after the fact
        case "pass":
            await pass_captain_token(state)


# ----- before step 1


async def start_turn(state: Campaign) -> None:
    """The very start of a turn: it begins by itself, unless somebody wants to save, or to come or go."""

    def build() -> ChooseOne:
        who = state.name(state.active)
        options = [Option("begin", "begin the turn")]
        if state.stopping:
            options.append(Option("save", "save and pack up", ends=PACKED))
            options.append(Option("players", "players come or go", group=EVENING))
            if may_end(state):
                totems = f"{len(state.progress.totems)} {state.pack.names.totems}"
                options.append(Option("end", f"end the campaign with {totems}", ends=THE_END))
            options.append(Option("reset", "reset the campaign", hint=ASKS_AGAIN, group=EVENING))
        todo = (f"{who} holds the captain token.",)
        return ChooseOne(state.active, f"{who}, it is your turn.", options, todo=todo, default="begin")

    match await ask(state, build, "actions"):
        case "begin":
            state.stopping = False
            state.turn += 1
            state.used_free.clear()
            state.phase = "venom"
        case "save":
            from .voyage_log import save_and_pack_up

            state.just_ended = ""
            state.stopping = False
            await save_and_pack_up(state)
        case "players":
            from .players import change_players

            state.just_ended = ""
            await change_players(state)
        case "end":
            end_with_totems(state)
        case "reset":
            from .voyage_log import give_up

            await give_up(state)


def end_with_totems(state: Campaign) -> None:
    """The group has eight totems and goes home."""
    begin(state, state.pack.special_paragraphs.ending, ending=True)


async def venom(state: Campaign) -> None:
    """At the start of each player's turn everybody with venom takes 1 damage; then lasting effects."""
    state.phase = "draw"
    for crew, board in state.crew.items():
        mine = state.controller(crew) == state.active
        if "venom" in board.statuses and state.up(crew) and (mine or not state.toggle("venom_on_own_turn_only")):
            state.say(f"Venom: {state.called(crew)}.")
            await know_health(state, [crew])
            wound(state, crew, board.statuses.count("venom"))
    await reckon(state)
    triggered(state, "turn_start")
    lasting_effects(state)


def triggered(state: Campaign, window: str) -> None:
    """Put every triggered ability of this moment on the agenda."""
    for crew in state.crew:
        if state.up(crew) and (window != "turn_start" or state.controller(crew) == state.active):
            for _, ability in state.carried(crew):
                if ability.kind == "triggered" and window in ability.when:
                    push(state, ability.options[0], Context(source=state.called(crew), crew=crew))
    for number in state.owned:
        for ability in state.pack.adventure_cards[number].abilities:
            if ability.kind == "triggered" and window in ability.when:
                push(state, ability.options[0], Context(source=state.card_name(number)))


# ----- step 4: two actions


async def action(state: Campaign) -> None:
    """One of the two actions, or on to the end of the turn."""
    if state.actions_left <= 0:
        state.phase = "turn_end"
        return

    def build() -> ChooseOne:
        options = [*(entry(state, each) for each in ACTIONS), *shortcuts(state)]
        if state.toggle("may_skip_actions"):
            options.append(Option("skip", "no more actions"))
        left = state.actions_left
        spoken = "one action left" if left == 1 else f"what do you do? {left} actions"
        return ChooseOne(state.active, f"Choose an action ({left} left).", options, spoken=spoken)

    chosen = str(await ask(state, build, "actions"))
    if chosen == "skip":
        state.actions_left = 0
        return
    state.just_ended = ""
    for each in chosen.split("+"):  # two that were chosen together, with nothing between them
        name, _, where = each.partition(":")
        state.actions_left -= 1
        await take_action(state, name, state.active, where=where)


# ----- step 5


async def end_turn(state: Campaign) -> None:
    """Both actions are done: has the event deck run out?"""
    if deck_is_out(state):
        state.phase = "deck_end"
        await deck_runs_out(state)
    else:
        state.phase = "pass"


async def pass_captain_token(state: Campaign) -> None:
    """To the player on the left, whose turn begins."""
    place = state.order.index(state.active)
    state.just_ended = "" if state.solo else state.active
    state.active = state.order[(place + 1) % len(state.order)]
    if not state.solo:
        state.say(f"The captain token goes to {state.name(state.active)}.")
    state.phase = "turn_start"
