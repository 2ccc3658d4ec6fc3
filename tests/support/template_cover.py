"""Which lines of the templates the suite has drawn: a page that nobody ever drew is a page nobody knows to work.

Every line that prints something is counted, whatever condition it stands under. `make test` tells the count at its end;
`UNDRAWN` gives the reason for each line that no test draws.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame

ROOT = Path(__file__).parents[2] / "web"
Line = tuple[str, int]
drawn: set[Line] = set()
_outputs: set[tuple[str, tuple[int, ...]]] = set()

UNDRAWN: dict[Line, str] = {}


def lines_of(output: nodes.Output) -> set[int]:
    """The lines on which an output prints something."""
    found: set[int] = set()
    for node in output.nodes:
        if isinstance(node, nodes.TemplateData):
            for number, text in enumerate(node.data.split("\n"), node.lineno):
                if text.strip():
                    found.add(number)
        else:
            found.add(node.lineno)
    return found


class Marking(CodeGenerator):
    """Templates that remember which of their lines were drawn."""

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802  # Jinja's name
        if lines := lines_of(node):
            self.writeline(f"environment.drawn({self.name!r}, {tuple(sorted(lines))})")
        super().visit_Output(node, frame)


def begin() -> None:
    """From now on whatever is drawn is remembered."""
    Environment.code_generator_class = Marking
    Environment.drawn = lambda self, name, lines: _outputs.add((name, lines))  # type: ignore[attr-defined]


def count() -> set[Line]:
    """Every line that was drawn until now, here and wherever others told of."""
    drawn.update((name or "", line) for name, lines in _outputs for line in lines)
    return drawn


def all_lines() -> set[Line]:
    """Every line of every template that prints something."""
    env = Environment(trim_blocks=True, lstrip_blocks=True)
    found: set[Line] = set()
    for folder in (ROOT / "templates", *ROOT.glob("games/*/templates")):
        for file in folder.rglob("*.html"):
            name = file.relative_to(folder).as_posix()
            for output in env.parse(file.read_text("utf-8")).find_all(nodes.Output):
                found |= {(name, line) for line in lines_of(output)}
    return found


def report(seen: set[Line]) -> list[str]:
    """What was drawn, and what was not though no reason is given."""
    every = all_lines()
    missing = sorted(every - seen - set(UNDRAWN))
    told = [f"templates: {len(every & seen)} of {len(every)} lines drawn"]
    return told + [f"  not drawn: {name}:{line}" for name, line in missing]
