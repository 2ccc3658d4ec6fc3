"""Run end, coming home, saving and starting over (CM-200 to CM-235, CM-271 to CM-275, CM-285 to CM-290)."""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Confirm, Option
from ..game import Checkpoint
from . import cards, effects, levels
from .bosses import stop_acting
from .outcome import met
from .rows import dismiss
from .set_up import new_campaign, pair_of
from .state import ROW, Run, Table
from .tracks import highest
from .vocabulary import ManualGoal
from .wording import so_many

STEPS = ("gather", "markers", "fatigue", "enemies", "discard", "bonds", "buy", "level", "next")
COMPLETE = "complete"  # the last chapter is won; reached again only if the table says that it is not over
AT_HOME = (*STEPS, COMPLETE)


async def run_end(state: Table) -> None:
    """Won or lost, the heroes go home (CM-200); what the chapter says about it comes first."""
    run, campaign = state.run, state.campaign
    stop_acting(state)
    bag = ("Everybody: all tokens from hand and board into the bag, face-up and discarded fatigue stays.",)  # CM-R78
    await Confirm(state.speaker(), _headline(state), todo=bag if state.mode == "story" else (), waits=True)
    campaign.runs += 1
    campaign.won += run.result == "won"
    campaign.last_lost = run.result == "lost"
    if state.mode == "trial":
        _end_trial(state, await _check_achievements(state))
        return
    chapter = state.pack.chapters[campaign.chapter]
    words = chapter.on_win if run.result == "won" else chapter.on_loss
    run.enemy_phase = False
    await effects.carry_out(state, words, effects.Cause(state.speaker(), name=chapter.title, group=True))
    state.at_home = STEPS[0]
    state.phase = "home"


def _headline(state: Table) -> str:
    """How the run ended, for everybody to hear before anything else is asked."""
    run, trial = state.run, state.pack.trial
    what = "The Family Trial" if state.mode == "trial" else f"Chapter {state.campaign.chapter}"
    if run.result == "lost":
        return f"{run.reason} {what} is lost."
    if state.mode == "trial" and trial:
        return f"{state.pack.bosses[trial.bosses[-1]].name} is defeated: the Family Trial is won!"
    return f"{run.reason} {what} is won!"


async def come_home(state: Table) -> None:
    """The steps of the homecoming in their order (CM-206)."""
    while state.phase == "home":
        await Checkpoint()
        match state.at_home:
            case "gather":
                gather_tokens(state)
                for seat in state.in_order():
                    await cards.offer(state, seat, "home")
            case "markers":
                reset_markers(state)
            case "fatigue":
                fatigue_up(state)
            case "enemies":
                enemies_back(state)
            case "discard":
                discard_goods(state)
            case "bonds":
                cross_off(state)
            case "buy":
                await buy(state)
                state.busy = list(state.seats)
            case "level":
                await levels.level_up_all(state)
            case "complete":
                await not_the_end(state)
                return
            case _:
                await what_next(state)
                return
        state.at_home = STEPS[STEPS.index(state.at_home) + 1]


def gather_tokens(state: Table) -> None:
    """Whatever lies about when a run ends goes into the bag (CM-R78)."""
    bag = state.campaign.bag
    for hero in state.run.heroes.values():
        loose = hero.hand + [token for tokens in hero.actions.values() for token in tokens] + hero.spent
        loose += ["corruption"] * hero.corruption
        for token in loose:
            bag[token] = bag.get(token, 0) + 1
        hero.hand, hero.actions, hero.spent, hero.corruption = [], {}, [], 0
        hero.acting, hero.stun, hero.drawn, hero.done = None, 0, False, False
    state.say("All skill and corruption tokens go into the bag.")


def reset_markers(state: Table) -> None:
    """Step 1: health, defence and focus as at the start (CM-208)."""
    for hero in state.run.heroes.values():
        hero.health = highest(state, hero, "health")
        hero.defence = 0
        hero.focus = highest(state, hero, "focus") if state.mode == "trial" else 0
    state.say("1. All markers go back to their start.")


def fatigue_up(state: Table) -> None:
    """Step 2: the fatigue discard pile lies face up again; what is in the bag stays there (CM-209, CM-210)."""
    for hero in state.run.heroes.values():
        hero.face_up, hero.fatigue_discard = hero.face_up + hero.fatigue_discard, 0
    state.say("2. Discarded fatigue is turned face up; fatigue in the bag stays there.")


def enemies_back(state: Table) -> None:
    """Step 3: all enemies go back into their shuffled decks (CM-211)."""
    for hero in state.run.heroes.values():
        for place in range(ROW):
            enemy = hero.row[place]
            if enemy:
                dismiss(state, enemy)
                hero.row[place] = None
    for pile in state.run.enemies.values():
        pile.reshuffle()
    state.run.boss, state.run.activations = None, None
    state.say("3. All enemies are shuffled into their decks.")


