"""The box plays: presses answer the live game, lamps and digit follow it, all on mock pins."""

import threading

import pytest
import tiny_game
from clock import Clock
from gpiozero.pins.mock import MockFactory, MockPWMPin
from waiting import until

from device.live import journal as journal_module
from device.live import opening as table_module
from device.live.journal import Journal
from device.live.table import Table
from device.panel.hands import IMPATIENCE, Hands, prompt
from device.panel.lamps import ROLL_SECONDS, Prompt
from device.panel.panel import Panel
from device.panel.pins import pretend_pins
from device.settings import Box
from rules.ask import Trouble
from rules.games import game as game_of
from rules.marks import marks

BOX = Box(brightness=1.0)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch):
    """The tiny game beside the real ones."""

    def find(name):
        return tiny_game.GAME if name == "tiny" else game_of(name)

    monkeypatch.setattr(table_module, "game_of", find)
    monkeypatch.setattr(journal_module, "game_of", find)
    monkeypatch.setattr(table_module, "with_all_that_is_known", lambda journal, setup: setup)  # it has no packs


class Play:
    """A box on mock pins with a game on it."""

    def __init__(self, path) -> None:
        self.clock = Clock(100.0)
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.table = Table(Journal(path / "games.sqlite"))
        self.panel = Panel(BOX, pin_factory=self.pins, clock=self.clock, start=False)
        self.hands = Hands(self.table, self.panel, clock=self.clock)

    def begin(self, players: int = 3) -> None:
        self.table.begin(tiny_game.GAME.setup(players))

    def press(self, button: str, seconds: float = 0.1) -> None:
        pin = self.pins.pin(BOX.buttons[button])
        pin.drive_low()
        self.pass_time(seconds)
        pin.drive_high()
        self.pass_time(IMPATIENCE)

    def pass_time(self, seconds: float) -> None:
        end = self.clock.now + seconds
        while self.clock.now < end - 1e-9:
            self.panel.take_presses()
            self.clock.now = min(end, self.clock.now + 0.05)
            self.panel.tick()
        self.panel.take_presses()

    @property
    def got(self):
        return self.table.now().position.state.got

    @property
    def entries(self):
        moment = self.table.now()
        return [(entry.kind, entry.source) for entry in self.table.journal.entries(moment.game_id)]

    def through(self, stage: int) -> None:
        """Play on up to *stage*, each question by the button that answers it."""
        while self.table.now().position.state.stage < stage:
            self.press("fate" if self.table.now().position.state.stage < 3 else "yes")

    def close(self) -> None:
        self.panel.close()
        self.table.journal.close()


@pytest.fixture
def play(tmp_path):
    play = Play(tmp_path)
    yield play
    play.close()


def test_without_a_game_the_box_idles_and_a_press_says_so(play):
    assert play.panel.prompt == Prompt("idle")
    play.press("fate")
    assert play.hands.refusal == "No game is open on this table."


def test_fate_answers_the_pending_draw_and_the_journal_has_it(play):
    play.begin()
    assert play.panel.prompt == Prompt("draw_fate", seats=(0,), turn=0)
    assert play.pins.pin(5).state == 1  # Ann's lamp
    play.press("fate")
    assert play.got[0] in range(1, 7)
    assert play.entries == [("begin", "box"), ("answer", "fate button")]
    assert play.panel.prompt == Prompt("roll", seats=(0,), turn=0)


def test_the_digit_rolls_to_what_was_drawn(play):
    play.begin()
    play.press("fate", 0.05)
    assert play.panel.digit in "123456"
    play.pass_time(ROLL_SECONDS)
    assert play.panel.digit == str(play.got[0])


def test_two_dice_are_shown_one_after_another(play):
    play.begin()
    play.press("fate")
    play.press("fate")
    one, other = play.got[1]
    play.pass_time(ROLL_SECONDS - IMPATIENCE)
    assert play.panel.digit == str(one)
    play.pass_time(0.95)
    assert play.panel.digit == str(other)


def test_a_card_from_the_bag_for_one_pair_of_eyes_is_shown_to_nobody_else(play):
    play.begin()
    play.through(2)
    play.pass_time(2)
    before = play.panel._roll
    play.press("fate")
    assert play.got[2][0] in ("pearl", "stone")
    assert play.table.now().drawn == ""
    assert play.panel._roll == before


