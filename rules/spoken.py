"""What the voice says: the game from one moment to the next, as one listener may hear it.

Only what everybody may know is said to all; what is for one seat is given only to that seat, and whoever carries it
there sees to it that it was asked for. A question, an option and a sentence may bring words for the ear (`spoken`);
otherwise they are made from the words for the eye.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

from .ask import Ask, AskAny, OneOf, Option, ReadStory
from .by_ear import SMALL, bare, listed, spoken
from .chance import ReadCard
from .game import Game, Said
from .moment import Moment, sentences

Kind = Literal["urgent", "result", "order", "lesson", "turn", "option", "story"]
"""What is said, the most pressing first; see `LEVELS` for who wants to hear what."""

Level = Literal["nothing", "results", "turns", "everything"]
LEVELS: dict[Level, frozenset[Kind]] = {
    "nothing": frozenset(),
    "results": frozenset(("urgent", "result", "story")),
    "turns": frozenset(("urgent", "result", "turn", "story")),
    "everything": frozenset(("urgent", "result", "order", "lesson", "turn", "option", "story")),
}

PROMPTS: frozenset[Kind] = frozenset(("turn", "option", "order", "story", "lesson"))
"""What is stale as soon as the game goes on."""

ONLY_READ = "-"
"""Said.spoken of a sentence that nobody has to hear."""

A_FEW = 4  # options that are said with the question
SHORT = 28  # letters of such an option
LONG = 75  # letters of a question that are said whole
NUMBERS = re.compile(r"\d+(, \d+)*")
IN_FULL = 3  # times that a turn is announced with all that can be done in it
MOST_ORDERS = 6  # that are said one by one
NOT_LAST = frozenset((*SMALL, "a", "an", "the", "their"))
MANY_DO = {"is": "are", "gains": "gain", "loses": "lose", "takes": "take", "gets": "get", "draws": "draw"}
"""What one does, and what several do."""

ASKS = re.compile(
    r"(who|whom|whose|what|which|where|how|has|have|do|does|did|is|are|use|take|put|lay|draw|turn|shuffle|set|choose"
    r"|pick|place|show|move|discard|keep|act|read|raise|recharge|roll|press|level|share|buy|pay|push|another|flip)\b",
    re.IGNORECASE,
)
"""Words with which somebody who was called by name is asked, or told to do something."""

DEEDS = re.compile(
    r"(make|attack|remove|trade|reactivate|activate|wake|swap|use|take|jump|buy|discard)\b", re.IGNORECASE
)
"""With which several options may begin, and with which one of them is enough: "wake d four or e five"."""

A_STORY = 200  # letters from which on a sentence of the log is a story
MANY = 5  # sentences that can be followed by ear; of more only the last are said


@dataclass(frozen=True)
class Utterance:
    """One thing to say.

    :param seat: for whose ears alone; None: for everybody.
    :param sentence: which one of the story that stands on the stage.
    :param brief: what is enough for those who have heard the text often; `ONLY_READ` if nothing is.
    """

    text: str
    kind: Kind
    seat: str | None = None
    sentence: int | None = None
    brief: str = ""


class Often:
    """What people have heard so often in a game that a word is enough: "Ann, your turn."""

    def __init__(self) -> None:
        self._heard: Counter[str] = Counter()

    def worn(self, said: Utterance) -> Utterance:
        """How it is said this time."""
        if not said.brief:
            return said
        self._heard[said.text] += 1
        if self._heard[said.text] <= IN_FULL:
            return said
        return replace(said, text="" if said.brief == ONLY_READ else said.brief)


def heard(
    before: Moment | None, now: Moment | None, seat: str | None = None, *, by_ear: bool = False
) -> list[Utterance]:
    """What is new to a listener, in the order it is said.

    :param seat: only what this seat alone may know; None: only what all may know.
    :param by_ear: nobody looks at a screen: every order is said, and the choices are read out by number elsewhere.
    """
    if now is None:
        return []
    if before is not None and before.game_id != now.game_id:
        before = None
    ear = Ear(now)
    found = list(ear.results(before, seat))
    if seat is None and now.ask is not None:  # once it is over the table can stay as it is
        found += ear.orders(before, by_ear=by_ear)
    known = [each.text for each in found if each.kind == "result"]
    found += [replace(each, text=without_news(each.text, known)) for each in ear.prompt(before, seat)]
    return [replace(each, brief="") for each in found if each.kind != "option"] if by_ear else found


