"""Who may know whom: data flows one way."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"rules", "vision", "web", "device"}
MAY_KNOW = {"rules": {"rules"}, "vision": {"vision"}, "web": {"web", "rules"}, "device": OURS}


def imported(file: Path) -> set[str]:
    """The top-level names a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(MAY_KNOW))
def test_a_package_imports_only_what_it_may_know(package):
    for file in (ROOT / package).rglob("*.py"):
        assert imported(file) & OURS <= MAY_KNOW[package], file


def test_the_rules_need_nothing_but_python():
    import sys

    for file in (ROOT / "rules").rglob("*.py"):
        assert imported(file) - {"rules"} <= sys.stdlib_module_names, file


def test_rules_draw_no_random_numbers_and_read_no_clocks():
    """Chance comes from outside; only what plays the table's part may use it."""
    machine = ("selfplay.py", "burden.py", "trying_out.py", "ask.py", "chance.py", "position.py")
    allowed = {ROOT / "rules" / name for name in machine}
    for file in (ROOT / "rules").rglob("*.py"):
        if file not in allowed and file.name != "sensible.py":
            assert not imported(file) & {"random", "secrets", "time", "datetime"}, file