def test_an_impatient_second_press_draws_nothing_more(play):
    play.begin()
    pin = play.pins.pin(BOX.fate_button)
    for _ in range(2):
        pin.drive_low()
        play.pass_time(0.05)
        pin.drive_high()
        play.pass_time(0.05)
    assert len(play.got) == 1


def test_a_result_from_a_phone_or_the_camera_rolls_the_digit_too(play):
    play.begin()
    play.table.answer(play.table.now().number, 6, "ann", source="camera")
    play.pass_time(ROLL_SECONDS + 0.1)
    assert play.panel.digit == "6"
    assert play.entries[-1] == ("answer", "camera")


def test_yes_says_done_and_takes_the_only_way(play):
    play.begin()
    play.through(3)
    assert play.panel.prompt == Prompt("confirm", seats=(0,), turn=0)
    play.press("yes")
    assert play.got[3] is True
    assert play.got[4] == "right"  # the only way is taken without asking
    assert play.entries[-2:] == [("answer", "yes button"), ("answer", "itself")]


def test_yes_does_not_choose_for_anybody(play):
    play.begin()
    play.through(5)
    number = play.table.now().number
    assert play.panel.prompt == Prompt("waiting", seats=(2,), turn=0)
    play.press("yes")
    assert play.table.now().number == number
    assert play.hands.refusal == "There's nothing to confirm right now: choose on a phone."


def test_fate_without_a_draw_is_refused_with_the_lamps(play):
    play.begin()
    play.through(3)
    play.press("fate", 0.05)
    assert play.hands.refusal == "There is nothing to draw now."
    assert play.pins.pin(6).state in (0, 1)
    play.press("yes")
    assert play.hands.refusal == ""


def test_several_at_once_light_all_their_lamps(play):
    play.begin()
    play.through(5)
    play.table.answer(play.table.now().number, "help", "cleo")
    assert play.panel.prompt == Prompt("confirm", seats=(0, 1), turn=0)
    play.press("yes")
    assert play.panel.prompt == Prompt("confirm", seats=(1,), turn=0)
    play.press("yes")
    assert play.panel.prompt == Prompt("waiting", seats=(1, 2), turn=0)
    play.table.answer(play.table.now().number, "stop", "ben")
    assert play.panel.prompt == Prompt("over")


def test_back_held_takes_back_what_nobody_saw(play):
    play.begin()
    play.through(4)
    play.press("back", 1.2)
    assert play.entries[-1] == ("undo", "back button")
    assert play.table.now().position.state.stage == 3


def test_taking_back_a_draw_asks_everybody_and_back_says_no(play):
    play.begin()
    play.press("fate")
    play.press("back", 1.2)
    assert play.table.now().proposal is not None
    assert play.panel.prompt == Prompt("confirm", seats=(0, 1, 2), turn=0)
    play.table.agree(play.table.now().number, "ben", True)
    assert play.panel.prompt == Prompt("confirm", seats=(0, 2), turn=0)
    play.press("back")
    assert play.table.now().proposal is None
    assert play.panel.prompt == Prompt("roll", seats=(0,), turn=0)


def test_a_short_back_says_how_to_undo(play):
    play.begin()
    play.press("back")
    assert play.hands.refusal == "Hold the back button to take back the last answer."
    assert play.entries == [("begin", "box")]


def test_both_thumbs_ask_for_a_shut_down_and_answer_nothing(play):
    play.begin()
    asked = []
    play.hands.when_shut_down = lambda: asked.append(True)
    play.pins.pin(BOX.back_button).drive_low()
    play.pass_time(0.2)
    play.pins.pin(BOX.fate_button).drive_low()
    play.pass_time(3.2)
    assert asked == [True]
    assert play.entries == [("begin", "box")]


def test_a_game_opened_again_shows_its_prompt_and_rolls_nothing(play):
    play.begin()
    play.press("fate")
    name = play.table.now().game_id
    play.pass_time(5)
    play.table.close()
    assert play.panel.prompt == Prompt("idle")
    assert play.panel.digit == " "
    play.table.open(name)
    assert play.panel.prompt == Prompt("roll", seats=(0,), turn=0)
    assert play.panel.digit == " "