class Ear:
    """One moment of a game, as it sounds."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.game = moment.position.game
        self.names = self.game.players(moment.position.state)

    def words(self, text: str) -> str:
        return aloud(self.game, text)

    def results(self, before: Moment | None, seat: str | None) -> Iterator[Utterance]:
        """What just happened; of a game that was opened again nothing: that was heard long ago."""
        now = self.moment
        if before is None:
            return
        told = [said for n, said in new_lines(before, now) if (seat is None) == (said.seats is None)]
        worth = [said for said in told if (seat is None or seat in (said.seats or ())) and self._is_worth(said)]
        short = [said.spoken or said.text for said in worth if len(said.text) < A_STORY]
        hearing = self.game.hearing
        texts = [self.words(text) for text in hearing.in_one(hearing.newest(dict.fromkeys(short)))]
        tales = [said.text for said in worth if len(said.text) >= A_STORY]
        if seat is None and now.drawn and now.since != before.since and not self.game.hearing.is_silent(now.drawn):
            drawn = self.words(counted(now.drawn))
            # What comes of it is said anyway, a number too if that does not name it.
            says_more = not now.ask or not any(each.text.startswith(now.drawn) for each in now.ask.each)
            if (not texts and says_more) or (
                NUMBERS.fullmatch(now.drawn) and not any(set(_words(drawn)) - {"and"} <= set(_words(t)) for t in texts)
            ):
                texts.insert(0, self._whose_draw(before, drawn))
        texts = joined(list(dict.fromkeys(filter(None, texts))))
        for text in texts[-MANY:]:
            yield Utterance(text, "result", seat)
        for tale in tales:
            yield from (Utterance(self.words(each), "story", seat) for each in sentences(tale))
        if now.ask is None and before.ask is not None and seat is None:
            result = now.position.state.result
            text = self.words(str(result.get("text", ""))) if isinstance(result, dict) else ""
            if text not in texts:
                yield Utterance(text or "The game is over.", "result")

    def _whose_draw(self, before: Moment, drawn: str) -> str:
        """Where several draw at once, whose it is."""
        name = self.names.get(self.moment.drawn_by, "")
        return f"{name}: {drawn}" if name and before.ask and len(before.ask.told) > 1 else drawn

    def _is_worth(self, said: Said) -> bool:
        """Not what is only worth reading, what stands among the orders, or what is read aloud as a story anyway."""
        if said.spoken == ONLY_READ or said.text in self.moment.orders or self.game.hearing.is_silent(said.text):
            return False
        return not any(said.text in each.story for each in (self.moment.ask.each if self.moment.ask else ()))

    def orders(self, before: Moment | None, *, by_ear: bool = False) -> Iterator[Utterance]:
        """What hands have to do now and had not to do before; of a long list only that there is one."""
        now, old = self.moment, set[str]()
        if before is None:
            return
        if before.laid == now.laid:  # the list goes on
            old = {*before.orders, *before.todo}
        new = [order for order in dict.fromkeys((*now.orders, *now.todo)) if order not in old]
        told = new if by_ear else [each for each in self.game.orders_by_ear(new) if not self._is_told(before, each)]
        if not by_ear and len(told) > MOST_ORDERS:
            yield Utterance(self.words(f"{len(told)} things to do on the table. The list is on the screen."), "order")
            return
        texts = [self.words(self._by_name(order)) for order in told]
        briefs = {text: self.game.hearing.brief(order) for text, order in zip(texts, told, strict=True)}
        yield from (Utterance(text, "order", brief=briefs.get(text, "")) for text in told_together(texts))

    def _by_name(self, order: str) -> str:
        """What is for a colour or a place at the table is said to whoever sits there."""
        seat, mark, rest = order.partition(": ")
        name = self.names.get(seat.lower(), seat if seat in self.names.values() else "")
        return (called(name, rest) if ASKS.match(rest) else f"{name}: {rest}") if mark and name else order

    def _is_told(self, before: Moment, order: str) -> bool:
        """Does what just happened say it word for word?"""
        return any(
            order in said.text and said.text not in self.moment.orders for _, said in new_lines(before, self.moment)
        )

    def prompt(self, before: Moment | None, seat: str | None) -> Iterator[Utterance]:
        """Who is asked what; nothing if the same was asked a moment ago."""
        now = self.moment
        if now.proposal is not None:
            if seat is None and (before is None or before.proposal is None):
                what = f"Take back {now.proposal.wanted.title}" if now.proposal.taking else now.proposal.wanted.title
                yield Utterance(self.words(f"{what}? Everybody has to agree."), "urgent")
            return
        if now.ask is None or (before is not None and before.proposal is None and asks_the_same(before.ask, now.ask)):
            return
        if seat is not None:
            mine, old = now.ask.of(seat), before.ask.of(seat) if before is not None and before.ask else None
            if mine is not None and mine.private and mine != old:  # what others answered meanwhile nobody may hear
                yield Utterance(self.question(mine, ""), "turn", seat)
                yield from (
                    Utterance(text, "option", seat) for text in few_options(self.game, mine, self.names.values())
                )
            return
        yield from self._asked_of_all(before)

    def _asked_of_all(self, before: Moment | None) -> Iterator[Utterance]:
        now, ask = self.moment, self.moment.ask
        assert ask is not None
        asked = ask.each[0] if len(ask.each) == 1 else None
        old = before.ask if before is not None else None
        both = isinstance(ask, AskAny) and isinstance(old, AskAny)
        if both and old and self.several(ask, old.told) == self.several(old):
            return  # somebody has answered, the others are asked as before
        if asked is None or (isinstance(ask, AskAny) and ask.window):
            yield Utterance(self.several(ask), "turn")
            return
        name = self.names.get(asked.seat, "")
        state, turn = now.position.state, self.game.at_turn
        then = before.position.state if before else None
        new_turn = then is None or (self.game.turn_of(then), turn(then)) != (self.game.turn_of(state), turn(state))
        if asked.private:
            if before is None or not self._has_phone_in_hand(before, asked.seat):
                mine = new_turn and turn(state) == asked.seat
                text = f"{name}, your turn. Look at your phone." if mine else f"{name}, look at your phone."
                yield Utterance(text, "turn", brief=f"{name}, your turn." if mine else "")
            return
        same = old is not None and old.told == ask.told and not new_turn and not self._was_for_all(old)
        whose = "" if same or not name or len(self.names) == 1 else name
        if whose and new_turn and turn(state) == asked.seat:
            whose += ", your turn"
        if not isinstance(asked, ReadStory):
            yield from self.story(asked, old)
        brief = self.words(whose) if whose.endswith("turn") else self.game.hearing.brief(asked.text)
        yield Utterance(self.question(asked, whose), "turn", brief=brief)
        if isinstance(asked, ReadStory):
            yield from self.story(asked, old)
        if not asked.spoken:
            yield from (Utterance(text, "option") for text in few_options(self.game, asked, self.names.values()))

    def _was_for_all(self, ask: Ask) -> bool:
        """Was nobody called by name, although one seat answered for all?"""
        return self.game.hearing.words(ask.text).startswith("Everybody")

    def story(self, ask: Ask, old: Ask | None) -> Iterator[Utterance]:
        """What is read aloud, sentence by sentence; not again because something else was asked about it."""
        if ask.story and not any(each.story == ask.story for each in (old.each if old else ())):
            for number, each in enumerate(sentences(ask.story)):
                yield Utterance(self.words(each), "story", sentence=number)

    def _has_phone_in_hand(self, before: Moment, seat: str) -> bool:
        """Did whoever is asked just answer on the phone?"""
        asked = before.ask.of(seat) if before.ask else None
        return asked is not None and self.moment.source == f"phone of {seat}"

    def question(self, ask: Ask, whose: str) -> str:
        """The question, with who is asked before it."""
        name = self.names.get(ask.seat, "")
        text = ask.spoken or shortened(self.game.hearing.words(without_name(bare(ask.text), name)))
        if not whose or text.startswith("Everybody"):
            return self.words(text)
        if re.search(rf"\b{re.escape(name)}\b", text) and not whose.endswith("turn"):
            return self.words(text)
        return self.words(called(whose, text))

    def several(self, ask: Ask, told: tuple[str, ...] = ()) -> str:
        """Several are asked at once.

        :param told: who is named, if not those who are asked now.
        """
        text = shortened(self.game.hearing.words(ask.others or ask.text))
        texts = {each.spoken or each.text for each in ask.each if not each.private}
        if not text and len(texts) == 1 and not any(each.private for each in ask.each):
            text = shortened(self.game.hearing.words(next(iter(texts))))
        told = told or ask.told
        who = "Everybody" if len(told) == len(self.names) else listed([self.names.get(seat, seat) for seat in told])
        if not text:
            return self.words(f"{who}, look at your phones." if len(told) > 1 else f"{who}, look at your phone.")
        if text.startswith("Everybody") or any(name in text for name in self.names.values()):
            return self.words(text)
        return self.words(called(who, text))


def asks_the_same(before: Ask | None, now: Ask | None) -> bool:
    """Is nothing else asked than a moment ago, as far as everybody may know?"""
    if isinstance(before, AskAny) and isinstance(now, AskAny) and before.window and before.window == now.window:
        return True  # somebody may have answered in secret
    return before == now


def aloud(game: Game, text: str) -> str:
    """Any text as it is said in this game."""
    return spoken(game.by_ear(bare(text)))


def joined(texts: list[str]) -> list[str]:
    """Sentences with the same subject or the same end, one after the other, become one.

    "Ann takes a pearl and a stone." "Ann and Ben are tired."
    """
    return _of_one_subject(_of_one_state(texts))


def _of_one_state(texts: list[str]) -> list[str]:
    found: list[str] = []
    whose: list[str] = []
    state: tuple[str, str] | None = None
    for text in texts:
        who, does, what = _parted(text)
        if does and (does, what) == state and "." not in what[:-1] and ":" not in who:
            whose.append(who)
            found[-1] = f"{listed(whose)} {MANY_DO[does]} {_of_many(what)}"
        else:
            found.append(text)
            whose, state = [who], (does, what)
    return found


def _parted(text: str) -> tuple[str, str, str]:
    """Who, does, what; only who if nothing of that is told."""
    words = text.split(" ")
    at = next((at for at, word in enumerate(words) if at and word in MANY_DO), len(words))
    return " ".join(words[:at]), " ".join(words[at : at + 1]), " ".join(words[at + 1 :])


def _of_many(what: str) -> str:
    """What one is or has, said of several: "a Crewmate." is "Crewmates."""
    what = what.replace(" and has ", " and have ").replace(": ", " each: ", 1)
    return f"{what.split(' ', 1)[1][:-1]}s." if re.fullmatch(r"an? \w+\.", what) else what


