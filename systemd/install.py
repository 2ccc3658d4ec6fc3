#!/usr/bin/python3
"""Install Tableside on this machine, once: ``sudo make install``; again for a newer version; or take it away.

Says what it will do before it does it. Whatever is there already is left as it is, so it can be run again at any
time, also over an install that broke off. A new version that does not come up is taken back by itself.
"""

from __future__ import annotations

import argparse
import grp
import os
import pwd
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
CODE = ("device", "vision", "rules", "web", "systemd", "pyproject.toml", "README.md", "LICENSE", "table.example.toml")
PACKAGES = (
    "python3-venv",
    "python3-flask",
    "python3-waitress",
    "python3-segno",
    "python3-numpy",
    "python3-opencv",
    "python3-gpiozero",
)
PI_PACKAGES = ("python3-lgpio", "python3-picamera2")
VOICE_PACKAGES = ("espeak-ng", "alsa-utils")
EXTRAS = {
    "cage": "the box's own screen stays dark",
    "chromium": "the box's own screen stays dark",
    "polkitd": "both thumbs held do not switch the Pi off, and the box brings no network of its own",
    "avahi-daemon": "phones find the box by its number only",
    "network-manager": "the box brings no network of its own",
    "dnsmasq-base": "phones get no address in the box's own network",
    "iw": "nobody can tell how many phones are in the box's own network",
    "espeak-ng": "the box does not speak (phones can)",
    "alsa-utils": "the box does not speak (phones can)",
    "python3-lgpio": "buttons and lamps do nothing",
    "python3-picamera2": "a Pi camera is not seen (a USB camera is)",
}
UNITS = (
    "tableside.service",
    "tableside.socket",
    "tableside-splash.service",
    "tableside-kiosk.service",
    "tableside-backup.service",
    "tableside-backup.timer",
)
ENABLED = ("tableside.socket", "tableside.service", "tableside-kiosk.service", "tableside-backup.timer")
GROUPS = ("gpio", "video", "render", "audio", "input")
BEGIN, END = "# >>> tableside", "# <<< tableside"
CONFIG = ("camera_auto_detect=1", "disable_splash=1")
OWN_NETWORK = "Tableside's own network"  # as NetworkManager keeps it
QUIET = ("quiet", "loglevel=3", "vt.global_cursor_default=0", "logo.nologo")

ROOT = Path("/")
OPT, DATA, ETC = ROOT / "opt/tableside", ROOT / "var/lib/tableside", ROOT / "etc/tableside"


@dataclass
class Step:
    """One thing to do; *needed* says whether it still has to be done."""

    says: str
    needed: Callable[[], bool]
    do: Callable[[], None]


def run(*words: str, check: bool = True, quiet: bool = False) -> int:
    done = subprocess.run(words, check=False, capture_output=quiet)
    if check and done.returncode:
        raise SystemExit(f"`{' '.join(words)}` failed; nothing after it was done. Mend that and run this again.")
    return done.returncode


def has_package(name: str) -> bool:
    found = subprocess.run(["dpkg-query", "-W", "-f=${Status}", name], capture_output=True, text=True, check=False)
    return found.stdout.strip().endswith(" installed")


def can_have(name: str) -> bool:
    found = subprocess.run(["apt-cache", "policy", name], capture_output=True, text=True, check=False)
    return bool(re.search(r"Candidate: (?!\(none\))\S", found.stdout))


def wanted_packages(screen: bool) -> list[str]:
    wanted = [*PACKAGES, *PI_PACKAGES, *VOICE_PACKAGES, "avahi-daemon", "polkitd"]
    wanted += ("cage", "chromium") if screen else ()
    wanted += ("dnsmasq-base", "iw") if has_package("network-manager") else ()
    return [name for name in wanted if not has_package(name) and (name in PACKAGES or can_have(name))]


def install_packages(names: list[str]) -> None:
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    run("apt-get", "update", "-q", check=False)
    run("apt-get", "install", "-y", "-q", "--no-install-recommends", *names)


