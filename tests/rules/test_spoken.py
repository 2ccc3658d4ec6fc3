"""What the voice says of a game: natural, short, and no secret."""

import random
import re
from dataclasses import fields
from pathlib import Path

import pytest
from how_many import so_many

from device.cli import print_replay
from rules.ask import Ask, AskAny, ChooseOne, Option
from rules.game import Said
from rules.games import NAMES, game
from rules.hearing import Hearing
from rules.moment import Moment
from rules.overheard import moments, overheard
from rules.position import Run, some_step
from rules.record import Record
from rules.spoken import (
    IN_FULL,
    Utterance,
    called,
    counted,
    few_options,
    heard,
    joined,
    shortened,
    told_together,
    without_news,
)

RECORDED = Path(__file__).parent
GAMES = {
    "sleepers": "morale",
    "silent_sea": "crew_alone_table",
    "sleeping_gods": "mutiny",
    "awakening": "3-table-wings-white",
    "children_of_morta": "trial_lost_table",
}
FOR_THE_EYE = re.compile(r"[\d()\[\]{}<>_/=+*#%&→×·–—“”\"…]|\b[A-Z]{2}-R?\w*|\bNone\b|  ")


def words(text: str) -> int:
    return len(text.split())


def told(name: str) -> list[Utterance]:
    return [said for _, said in overheard(Record.read(RECORDED / name / "recorded" / f"{GAMES[name]}.json"))]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_recorded_game_sounds_as_people_speak(name):
    record = Record.read(RECORDED / name / "recorded" / f"{GAMES[name]}.json")
    said = told(name)
    assert len(said) > 100
    for each in said:
        assert not FOR_THE_EYE.search(each.text), each
        assert each.text[-1] in ".?!", each
        assert each.seat is None
        assert len(each.text) < 260 or each.kind == "story", each
    if name == "sleepers":
        assert sum(", your turn" in each.text for each in said) > 20
    written = [each for run in record.replay() for each in run.state.said if each.seats is None]
    spoken = [each for each in said if each.kind == "result"]
    assert sum(len(each.text) for each in spoken) < 1.1 * sum(len(each.text) for each in written)