def told_together(orders: list[str]) -> list[str]:
    """What several are told to do, one after the other in the same words, is told them together."""
    found: list[str] = []
    names: list[str] = []
    what = ""
    for order in orders:
        name, _, rest = order.partition(", ")
        if rest and rest == what and name.isalpha():
            names.append(name)
            found[-1] = f"{listed(names)}, {rest}"
        else:
            found.append(order)
            names, what = [name], rest if name.isalpha() else ""
    return found


def without_news(prompt: str, told: list[str]) -> str:
    """The question without what has just been said of it."""
    for each in told:
        rest = prompt.replace(f"{each} ", "", 1)
        if rest != prompt:
            return rest[0].upper() + rest[1:]
    return prompt


def _of_one_subject(texts: list[str]) -> list[str]:
    found: list[str] = []
    shared: list[str] = []  # the words that all of the last sentence's parts begin with
    parts: list[str] = []
    for text in texts:
        words, one = text.rstrip(".!").split(), "." not in text[:-1] and ":" not in text
        start = _alike(shared, words) if shared and one else []
        if len(start) > 1 and words[len(start)] != "and" and (len(parts) == 1 or start == shared):
            parts = [parts[0].removeprefix(" ".join(start)).strip(), *parts[1:], " ".join(words[len(start) :])]
            found[-1] = f"{' '.join(start)} {listed(parts)}."
            shared = start
        else:
            found.append(text)
            parts, shared = [" ".join(words)], words if one else []
    return found