def has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def has_group(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


MEMBERS = {
    "tableside": ("gpio", "video", "render", "audio"),
    "tableside-kiosk": ("tableside", "video", "render", "input"),
}


def users_are_made() -> bool:
    if not all(map(has_user, MEMBERS)) or not all(map(has_group, GROUPS)):
        return False
    return all(name in grp.getgrnam(group).gr_mem for name, groups in MEMBERS.items() for group in groups)


def make_users() -> None:
    for name in GROUPS:
        if not has_group(name):
            run("groupadd", "--system", name)
    if not has_user("tableside"):
        own = ("--gid", "tableside") if has_group("tableside") else ("--user-group",)
        run("useradd", "--system", *own, "--home-dir", str(DATA), "--shell", "/usr/sbin/nologin", "tableside")
    if not has_user("tableside-kiosk"):
        own = ("--gid", "tableside-kiosk") if has_group("tableside-kiosk") else ("--user-group",)
        run("useradd", "--system", *own, "--create-home", "--shell", "/usr/sbin/nologin", "tableside-kiosk")
    for name, groups in MEMBERS.items():
        run("usermod", "-aG", ",".join(groups), name)


def clear(place: Path) -> None:
    """Whatever lies there, a folder or not, and also if nothing does."""
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)


def build(target: Path) -> None:
    """The code, and an environment that sees the system's own packages: nothing is fetched."""
    clear(target)
    target.mkdir(parents=True)
    for name in CODE:
        source = HERE / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__", "train"))
        elif source.exists():
            shutil.copy2(source, target / name)
    run("python3", "-m", "venv", "--without-pip", "--system-site-packages", str(target / "venv"))
    [packages] = (target / "venv/lib").glob("python3*/site-packages")
    (packages / "tableside.pth").write_text(f"{OPT}\n")
    command = target / "venv/bin/tableside"
    command.write_text(f"#!{OPT}/venv/bin/python3\nimport sys\nfrom device.cli import main\nsys.exit(main())\n")
    command.chmod(0o755)
    (target / "venv/bin").joinpath("activate").unlink(missing_ok=True)
    run("chmod", "-R", "a+rX", str(target))


def copy_games() -> None:
    """With the version that wrote them, before another one touches them."""
    run(str(OPT / "venv/bin/tableside"), "--data", str(DATA), "backup", check=False)


def place_code() -> None:
    """Beside the old version first, then in its place; the old one is kept until the new one has come up."""
    new, old = OPT.with_name("tableside.new"), OPT.with_name("tableside.old")
    build(new)
    # The box itself may not write there, so it would have to understand all of the code anew at every start.
    code = [str(new / name) for name in CODE if (new / name).is_dir()]
    run("python3", "-m", "compileall", "-q", "-j", "0", "-s", str(new), "-p", str(OPT), *code, check=False)
    clear(old)
    if OPT.exists():
        OPT.rename(old)
    new.rename(OPT)
    link = ROOT / "usr/local/bin/tableside"
    link.unlink(missing_ok=True)
    link.symlink_to(OPT / "venv/bin/tableside")


def place_files() -> None:
    for name in UNITS:
        shutil.copy2(HERE / "systemd" / name, ROOT / "etc/systemd/system" / name)
    for source, target in LOOSE:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    ETC.mkdir(exist_ok=True)
    if not (ETC / "table.toml").exists():
        shutil.copy2(HERE / "table.example.toml", ETC / "table.toml")


LOOSE = (
    (HERE / "systemd/tableside.avahi.xml", ROOT / "etc/avahi/services/tableside.service"),
    (HERE / "systemd/90-tableside.rules", ROOT / "etc/udev/rules.d/90-tableside.rules"),
    (HERE / "systemd/50-tableside.rules", ROOT / "etc/polkit-1/rules.d/50-tableside.rules"),
    (HERE / "systemd/tableside.dnsmasq.conf", ROOT / "etc/NetworkManager/dnsmasq-shared.d/tableside.conf"),
)


def remove_folders_made_for(file: Path) -> None:
    """Empty folders that no package owns were made for this file."""
    for folder in file.parents:
        owned = subprocess.run(["dpkg-query", "-S", folder], capture_output=True, check=False).returncode == 0
        if owned or not folder.is_dir() or any(folder.iterdir()):
            return
        folder.rmdir()


def boot_file(name: str) -> Path | None:
    places = (ROOT / "boot/firmware" / name, ROOT / "boot" / name)
    return next((place for place in places if place.is_file()), None)


def with_block(text: str) -> str:
    return without_block(text).rstrip("\n") + "\n\n" + "\n".join((BEGIN, "[all]", *CONFIG, END)) + "\n"


def without_block(text: str) -> str:
    return re.sub(rf"\n*{re.escape(BEGIN)}\n.*?{re.escape(END)}\n?", "\n", text, flags=re.DOTALL)


