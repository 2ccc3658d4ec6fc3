"""Health as people want to know it: what is left."""

from __future__ import annotations

from markupsafe import Markup

HEART = "M0 4.5C-7 0-4-4.5 0-1.5 4-4.5 7 0 0 4.5Z"
LOW = 0.34
"""The part of it below which it is a warning."""


def health(left: int, most: int | None, whose: str = "") -> Markup:
    """A heart with what is left, and a bar of as many pieces as there could be.

    :param most: None where nobody has read it off the card yet; then *left* counts the damage that lies there.
    :param whose: what it is called where it is not a living thing's: ``Ship``.
    """
    heart = f'<svg class="of-health" viewBox="-5 -4.5 10 9.5"><path d="{HEART}"/></svg>'
    if most is None:
        words, shown, bar = f"{left} damage, health unknown", f"<b>−{left}</b>" if left else "<b>?</b>", ""
    else:
        left = max(left, 0)
        words = f"{whose or 'Health'}: {left} of {most} left"
        shown, bar = f"<b>{left}</b><small>/{most}</small>", _bar(left, most)
    low = " low" if most and left / most < LOW else ""
    return Markup(f'<span class="health{low}" role="img" aria-label="{words}">{heart}{shown}{bar}</span>')


def _bar(left: int, most: int) -> str:
    wide = max(most * 10 - 2, 1)
    full = f'<path class="left" d="M0 3H{max(left * 10 - 2, 0)}"/>' if left else ""
    return (
        f'<svg class="bar-of-health" viewBox="0 0 {wide} 6" preserveAspectRatio="none">'
        f'<path d="M0 3H{wide}"/>{full}</svg>'
    )


def told(name: str, value: str) -> Markup | str:
    """One of a seat's facts; health, such as 5/8, is drawn."""
    left, _, most = value.partition("/")
    if name == "Health" and left.isdigit() and most.isdigit():
        return health(int(left), int(most))
    return value
