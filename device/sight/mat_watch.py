"""The camera and the reading mat: a card laid there or dice thrown there answer the pending question.

The button and the phones can answer as well; whoever is first counts. What lay on the mat when the question came does
not answer it, and neither does what still moves. A sure reading is taken and said; an unsure one is asked.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from device.live.table import Table
from device.pictures.kept import Kept
from rules.ask import IllegalAnswer, StaleAnswer
from rules.ask import Trouble as Refused
from rules.game import Setup
from rules.moment import Moment
from rules.plain import Plain
from vision.find import mat, steady
from vision.find.closeup import closeup, jpeg
from vision.find.mat import SAME_DIE, Lying, Mat
from vision.read.dice import Die
from vision.read.taught import Shelf
from vision.reading import Image, Trouble

from . import boards as looks
from .mat_keeps import keep_look
from .mat_looks import sheet
from .mat_reading import Heard, hear_cards, hear_dice
from .mat_wanted import Wanted, wanted
from .seen import Seen
from .stories import Answer, Story

log = logging.getLogger(__name__)

SOURCE = "camera on the mat"
LOOKS = 3  # pictures that must agree
TRIES = 3  # times that an unsure reading is looked at anew before people are asked
NEWS = 6.0  # seconds that a reading stays announced

Shelves = Callable[[Setup], Shelf]
Take = Callable[[int], list[Image | None]]


@dataclass(frozen=True)
class _Said:
    """What one question makes of the mat; nothing if nothing new lies there."""

    want: Wanted
    heard: Heard
    outlines: tuple[mat.Points, ...]  # of what came, in millimetres of the mat
    picture: bytes = b""  # of what lies there, if people have to be asked


@dataclass(frozen=True)
class _Doubt:
    """Something on the mat that people may have to name.

    :param node: where the game stood when it was read.
    """

    why: str
    game_id: str
    node: int
    want: Wanted
    lying: Lying
    outlines: tuple[mat.Points, ...]


class MatWatch:
    """Reads what is laid on the mat, whenever the pending question is one that a card or dice can answer.

    :param clock: seconds that only rise.
    :param shelf: the pieces that the owner of a game has taught.
    :param kept: where pictures go about which people were asked, if they allow it.
    """

    def __init__(
        self,
        table: Table,
        clock: Callable[[], float],
        shelf: Shelves = lambda setup: Shelf(),
        kept: Kept | None = None,
    ) -> None:
        self.seen = Seen()
        self.wanted: tuple[Wanted, ...] = ()
        self.mat = Mat(looks.MAT)
        self._table = table
        self._clock = clock
        self._shelf = shelf
        self._kept = kept
        self._doubt: _Doubt | None = None
        self._took: _Doubt | None = None  # what was last taken without asking
        self._at: tuple[str, int] | None = None
        self._latest: Lying | None = None  # the mat when it last lay still
        self._before: Lying | None = None  # the mat when the question came
        self.in_sight = False  # was the mat found when it was last looked for?
        self._tries = 0
        self._again = False
        self._news: tuple[str, float] | None = None

    @property
    def restless(self) -> bool:
        """Is a reading unsure, so that another look is worth it though nothing moves?"""
        return self._again

    def follow(self, moment: Moment, *, still: bool) -> None:
        """The game moved on: what lies on the mat now does not answer the next question.

        :param still: nothing moves. What moves now was meant for the last question, if that was one for the mat too.
        """
        at = (moment.game_id, moment.number)
        if at == self._at:
            return
        self._answered(moment, still=still)
        new = wanted(moment, self._shelf(moment.setup).pieces)
        if not (new and self._same_questions(moment, new)):
            meant_for_the_last = bool(self.wanted) and not still
            self._before = None if meant_for_the_last else self._latest
            self._tries, self._again = 0, False
        self.wanted, self._at = new, at
        self.seen = self._invitation(moment)

    def forget(self) -> None:
        """Nobody looked for a while: whatever lies there when the camera looks again was there before."""
        self._latest = self._before = self._at = self._doubt = self._took = None
        self.wanted = ()
        self._again = False

    def _same_questions(self, moment: Moment, new: tuple[Wanted, ...]) -> bool:
        """Have only others answered since, where several are asked at once?"""
        if self._at is None or self._at[0] != moment.game_id or not self.wanted:
            return False
        number = self._at[1]
        return all(self._table.still_open(number, want.ask.seat) == moment.number for want in new)

    def pass_time(self, moment: Moment) -> bool:
        """Has an announcement stood long enough?"""
        if self._news is None or self._clock() < self._news[1]:
            return False
        self._news = None
        if self.seen.state in ("read", "mat"):
            self.seen = self._invitation(moment)
        return True

    def _invitation(self, moment: Moment) -> Seen:
        news = self._news[0] if self._news else ""
        if not self.wanted:
            return Seen("read", news) if news else Seen()
        if self._before is None:
            # What is laid down before the mat was seen at rest could not be told from what lay there already.
            return Seen("moving", news)
        problem = sheet(moment.setup.game, moment.setup.pack).problem
        return Seen("mat", " ".join(part for part in (news, self.wanted[0].invitation, problem) if part))

    # Reading

    def read(self, moment: Moment, take: Take) -> None:
        """The table rests: see what lies on the mat.

        :param take: so many pictures, as they come.
        """
        lying = self.mat.look(take(1)[0])
        self._again = False
        self.in_sight = isinstance(lying, Lying)
        if isinstance(lying, Trouble):
            self._not_seen(lying)
            return
        self._latest = lying
        if self._doubt and not all(self.mat.stayed(line, self._doubt.lying, lying) for line in self._doubt.outlines):
            self._doubt = None  # it was moved: whatever people say now is said of something else
        if not self.wanted or moment.proposal is not None:  # first it is settled whether something is taken back
            return
        if self._before is None:
            self._before = lying
            self.seen = self._invitation(moment)
            return
        said = [one for want in self.wanted if (one := self._hear(want, self._before, lying, take, moment)) is not None]
        if self._again:
            return
        if not said:
            self._tries = 0
            self.seen = self._invitation(moment)
            return
        self._judge(moment, said)

    def _not_seen(self, trouble: Trouble) -> None:
        if not self.wanted:
            self.seen = Seen()
        elif trouble.kind == "wrong board" or (trouble.kind == "no board" and not trouble.sentence.startswith("Only")):
            want = self.wanted[0]
            self.seen = Seen("mat", f"Slide the reading mat under the camera, and it reads {want.things} there.")
        else:
            self.seen = Seen("trouble", trouble.sentence)

    def _hear(self, want: Wanted, before: Lying, now: Lying, take: Take, moment: Moment) -> _Said | None:
        """What came onto the mat since the question, as an answer to it; None if nothing did."""
        shelf = self._shelf(moment.setup)
        if want.dice:
            dice = [(die, mat.die_outline(die, now)) for die in self.mat.dice(now)]
            new = [(die, line) for die, line in dice if not self.mat.stayed(line, before, now, SAME_DIE)]
            if not new:
                return None
            pictures, still = self._looks(take, now, [line for _, line in new], SAME_DIE)
            heard = hear_dice(want, [die for die, _ in new], pictures, now, shelf)
            shot = self._shot(heard, now, [_box(die) for die, _ in new])
            return _Said(want, heard, tuple(line for _, line in new), shot) if still else None
        deck = want.deck
        cards = [(card, mat.card_outline(card, now)) for card in self.mat.cards(now, deck)]
        fresh = [(card, line) for card, line in cards if not self.mat.stayed(line, before, now)]
        if not fresh:
            return None
        pictures, still = self._looks(take, now, [line for _, line in fresh], mat.SAME_CARD)
        heard = hear_cards(want, [card for card, _ in fresh], pictures, shelf)
        shot = self._shot(heard, now, [card.corners for card, _ in fresh])
        return _Said(want, heard, tuple(line for _, line in fresh), shot) if still else None

    def _shot(self, heard: Heard, now: Lying, outlines: list[mat.Points]) -> bytes:
        """What people are asked about, as the camera saw it; nothing if they need not be asked."""
        if heard.sure or not heard.answers:
            return b""
        corners = now.where.to_board(np.vstack(outlines))
        middle, reach = corners.mean(axis=0), float(np.ptp(corners, axis=0).max()) / 2
        return jpeg(closeup(now.picture, now.where, self.mat.layout.half, [middle], room=reach / 2, rings=False))

    def _looks(self, take: Take, first: Lying, outlines: list[mat.Points], alike: float) -> tuple[list[Image], bool]:
        """Several pictures; what still moves between the first and the last is looked at once more later."""
        pictures = [picture for picture in take(LOOKS) if picture is not None]
        last = self.mat.look(pictures[-1]) if len(pictures) == LOOKS else None
        still = isinstance(last, Lying) and all(self.mat.stayed(line, first, last, alike) for line in outlines)
        self._again = self._again or not still
        return pictures, still

    def _judge(self, moment: Moment, said: list[_Said]) -> None:
        """One sure answer is taken; anything else is looked at a few times more, and then told."""
        sure = [one for one in said if one.heard.sure]
        doubt = self._doubted(moment, said[0]) if len(said) == 1 else None
        if len(sure) == 1 and len(said) == 1:
            self._tries, self._doubt, self._took = 0, None, doubt
            self.take(moment, self._story(moment, sure[0].want, sure[0].heard.answers[0], len(self.wanted)))
            return
        self._tries += 1
        if self._tries < TRIES and not any(one.heard.waits for one in said):
            self._again = True
            return
        stories = [
            self._story(moment, one.want, answer, len(self.wanted)) for one in said for answer in one.heard.answers
        ]
        want, self._doubt = said[0].want, doubt
        if stories:
            words = " or ".join(story.words for story in stories)
            shown = tuple(one.picture for one in said[:1] if one.picture)
            asked = Seen("asks", f"What lies on the mat? {words}?", choices=tuple(stories), pictures=shown)
            self.seen = self._for(want, asked)
        else:
            heard = said[0].heard
            if heard.unclear and self._latest is not None:
                heard = replace(heard, sentence=self._with_advice(heard.sentence, self._latest))
            self.seen = self._for(want, Seen("mat" if heard.waits else "unsure", heard.sentence))

    def _with_advice(self, sentence: str, now: Lying) -> str:
        """What cannot be made out may only want better light."""
        lie = [card.corners for want in self.wanted for card in self.mat.cards(now, want.deck)]
        return " ".join((sentence, *steady.light(now.picture, now.where, self.mat.layout.half, lie).advice[:1]))

    def _for(self, want: Wanted, seen: Seen) -> Seen:
        """What a private question shows is told to its seat alone."""
        if not want.ask.private:
            return seen
        others = f"Something was laid on the mat; {want.ask.seat} reads it."
        return replace(seen, seat=want.ask.seat, others=others)

    def _story(self, moment: Moment, want: Wanted, answer: Plain, several: int) -> Story:
        words = want.words(answer)
        if several > 1:
            words = f"{moment.setup.names.get(want.ask.seat, want.ask.seat)}: {words}"
        return Story((Answer(want.ask.seat, answer, words),), None, 0.0)

    # Pictures about which people were asked

    def _doubted(self, moment: Moment, said: _Said) -> _Doubt | None:
        """What came onto the mat, in case somebody has to name it; what is for one seat's eyes is none of it."""
        if said.want.ask.private or self._latest is None:
            return None
        return _Doubt("asked", moment.game_id, moment.node, said.want, self._latest, said.outlines)

    def _answered(self, moment: Moment, *, still: bool) -> None:
        """The game moved on: did somebody name what lies there, or take back what the camera made of it?"""
        took, doubt, self._doubt = self._took, self._doubt, None
        if took is not None and (took.game_id, took.node) == (moment.game_id, moment.node):
            self._doubt, self._took = replace(took, why="corrected"), None
        elif doubt is not None and doubt.game_id == moment.game_id and still:
            path = self._table.journal.path(moment.game_id, moment.node)
            entry = next((one for one in path if one.parent == doubt.node or one.number == 0), None)
            step = entry.step if entry is not None and entry.source == "phone" else None
            if step is not None and step.kind == "answer" and step.seat == doubt.want.ask.seat:
                self._keep(moment, doubt, step.value)

    def _keep(self, moment: Moment, doubt: _Doubt, answer: Plain) -> None:
        """Keep what lay there with the name that people gave it, if it has a number or pips to be read by."""
        want, shown = doubt.want, doubt.want.numbered(answer)
        taught = {name.lower() for name in self._shelf(moment.setup).pieces}
        emblems = any(die.taught(face).lower() in taught for die in want.dice for face in die.faces)
        if self._kept is None or not shown or emblems or len(shown) != len(doubt.outlines):
            return
        if want.dice:
            self._kept.mat(doubt.lying, doubt.outlines, dice=shown, why=doubt.why)
        else:
            deck = replace(want.deck, possible=sorted(want.numbers))
            self._kept.mat(doubt.lying, doubt.outlines, cards=shown, deck=deck, why=doubt.why)

    # Answering

    def chosen(self, moment: Moment, story: Story) -> None:
        """People say what lies there."""
        doubt, self._doubt, self._took = self._doubt, None, None
        if self.take(moment, story) and doubt is not None:
            self._keep(moment, doubt, story.answers[0].value)

    def take(self, moment: Moment, story: Story) -> bool:
        """Answer for those who laid it there; was it taken?"""
        answer = story.answers[0]
        want = next((one for one in self.wanted if one.ask.seat == answer.seat), None)
        private = want is not None and want.ask.private
        try:
            after = self._table.answer(moment.number, answer.value, answer.seat, source=SOURCE)
        except StaleAnswer as late:
            log.info("%s came too late: %s", answer.words, late)
            return False
        except (IllegalAnswer, Refused) as refused:
            seen = Seen("unsure", str(refused))
            self.seen = self._for(want, seen) if want else seen
            return False
        if want is not None and self._latest is not None:
            keep_look(after, want, self.mat, self._latest)
        read = "A card was read." if private else f"The camera read {answer.words}."
        self._news = read, self._clock() + NEWS
        self.follow(after, still=True)
        return True


def _box(die: Die) -> mat.Points:
    """The corners of a die in the picture."""
    return np.asarray(cv2.boxPoints((die.middle, (die.side, die.side), die.turned)), np.float64)