def keep_copy(file: Path) -> None:
    shutil.copy2(file, file.with_name(f"{file.name}.{time.strftime('%Y-%m-%d-%H%M%S')}.tableside"))


def boot_needs_changes() -> bool:
    config, line = boot_file("config.txt"), boot_file("cmdline.txt")
    if config and BEGIN not in config.read_text():
        return True
    return bool(line and not all(word in line.read_text().split() for word in QUIET))


def change_boot() -> None:
    config, line = boot_file("config.txt"), boot_file("cmdline.txt")
    if config and BEGIN not in config.read_text():
        keep_copy(config)
        config.write_text(with_block(config.read_text()))
    if line:
        words = line.read_text().split()
        missing = [word for word in QUIET if word not in words]
        if missing:
            keep_copy(line)
            line.write_text(" ".join([*words, *missing]) + "\n")


def added_words(line: Path) -> list[str]:
    """What this installer put into cmdline.txt: whatever the oldest copy beside it does not have."""
    copies = sorted(line.parent.glob(f"{line.name}.*.tableside"))
    before = copies[0].read_text().split() if copies else ["quiet"]
    return [word for word in QUIET if word not in before]


def has_camera() -> bool:
    """As the box itself looks for one: a Pi shows video devices without any camera."""
    look = "from device.camera.search import pi_cameras, usb_cameras"
    ask = f"{look}; raise SystemExit(not (pi_cameras() or usb_cameras()))"
    try:
        return not subprocess.run([OPT / "venv/bin/python3", "-c", ask], capture_output=True, timeout=60).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def missing_parts() -> list[str]:
    """What this machine does not have; Tableside runs without any of it."""
    missing = []
    if not list(ROOT.glob("dev/gpiochip*")):
        missing.append("No pins are here (/dev/gpiochip0): buttons and lamps are left out; phones do all they do.")
    if not has_camera():
        missing.append("No camera is seen: readings are tapped in. One plugged in later is found at the next start.")
    screens = list(ROOT.glob("sys/class/drm/card*-*/status"))
    if not any(screen.read_text().strip() == "connected" for screen in screens):
        missing.append("No screen is connected: phones play on; `tableside token` gives what its part needs.")
    return missing


def restart() -> None:
    """One after the other: a socket is refused while its service still runs, as when its unit was lost meanwhile."""
    run("systemctl", "stop", "tableside.service", "tableside.socket", check=False, quiet=True)
    run("systemctl", "reset-failed", "tableside.service", "tableside.socket", check=False, quiet=True)
    for unit in ("tableside.socket", "tableside.service"):
        run("systemctl", "start", unit, check=False)


def start() -> None:
    """Start it; a version that does not come up within a minute is taken back."""
    run("systemctl", "daemon-reload")
    run("udevadm", "control", "--reload", check=False, quiet=True)
    run("systemctl", "enable", *ENABLED, quiet=True)
    restart()
    old = OPT.with_name("tableside.old")
    if answers():
        clear(old)
        run("systemctl", "restart", "tableside-kiosk.service", "tableside-backup.timer", check=False, quiet=True)
        return
    if old.exists():
        broken = OPT.with_name("tableside.broken")
        clear(broken)
        OPT.rename(broken)
        old.rename(OPT)
        restart()
        raise SystemExit(f"The new version did not come up; the old one is back. What failed lies in {broken}.")
    raise SystemExit("Tableside did not come up: `journalctl -u tableside` says why.")


def answers() -> bool:
    for _ in range(60):
        try:
            with urllib.request.urlopen("http://127.0.0.1/table", timeout=2) as page:
                if page.status == 200:
                    return True
        except OSError:
            time.sleep(1)
    return False


def installing(screen: bool) -> list[Step]:
    missing = wanted_packages(screen)
    return [
        Step(
            f"install Debian's {', '.join(missing) or 'packages'}",
            lambda: bool(missing),
            lambda: install_packages(missing),
        ),
        Step(
            "make the users tableside and tableside-kiosk, in the groups for buttons, camera and screen",
            lambda: not users_are_made(),
            make_users,
        ),
        Step(
            f"keep a copy of all games in {DATA}/backups before the new version opens them",
            lambda: (DATA / "games.db").exists() and (OPT / "venv/bin/tableside").exists(),
            copy_games,
        ),
        Step(f"put the code and its environment into {OPT}", lambda: True, place_code),
        Step(
            "put units, network name and stick rule into /etc; settings into /etc/tableside", lambda: True, place_files
        ),
        Step(
            "mark a block in config.txt and quiet the boot (dated copies are kept beside)",
            boot_needs_changes,
            change_boot,
        ),
        Step("start Tableside now and at every boot", lambda: True, start),
    ]


