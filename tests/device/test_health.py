"""What of the box does not work is on every page, and the doctor and the self-test are pages too."""

import re

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.camera.camera import NoCamera
from device.care import doctor
from device.care.health import Health
from device.live.journal import Journal
from device.live.table import Table
from device.panel.hands import Hands
from device.panel.panel import Panel
from device.settings import Box, Settings
from rules.games import game
from web import create_app


class Ailing(NoCamera):
    """A camera whose cable can be pulled."""

    trouble = None


class House:
    def __init__(self, path) -> None:
        self.now = 0.0
        settings = Settings(data=path, box=Box(digit=None, buzzer=None))
        self.pins = MockFactory(pin_class=MockPWMPin)
        self.table = Table(Journal(path / "games.db"))
        self.panel = Panel(settings.box, pin_factory=self.pins, clock=lambda: self.now, start=False)
        Hands(self.table, self.panel)
        self.camera = Ailing()
        self.health = Health(settings, self.panel, self.camera)
        self.app = create_app(self.table, "secret", lambda: "http://box", self.health)
        self.panel.when_problem = self.app.config["WIRE"].tell
        self.client = self.app.test_client()

    def host(self):
        self.client.get("/host/secret")
        return self.client

    def pass_time(self, seconds: float) -> None:
        for _ in range(int(seconds / 0.1)):
            self.now += 0.1
            self.panel.take_presses()
            self.panel.tick()

    def close(self) -> None:
        self.app.config["WIRE"].close()
        self.panel.close()
        self.table.journal.close()


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.close()


def troubles(page: str) -> list[str]:
    return re.findall(r'<p class="trouble">(.*?)</p>', page)


def test_a_part_pulled_out_is_told_on_every_page_and_the_game_goes_on(house, monkeypatch):
    house.table.begin(game("sleepers").setup(2))
    host = house.host()
    assert troubles(host.get("/table").text) == []
    original = MockPWMPin._set_state

    def write(pin, value):
        if pin.info.name == "GPIO18":
            raise OSError("No such device")
        original(pin, value)

    monkeypatch.setattr(MockPWMPin, "_set_state", write)
    house.pass_time(1)
    told = "The fate lamp (GPIO 18) no longer answers: No such device."
    assert troubles(host.get("/table").text) == [told]
    assert troubles(house.app.test_client().get("/seat").text) == [told]
    number = house.table.now().number
    assert host.post(f"/draw/{number}").status_code == 303
    assert house.table.now().number > number

    monkeypatch.setattr(MockPWMPin, "_set_state", original)
    house.pass_time(6)
    assert troubles(host.get("/table").text) == []


def test_a_camera_in_trouble_is_told_with_and_without_a_game(house):
    house.camera.trouble = "The camera cannot be used: <cable>."
    assert troubles(house.client.get("/table").text) == ["The camera cannot be used: &lt;cable&gt;."]
    house.table.begin(game("sleepers").setup(2))
    assert len(troubles(house.client.get("/table").text)) == 1


def test_the_doctor_is_for_the_boxs_own_screen(house):
    assert house.client.get("/doctor").status_code == 403
    assert house.client.post("/doctor/test/begin").status_code == 403
    page = house.host().get("/doctor").text
    assert "<span>✓ OK</span> · Wiring" in page
    assert "3 buttons and 7 lamps answer." in page


def test_the_doctor_tells_the_port_the_page_is_at(house, monkeypatch):
    monkeypatch.setattr(doctor.Machine, "addresses", lambda machine: ["192.168.4.20"])
    house.health._port = lambda: 9123
    assert "Phones find the page at http://192.168.4.20:9123" in house.host().get("/doctor").text


def test_the_self_test_goes_from_lamp_to_lamp_to_button(house):
    host = house.host()
    assert host.get("/doctor/test").status_code == 303  # nothing has begun
    host.post("/doctor/test/begin")
    assert "Is the fate lamp on, and only that one?" in host.get("/doctor/test").text
    assert house.pins.pin(18).state == 1
    host.post("/doctor/test/unseen")
    for _ in range(6):
        host.post("/doctor/test/seen")
    page = host.get("/doctor/test").text
    assert "Press the fate button." in page
    assert 'http-equiv="refresh"' in page
    house.pins.pin(17).drive_low()
    house.panel.take_presses()
    assert "Press the yes button." in host.get("/doctor/test").text
    host.post("/doctor/test/skip")
    house.pins.pin(17).drive_high()
    house.pass_time(0.2)
    house.pins.pin(22).drive_low()
    house.pass_time(0.2)
    house.pins.pin(22).drive_high()
    house.pass_time(0.2)
    page = host.get("/doctor/test").text
    assert "2 of 10 need a look." in page
    assert "Check the wire from pin 12 (GPIO 18)" in page
    assert "Check the wire from pin 13 (GPIO 27)" in page


def test_a_self_test_can_be_stopped_and_begun_anew(house):
    host = house.host()
    host.post("/doctor/test/begin")
    host.post("/doctor/test/seen")
    host.post("/doctor/test/begin")
    assert "1 of 10" in host.get("/doctor/test").text
    host.post("/doctor/test/end")
    heard = []
    house.panel.when_pressed = heard.append
    house.pins.pin(27).drive_low()
    house.panel.take_presses()
    assert heard == ["yes"]


def test_a_page_without_a_box_has_no_doctor(tmp_path):
    table = Table(Journal(tmp_path / "games.db"))
    app = create_app(table, "secret", lambda: "http://box")
    client = app.test_client()
    client.get("/host/secret")
    assert client.get("/doctor").status_code == 404
    app.config["WIRE"].close()
    table.journal.close()
