"""The panel on real lines: gpiozero on lgpio on the kernel's simulated chip, nothing stood in for."""

import itertools
import os
import statistics
import subprocess
import sys
import threading
import time

from simulated_chip import Checks, Chip, until

from device.panel.lamps import Prompt
from device.panel.panel import GAMMA, Panel
from device.settings import Box

BOX = Box(brightness=1.0, digit_dot=8)
check = Checks()
chip = Chip()
chip.plug_in()
here = os.getcwd()

heard: list[str] = []
came = threading.Event()
times: list[float] = []


def hear(name: str) -> None:
    times.append(time.monotonic())
    heard.append(name)
    came.set()


def press(pin: int, seconds: float = 0.15) -> None:
    chip.press(pin)
    time.sleep(seconds)
    chip.let_go(pin)
    time.sleep(0.15)


# Another program already holds the lamp of seat 2.
HOLD = f"""
import lgpio, time
lgpio.gpio_claim_output(lgpio.gpiochip_open({chip.name.removeprefix("gpiochip")}), 6, 0)
print("held", flush=True)
time.sleep(600)
"""
holder = subprocess.Popen([sys.executable, "-c", HOLD], stdout=subprocess.PIPE, cwd="/tmp", text=True)
assert holder.stdout
holder.stdout.readline()

panel = Panel(BOX)
panel.when_pressed = hear
check("on a Pi the panel takes the pins by itself", panel.fitted)
check(
    "a lamp that another program holds is a sentence",
    panel.problems == ["The seat 2 lamp (GPIO 6) cannot be used: another program holds the pin."],
    panel.problems,
)
check("the program stays in its folder, and leaves nothing there", os.getcwd() == here and not os.listdir(here))
holder.terminate()
holder.wait()
check("the lamp is taken once it is free", until(lambda: not panel.problems), panel.problems)

check("buttons idle high through the Pi's own resistors", [chip.level(pin) for pin in (17, 27, 22)] == [1, 1, 1])
latencies = []
for _ in range(20):
    came.clear()
    start = time.monotonic()
    chip.press(BOX.fate_button)
    if not came.wait(5):
        break
    latencies.append((times[-1] - start) * 1000)
    time.sleep(0.06)
    chip.let_go(BOX.fate_button)
    time.sleep(0.06)
check(
    "20 presses of fate are 20 presses",
    heard == ["fate"] * 20,
    f"line to listener, emulated: median {statistics.median(latencies):.1f}, worst {max(latencies):.1f} ms",
)

heard.clear()
press(BOX.yes_button)
press(BOX.back_button)
press(BOX.back_button, 1.5)
check("yes, back, and back held for undo", heard == ["yes", "back", "undo"], heard)

# A contact chatters within a few milliseconds. An emulated machine is not always quick enough for that: try again.
for _ in range(20):
    time.sleep(0.5)
    heard.clear()
    contacts = []
    for _ in range(8):
        chip.press(BOX.yes_button)
        contacts.append(time.monotonic())
        chip.let_go(BOX.yes_button)
        contacts.append(time.monotonic())
    chip.press(BOX.yes_button)
    contacts.append(time.monotonic())
    time.sleep(0.4)
    chip.let_go(BOX.yes_button)
    time.sleep(0.4)
    gap = max(later - earlier for earlier, later in itertools.pairwise(contacts))
    if gap < 0.02:
        break
check(
    "a chattering contact is one press",
    heard == ["yes"] and gap < 0.02,
    f"{heard}, 17 contacts at most {gap * 1000:.1f} ms apart",
)


def fail(name: str) -> None:
    raise RuntimeError("a listener fails")


heard.clear()
panel.when_pressed = fail
press(BOX.fate_button)
panel.when_pressed = hear
press(BOX.fate_button)
press(BOX.yes_button)
check("a listener that fails silences no button", heard == ["fate", "yes"], heard)

panel.show(Prompt("draw_fate", seats=(2,), turn=2))
check("the asked seat's lamp is high, another's low", chip.duty(13) > 0.9 and chip.duty(5) < 0.1)
panel.show(Prompt("your_turn", seats=(0,), turn=1))
glow = chip.duty(6, 4.0)
check("the seat at turn glows at its duty", abs(glow - 0.3**GAMMA) < 0.04, f"{glow:.3f} for {0.3**GAMMA:.3f}")
panel.show(Prompt("confirm", seats=(0,)))
marks = []
end = time.monotonic() + 3.0
while time.monotonic() < end:
    marks.append(chip.level(5))
    time.sleep(0.01)
changes = sum(one != other for one, other in itertools.pairwise(marks))
share = sum(marks) / len(marks)
check("confirm blinks evenly", 5 <= changes <= 6 and 0.4 < share < 0.6, f"{changes} changes in 3 s, {share:.2f} lit")

panel.roll_digit("4")
seen = set()
end = time.monotonic() + 2.0
while time.monotonic() < end:
    seen.add("".join(name for name, pin in BOX.segments.items() if chip.level(pin)))
check("the digit rolls over several faces", len(seen) > 4, len(seen))
time.sleep(0.5)
lit = "".join(name for name, pin in BOX.segments.items() if chip.level(pin))
check("and stops at 4", lit == "bcfg", lit)

panel.show(Prompt("error"))
tone = [chip.level(4) for _ in range(200)]
check("the buzzer's line swings", 0 < sum(tone) < len(tone), f"{sum(tone)} of {len(tone)}")

for _ in range(60):
    panel.show(Prompt("saved"))
    time.sleep(0.15)
    panel.show(Prompt("confirm", seats=(0, 1, 2)))
    time.sleep(0.15)
changed = all(until(lambda level=level: chip.level(5) == level, 5) for level in (1, 0, 1, 0))
check("after 120 tunes the lamps still dance", changed)
panel.show(Prompt("your_turn", seats=(0,), turn=1))
glow = chip.duty(6, 4.0)
check("and still glow at their duty", abs(glow - 0.3**GAMMA) < 0.04, f"{glow:.3f}")

heard.clear()
chip.press(BOX.back_button)
time.sleep(0.2)
chip.press(BOX.fate_button)
until(lambda: "shut_down" in heard, 8)
chip.let_go(BOX.fate_button)
chip.let_go(BOX.back_button)
time.sleep(0.3)
check("both thumbs shut down and mean nothing else", heard == ["shut_down"], heard)

told: list[list[str]] = []
panel.when_problem = lambda: told.append(panel.problems)
panel.show(Prompt("confirm", seats=(0, 1, 2)))
chip.pull_out()
check("the whole chip pulled out is told", until(lambda: bool(panel.problems), 15), panel.problems[:1])
panel.show(Prompt("your_turn", seats=(1,)))
panel.roll_digit("2")
check("and the panel goes on", panel.lit["seat 2"] > 0)
chip.plug_in()
check(
    "plugged in again, the parts come back by themselves",
    until(lambda: not panel.problems, 30),
    panel.problems[:2],
)
time.sleep(0.5)
heard.clear()
start = time.monotonic()
chip.press(BOX.fate_button)
again = until(lambda: bool(heard), 5)
took = time.monotonic() - start
chip.let_go(BOX.fate_button)
time.sleep(0.3)
check("a press is heard again", again and heard == ["fate"], f"{heard} after {took:.2f} s")
panel.show(Prompt("draw_fate", seats=(4,)))
check("a lamp lights again", until(lambda: chip.level(26) == 1, 3))

panel.close()
check("closed, every lamp is dark", not any(chip.level(pin) for pin in BOX.lamps.values()))
sys.stdout.flush()
os._exit(check.end())
