"""``tableside selfplay GAME --seats hard,normal``: who sits where."""

import argparse
import json

import pytest

from rules.selfplay import arguments, main, some_kinds


def test_who_won_is_told(capsys):
    parser = argparse.ArgumentParser()
    arguments(parser)
    assert main(parser.parse_args(["sleepers", "--games", "2", "--seats", "sensible,random", "--json"])) == 0
    told = json.loads(capsys.readouterr().out)
    assert sum(told["won"].values()) == 2
    assert set(told["won"]) == {"sensible", "random"}


def test_nobody_of_that_name_plays():
    with pytest.raises(argparse.ArgumentTypeError, match="There is no clever; there are random, greedy"):
        some_kinds("clever,random")
    assert some_kinds("hard/hunter,normal") == ("hard/hunter", "normal")