def discard_goods(state: Table) -> None:
    """Step 4: items, talents, potions, gemstones and rage go; Morvs make the family fund (CM-212, CM-213, CM-R79)."""
    run, campaign = state.run, state.campaign
    for hero in run.heroes.values():
        run.items.discard += hero.items
        for card in hero.talents:
            hero.talent_pile.put(card)
        hero.items, hero.talents, hero.potion, hero.gemstone = [], [], 0, 0
        if not state.toggle("morvs_lost_at_home"):
            campaign.fund += hero.morv
        hero.morv = 0
    run.rage = 0
    fund = levels.morvs(campaign.fund)
    state.say(f"4. Items, talents, potions, gemstones and rage are discarded. The family has {fund}.")


def cross_off(state: Table) -> None:
    """Step 5: support tokens are crossed off in the bond table; enough of them make a bond (CM-214 to CM-216)."""
    campaign = state.campaign
    enough = state.toggle("bond_threshold")
    for link in state.run.links:
        tokens, link.tokens = link.tokens, 0
        if link.kind == "bond" or state.first_chapter or not tokens:
            continue
        heroes = [state.hero(seat).id for seat in link.seats]
        pair = pair_of(*heroes)
        campaign.bonds[pair] = min(enough, campaign.bonds.get(pair, 0) + tokens)
        names = " and ".join(state.pack.heroes[hero].name for hero in heroes)
        state.say(f"5. {names}: {campaign.bonds[pair]} of {enough} squares crossed off.")
        if campaign.bonds[pair] >= enough and pair not in campaign.bonded:
            campaign.bonded.append(pair)
            state.say(f"{names} are bonded: their bond card lies between them from the next session on.")


async def buy(state: Table) -> None:
    """Step 6: the players together spend Morvs on advanced tokens (CM-218)."""
    while True:
        if all(option.barred for option in levels.token_options(state)):
            return
        answer: str = await Anew(
            lambda: ChooseOne(
                state.speaker(),
                f"{_so_it_went(state)} The family is home with {_fund(state)}. Buy advanced tokens?",
                [*levels.token_options(state), Option("enough", "Enough")],
            )
        )
        if answer == "enough":
            return
        await levels.buy_token(state, answer[6:])


def _fund(state: Table) -> str:
    return levels.morvs(state.campaign.fund)


def _so_it_went(state: Table) -> str:
    return f"The chapter is {'lost' if state.campaign.last_lost else 'won'}."


async def what_next(state: Table) -> None:
    """A lost chapter again, after a win the next one (CM-232, CM-233); or save; or start over."""
    campaign = state.campaign
    last = max(state.pack.chapters)
    if state.run.result == "won":
        if campaign.chapter == last:
            complete(state)
            return
        following = campaign.chapter + 1
        text = f"Chapter {campaign.chapter} is won. Next is Chapter {following}."
    else:
        following = campaign.chapter
        text = f"Chapter {campaign.chapter} is lost and must be played again."
    options = (
        Option("on", f"Play Chapter {following} now"),
        Option("save", "Save for another evening", ends="You put everything away. The next chapter waits."),
        Option("reset", "Start over", ends=ALL_LOST),
    )
    answer = await ChooseOne(state.speaker(), text, options)
    if answer == "reset":
        reset(state)
        return
    if answer == "save":
        await Confirm(state.speaker(), "Put the game away.", todo=packing(state), waits=True)
        state.say("The game is saved.")
    campaign.chapter = following
    state.run, state.heroes, state.at_home = Run(), {}, ""
    state.phase = "saved" if answer == "save" else "gather"


def complete(state: Table) -> None:
    """The last chapter is won (CM-233)."""
    state.at_home = COMPLETE
    state.result = {"ending": "story won", "text": "The last chapter is won: the campaign is complete."}
    state.say("The campaign is complete.")


async def not_the_end(state: Table) -> None:
    """The campaign was complete, and then the table said that it is not over."""
    options = (
        Option("on", f"Play Chapter {state.campaign.chapter} again"),
        Option("reset", "Start over", ends=ALL_LOST),
        Option("stop", "It is over after all", ends="The campaign is complete, and this game is over."),
    )
    answer = await ChooseOne(state.speaker(), "The last chapter is won. What now?", options)
    if answer == "stop":
        complete(state)
    elif answer == "reset":
        reset(state)
    else:
        state.run, state.heroes, state.at_home = Run(), {}, ""
        state.phase = "gather"


def packing(state: Table) -> list[str]:
    """What goes where when the game is saved (CM-273 to CM-275)."""
    steps = [
        f"{state.hero_name(seat)}'s box: markers, talent cards, {so_many(state.hero(seat).face_up, 'fatigue token')}."
        for seat in state.seats
    ]
    fund = [f"Put {_fund(state)} of the family fund beside it."] if state.campaign.fund else []
    return [*steps, "Close the bag with everything in it and put it away.", *fund, "Pack the rest as usual."]


