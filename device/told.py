"""What the live table says of a step by itself, beside what the rules say of it; nothing hidden is told."""

from __future__ import annotations

from rules.ask import Ask
from rules.chance import Chance
from rules.game import Said
from rules.position import Position, Step


def title(step: Step, asked: Ask | None, after: Position, source: str) -> str:
    """What this step is called when it is offered to be taken back; only what all may read."""
    for said in after.said:
        if said.seats is None:
            return said.text
    if step.kind == "ruling":
        return f"Ruling: {step.path}"
    if step.kind == "aside":
        return str(step.value).replace("_", " ")
    if asked is None or asked.private:
        return "The last answer"
    drawn = "Drawn: " if isinstance(asked, Chance) else ""
    return f"{drawn}{asked.words(step.value)}"


def claimed(step: Step, asked: Ask | None, source: str) -> list[Said]:
    """What a camera read off a real card or die is told, as the box did not deal it; what is hidden stays so."""
    if not source.startswith("camera on") or asked is None:
        return []
    if asked.private:
        return [Said("A card was read on the mat.")]
    return [Said(f"Read on the mat: {asked.words(step.value)}.")]


def ruled(step: Step, source: str, after: Position) -> list[Said]:
    if step.kind != "ruling":
        return []
    who, _, why = source.removeprefix("ruling by ").partition(": ")
    # A hidden value stays hidden in the log; that it was changed does not.
    value = "" if after.game.is_secret(step.path) else f" is now {step.value}"
    return [Said(f"Ruling by {who}: {step.path}{value} ({why}).")]