@pytest.mark.parametrize("name", GAMES)
def test_a_prompt_can_be_taken_in_at_a_loud_table(name):
    """Half of them in eight words or fewer, nearly all in fourteen, none in more than twenty."""
    prompts = sorted(
        (each for each in told(name) if each.kind in ("turn", "option")), key=lambda each: words(each.text)
    )
    assert words(prompts[len(prompts) // 2].text) <= 8
    assert words(prompts[int(len(prompts) * 0.95)].text) <= 14, prompts[int(len(prompts) * 0.95) :]
    assert words(prompts[-1].text) <= 20, prompts[-1]


@pytest.mark.parametrize("name", GAMES)
def test_no_name_and_no_sentence_is_said_twice_in_one_breath(name):
    record = Record.read(RECORDED / name / "recorded" / f"{GAMES[name]}.json")
    before, last = None, -1
    for at, said in overheard(record):
        assert before is None or last != at or said.text != before, said
        called = re.match(r"(\w+), your turn[.:] (?P<rest>.*)", said.text)
        assert not called or not re.search(rf"\b{called[1]}\b", called["rest"]), said
        before, last = said.text, at


def test_a_whole_game_can_be_written_out_to_be_read_aloud(capsys, tmp_path):
    file = RECORDED / "sleepers/recorded/morale.json"
    assert print_replay(tmp_path, str(file), spoken=True) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= len(told("sleepers"))
    assert any("White wins: Black lost eleven agents." in line for line in lines)


def test_once_the_game_is_over_nobody_has_to_tidy_the_board():
    """The last explosion takes seven tiles off; nobody needs to hear that after who won."""
    assert told("sleepers")[-1].text == "White wins: Black lost eleven agents."


def test_whoever_has_to_look_at_a_phone_hears_that_it_is_their_turn():
    record = Record.read(RECORDED / "silent_sea/recorded/crew_box.json")
    texts = [said.text for _, said in overheard(record)]
    assert texts.count("Ben, your turn. Look at your phone.") == IN_FULL
    assert texts.count("Ben, your turn.") > 3


def test_what_a_piece_could_be_is_not_read_out_to_those_who_see_it():
    texts = [said.text for said in told("awakening")]
    assert "Draw a tile for hex seventeen." in texts
    assert "Arcane Tower, Library, Fort or Inn." not in texts


def test_where_several_draw_it_is_said_who_drew_what():
    texts = [said.text for said in told("children_of_morta")]
    assert "East: Two Green, White, Yellow and Blue." in texts


def test_whoever_rolls_for_an_enemy_is_told_so():
    texts = [said.text for said in told("children_of_morta")]
    assert "East, roll: Lamp-eater attacks Isa." in texts
    assert "Cloud of gnats hits Wick for one: none left." in texts


def test_a_routine_is_not_said_for_ever():
    texts = [said.text for said in told("sleepers")]
    assert texts.count("White, draw one.") == IN_FULL
    assert "" not in texts
    texts = [said.text for said in told("awakening")]
    assert texts.count("Travel and act, or end your turn.") == IN_FULL
    assert texts.count("What else?") > 5


def test_what_was_heard_often_is_said_in_a_word():
    """Whose turn it is, always; what can be done in it, the first times."""
    texts = [each.text for each in told("sleepers") if each.text.startswith("White, your turn")]
    assert texts.count("White, your turn: recruit, or wake a sleeper.") == IN_FULL
    assert texts.count("White, your turn.") > 10


def test_the_end_is_told_last():
    record = Record.read(RECORDED / "sleepers/recorded/morale.json")
    texts = [said.text for _, said in overheard(record) if said.kind == "result"]
    assert texts[-1] == "White wins: Black lost eleven agents."


# Secrets

SECRET = "PLANTED"


class Planted(Moment):
    """A moment in which everything that is for one seat alone carries a mark with the name of that seat."""

    @property
    def ask(self):
        return planted(self.position.ask) if self.position.ask else None


def mark(*seats: str) -> str:
    return f"{SECRET} for {' '.join(f'x{seat}x' for seat in seats)}"


def planted(ask: Ask) -> Ask:
    new = object.__new__(type(ask))
    new.__dict__.update({field.name: getattr(ask, field.name) for field in fields(ask)})
    if isinstance(ask, AskAny):
        new.__dict__["asks"] = tuple(map(planted, ask.asks))
    elif ask.private:
        text = mark(ask.seat)
        new.__dict__.update(text=text, spoken=text, story=text, todo=(text,), default=None)
        if "options" in new.__dict__:
            new.__dict__["options"] = (Option("a", text), Option("b", text))
    return new


def marked(moment: Moment) -> Planted:
    values = {field.name: getattr(moment, field.name) for field in fields(moment)}
    values["lines"] = tuple(
        (n, said if said.seats is None else Said(mark(*said.seats), said.seats)) for n, said in moment.lines
    )
    return Planted(**values)


@pytest.mark.timeout(1800)  # the long form: 200 games in all
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_secret_is_heard_by_its_own_seat_alone(name):
    played, chance, found = game(name), random.Random(f"secrets of {name}"), 0
    for _ in range(so_many(1, long=200 // len(NAMES))):
        setup = played.setup(len(played.seats), custody="box")
        run = Run(played, played.begin(setup))
        steps = []
        for _ in range(so_many(90, long=300)):
            if run.ask is None:
                break
            steps.append(some_step(played, run.state, run.ask, chance))
            run.take(steps[-1])
        before = None
        for moment in map(marked, moments(Record(setup, tuple(steps)))):
            for said in (*heard(before, moment), *heard(before, moment, by_ear=True)):
                assert SECRET not in said.text.upper(), said
                assert said.seat is None
            for seat in moment.seats:
                for said in heard(before, moment, seat):
                    assert said.seat == seat
                    if SECRET in said.text.upper():
                        assert f"x{seat}x" in said.text.lower(), said
                        found += 1
            before = moment
    assert found or not played.has_secrets or name == "sleeping_gods"


# Words


def test_a_long_question_is_said_in_short():
    text = (
        "Ten of the crew are tired and the storm is near, which costs a lot of morale. Who takes part? " + "More. " * 9
    )
    assert shortened(text) == "Who takes part?"
    assert shortened("First sentence here. " + "Another one that is rather long and goes on and on. " * 4).endswith(
        "on."
    )
    assert shortened("Short.") == "Short."


def test_the_shortest_question_is_said_with_the_sentence_before_it():
    assert shortened("Much is to be said of this stack, and nobody listens. Turn up the top card. Which is it?") == (
        "Turn up the top card. Which is it?"
    )


@pytest.mark.parametrize(
    ("sentences", "said"),
    [
        (
            ["Ann enters the lab.", "Ann enters the hall.", "Ben waits."],
            ["Ann enters the lab and the hall.", "Ben waits."],
        ),
        (["Ann takes one pearl.", "Ann takes one stone."], ["Ann takes one pearl and one stone."]),
        (["The old cur takes two damage.", "The old cur is dead."], ["The old cur takes two damage and is dead."]),
        (["Ann has two left.", "Ann has one left."], ["Ann has two left and one left."]),
        (["Ann is tired.", "Old Ben is tired.", "Cid is ill."], ["Ann and Old Ben are tired.", "Cid is ill."]),
        (["Ann waits. It rains.", "Ann waits. It snows."], ["Ann waits. It rains.", "Ann waits. It snows."]),
        (["Ann: one.", "Ann: two."], ["Ann: one.", "Ann: two."]),
        (["Ann takes one pearl.", "Old Ben takes one pearl."], ["Ann and Old Ben take one pearl."]),
        (["Ann loses one and has two.", "Ben loses one and has two."], ["Ann and Ben lose one and have two."]),
        (
            ["Ann takes two damage: one left.", "Ben takes two damage: one left."],
            ["Ann and Ben take two damage each: one left."],
        ),
        (["Ann is a Crewmate.", "Ben is a Crewmate."], ["Ann and Ben are Crewmates."]),
        (
            ["Old Ann gets one back.", "Old Ann is fit.", "Ben is fit."],
            ["Old Ann gets one back.", "Old Ann and Ben are fit."],
        ),
        (["The cur takes two damage.", "The cur is dead!"], ["The cur takes two damage and is dead."]),
    ],
)
def test_sentences_that_begin_or_end_alike_become_one(sentences, said):
    assert joined(sentences) == said


def test_of_many_steps_only_where_they_lead_is_said():
    hearing = Hearing.of('last = ["(\\\\w+) enters "]')
    steps = ["Ann (Doctor) enters 1.", "Ann (Doctor) enters 2.", "Ben enters 3.", "Ann waits."]
    assert hearing.newest(steps) == ["Ann (Doctor) enters 2.", "Ben enters 3.", "Ann waits."]


def test_things_of_one_kind_that_were_drawn_are_counted():
    assert counted("White, Red, White") == "2 White and Red"
    assert counted("7") == "7"
    assert counted("1, 1, 2") == "1, 1 and 2"


def test_what_several_have_to_do_is_told_them_together():
    assert told_together(["Ann, draw one.", "Ben, draw one.", "Cid, draw two.", "Lay it down, then go."]) == [
        "Ann and Ben, draw one.",
        "Cid, draw two.",
        "Lay it down, then go.",
    ]


@pytest.mark.parametrize(
    ("whose", "text", "said"),
    [
        ("Ann", "Which is it?", "Ann, which is it?"),
        ("Everybody", "Draw tokens.", "Everybody, draw tokens."),
        ("Ann, your turn", "Set the table.", "Ann, your turn: set the table."),
        ("Ann, your turn", "recruit.", "Ann, your turn: recruit."),
        ("Ann", "Luna attacks you.", "Ann. Luna attacks you."),
    ],
)
def test_whoever_is_asked_is_called_as_people_call_each_other(whose, text, said):
    assert called(whose, text) == said


def test_a_question_does_not_repeat_the_news_before_it():
    assert without_news("Ann attacks Ben. does anybody react?", ["Ann attacks Ben."]) == "Does anybody react?"
    assert without_news("Does anybody react?", ["Ann attacks Ben."]) == "Does anybody react?"


def test_a_few_short_options_are_said_with_their_question():
    played = game("sleepers")
    ask = ChooseOne("white", "Which?", (Option("a", "Tea"), Option("b", "e4", spoken="the one on e4")))
    assert few_options(played, ask) == ["Tea or the one on e four."]
    assert few_options(played, ChooseOne("white", "Tea or ale?", ("tea", "ale"))) == []
    assert few_options(played, ChooseOne("white", "Which?", map(str, range(9)))) == []
    wake = ChooseOne("white", "Wake another, or stop.", ("Wake e4", "Wake f5", "Stop"))
    assert few_options(played, wake) == ["E four or f five."]
    face = ChooseOne("white", "Ann: face it, or avoid it?", ("Face the fog", "Avoid it for 1", "Flee"))
    assert few_options(played, face) == ["Face the fog, avoid it for one or Flee."]
    control = ChooseOne("white", "Take control, or stop.", ("Take control of Fort", "Take control of the Inn", "Stop"))
    assert few_options(played, control) == ["Fort or the Inn."]
    keep = ChooseOne("white", "A trigger?", ("Keep all", "Remove The Maw", "Remove Renown", "Remove Iron Will"))
    assert few_options(played, keep) == ["Keep all, or remove The Maw, Renown or Iron Will."]
    trade = ChooseOne("white", "Act.", ("Trade with Ann", "Trade with Ben", "End it"))
    assert few_options(played, trade) == ["Trade with Ann or Ben, or end it."]
    react = ChooseOne("white", "React.", ("Nobody reacts", "Ann shoots back"))
    assert few_options(played, react, {"Ann"}) == ["Nobody reacts or Ann shoots back."]


def test_whoever_is_asked_after_everybody_was_is_called_by_name():
    """Nobody could know otherwise who of them takes a role first."""
    texts = [said.text for said in told("silent_sea")]
    at = texts.index("Everybody, agree on who takes which role.")
    assert texts[at + 2] == "Ann, which role do you take?"


def test_what_is_told_twice_in_a_row_is_said_once():
    texts = [said.text for said in told("children_of_morta")]
    at = texts.index("Lamp-eater hits Isa for two: seven left.")
    assert not texts[at + 1].startswith("Isa takes")
    hearing = Hearing.of("[together]\n'(\\w+) falls\\. \\1 is hurt\\.' = '\\1 falls and is hurt.'")
    assert hearing.in_one(["Ann falls.", "Ann is hurt.", "Ben falls.", "Ann is hurt."]) == [
        "Ann falls and is hurt.",
        "Ben falls.",
        "Ann is hurt.",
    ]


def test_a_game_says_what_is_only_read_and_what_is_said_otherwise():
    hearing = Hearing.of('silent = ["Ann .*"]\nimplied = ["Put .*"]\n[say]\n"(\\\\d) XP" = "\\\\1 points"')
    assert hearing.is_silent("Ann waits.")
    assert hearing.is_silent("Ann waits (AB-12).")
    assert not hearing.is_silent("Ben waits.")
    assert hearing.orders(["Put it down.", "Draw one."]) == ["Draw one."]
    assert hearing.words("Gain 3 XP.") == "Gain 3 points."
    assert Hearing.of("").words("As it is.") == "As it is."
