"""Standing answers that keep secrets: a standing "no" looks like everybody else's silence."""

import pytest
import sea_window
from sea_window import ALL, Later, say, shoot
from serving import Served

from device.live import opening
from device.live.journal import Journal
from device.live.table import Table
from device.live.writer import SILENCE, silence
from device.panel.hands import Hands, prompt
from rules.ask import IllegalAnswer
from rules.silent_sea.attack import ATTACKED, WATCHING


@pytest.fixture
def clock(box, monkeypatch):
    monkeypatch.setattr(opening, "new_seed", lambda: b"the same cards for everybody" * 2)
    clock = Later()
    box.table._later = clock
    return clock


class Eyes:
    """What everybody is sent, from now on: each page, the lamps and the makers' interface, without repetition."""

    def __init__(self, box):
        self.box = box
        self.clients = {seat: box.client(seat) for seat in ALL}
        self.clients |= {"watcher": box.client(), "screen": box.client(host=True)}
        self.maker = {"Authorization": f"Bearer {box.app.config['READ_TOKEN']}"}
        self.sent = {name: [] for name in (*self.clients, "maker", "lamps")}
        self.look()
        box.table.when_changed.append(lambda moment: self.look())

    def look(self):
        found = {
            name: client.get(f"/state/{'seat' if name in ALL else 'table'}").get_json()
            for name, client in self.clients.items()
        }
        found["maker"] = self.clients["watcher"].get("/api/table", headers=self.maker).get_json()
        found["lamps"] = repr(prompt(self.box.table.now()))
        for name, now in found.items():
            if isinstance(now, dict):
                now = {key: value for key, value in now.items() if key not in ("game", "id")}
            if not self.sent[name] or self.sent[name][-1] != now:
                self.sent[name].append(now)

    def except_for(self, seat):
        return {name: sent for name, sent in self.sent.items() if name != seat}


def keep(table, seat, habit, answer="pass"):
    table.journal.keep_habit(table.now().game_id, seat, habit, answer, answer)


def asked(table):
    return table.now().ask.seats if table.now().ask else ()


HANDS = (["crafted_bulb", "crafted_case"], ["gun", "crafted_case"], ["hazmat", "hazmat"], ["gun", "flashlight"])


def play(box, clock, hand, how):
    """Ann shoots Cem; Ben passes, by hand or because he always does; what all others are sent meanwhile."""
    sea_window.begin(box.table, {"yellow": hand})
    if how == "always":
        keep(box.table, "yellow", WATCHING)
    eyes = Eyes(box)
    shoot(box.table)
    assert box.table.now().ask.told == ("red", "yellow")
    if how == "by hand, first":
        say(box.table, "yellow", "pass")
    say(box.table, "red", "pass")
    if how == "by hand":
        say(box.table, "yellow", "pass")
    assert box.table.now().position.state.players["red"].health == 1
    assert clock.waits == []
    return eyes.except_for("yellow")


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: "+".join(hand))
def test_a_standing_no_looks_to_all_others_like_one_by_hand_whatever_is_held(tmp_path, monkeypatch, hand):
    monkeypatch.setattr(opening, "new_seed", lambda: b"the same cards for everybody" * 2)
    sent = {}
    for how, own in (("always", hand), ("by hand", HANDS[0]), ("by hand, first", hand)):
        folder = tmp_path / how
        folder.mkdir()
        box, clock = Served(folder), Later()
        box.table._later = clock
        sent[how, *own] = play(box, clock, own, how)
        box.close()
    first = next(iter(sent.values()))
    for name, each in sent.items():
        for viewer, pages in each.items():
            # Whoever answers before the last one waits for the last: then it is known that somebody was slower.
            if viewer != "red" or name[0] != "by hand":
                assert pages == first[viewer], f"{viewer} can tell {name}"


def test_while_others_think_nobody_sees_who_has_answered(box, clock):
    sea_window.begin(box.table, {"yellow": ["gun"], "blue": ["hazmat", "gun"]})
    eyes = Eyes(box)
    shoot(box.table)
    before = {name: len(sent) for name, sent in eyes.sent.items()}
    number = box.table.now().number
    say(box.table, "blue", "pass")
    assert {name for name, sent in eyes.sent.items() if len(sent) > before[name]} == {"blue"}
    assert box.table.now().number == number
    assert (asked(box.table), box.table.now().ask.told) == (("red", "yellow"), ("red", "yellow", "blue"))
    with pytest.raises(IllegalAnswer):
        say(box.table, "blue", "gun")  # it has answered
    say(box.table, "red", "flashlight")
    say(box.table, "yellow", "pass")
    assert box.table.now().number > number


def test_where_nobody_else_is_asked_a_silence_passes_first(box, clock):
    sea_window.begin(box.table)
    keep(box.table, "red", ATTACKED)
    eyes = Eyes(box)
    shoot(box.table)
    before = {name: len(sent) for name, sent in eyes.sent.items()}
    assert asked(box.table) == ("red",)
    [(seconds, _)] = clock.waits
    assert SILENCE[0] <= seconds <= SILENCE[1]
    assert {name: len(sent) for name, sent in eyes.sent.items()} == before
    clock.pass_by()
    assert box.table.now().position.state.players["red"].health == 1
    assert clock.waits == []
    assert len({silence() for _ in range(20)}) > 10  # no two alike


