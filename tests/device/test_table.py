"""The live table."""

import json
import random
import threading

import pytest

from device.cli import check_draws, main, recorded
from device.live.journal import Journal
from device.live.table import Table
from device.live.writer import NoGame
from rules.ask import AskAny, IllegalAnswer, StaleAnswer
from rules.children_of_morta import GAME as MORTA
from rules.plain import dump
from rules.position import some_step
from rules.sleepers import GAME

NAMES = {"white": "Ann", "black": "Ben"}


@pytest.fixture
def table(journal):
    """Real tiles, White begins."""
    table = Table(journal)
    table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
    return table


@pytest.fixture
def dealt(journal):
    """The box deals, White begins."""
    table = Table(journal)
    table.begin(GAME.setup(NAMES, {"first_player": "white"}, "box"))
    return table


def answer(table, value, seat=None, source="phone"):
    return table.answer(table.now().number, value, seat, source)


def play_to_the_end(table, seed=1):
    chance = random.Random(seed)
    while (moment := table.now()).ask is not None:
        step = some_step(GAME, moment.position.state, moment.ask, chance)
        table.answer(moment.number, step.value, step.seat)


def test_nothing_can_be_answered_while_no_game_is_open(journal):
    with pytest.raises(NoGame, match="No game is open"):
        Table(journal).answer(0, "e5")


def test_the_second_answer_to_a_question_is_told_so(table):
    number = table.now().number
    table.answer(number, "a5")
    with pytest.raises(StaleAnswer, match="The game has moved on"):
        table.answer(number, "b5")
    assert list(table.now().position.state.board) == ["a5"]


def test_of_many_answers_at_once_exactly_one_is_taken(table):
    number, took, late = table.now().number, [], []

    def one(hex_):
        try:
            took.append(table.answer(number, hex_))
        except StaleAnswer:
            late.append(hex_)

    threads = [threading.Thread(target=one, args=(hex_,)) for hex_ in ("a5", "b5", "c5", "d5", "e5", "f5")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(took), len(late)) == (1, 5)
    assert len(table.now().position.state.board) == 1


def test_the_box_deals_at_once_what_it_holds(dealt):
    moment = dealt.now()
    assert moment.ask.seat == "white"
    assert [len(side.hand) for side in moment.position.state.sides.values()] == [4, 4]
    assert moment.draws == 2


@pytest.mark.parametrize("how", ["answer", "undo", "redo", "begin"])
def test_what_the_box_cannot_deal_did_not_happen_at_all(table, journal, monkeypatch, how):
    def deals_upon_it():
        """One thing people do; then the box deals what it holds."""
        if how == "begin":
            return table.begin(GAME.setup(NAMES, {"first_player": "white"}, "table"))
        if how == "undo":
            return table.undo(table.now().number, "white")
        if how == "redo":
            return table.redo(table.now().number)
        moment = table.now()
        return table.answer(moment.number, some_step(GAME, moment.position.state, moment.ask, random.Random(2)).value)

    for _ in range(2 * (how in ("undo", "redo"))):
        moment = table.now()
        table.answer(moment.number, some_step(GAME, moment.position.state, moment.ask, random.Random(2)).value)
    if how == "redo":
        table.undo(table.now().number, "white")
    told = []
    table.when_changed.append(told.append)
    before, games = table.now(), [(saved.id, saved.entries) for saved in table.games()]

    with monkeypatch.context() as broken:
        broken.setattr(Table, "_deal", lambda self: (_ for _ in ()).throw(OSError("the dealer fell off its chair")))
        with pytest.raises(OSError, match="fell off"):
            deals_upon_it()
    assert table.now() is before
    assert [(saved.id, saved.entries) for saved in table.games()] == games
    assert told == []

    assert deals_upon_it() is not before  # and then it goes on as ever
    again = Table(journal)
    again.open(table.now().game_id)
    assert again.now().position.save() == table.now().position.save()


def test_the_fate_button_draws_what_is_pending_and_nothing_else(journal):
    table = Table(journal)
    table.begin(GAME.setup(NAMES, custody="table"))
    assert "who begins" in table.now().ask.text
    moment = table.draw()
    assert moment.drawn in ("Ann begins", "Ben begins")
    assert moment.draws == 1
    with pytest.raises(IllegalAnswer, match="There is nothing to draw now"):
        table.draw()


def test_what_the_table_drew_itself_can_be_told_instead(journal):
    table = Table(journal)
    table.begin(GAME.setup(NAMES, custody="table"))
    assert answer(table, ["black"]).position.state.current == "black"
    assert table.now().draws == 0


