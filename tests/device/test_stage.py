"""What everybody looks up for: stories by pages, turned by the box's buttons, and scenes."""

import random

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.live.table import Table
from device.panel.hands import Hands
from device.panel.panel import Panel
from device.settings import Box
from rules import moment as moments
from rules.moment import A_PAGE, pages
from rules.silent_sea import GAME as SEA
from rules.sleeping_gods import GAME as VOYAGE

SENTENCE = "The rope creaks and nobody says a word. "


@pytest.fixture
def table(journal):
    return Table(journal)


def play_until(table, game, true):
    people = game.sensible(random.Random(5))
    for _ in range(300):
        moment = table.now()
        if true(moment):
            return moment
        step = people.step(moment.position.state, moment.ask)
        (table.answer if step.kind == "answer" else table.aside)(moment.number, step.value, step.seat)
    raise AssertionError("it never came to that")


@pytest.fixture
def hands(table):
    panel = Panel(Box(), pin_factory=MockFactory(pin_class=MockPWMPin), start=False)
    yield Hands(table, panel)
    panel.close()


def test_a_page_is_full_of_whole_sentences_and_nothing_is_lost():
    story = "\n\n".join(SENTENCE * many for many in (3, 40, 1, 12))
    by_pages = pages(story)
    assert len(by_pages) > 3
    assert all(len(page) <= A_PAGE and page.endswith(".") for page in by_pages)
    assert " ".join(by_pages).split() == story.split()
    assert pages("") == ()


def test_yes_turns_the_pages_before_it_answers_and_back_turns_them_back(table, hands, monkeypatch):
    monkeypatch.setattr(moments, "A_PAGE", 60)
    table.has_stage = lambda: True
    table.begin(VOYAGE.setup({"north": "Ann", "east": "Ben"}))
    number = play_until(table, VOYAGE, lambda moment: len(moment.story) > 1).number
    last = len(table.now().story) - 1
    hands.pressed("yes")
    hands.pressed("back")
    hands.pressed("yes")
    assert (table.now().number, table.now().page) == (number, 1)
    for _ in range(last - 1):
        hands.pressed("yes")
    assert (table.now().number, table.now().page) == (number, last)
    hands.pressed("yes")  # what is asked is a choice by now, or it is read
    assert table.now().page == (last if table.now().number == number else 0)


def test_without_a_screen_nobody_has_to_turn_pages(table, hands, monkeypatch):
    monkeypatch.setattr(moments, "A_PAGE", 60)
    table.begin(VOYAGE.setup({"north": "Ann", "east": "Ben"}))
    play_until(table, VOYAGE, lambda moment: len(moment.story) > 1)
    hands.pressed("yes")
    assert table.now().page == 0


def test_a_scene_stands_until_somebody_does_the_next_thing(table):
    table.begin(SEA.setup(dict(zip(SEA.seats, ("Ann", "Ben", "Cleo", "Dov"), strict=True))))
    staged = play_until(table, SEA, lambda moment: moment.staged).staged
    assert staged.scene.heading
    assert staged.text in [text for _, text in table.now().log_for(None)]  # nothing that not everybody may read
    number = table.now().number
    play_until(table, SEA, lambda moment: moment.number > number)
    assert table.now().staged != staged
