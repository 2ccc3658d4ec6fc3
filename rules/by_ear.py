"""Words for the eye become words for the ear: no signs, no brackets, no rule numbers, numbers as people say them."""

from __future__ import annotations

import re
from collections.abc import Sequence

SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

RULE = re.compile(r",?\s*\b[A-Z]{2,3}-R?\d+[a-z]?\b")
ASIDE = re.compile(r"\s*\([^()]*\)")
SIGNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(sign), words)
    for sign, words in (
        (r"[“”\"«»]", ""),
        (r"!(?= [a-z])", ""),  # of a name in the middle of a sentence
        (r"’", "'"),
        (r"(?<=\d)\s*[–-]\s*(?=\d)", " to "),
        (r"(?<=\d)\s*/\s*(?=\d)", " of "),
        (r"(?<!\w)\+\s?(?=\d)", "plus "),
        (r"(?<!\w)[-−]\s?(?=\d)", "minus "),
        (r"(?<=\d)\s*×\s*(?=\d)", " by "),
        (r"\s*×\s*(?=\d)", " times "),
        (r"(?<=\d)\s*×", " times"),
        (r"\s*=\s*", " is "),
        (r"(?<=\d)\s*\+\s*(?=\d)", " plus "),
        (r"(?<!\S)\+\s*(?=[A-Za-z])", "plus "),
        (r"\+", " plus"),  # of a die, once or several times
        (r"\s*(?:→|⇒|->)\s*", " to "),
        (r"\s*&\s*", " and "),
        (r"#\s*(?=\d)|\bNo\. ?(?=\d)", "number "),
        (r"%", " percent"),
        (r"\s*[·•|]\s*", ", "),
        (r"\s*[–—]\s+", ", "),
        (r"\s*;\s*", ". "),
        (r"…|\.\.\.", "."),
        (r"(?<=[A-Za-z])/(?=[A-Za-z])", " or "),
        (r"_", " "),
        (r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])", " "),
        (r"[*~^<>\[\]{}\\↶↷☰⚙✓✗]", " "),
    )
)
NUMBER = re.compile(r"\d+")
GAPS = (
    (re.compile(r"!(?=[.?])"), ""),
    (re.compile(r"\s+([,.;:?!])"), r"\1"),
    (re.compile(r"([,:])(?=[.?!,])"), ""),
    (re.compile(r"\s+"), " "),
)


def in_letters(number: int) -> str:
    """A number as it is said: 42 is "forty-two"."""
    if number < 20:
        return SMALL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (f"-{SMALL[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{SMALL[hundreds]} hundred" + (f" and {in_letters(rest)}" if rest else "")
    if number < 1_000_000:
        thousands, rest = divmod(number, 1000)
        between = " and " if 0 < rest < 100 else " "
        return f"{in_letters(thousands)} thousand" + (between + in_letters(rest) if rest else "")
    return " ".join(SMALL[int(digit)] for digit in str(number))


def square(letter: str, number: str) -> str:
    """A place such as e4: "e four". The capital keeps "a four" from being taken for four of something."""
    return f"{'A' if letter.lower() == 'a' else letter} {in_letters(int(number))}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Ann, Ben and Cid."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def bare(text: str) -> str:
    """*text* without what stands in brackets, and without the numbers of rules."""
    return ASIDE.sub("", RULE.sub("", text))


def spoken(text: str) -> str:
    """*text* as somebody would read it out; empty stays empty."""
    said = bare(text.replace("\n", " "))
    for sign, words in SIGNS:
        said = sign.sub(words, said)
    said = NUMBER.sub(lambda found: in_letters(int(found[0])), said)
    for gap, closed in GAPS:
        said = gap.sub(closed, said)
    said = said.strip(" ,;:")
    if not said:
        return ""
    said = re.sub(r"(?<=[.?!] )[a-z]", lambda found: found[0].upper(), said)
    return (said[0].upper() + said[1:]) + ("" if said[-1] in ".?!" else ".")
