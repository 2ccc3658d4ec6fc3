"""Pages travel packed where a phone can unpack them, and say the same."""

import gzip
from pathlib import Path

import pytest
from serving import Served

from rules.sleepers import GAME


@pytest.fixture
def client(tmp_path):
    box = Served(tmp_path)
    box.table.begin(GAME.setup(2))
    yield box.client()
    box.close()


def get(client, path, **headers):
    """The whole answer, with whatever file it came from closed."""
    answer = client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer.get_data()
    answer.close()
    return answer


@pytest.mark.parametrize(
    "path", ["/seat", "/table", "/static/table.css", "/static/table.js", "/static/games/sleepers.css"]
)
def test_a_page_is_the_same_packed_and_much_smaller(client, path):
    plain = get(client, path)
    packed = get(client, path, Accept_Encoding="gzip, br")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_events_go_out_as_they_are(client):
    stream = client.get("/events/seat", headers={"Accept-Encoding": "gzip"}, buffered=False)
    assert "Content-Encoding" not in stream.headers
    assert next(stream.response) == b"retry: 1000\n\n"
    stream.close()


@pytest.mark.parametrize("path", ["/static/table.css", "/static/games/sleepers.css"])
def test_what_a_phone_has_already_is_not_sent_again(client, path):
    first = get(client, path, Accept_Encoding="gzip")
    again = get(client, path, Accept_Encoding="gzip", If_None_Match=first.headers["ETag"])
    assert again.status_code == 304
    assert again.data == b""


@pytest.mark.parametrize("headers", [{}, {"Accept-Encoding": "gzip"}, {"Range": "bytes=0-9"}, {"If-None-Match": "*"}])
def test_no_file_stays_open_for_a_phone_that_went_away(client, headers):
    """Nobody closes the answer of a phone that hung up in the middle."""
    client.get("/static/icon.svg", headers=headers, buffered=False)
    assert not [fd for fd in Path("/proc/self/fd").iterdir() if fd.exists() and fd.readlink().name == "icon.svg"]
