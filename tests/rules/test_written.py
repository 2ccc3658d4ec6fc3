"""What people and their files wrote, meant or not."""

import time
import tomllib

import pytest

from rules.written import from_json, from_toml, whole


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("12", 12), ("-3", -3), ("007", 7)])
def test_a_whole_number_is_read(text, number):
    assert whole(text) == number


@pytest.mark.parametrize(
    "text", ["", "²", "1²", "٣", "½", "1.5", "1_000", " 1", "--1", "-", "+1", "1e3", "9" * 5000, "one"]
)
def test_what_only_looks_like_a_number_is_none(text):
    assert whole(text) is None


TOO_DEEP_TOML = {
    "a long key": ".".join("a" * 20_000) + " = 1",
    "a long heading": "[" + ".".join("a" * 20_000) + "]",
    "a long key with room": " . ".join("a" * 10_000) + " = 1",
    "a long quoted key": ".".join(['"a"'] * 8_000) + " = 1",
    "lists in lists": "a = " + "[" * 20_000,
    "tables in tables": "a = " + "{ a = " * 6_000,
    "behind a text that ends in quotation marks": 'a = { b = """x"""", ' + ".".join("c" * 20_000) + " = 1 }",
    "behind a text without end": 'a = """ \\""" \n' * 3_000 + "[" * 20_000,
    "behind an apostrophe": "a = 'x' \n" + ".".join("c" * 20_000) + " = 1",
    "many headings": "".join(f"[{'.'.join('abcdefghijklm')}{n}]\n" for n in range(1_000)),
}


@pytest.mark.parametrize("text", TOO_DEEP_TOML.values(), ids=TOO_DEEP_TOML)
def test_forty_kilobytes_of_depth_are_refused_at_once(text):
    began = time.thread_time()
    with pytest.raises(ValueError, match=r"."):
        from_toml(text)
    assert time.thread_time() - began < 1


def test_a_file_that_is_far_too_long_is_not_even_looked_at():
    with pytest.raises(ValueError, match="too long: a file may have 1024 kB"):
        from_toml("#" * ((1 << 20) + 1))


@pytest.mark.parametrize(
    "text", ["a = " + "9" * 5000, "a = 0x" + "f" * 5000, "a = inf", "a = nan", "a = [1, {b = 1e300}]"]
)
def test_numbers_nobody_means_are_refused_in_toml(text):
    with pytest.raises(ValueError, match=r"number|digits"):
        from_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 30_000,
        "[" * 500 + "]" * 500,
        '{"a":' * 500 + "1" + "}" * 500,
        "NaN",
        "-Infinity",
        "9" * 5000,
        "1" + "0" * 400,
        "[1e999]",
    ],
)
def test_json_nobody_means_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        from_json(text)


MEANT = r"""
title = "Deep. [[ {{ # ...................... not counted"
long = '''
. . . . . . . . . . . . . . . . . . . [[[[[[[ ' '' " '''''
short = '.................... \'
[cards.one.effects]
"a.b.c.d.e.f.g.h.i.j.k.l.m" = [1.5, -2, [true, { x.y = 'it' }]]  # ............... [[[
"""


def test_what_is_meant_is_read_as_python_reads_it():
    assert from_toml(MEANT) == tomllib.loads(MEANT)
    assert from_json('{"a": [1, -2.5, null, "ü"]}') == {"a": [1, -2.5, None, "ü"]}
