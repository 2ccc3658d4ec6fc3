"""The doors: names, origins, patience."""

from pathlib import Path

import pytest
from flask import Flask
from serving import Served

from rules.sleepers import GAME
from web.live import doors


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    box.table.begin(GAME.setup(2, {"first_player": "white"}, "table"))
    yield box
    box.close()


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8080", True),
        ("127.0.0.1", True),
        ("192.168.1.20:8080", True),
        ("[fe80::1]:8080", True),
        ("[::1]", True),
        ("tableside.local", True),
        ("TABLESIDE.local:80", True),
        ("evil.example", False),
        ("192.168.1.20.evil.example", False),
        ("", False),
    ],
)
def test_only_the_boxs_own_names_are_answered(host, ours):
    assert doors.knows(host, {"localhost", "tableside"}) is ours


def test_a_foreign_name_that_points_here_is_turned_away(box):
    response = box.client().get("/seat", headers={"Host": "evil.example"})
    assert response.status_code == 421


def test_a_script_that_hammers_is_slowed_down_and_others_are_not():
    now = [0.0]
    app = Flask(__name__)
    app.add_url_rule("/act", view_func=lambda: "done", methods=["POST"])
    doors.shut(app, clock=lambda: now[0])
    client = app.test_client()
    codes = [client.post("/act").status_code for _ in range(50)]
    assert codes == [200] * doors.ACTS_AT_ONCE + [429] * (50 - doors.ACTS_AT_ONCE)
    assert client.post("/act", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 200
    now[0] += 1.0
    assert client.post("/act").status_code == 200


def test_makers_read_with_their_token_and_see_only_what_is_public(box):
    client = box.client()
    assert client.get("/api/table").status_code == 401
    token = {"Authorization": f"Bearer {box.app.config['READ_TOKEN']}"}
    live = client.get("/api/table", headers=token).get_json()
    assert live["game"] == "sleepers"
    assert live["asked"]["seats"] == ["white"]
    assert live["shown"] == box.table.now().position.show(None)
    assert client.post("/api/table", headers=token).status_code == 405
    assert client.get("/api/rules/chess", headers=token).status_code == 404
    box.table.close()
    assert client.get("/api/table", headers=token).status_code == 404


def test_every_address_for_makers_is_written_down(box):
    document = box.client().get("/api/openapi.json").get_json()
    written = (Path(__file__).parents[2] / "docs" / "http.md").read_text("utf-8")

    assert [path for path in document["paths"] if f"`{path}`" not in written] == []


def test_the_hosts_token_cannot_be_worked_out_from_the_makers(box):
    assert box.app.config["READ_TOKEN"] not in box.app.config["HOST_TOKEN"]
    assert box.client().get(f"/host/{box.app.config['READ_TOKEN']}").status_code == 403


def test_the_interface_keeps_to_its_own_description(box):
    """Schemathesis sends whatever the document allows and much that it does not."""
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis comes with the development packages")
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", box.app)
    token = {"Authorization": f"Bearer {box.app.config['READ_TOKEN']}"}
    checked = 0
    from hypothesis import HealthCheck, Phase, given, settings

    for operation in schema.get_all_operations():
        strategy = operation.ok().as_strategy()

        @given(case=strategy)
        @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
        def keeps_its_word(case):
            nonlocal checked
            case.call_and_validate(headers=token)
            checked += 1

        keeps_its_word()
    assert checked >= 3