def uninstalling(purge: bool) -> list[Step]:
    def stop() -> None:
        for name in ENABLED:
            run("systemctl", "disable", "--now", name, check=False, quiet=True)
        run("systemctl", "stop", "tableside-backup.service", check=False, quiet=True)

    def take_away() -> None:
        for place in (OPT, *(OPT.with_name(f"tableside.{word}") for word in ("new", "old", "broken"))):
            clear(place)
        (ROOT / "usr/local/bin/tableside").unlink(missing_ok=True)
        if shutil.which("nmcli"):
            run("nmcli", "connection", "delete", "id", OWN_NETWORK, check=False, quiet=True)
        # NetworkManager may be off, or may have gone before us.
        for file in (ROOT / "etc/NetworkManager/system-connections").glob(f"{OWN_NETWORK}*.nmconnection"):
            file.unlink()
        for name in UNITS:
            (ROOT / "etc/systemd/system" / name).unlink(missing_ok=True)
        for _, target in LOOSE:
            target.unlink(missing_ok=True)
            remove_folders_made_for(target)
        config, line = boot_file("config.txt"), boot_file("cmdline.txt")
        if config and BEGIN in config.read_text():
            keep_copy(config)
            config.write_text(without_block(config.read_text()))
        if line:
            added = added_words(line)
            line.write_text(" ".join(word for word in line.read_text().split() if word not in added) + "\n")
        run("systemctl", "daemon-reload", check=False)

    def forget() -> None:
        for place in (DATA, ETC):
            clear(place)
        for file in (boot_file("config.txt"), boot_file("cmdline.txt")):
            for copy in file.parent.glob(f"{file.name}.*.tableside") if file else ():
                copy.unlink()

    def remove_users() -> None:
        for name in ("tableside-kiosk", "tableside"):
            if has_user(name):
                # A session of theirs may still be ending; userdel would leave the home of somebody who is in.
                number = pwd.getpwnam(name).pw_uid
                run("systemctl", "stop", f"user@{number}.service", f"user-{number}.slice", check=False, quiet=True)
                run("userdel", "--force", "--remove", name, check=False, quiet=True)
        for name in MEMBERS:  # userdel leaves a group that somebody else is in
            if has_group(name):
                run("groupdel", name, check=False, quiet=True)

    steps = [
        Step("stop Tableside", lambda: True, stop),
        Step(f"take away {OPT}, the units and what was put into /etc and the boot files", lambda: True, take_away),
    ]
    if purge:
        steps.append(Step(f"take away all games in {DATA} and the settings in {ETC}", lambda: True, forget))
        steps.append(Step("take away the users tableside and tableside-kiosk", lambda: True, remove_users))
    else:
        print(f"Games in {DATA} and settings in {ETC} are kept; --purge takes them away too.")
    return steps


def main() -> int:
    parser = argparse.ArgumentParser(prog="install", description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--no-screen", action="store_true", help="without the box's own screen")
    parser.add_argument("--uninstall", action="store_true")
    parser.add_argument("--purge", action="store_true", help="with --uninstall: all games too")
    parser.add_argument("--hostname", help="give the machine this name (it is left alone otherwise)")
    options = parser.parse_args()
    steps = uninstalling(options.purge) if options.uninstall else installing(not options.no_screen)
    if options.hostname and not options.uninstall:
        steps.insert(0, Step(f"call this machine {options.hostname}", lambda: True, lambda: set_name(options.hostname)))
    todo = [step for step in steps if step.needed()]
    print("This will:" if not options.dry_run else "This would:")
    for step in todo:
        print(f"  - {step.says}")
    if options.dry_run:
        return 0
    if os.geteuid():
        print("It needs the rights of root: sudo make install", file=sys.stderr)
        return 1
    for step in todo:
        print(f"… {step.says}", flush=True)
        step.do()
    if not options.uninstall:
        for name, what in EXTRAS.items():
            if not has_package(name):
                print(f"Without {name} {what}.")
        for sentence in missing_parts():
            print(sentence)
        print("Tableside is ready: its page is on port 80 of this machine.")
    return 0


def set_name(name: str) -> None:
    run("hostnamectl", "set-hostname", name)


if __name__ == "__main__":
    sys.exit(main())
