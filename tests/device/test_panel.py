"""The running panel: by itself, on pretend pins."""

import threading

from mock_panel import BOX
from waiting import until

from device.panel import pins
from device.panel.lamps import KINDS, Prompt
from device.panel.panel import Panel


def test_the_running_panel_hears_presses_and_dances_by_itself():
    mock = pins.pretend_pins()
    heard = threading.Event()
    names = []

    def hear(name):
        names.append((name, threading.current_thread().name))
        heard.set()

    with Panel(BOX, pin_factory=mock) as panel:
        panel.when_pressed = hear
        panel.show(Prompt("confirm", seats=(0,)))
        mock.pin(BOX.fate_button).drive_low()
        assert heard.wait(60)
        mock.pin(BOX.fate_button).drive_high()
        until(lambda: mock.pin(5).state == 0)  # the dark half of the rhythm comes by itself
    assert names == [("fate", "panel-buttons")]
    assert mock.pin(5).function == "input"  # given back
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("panel-")]


def test_pretend_pins_do_not_pile_up_their_past():
    mock = pins.pretend_pins()
    with Panel(BOX, pin_factory=mock, start=False) as panel:
        for kind in KINDS * 20:
            panel.show(Prompt(kind, seats=(0,)))
        assert len(mock.pin(5).states) == 1


def test_closing_survives_a_pin_that_says_busy():
    class Stubborn:
        refusals = 2
        closed = False

        def close(self):
            if self.refusals:
                self.refusals -= 1
                raise OSError("GPIO busy")
            self.closed = True

    device = Stubborn()
    part = pins.Part("yes button", (27,), lambda: device)
    part.open(0.0)
    part.close()
    assert device.closed
