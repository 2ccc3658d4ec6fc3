"""The HTTP interface against strangers: every kind of token, every game, hostile names and bodies."""

import json
import string

import pytest
from for_everyone import begin
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from serving import TOKEN, Served

from rules.games import NAMES
from rules.sleepers import GAME

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis comes with the development packages")

PATHS = ["/api/table", "/api/games", "/api/rules/{name}", "/api/openapi.json"]
quickly = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])

KNOWN = ("none", "maker", "host as bearer", "host's screen", "seat's phone", "watcher", "strange", "long", "half")


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


def given_with(box, kind):
    """The headers of a request with this kind of token."""
    cookies = {"host's screen": f"tableside_host={TOKEN}", "seat's phone": "tableside_seat=anything"}
    if kind == "seat's phone" and box.table.moment:
        phone = box.client(box.table.now().seats[0])
        cookies[kind] = "; ".join(f"{cookie.key}={cookie.value}" for cookie in phone._cookies.values())
    bearer = {
        "maker": f"Bearer {box.app.config['READ_TOKEN']}",
        "host as bearer": f"Bearer {TOKEN}",
        "strange": "Bearer ÿ\u00e9",
        "long": "Bearer " + "a" * 5000,
        "half": "Bearer " + box.app.config["READ_TOKEN"][:16],
    }
    headers = {"Authorization": bearer[kind]} if kind in bearer else {}
    return headers | ({"Cookie": cookies[kind]} if kind in cookies else {})


def test_every_address_is_described(box):
    document = box.client().get("/api/openapi.json").get_json()
    assert set(document["paths"]) == set(PATHS)
    served = {rule.rule.replace("<", "{").replace(">", "}") for rule in box.app.url_map.iter_rules()}
    assert {path for path in served if path.startswith("/api/")} == set(PATHS)


@pytest.mark.parametrize("kind", KNOWN)
def test_whatever_the_token_the_answer_is_one_that_was_described(box, kind):
    box.table.begin(GAME.setup(2, custody="box"))
    headers = given_with(box, kind)
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", box.app)
    codes = {}

    for operation in schema.get_all_operations():

        @given(case=operation.ok().as_strategy())
        @quickly
        def keeps_its_word(case):
            codes.setdefault(case.operation.path, set()).add(case.call_and_validate(headers=headers).status_code)

        keeps_its_word()
    # The description itself, which schemathesis leaves out of its round.
    assert schema["/api/openapi.json"]["GET"].Case().call_and_validate(headers=headers).status_code == 200
    allowed = {200, 404} if kind == "maker" else {401}
    assert set().union(*codes.values()) <= allowed
    assert codes["/api/table"] == ({200} if kind == "maker" else {401})


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_told_as_described_wherever_it_stands(box, name):
    headers = given_with(box, "maker")
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", box.app)
    for steps in (0, 7, 40):
        begin(box, name, steps)
        case = schema["/api/table"]["GET"].Case()
        assert case.call_and_validate(headers=headers).status_code == 200
        box.table.close()
    assert schema["/api/table"]["GET"].Case().call_and_validate(headers=headers).status_code == 404


PLAIN = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
)
BODIES = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=200).map(lambda text: text.encode()),
    PLAIN.map(lambda plain: json.dumps(plain).encode()),
    st.just(b"[" * 30_000),
    st.just(b"x" * 70_000),
)
KINDS = st.sampled_from(
    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/xml", ""]
)
METHODS = st.sampled_from(["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
NAMED = st.one_of(
    st.sampled_from([*PATHS, *(f"/api/rules/{name}" for name in NAMES), "/api/", "/api/table/", "/api/rules/", "/api"]),
    st.text(string.printable, max_size=40).map(lambda text: f"/api/rules/{text}"),
    st.text(max_size=20).map(lambda text: f"/api/{text}"),
)


@pytest.mark.parametrize("kind", ["none", "maker", "host's screen", "seat's phone"])
def test_what_is_not_described_is_refused_in_a_sentence_and_changes_nothing(box, kind):
    box.table.begin(GAME.setup(2, {"first_player": "white"}, "table"))
    headers, client, before = given_with(box, kind), box.client(), box.table.now()
    seen = set()

    @given(
        NAMED, st.sampled_from(["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"]), BODIES, KINDS, st.integers(0, 9999)
    )
    @settings(quickly, max_examples=60)
    def refused(path, method, body, kind_of_body, who):
        response = client.open(
            path,
            method=method,
            data=body,
            headers=headers,
            content_type=kind_of_body,
            environ_base={"REMOTE_ADDR": f"10.0.{who // 250}.{who % 250}"},
        )
        seen.add(response.status_code)
        assert response.status_code in (404, 405), (method, path)
        if path.startswith("/api/"):
            assert response.get_json()["told"]

    refused()
    assert 405 in seen
    assert box.table.now() == before


def test_a_name_that_is_not_the_boxs_is_refused_as_described(box):
    response = box.client().get("/api/games", headers={"Host": "evil.example", **given_with(box, "maker")})
    assert (response.status_code, list(response.get_json())) == (421, ["told"])