def test_a_box_that_is_closed_in_the_silence_answers_nothing_any_more(box, clock):
    sea_window.begin(box.table)
    keep(box.table, "red", ATTACKED)
    shoot(box.table)
    [(_, is_over)] = clock.waits
    box.table.wait_no_longer()
    assert clock.waits == []
    box.journal.close()
    is_over()  # the clock was quicker: nothing is read or written any more
    assert asked(box.table) == ("red",)


def test_a_habit_that_is_dropped_in_the_silence_is_asked(box, clock):
    sea_window.begin(box.table)
    keep(box.table, "red", ATTACKED)
    shoot(box.table)
    box.table.no_longer("red", ATTACKED)
    assert clock.waits == []
    clock.pass_by()
    assert asked(box.table) == ("red",)
    say(box.table, "red", "flashlight")
    assert box.table.now().position.state.players["red"].health == 5


def test_what_stands_for_others_does_not_stand_for_oneself(box, clock):
    """No reaction unless I am attacked."""
    sea_window.begin(box.table, {"yellow": ["gun"]})
    keep(box.table, "red", WATCHING)
    keep(box.table, "yellow", WATCHING)
    shoot(box.table)
    assert asked(box.table) == ("red", "yellow")
    assert clock.waits == []
    say(box.table, "red", "flashlight")
    # Ben's standing no went with it; what comes next is asked of him alone.
    assert asked(box.table) == ("red", "yellow")
    say(box.table, "red", "pass")
    assert box.table.now().position.state.players["red"].health == 5


def test_a_standing_answer_that_is_not_possible_now_is_asked(box, clock):
    sea_window.begin(box.table)
    keep(box.table, "red", ATTACKED, "ability:2")
    shoot(box.table)
    assert clock.waits == []
    assert asked(box.table) == ("red",)


def test_said_on_the_phone_it_stands_from_now_on(box, clock):
    sea_window.begin(box.table, {"yellow": ["gun"], "white": ["gun", "gun"]})
    phone = box.client("yellow")
    shoot(box.table)
    number = box.table.now().number
    page = phone.get("/seat").get_data(as_text=True)
    assert "Always, until I say otherwise" in page
    said = phone.post(f"/answer/{number}", data={"for": "yellow", "answer": '"pass"', "always": "1"})
    assert said.status_code in (200, 303)
    assert box.table.habits("yellow")[WATCHING].words == "Pass"
    assert "Ask me again" in phone.get("/seat").get_data(as_text=True)
    assert "Ask me again" not in box.client("blue").get("/seat").get_data(as_text=True)
    phone.post("/no-longer", data={"habit": WATCHING})
    assert box.table.habits("yellow") == {}


def test_a_restart_in_the_middle_of_a_window_goes_on_as_before(box, clock):
    sea_window.begin(box.table, {"yellow": ["gun"], "blue": ["gun"]})
    keep(box.table, "yellow", WATCHING)
    shoot(box.table)
    say(box.table, "blue", "pass")
    before = box.table.now()
    again = Table(Journal(box.journal.file), later=Later())
    again.open(before.game_id)
    assert (again.now().number, again.now().entry) == (before.number, before.entry)
    assert again.now().ask == before.ask
    assert again.now().position.save() == before.position.save()
    say(again, "red", "pass")
    assert again.now().position.state.players["red"].health == 1
    again.journal.close()


def test_a_restart_in_the_silence_begins_it_anew(box, clock):
    sea_window.begin(box.table)
    keep(box.table, "red", ATTACKED)
    shoot(box.table)
    later = Later()
    again = Table(Journal(box.journal.file), later=later)
    again.open(box.table.now().game_id)
    assert len(later.waits) == 1
    later.pass_by()
    assert again.now().position.state.players["red"].health == 1
    again.journal.close()


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_taking_back_goes_over_all_that_was_answered_in_secret(box, clock, answered):
    """However many have answered: else the button itself would tell."""
    sea_window.begin(box.table, {"yellow": ["gun"]})
    before = box.table.now().position.save()
    shoot(box.table)
    for seat in ("yellow", "red")[:answered]:
        say(box.table, seat, "pass")
    after = box.table.now().position.save()
    taking = box.table.taking_back()
    assert "shoot" in taking.title
    moment = box.table.undo(box.table.now().number, "white")
    for seat in ALL[1:] if moment.proposal else ():
        box.table.agree(box.table.now().number, seat, yes=True)
    assert box.table.now().position.save() == before
    box.table.redo(box.table.now().number)
    assert box.table.now().position.save() == after


def test_the_boxs_buttons_answer_nothing_that_is_asked_in_secret(box, clock):
    class Dark:
        when_pressed = None

        def show(self, shown): ...
        def flash(self, shown, seconds): ...
        def roll_digit(self, digits): ...

    sea_window.begin(box.table, {"yellow": ["gun"]})
    hands = Hands(box.table, Dark())
    shoot(box.table)
    hands.pressed("yes")
    assert hands.refusal
    assert asked(box.table) == ("red", "yellow")
