"""A friend brings a file: whatever is in it, the box says a sentence at once and keeps its memory."""

import json
import os
import subprocess
import sys
from pathlib import Path

import friends_files
import pytest

SUPPORT = Path(friends_files.__file__)


@pytest.fixture(scope="module")
def told():
    """What a box says to each file, in a process whose memory is its own."""
    known = {"PYTHONPATH": os.pathsep.join([str(SUPPORT.parents[2]), str(SUPPORT.parent), *sys.path])}
    done = subprocess.run(
        [sys.executable, SUPPORT], capture_output=True, text=True, check=True, timeout=280, env={**os.environ, **known}
    )
    return json.loads(done.stdout)


def test_every_file_is_refused_in_a_sentence(told):
    for name, came in told.items():
        assert came["told"].split(" ")[0] not in ("200", "303", "500"), (name, came)
        assert came["told"].endswith("."), (name, came)
        assert len(came["told"]) < 300, (name, came)
        assert not any(word in came["told"] for word in ("recursion", "int_max", "Error", "Traceback")), (name, came)


def test_no_file_takes_a_second(told):
    assert {name: came for name, came in told.items() if came["seconds"] > 1} == {}


def test_no_file_takes_fifty_megabytes(told):
    assert {name: came for name, came in told.items() if came["kB"] > 50_000} == {}
