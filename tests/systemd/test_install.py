"""The installer, as far as it can be tried without changing this machine."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd/install.py"


@pytest.fixture
def install():
    spec = importlib.util.spec_from_file_location("tableside_install", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["tableside_install"] = module
    spec.loader.exec_module(module)
    return module


def test_the_block_in_config_txt_comes_once_and_goes_without_a_trace(install):
    config = "dtparam=audio=on\n[pi4]\narm_boost=1\n"
    once = install.with_block(config)
    assert install.BEGIN in once
    assert once.startswith(config)
    assert install.with_block(once) == once
    assert install.without_block(once) == config


def test_a_dry_run_says_everything_and_changes_nothing():
    found = subprocess.run(
        [sys.executable, SCRIPT, "--dry-run", "--no-screen"], capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith("This would:")
    assert "/opt/tableside" in found.stdout
    assert not Path("/opt/tableside").exists()


def test_without_root_nothing_is_done(install, monkeypatch, capsys):
    monkeypatch.setattr(install.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(sys, "argv", ["install", "--uninstall"])
    done = []
    monkeypatch.setattr(install, "run", lambda *words, **more: done.append(words))
    assert install.main() == 1
    assert done == []
    assert "rights of root" in capsys.readouterr().err


def test_the_code_is_laid_out_so_that_it_runs_from_its_place(install, monkeypatch, tmp_path):
    monkeypatch.setattr(install, "OPT", tmp_path / "tableside")
    install.build(tmp_path / "tableside")
    command = tmp_path / "tableside/venv/bin/tableside"
    # The system's own packages may be missing here; the code itself needs only to be found.
    found = subprocess.run(
        [tmp_path / "tableside/venv/bin/python3", "-c", "import rules.games; print(rules.games.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert found.stdout.strip() == str(tmp_path / "tableside/rules/games.py")
    assert command.stat().st_mode & 0o111
    assert (tmp_path / "tableside/vision/read/digits.onnx").is_file()
    assert not (tmp_path / "tableside/vision/train").exists()  # teaching the networks is not done on a box


def test_boot_files_are_changed_with_a_copy_and_only_once(install, monkeypatch, tmp_path):
    boot = tmp_path / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text("dtparam=audio=on\n")
    (boot / "cmdline.txt").write_text("console=tty1 root=/dev/mmcblk0p2 quiet\n")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    assert install.boot_needs_changes()
    install.change_boot()
    assert not install.boot_needs_changes()
    assert (boot / "cmdline.txt").read_text() == (
        "console=tty1 root=/dev/mmcblk0p2 quiet loglevel=3 vt.global_cursor_default=0 logo.nologo\n"
    )
    copies = sorted(file.name for file in boot.glob("*.tableside"))
    assert len(copies) == 2
    install.change_boot()
    assert sorted(file.name for file in boot.glob("*.tableside")) == copies


def test_what_was_quiet_before_stays_quiet_after_taking_it_away(install, monkeypatch, tmp_path):
    boot = tmp_path / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "cmdline.txt").write_text("console=tty1 logo.nologo root=/dev/mmcblk0p2\n")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    install.change_boot()
    assert install.added_words(boot / "cmdline.txt") == ["quiet", "loglevel=3", "vt.global_cursor_default=0"]


def test_a_user_that_lost_its_groups_is_mended(install, monkeypatch):
    monkeypatch.setattr(install, "has_user", lambda name: True)
    monkeypatch.setattr(install, "has_group", lambda name: True)
    members = {"gpio": ["tableside"], "video": [], "render": [], "audio": [], "input": [], "tableside": []}
    monkeypatch.setattr(install.grp, "getgrnam", lambda name: type("Group", (), {"gr_mem": members[name]}))
    assert not install.users_are_made()
    for name, groups in install.MEMBERS.items():
        for group in groups:
            members[group].append(name)
    assert install.users_are_made()


def test_a_machine_without_pins_camera_and_screen_is_told_so_in_a_sentence_each(install, monkeypatch, tmp_path):
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "has_camera", lambda: False)
    assert [sentence.split(":")[0] for sentence in install.missing_parts()] == [
        "No pins are here (/dev/gpiochip0)",
        "No camera is seen",
        "No screen is connected",
    ]
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/gpiochip0").touch()
    screen = tmp_path / "sys/class/drm/card1-HDMI-A-1"
    screen.mkdir(parents=True)
    (screen / "status").write_text("connected\n")
    monkeypatch.setattr(install, "has_camera", lambda: True)
    assert install.missing_parts() == []


def test_every_unit_is_installed(install):
    endings = ("service", "socket", "timer")
    assert {unit.name for ending in endings for unit in SCRIPT.parent.glob(f"*.{ending}")} == set(install.UNITS)
