"""What a browser without any script sends of a form on a page."""

from __future__ import annotations

from html.parser import HTMLParser

from werkzeug.datastructures import MultiDict


class _Controls(HTMLParser):
    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.inside = action, False
        self.sent: MultiDict[str, str] = MultiDict()
        self.select = ""
        self.number = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = has.get("action", "").startswith(self.action)
            self.number = has["action"].rsplit("/", 1)[-1] if self.inside else self.number
        if not self.inside:
            return
        if tag == "select":
            self.select = has["name"]
        elif tag == "option" and ("selected" in has or self.select not in self.sent):
            self.sent[self.select] = has["value"]
        elif tag == "input" and has.get("name") and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            self.sent.add(has["name"], has.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def sent(page: str, action: str) -> MultiDict[str, str]:
    """Every control of the form whose action begins so, as it stands."""
    return _read(page, action).sent


def numbered(page: str, action: str) -> int:
    """The number of the position that the form speaks of."""
    return int(_read(page, action).number)


def _read(page: str, action: str) -> _Controls:
    found = _Controls(action)
    found.feed(page)
    assert found.number, f"no form goes to {action}"
    return found