def test_taking_back_names_what_it_undoes_and_goes_one_answer_back(table):
    answer(table, "a5")
    assert table.taking_back().title == "Ann: Recruit on a5"
    before = dump(table.now().position.state)
    answer(table, "b5")
    moment = table.undo(table.now().number, "black")
    assert dump(moment.position.state) == before
    assert moment.lines[-1][1].text == "Taken back: Ben: Recruit on b5"


def test_taking_back_names_the_choice_and_not_what_came_of_it(dealt):
    """Whoever wakes no other is told that nothing is drawn; what can be taken back is the choice."""
    while "wake a second sleeper" not in dealt.now().ask.text:
        answer(dealt, next(option.value for option in dealt.now().ask.options if not option.barred))
    name = NAMES[dealt.now().ask.seat]
    answer(dealt, next(option.value for option in dealt.now().ask.options if option.label == "Stop here"))
    assert f"{name} draws" in dealt.now().lines[-1][1].text
    assert dealt.taking_back().title == f"{name}: Stop here"


def test_a_short_answer_is_named_with_its_question(journal):
    table = Table(journal)
    table.begin(MORTA.setup({"north": "Ann", "east": "Ben"}))
    answer(table, "story", "north")
    assert table.taking_back().title == "Ann: Story Mode (Which mode?)"


def test_taking_back_and_doing_again_is_as_if_nothing_happened(table):
    for hex_ in ("a5", "b5", "c5"):
        answer(table, hex_)
    before = dump(table.now().position.state)
    for _ in range(3):
        table.undo(table.now().number, "white")
    assert table.taking_back() is None
    with pytest.raises(IllegalAnswer, match="nothing to take back"):
        table.undo(table.now().number, "white")
    for _ in range(3):
        table.redo(table.now().number)
    assert dump(table.now().position.state) == before
    with pytest.raises(IllegalAnswer, match="nothing to do again"):
        table.redo(table.now().number)


def test_whatever_is_played_after_taking_back_ends_doing_again(table):
    answer(table, "a5")
    table.undo(table.now().number, "white")
    answer(table, "b5")
    assert table.doing_again() is None


def test_going_back_behind_something_seen_needs_everybody(dealt):
    answer(dealt, "e5")
    answer(dealt, dealt.now().ask.options[0].value)  # and draws a tile, which White sees
    before = dealt.now().number
    moment = dealt.undo(before, "white")
    assert moment.proposal.agreed == ("white",)
    assert "e5" in moment.position.state.board  # nothing happened yet
    refused = dealt.agree(before, "black", yes=False)
    assert refused.proposal is None
    dealt.undo(before, "white")
    agreed = dealt.agree(before, "black", yes=True)
    assert "e5" not in agreed.position.state.board
    with pytest.raises(StaleAnswer):
        dealt.agree(before, "black", yes=True)


def test_a_move_taken_back_and_made_again_draws_the_same_tile(dealt):
    answer(dealt, "e5")
    kind = dealt.now().ask.options[0].value
    answer(dealt, kind)
    hand = dump(dealt.now().position.state)["sides"]["white"]["hand"]
    dealt.undo(dealt.now().number, "white")
    dealt.agree(dealt.now().number, "black", yes=True)
    answer(dealt, kind)
    assert dump(dealt.now().position.state)["sides"]["white"]["hand"] == hand


def test_a_ruling_is_written_down_with_who_and_why(table, journal):
    answer(table, "a5")
    moment = table.ruling(table.now().number, "board.a5.up", True, "Ann", "it fell over")
    assert moment.position.state.board["a5"].up
    assert moment.lines[-1][1].text == "By hand (Ann, it fell over): a5: Ann's sleeper: it is asleep → awake."
    assert journal.head(moment.game_id).source == "ruling by Ann: it fell over"
    with pytest.raises(IllegalAnswer, match="Say who changes it, and why"):
        table.ruling(table.now().number, "board.a5.up", True, "Ann", " ")
    with pytest.raises(IllegalAnswer, match="expected true or false"):
        table.ruling(table.now().number, "board.a5.up", "yes", "Ann", "why not")


def test_a_ruling_on_something_hidden_keeps_it_hidden(dealt):
    moment = dealt.ruling(dealt.now().number, "sides.white.hand.0.kind", "saboteur", "Ann", "misprint")
    assert moment.position.state.sides["white"].hand[0].kind == "saboteur"
    assert not any("saboteur" in text for _, text in moment.log_for("black"))


def test_a_game_is_picked_up_where_it_was_left(dealt, journal):
    answer(dealt, "e5")  # in the middle of a turn: the tile is still to be chosen
    again = Table(journal)
    assert again.open(dealt.now().game_id) == []
    assert again.now().ask == dealt.now().ask
    assert again.now().number == dealt.now().number
    assert again.now().log_for("white") == dealt.now().log_for("white")


