"""A place on a drawing: one answer, several to choose from, or why there is none."""

import json
import re
from html import unescape

from rules.ask import Option, Refusal
from web.games.taps import Several, answers_in, by_slot, tap

LOOK = Option("look", "Look", slot="e5")
LEAVE = Option("leave", "Leave it", slot="e5", hint="costs nothing")
SHUT = Option("burn", "Burn it", Refusal("XX-3", "It is wet."), slot="e5")


def test_a_place_with_one_open_answer_gives_it_whatever_else_is_barred_there():
    assert by_slot([SHUT, LOOK]) == {"e5": LOOK}
    assert 'data-answer="look"' in tap(LOOK)


def test_a_place_with_several_open_answers_asks_which():
    place = by_slot([LOOK, SHUT, LEAVE, Option("end", "End")])["e5"]
    assert isinstance(place, Several)
    assert place.label == "Look or Leave it"
    assert not place.barred
    attributes = tap(place, "an old box")
    assert 'aria-label="Look or Leave it. an old box"' in attributes
    assert "data-answer" not in attributes
    assert answers_in(f"<g{attributes}>") == {"look", "leave"}
    choices = json.loads(unescape(re.search(r'data-choose="([^"]*)"', attributes)[1]))
    assert choices == [
        {"label": "Look", "hint": "", "answer": "look"},
        {"label": "Burn it", "why": "It is wet. (XX-3)"},
        {"label": "Leave it", "hint": "costs nothing", "answer": "leave"},
    ]


def test_a_place_where_everything_is_barred_says_every_reason_once():
    far = Option("look", "Look", Refusal("XX-4", "It is far."), slot="e5")
    again = Option("drown", "Drown it", Refusal("XX-3", "It is wet."), slot="e5")
    assert by_slot([SHUT]) == {"e5": SHUT}
    told = tap(by_slot([SHUT, far, again])["e5"])
    assert told == ' data-why="It is wet. (XX-3) It is far. (XX-4)"'
    assert answers_in(told) == set()


def test_a_number_is_sent_as_a_number():
    assert 'data-answer="3" data-json' in tap(Option(3, "Three", slot="e5"))
    assert 'data-answer="3" aria-label' in tap(Option("3", "Three", slot="e5"))


def test_what_can_be_tapped_is_read_back_as_it_was_asked():
    odd = Option('say "a" & <b>', "Odd", slot="e5")
    assert answers_in(f"<g{tap(odd)}><g{tap(Option(3, 'Three'))}><g{tap(SHUT)}>") == {odd.value, 3}


def test_where_nothing_is_asked_there_is_nothing_to_tap():
    assert tap(None, "an old box") == ""