def test_a_panel_without_anything_on_it_stops_no_game(tmp_path):
    table = Table(Journal(tmp_path / "games.sqlite"))
    with Panel(Box(fitted="no")) as panel:
        Hands(table, panel)
        table.begin(tiny_game.GAME.setup(2))
        table.draw()
        assert table.now().position.state.got
        assert prompt(table.moment).kind == "roll"
    table.journal.close()


def test_pins_that_die_while_playing_stop_no_game(play, monkeypatch):
    play.begin()
    monkeypatch.setattr(MockPWMPin, "_set_state", lambda pin, value: (_ for _ in ()).throw(OSError("gone")))
    monkeypatch.setattr(MockPWMPin, "_get_state", lambda pin: (_ for _ in ()).throw(OSError("gone")))
    play.table.draw(source="phone")
    play.pass_time(2)
    play.table.draw(source="phone")
    assert len(play.got) == 2
    assert any("no longer answers" in problem for problem in play.panel.problems)


def test_a_journal_that_cannot_write_is_told_and_nothing_happened(play, monkeypatch):
    play.begin()

    def full(*_):
        raise Trouble("The disk is full: this was not written down and did not happen.")

    monkeypatch.setattr(play.table.journal, "append", full)
    play.press("fate", 0.05)
    assert play.hands.refusal.startswith("The disk is full")
    assert play.got == []


def test_a_seat_has_the_lamp_beside_which_its_shape_stands_whoever_else_plays(tmp_path):
    table = Table(Journal(tmp_path / "games.sqlite"))
    game = game_of("awakening")
    table.begin(game.setup({"green": "Ann", "pink": "Ben"}))
    shapes = [mark.shape for mark in marks(game.seats).values()]
    assert shapes == ["circle", "triangle", "square", "diamond", "star"]
    lamps = set(prompt(table.now()).seats)
    assert lamps <= {shapes.index("triangle"), shapes.index("star")}
    assert lamps
    table.journal.close()


def test_sleepers_begins_with_the_fate_button_on_a_running_box(tmp_path):
    """The whole way with real threads: press, draw, journal, lamp."""
    pins = pretend_pins()
    table = Table(Journal(tmp_path / "games.sqlite"))
    with Panel(BOX, pin_factory=pins) as panel:
        Hands(table, panel)
        table.begin(game_of("sleepers").setup(2))
        assert panel.prompt.kind == "draw_fate"
        lit = threading.Event()
        table.when_changed.append(lambda moment: lit.set())
        pins.pin(BOX.fate_button).drive_low()
        assert lit.wait(60)
        pins.pin(BOX.fate_button).drive_high()
        first = table.now().position.state.current
        seat = table.now().setup.seats.index(first)
        until(lambda: panel.prompt.kind == "your_turn")
        assert panel.prompt == Prompt("your_turn", seats=(seat,), turn=seat)
        (entry,) = [each for each in table.journal.entries(table.now().game_id) if each.source == "fate button"]
        assert entry.step.value == [first]
        until(lambda: panel.lit[f"seat {seat + 1}"] > 0.5)  # at the start of each breath, whichever seat it is
    table.journal.close()


def test_all_three_buttons_ask_for_the_boxs_own_network(play):
    wanted = []
    play.begin()
    play.hands.pressed("own_network")
    assert play.hands.refusal == "This box has no network of its own."
    play.hands.when_own_network = lambda: wanted.append(True)
    play.hands.pressed("own_network")
    assert (wanted, play.hands.refusal) == ([True], "")


def test_without_a_game_the_digit_spells_the_last_part_of_the_boxs_number(play):
    def shown():
        seen = []
        for _ in range(80):
            play.pass_time(0.1)
            seen += [play.panel.digit] if play.panel.digit not in (" ", *seen[-1:]) else []
        return "".join(seen)

    play.hands.where = lambda: "192.168.1.142"
    play.press("back")
    assert "142" in shown()
    play.hands.spell()  # it has moved
    assert "142" in shown()
    play.begin()
    play.hands.spell()
    assert "142" not in shown()  # in a game the digit is the game's