def _alike(some: list[str], others: list[str]) -> list[str]:
    """The words both begin with; a number or "the" belongs to what comes after it."""
    both = zip(some, others, strict=False)
    start = [word for word, _ in takewhile(lambda pair: pair[0] == pair[1], both)]
    start = start[: min(len(some), len(others)) - 1]
    while start and start[-1] in NOT_LAST:
        start.pop()
    return start


def counted(text: str) -> str:
    """Things that were drawn, those of one kind together: "White, Red, White" is "2 White, Red"."""
    things = text.split(", ")
    if NUMBERS.fullmatch(text):
        return listed(things)
    number = Counter(things)
    return listed([f"{number[each]} {each}" if number[each] > 1 else each for each in dict.fromkeys(things)])


def new_lines(before: Moment, now: Moment) -> list[tuple[int, Said]]:
    """The sentences that came since; what was taken back and lies further back now is not new."""
    known = {(n, said.text) for n, said in before.lines}
    return [(n, said) for n, said in now.lines if n >= before.number and (n, said.text) not in known]


def options_of(ask: Ask) -> list[Option]:
    """What can be chosen now, without what is about the evening as a whole."""
    return [each for each in getattr(ask, "options", ()) if not each.barred and not each.is_apart]


def few_options(game: Game, ask: Ask, names: Collection[str] = ()) -> list[str]:
    """Options that are said with their question: a few short ones, where the question does not name them.

    :param names: of people, which keep their large letter.
    """
    if not isinstance(ask, OneOf) or isinstance(ask, ReadCard) or not 1 < len(options_of(ask)) <= A_FEW:
        return []
    asked = f"{aloud(game, ask.text)} {aloud(game, ask.text.split(': ', 1)[-1])}".lower()  # with and without a name
    labels = [aloud(game, each.spoken or each.label).rstrip(".") for each in options_of(ask)]
    new = [label for label in labels if label.lower() not in asked]
    said = _without_verb(new, asked)
    if len(new) < 2 or len(set(said)) < len(said) or any(len(label) > SHORT for label in said):
        return []
    return [spoken(offered(said, names))]