def test_private_sentences_are_for_their_seat_only(dealt):
    white = [text for _, text in dealt.now().log_for("white") if text.startswith("You drew")]
    assert len(white) == 1
    assert not any(text.startswith("You drew") for _, text in dealt.now().log_for(None))


def test_hands_are_told_what_to_do_unless_the_camera_saw_it_done(table):
    assert answer(table, "a5").todo == ("Put a white tile, face-down, on a5.", "White: draw 1.")
    assert answer(table, "b5", source="camera").todo == ()


def test_what_no_camera_sees_is_asked_of_hands_though_it_saw_the_rest(table):
    number = table.now().number
    moment = table.answer(number, "a5", source="camera", saw={"a5", "b5"})
    assert moment.todo == ("White: draw 1.",)
    # Two answers of one story: what the first asked for is not forgotten; of the next story only its own is asked.
    table.answer(moment.number, "b5", source="camera", saw={"a5", "b5"}, goes_on=True)
    assert table.now().todo == ("White: draw 1.", "Black: draw 1.")
    assert answer(table, "c5", source="phone").todo[0] == "Put a white tile, face-down, on c5."


def test_where_all_act_at_once_orders_stay_until_their_own_player_goes_on(journal):
    table, chance, kept = Table(journal), random.Random(3), 0
    table.begin(MORTA.setup(2))
    for _ in range(250):
        before = table.now()
        step = some_step(MORTA, before.position.state, before.ask, chance)
        between = table.answer(before.number, step.value, step.seat)
        others = [seat for seat in between.ask.seats if seat != step.seat]
        at_once = isinstance(before.ask, AskAny) and step.seat in between.ask.seats and others
        if at_once and between.laid == before.position.view():  # the list began with this answer
            after = table.answer(between.number, between.ask.of(others[0]).sample(chance), others[0])
            first, second, both = (
                MORTA.todo(one.position.view(), other.position.view())
                for one, other in ((before, between), (between, after), (before, after))
            )
            assert list(after.todo) == both
            kept += bool(first) and both != second
    assert kept > 3


def test_a_listener_that_fails_stops_nothing(table):
    heard = []
    table.when_changed.append(lambda moment: 1 / 0)
    table.when_changed.append(lambda moment: heard.append(moment.number))
    answer(table, "a5")
    assert heard == [table.now().number]


def test_every_draw_of_a_finished_game_can_be_checked(tmp_path, capsys):
    journal = Journal(tmp_path / "games.db")
    table = Table(journal)
    table.begin(GAME.setup(NAMES, custody="box"))
    name = table.now().game_id
    assert check_draws(tmp_path, name) == 1
    assert "stays secret" in capsys.readouterr().out
    table.draw()
    play_to_the_end(table)
    assert check_draws(tmp_path, name) == 0
    assert "0 wrong" in capsys.readouterr().out
    # Somebody who changes what was drawn is found out.
    row = journal._db.execute("SELECT number, step FROM entries WHERE source = 'dealer' LIMIT 1").fetchone()
    kind = json.loads(row[1])["value"][0]
    forged = row[1].replace(f'"{kind}"', '"police"' if kind != "police" else '"militia"', 1)
    journal._db.execute("UPDATE entries SET step = ? WHERE number = ?", (forged, row[0]))
    assert check_draws(tmp_path, name) == 1
    assert f"Entry {row[0]} is not what the seed gives" in capsys.readouterr().out
    journal.close()


def test_the_command_lists_replays_and_verifies(tmp_path, capsys):
    journal = Journal(tmp_path / "games.db")
    table = Table(journal)
    table.begin(GAME.setup(NAMES, {"first_player": "white"}, "box"))
    play_to_the_end(table)
    name = table.now().game_id
    assert main(["--data", str(tmp_path), "games"]) == 0
    listed = capsys.readouterr().out
    assert "Sleepers: 2 players, 119 rules" in listed
    assert f"{name:<24}Ann, Ben: ended: " in listed
    assert main(["--data", str(tmp_path), "replay", name]) == 0
    assert "steps; ended: " in capsys.readouterr().out
    recorded(journal, name).write(tmp_path / "game.json")
    assert main(["--data", str(tmp_path), "replay", str(tmp_path / "game.json")]) == 0
    capsys.readouterr()
    assert main(["--data", str(tmp_path), "verify", name]) == 0
    assert main(["--data", str(tmp_path), "games", "--json"]) == 0
    assert main(["--data", str(tmp_path), "replay", "nothing-such"]) == 1
    assert "There is no game nothing-such" in capsys.readouterr().err
    journal.close()
