"""The storybook: paragraphs, boxes, choices, keywords and quests."""

from __future__ import annotations

from ..ask import ChooseOne, Option, ReadStory, Refusal
from ..game import Scene
from .asking import ask
from .challenge import face
from .conditions import holds, says, unpayable
from .failure import end
from .pack import Box, Choice
from .resolve import push
from .state import Campaign, Context, DoEffects, Fight, TellStory
from .wording import words


def begin(state: Campaign, paragraph: str, *, exploring: bool = False, ending: bool = False) -> None:
    """Open the storybook."""
    state.agenda.append(TellStory(paragraph=paragraph, exploring=exploring, ending=ending))


def turn_to(state: Campaign, paragraph: str) -> None:
    """Go on at another paragraph once everything printed here is done; open the book if it is closed."""
    task = state.story
    if task is None:
        begin(state, paragraph)
    else:
        task.paragraph, task.box, task.stage = paragraph, 0, "read"
    state.say(f"Turn to {paragraph}.")


async def tell(state: Campaign, task: TellStory) -> None:
    """One step of a story: read a box, or take the way on from it."""
    if task.stage == "over":
        state.agenda.remove(task)
        state.say("Return to the ship.")
        return
    paragraph = state.pack.paragraphs.get(task.paragraph)
    if paragraph is None:
        from .owner import tell_from_the_book

        await tell_from_the_book(state, task)
        return
    if task.box >= len(paragraph.boxes):
        task.stage = "over"
        return
    box = paragraph.boxes[task.box]
    if task.stage == "read":
        await read(state, task, box)
    else:
        await way_on(state, task, box)


async def read(state: Campaign, task: TellStory, box: Box) -> None:
    """Forced jumps first; then the text is read and its effects apply."""
    for jump in box.if_keyword:
        if jump.keyword in state.keywords:
            state.say(f"You have the keyword {jump.keyword}.")
            turn_to(state, jump.turn_to)
            return
    for other in box.if_so:
        if holds(state, other.condition):
            turn_to(state, other.turn_to)
            return
    task.stage = "way"
    aloud = "Read" if state.solo else "Read aloud:"
    where = f"{aloud} paragraph {task.paragraph}" + (f", box {task.box + 1}" if task.box else "") + "."
    await ask(state, lambda: ReadStory(state.active, where, task.paragraph, box.read, waits=False))
    if box.effects or not box.choices:  # otherwise it stands with the choices, as in the book
        state.say(box.read, scene=Scene(f"Paragraph {task.paragraph}", book=True))
    push(state, box.effects, Context(source=f"Paragraph {task.paragraph}"))


async def way_on(state: Campaign, task: TellStory, box: Box) -> None:
    """After a box and its effects: a choice, another paragraph, a combat, or the end."""
    if box.choices:
        await choose(state, task, box)
    elif box.combat:
        _go_to(task, box.combat.turn_to)
        state.agenda.append(Fight(enemies=list(box.combat.enemies), where=f"Paragraph {task.paragraph}"))
    elif box.turn_to:
        turn_to(state, box.turn_to)
    elif box.end_campaign:
        won = box.end_campaign.outcome == "win"
        how = "story_win" if won else "story_fail"
        if won and task.ending:
            how = "totems"
        await end(state, how, won=won, title=box.end_campaign.name)
    elif box.end:
        task.stage = "over"
    else:
        _go_to(task, "")


def _go_to(task: TellStory, paragraph: str) -> None:
    """Where the story goes on afterwards: another paragraph, or the next box."""
    if paragraph:
        task.paragraph, task.box = paragraph, 0
    else:
        task.box += 1
    task.stage = "read"


async def choose(state: Campaign, task: TellStory, box: Box) -> None:
    """One of A, B, … must be taken; what it asks for comes first, then its effects, then the next paragraph."""

    def build() -> ChooseOne:
        text = f"Paragraph {task.paragraph}: what does the crew do?"
        options = [
            Option(c.label, f"{c.label}. {c.text}", barred(state, c), hint=_asks_for(c), begins=bool(c.challenge))
            for c in box.choices
        ]
        # the others weigh it too: what could be done stands on their phones as well
        others = f"{text} {' '.join(option.label for option in options)}"
        story = "" if box.effects else box.read
        return ChooseOne(state.active, text, options, others=others, story=story)

    label = await ask(state, build)
    choice = next(each for each in box.choices if each.label == label)
    state.say(f"{state.name(state.active)} chooses {label}: {choice.text}")
    source = Context(source=f"Choice {label}")
    _go_to(task, choice.turn_to or (choice.combat.turn_to if choice.combat else ""))
    if choice.effects:
        state.agenda.append(DoEffects(effects=list(choice.effects), context=source, next_line=True))
    if choice.challenge:
        # the consequences go on top of the choice's own effects, so that they come first
        await face(state, choice.challenge, source, chosen=True)
    elif choice.combat:
        state.agenda.append(Fight(enemies=list(choice.combat.enemies), where=f"Choice {label}"))


def barred(state: Campaign, choice: Choice) -> Refusal | None:
    """Why a choice cannot be taken; the keyword it needs is named only once it was met."""
    if choice.requires_keyword and choice.requires_keyword not in state.keywords:
        met = [w for number in (*state.quests, *state.used_quests) for w in state.pack.quests[number].keywords]
        word = f" {choice.requires_keyword}" if choice.requires_keyword in met else ""
        return Refusal("SG-287", f"This requires a keyword you do not have{':' + word if word else ''}.")
    if not holds(state, choice.requires) and choice.requires:
        return Refusal("SG-143", f"This {says(choice.requires)}.")
    return unpayable(state, choice.effects, state.active)


def _asks_for(choice: Choice) -> str:
    if choice.challenge:
        failing = f"; if it fails: {words(choice.challenge.fail)}" if choice.challenge.fail else ""
        return f"{choice.challenge.skill.capitalize()} {choice.challenge.number}{failing}"
    return "Combat" if choice.combat else ""


# ----- quests


def gain_quest(state: Campaign, number: int) -> None:
    """RULING SG-R90: a quest that is owned or used is not in the deck any more."""
    if number in state.quests or number in state.used_quests:
        state.say(f"Quest {number} is not in the deck any more; nothing happens.")
        return
    state.quests.append(number)
    quest = state.pack.quests[number]
    words = ", ".join(quest.keywords)
    state.say(f"The crew gains quest {number}, {quest.name}." + (f" Keyword: {words}." if words else ""))


def put_away_quest(state: Campaign, number: int, how: str) -> None:
    """Lost or completed: into the used quest box."""
    if number in state.quests:
        state.quests.remove(number)
        state.used_quests.append(number)
        state.say(f"Quest {number}, {state.pack.quests[number].name}, is {how} and goes to the used quest box.")