def offered(labels: list[str], names: Collection[str] = ()) -> str:
    """What can be chosen in one sentence: "Wake d four or e five, or stop here"."""
    groups: list[tuple[str, list[str]]] = []  # those in a row that begin with the same deed, without it
    for label in labels:
        first, _, rest = label.partition(" ")
        deed = first if rest and "," not in rest and DEEDS.match(first) else ""
        if deed and groups and groups[-1][0] == deed:
            groups[-1][1].append(rest)
        else:
            groups.append((deed, [rest if deed else label]))
    each = [f"{deed} {listed(_without_same(rest), 'or')}".strip() for deed, rest in groups]
    each = [each[0], *(_small(words, names) for words in each[1:])]
    if len(each) > 1 and any(len(rest) > 1 for _, rest in groups):
        return f"{', '.join(each[:-1])}, or {each[-1]}"
    return listed(each, "or")


def _without_same(rests: list[str]) -> list[str]:
    """Small words that come with the same deed each time are said once: "attack with Ann or Ben"."""
    first, *others = rests
    for small in ("with", "control of", "the ability of"):
        if all(rest.startswith(f"{small} ") for rest in rests):
            return [first, *(rest.removeprefix(f"{small} ") for rest in others)]
    return rests


def _small(words: str, names: Collection[str]) -> str:
    """In the middle of a sentence; names keep their large letter."""
    first, _, rest = words.partition(" ")
    is_name = first in names or (not rest.islower() and not DEEDS.match(first))
    return words if is_name else words[:1].lower() + words[1:]


def _without_verb(labels: list[str], asked: str) -> list[str]:
    """What the question says already is not said with each of its options: "Wake a sleeper: d four or e five."""
    each = [label.split() for label in labels]
    shared = [some[0] for some in zip(*(words[:-1] for words in each), strict=False) if len(set(some)) == 1]
    known = list(takewhile(lambda word: word.lower() in {*_words(asked), "of", "on", "with"} - NOT_LAST, shared))
    return [" ".join(words[len(known) :]) for words in each]


def shortened(text: str) -> str:
    """Of a long text the sentence that asks, or else the first ones."""
    text = " ".join(text.split())
    if len(text) <= LONG:
        return text
    sentences = re.split(r"(?<=[.?!:])\s+(?=[A-Z“])", text)
    asking = [at for at, each in enumerate(sentences) if each.endswith("?")]
    if asking:
        last = asking[-1]
        both = " ".join(sentences[max(0, last - 1) : last + 1])
        too_little = len(sentences[last].split()) < A_FEW and len(both) <= LONG  # "Which is it?" by itself
        return both if too_little else sentences[last]
    short = sentences[0]
    for each in sentences[1:]:
        if len(short) + len(each) > LONG:
            break
        short += " " + each
    return short


def called(whose: str, text: str) -> str:
    """Somebody is called by name and asked, or told to do something; whatever else it is stands by itself."""
    if text[:1].isupper() and not ASKS.match(text):
        return f"{whose}. {text}"
    return f"{whose}{':' if whose.endswith('turn') else ','} {text[:1].lower()}{text[1:]}"


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", text.lower())


def without_name(text: str, name: str) -> str:
    """The question without the name before it."""
    for mark in (": ", ", "):
        if name and text.startswith(name + mark):
            return text[len(name + mark) :]
    return text
