"""What a viewer is told beside the game: the minute before it, a step of the set-up, a word of advice, or a lesson."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from rules.lessons import Card, Page
from rules.moment import Moment
from rules.setting_up import Handed, ready
from web.pages.rules import picture

from .seats import Viewer
from .table import LiveTable


@dataclass(frozen=True)
class Told:
    """What lies before one viewer, apart from the question.

    :param minute: the page of the minute, its number and how many there are.
    :param handed: what people are at while the table is set; on a phone its own step first.
    :param mine: this viewer's own step of the set-up.
    :param pictures: of what people are at, on the public screen.
    :param advice: what could still be done, after an answer that would give it up.
    :param wants: what this viewer wants to be told, by its name.
    """

    minute: tuple[Page, int, int] | None = None
    handed: tuple[Handed, ...] = ()
    mine: Handed | None = None
    advice: str = ""
    card: Card | None = None
    wants: frozenset[str] = frozenset()
    taught: bool = False
    teaches: bool = False
    setting: int = 0
    done: int = 0
    picture: Markup = Markup("")
    pictures: tuple[Markup, ...] = ()


def told(table: LiveTable, moment: Moment, viewer: Viewer) -> Told:
    """What this viewer is told; of the rest of the table only what all may know."""
    game, seat, teacher = moment.position.game, viewer.seat, table.teacher
    if not game.teaching.lessons and not game.guide(moment.position.state):
        return Told()
    wants = frozenset(what for what in ("lessons", "advice") if seat and teacher.wants(moment, seat, what))
    plain = Told(wants=wants, taught=table.is_taught(), teaches=bool(game.teaching.lessons))

    def drawn(name: str) -> Markup:
        return picture(game, name) if name else Markup("")

    if moment.minute is not None and moment.ask:
        page = game.teaching.minute[moment.minute]
        number = (page, moment.minute + 1, len(game.teaching.minute))
        return replace(plain, minute=number, picture=drawn(page.picture))
    if handed := table.handed_out():
        now = tuple(ready(handed))
        mine = next((each for each in now if each.seat == seat), None)
        shown, done = drawn(mine.step.picture if mine else ""), sum(each.done for each in handed)
        each_shown = () if seat else tuple(drawn(each.step.picture) for each in now)
        return replace(plain, handed=now, mine=mine, setting=len(handed), done=done, picture=shown, pictures=each_shown)
    card = teacher.card(moment, seat)
    return replace(
        plain, card=card, advice=teacher.advice(moment, seat), picture=drawn(card.lesson.picture if card else "")
    )