# Starting over

ALL_LOST = "The whole campaign is lost: levels, bonds, tokens bought, and every chapter you won."

RESET = (
    "Level-up cards and fatigue tokens into the hero boxes, also the fatigue in the bag.",
    "Advanced and corruption tokens out of the bag, to their places; then the basic ones.",
    "Gather all cards again.",
)
"""What hands do when everything begins anew (CM-287 to CM-290, CM-344)."""


def reset(state: Table) -> None:
    """Levels, fatigue, advanced and corruption tokens, drawn cards and bonds are lost (CM-285 to CM-290).

    What is ticked in the achievement table of the Family Trial is none of it.
    """
    won = state.campaign.won
    runs = state.campaign.runs
    state.say("The campaign is reset: level-up cards and fatigue go to the hero boxes.")
    state.say("Advanced and corruption tokens leave the bag; chapter and event cards are gathered.")
    new_campaign(state)
    state.campaign.runs, state.campaign.won = runs, won
    state.run, state.heroes, state.at_home, state.busy = Run(), {}, "", []
    state.phase = "after_reset"


async def after_reset(state: Table) -> None:
    """A new campaign, a Family Trial, or nothing more tonight."""
    options = [
        Option("again", "Begin a new game"),
        Option("stop", "Put everything into the box", ends="This game is over."),
    ]
    if await ChooseOne(state.seats[0], "Everything is reset. What now?", options, todo=RESET) == "stop":
        story = state.mode == "story"
        state.result = {
            "ending": "story given up" if story else "trial lost",
            "text": "The campaign was given up." if story else "The Family Trial was given up.",
        }
    else:
        state.phase = "mode"


# The end of a Family Trial


async def _check_achievements(state: Table) -> list[str]:
    """The achievement table, after every trial, won or lost (CM-345, CM-R98): what was unlocked this time."""
    trial = state.pack.trial
    assert trial is not None
    unlocked = []
    for name, achievement in trial.achievements.items():
        if name in state.campaign.achievements:
            continue
        reached = met(state, achievement.condition)
        if isinstance(achievement.condition, ManualGoal):
            options = (Option("no", "Not this time"), Option("yes", "Yes, we did", hint=achievement.text))
            text = f"Did you manage this? {achievement.condition.text}"
            reached = await ChooseOne(state.speaker(), text, options) == "yes"
        if reached:
            unlocked.append(achievement.text)
            state.campaign.achievements.append(name)
            state.say(f"Achievement unlocked: {achievement.text} Tick it in the achievement table.")
    return unlocked


def _end_trial(state: Table, unlocked: list[str]) -> None:
    """All progress is lost, and the game is reset; achievements and the tale of it stay (CM-327, CM-344)."""
    kept, run = state.campaign, state.run
    headline, tale, deeds = _headline(state), _tale(state), {seat: _deeds(state, seat) for seat in state.seats}
    new_campaign(state)
    state.campaign.runs, state.campaign.won = kept.runs, kept.won
    state.run = Run(result=run.result, reason=headline, way=run.way, tale=tale, deeds=deeds, unlocked=unlocked)
    state.say("The Family Trial is over and reset; nothing but achievements is kept.")
    state.phase = "after_trial"


def _tale(state: Table) -> str:
    """The run in a sentence."""
    run, bosses = state.run, state.pack.bosses
    enemies, rounds = sum(run.defeated.values()), run.round
    beaten = [so_many(enemies, "enemy", "enemies")] if enemies else []
    beaten += [bosses[boss].name for boss in run.bosses_beaten]
    return f"{so_many(rounds, 'round')}. Beaten: {', '.join(beaten) or 'nobody'}."


def _deeds(state: Table, seat: str) -> str:
    """How one hero came out of it."""
    hero, board, record = state.hero(seat), state.board(seat), state.record(seat)
    raised = [board.actions[slot].levels[level - 1].name for slot, level in record.levels.items() if level > 1]
    told = f"Health {hero.health}/{board.health_max}."
    return f"{told} Learned {', '.join(raised)}." if raised else told


AGAIN = "Another Family Trial, or was that it?"


async def after_trial(state: Table) -> None:
    """Another trial, with what was unlocked, or the end."""
    won = state.run.result == "won"
    options = (Option("stop", "That was it"), Option("again", "Another Family Trial"))
    answer = await ChooseOne(state.seats[0], state.run.reason, options, todo=RESET, spoken=AGAIN)
    if answer == "stop":
        state.result = {"ending": "trial won" if won else "trial lost", "text": state.run.reason}
        return
    state.run, state.heroes = Run(), {}
    state.phase = "gather"
