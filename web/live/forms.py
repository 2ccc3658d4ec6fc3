"""From what a page sends to an answer the rules understand."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from rules.ask import Ask, Confirm, EnterNumber, EnterText, IllegalAnswer, PickSome, SplitAmount
from rules.chance import DrawCards, RollDice
from rules.plain import Plain
from rules.written import from_json, whole


def read(ask: Ask, form: MultiDict[str, str]) -> Plain:
    """The answer to *ask* in a sent form; what makes no sense is told, the rules check the rest.

    ``answer`` holds one value as JSON; a form without script sends ``pick``, ``number``, ``words`` or ``part.<name>``
    instead. Words are never read as JSON: somebody may be called 7, or true.
    """
    if isinstance(ask, EnterText):
        return form.get("words", "")
    if "answer" in form:
        return _json(form["answer"])
    if isinstance(ask, PickSome):
        return [_json(value) for value in form.getlist("pick")]
    if isinstance(ask, SplitAmount):
        parts = {option.value: form.get(f"part.{option.value}", "0") for option, _ in ask.limits}
        return {str(name): _number(part) for name, part in parts.items() if part not in ("", "0")}
    if isinstance(ask, (RollDice, DrawCards)):
        return [_json(value) for value in form.getlist("each")]
    if isinstance(ask, EnterNumber):
        return _number(form.get("number", ""))
    if isinstance(ask, Confirm):
        return True
    raise IllegalAnswer("No answer came.")


def _json(text: str) -> Plain:
    try:
        return from_json(text)
    except ValueError:
        return text


def _number(text: str) -> int:
    number = whole(text.strip())
    if number is None:
        raise IllegalAnswer(f"Expected a number, got {text[:40]!r}.")
    return number
