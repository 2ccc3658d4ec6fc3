"""`tableside doctor` on the command line."""

import threading
import time

from gpiozero.pins.mock import MockFactory, MockPWMPin

from device import cli
from device.care import doctor
from device.care import doctor_visit as surgery
from device.care.doctor_visit import visit
from device.care.running import announced, running
from device.panel.panel import Panel
from device.settings import Box, CameraSettings, Settings

BOX = Box(digit=None, buzzer=None, seat_lamps=(5, None, None, None, None), camera_lamp=None)


def settings(tmp_path) -> Settings:
    return Settings(data=tmp_path, box=BOX, camera=CameraSettings(kind="none"))


def test_the_command_prints_a_line_a_part(tmp_path, capsys):
    (tmp_path / "table.toml").write_text('[box]\nfitted = "no"\nbuzzer = 26\n[camera]\nkind = "none"\n')
    code = cli.main(["--settings", str(tmp_path / "table.toml"), "--data", str(tmp_path / "data"), "doctor"])
    told = capsys.readouterr().out.splitlines()
    assert code == 1
    assert any(
        line.startswith("!!  wiring: GPIO 26 (pin 37) is given to the seat 5 lamp and the buzzer") for line in told
    )
    assert any(line.startswith("OK  disk: ") and str(tmp_path / "data") in line for line in told)
    assert told[-1].startswith("1 of ")


def test_the_command_tells_the_folder_and_the_port_of_the_box_that_runs(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setattr(doctor.Machine, "addresses", lambda machine: ["192.168.4.20"])
    (tmp_path / "table.toml").write_text('[box]\nfitted = "no"\n[camera]\nkind = "none"\n')
    ask = ["--settings", str(tmp_path / "table.toml"), "doctor"]
    with announced(tmp_path / "played", 9123):
        cli.main(ask)
        told = capsys.readouterr().out
        assert f"games in {tmp_path / 'played'}." in told
        assert "http://192.168.4.20:9123" in told
        cli.main(["--data", str(tmp_path / "other"), *ask])
        told = capsys.readouterr().out
        assert f"games in {tmp_path / 'other'}." in told
        assert "http://192.168.4.20:8080" in told
    assert running() is None


def test_a_box_whose_plug_was_pulled_does_not_run(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "tableside-box.json").write_text('{"data": "/x", "port": 80, "process": 999999999}')
    assert running() is None
    (tmp_path / "tableside-box.json").write_text("[]")
    assert running() is None


def test_hands_on_goes_through_lamps_and_buttons(tmp_path):
    pins = MockFactory(pin_class=MockPWMPin)
    panel = Panel(BOX, pin_factory=pins)
    told: list[str] = []
    lit: list[set[int]] = []

    def ask(text: str) -> str:
        lit.append({pin for pin in (18, 5) if pins.pin(pin).state})
        return "n" if "seat 1" in text else ""

    def fingers() -> None:
        for button, pin in BOX.buttons.items():
            while f"Press the {button} button." not in told:
                time.sleep(0.01)
            pins.pin(pin).drive_low()
            time.sleep(0.1)
            pins.pin(pin).drive_high()

    pressing = threading.Thread(target=fingers)
    pressing.start()
    code = visit(settings(tmp_path), hands_on=True, say=told.append, ask=ask, panel=panel)
    pressing.join()
    assert code == 1
    assert lit == [{18}, {5}]
    assert "OK  fate lamp: It works." in told
    assert "OK  back button: It works." in told
    (bad,) = [line for line in told if line.startswith("!!  seat 1 lamp")]
    assert "Check the wire from pin 29 (GPIO 5)" in bad


def test_a_button_nobody_presses_is_told_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(surgery, "PRESS_WITHIN", 0.1)
    told: list[str] = []
    panel = Panel(BOX, pin_factory=MockFactory(pin_class=MockPWMPin))
    visit(settings(tmp_path), hands_on=True, say=told.append, ask=lambda text: "y", panel=panel)
    assert sum("The press didn't arrive." in line for line in told) == 3


def test_a_running_box_keeps_its_pins(tmp_path):
    class Taken(MockFactory):
        def pin(self, name, **more):
            raise OSError("'GPIO busy'")

    told: list[str] = []
    panel = Panel(BOX, pin_factory=Taken(pin_class=MockPWMPin), start=False)
    visit(settings(tmp_path), hands_on=True, say=told.append, panel=panel)
    assert "OK  panel: The box is running; its own screen tries lamps, buttons and camera." in told
