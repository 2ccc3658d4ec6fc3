"""Games looked back on: sentences worth telling, evenings told apart, and honest figures."""

import pytest
from finished import SHORT, record

from rules.chance import DrawCards, DrawFate, RollDice
from rules.figures import Figure, Happening, Kinds, Luck
from rules.game import Said
from rules.games import game
from rules.looking_back import LONGEST_TOLD, Deed, caught_up, how_long, played, sessions, telling
from rules.position import Step


def deed(minute, *texts, secret=""):
    said = tuple(Said(text) for text in texts) + ((Said(secret, ("white",)),) if secret else ())
    return Deed(int(minute), said, 60.0 * minute)


def drawing(number):
    return deed(number, f"Ann draws {number}.")


def test_what_matters_is_told_and_not_merely_what_came_last():
    deeds = [deed(0, "The Saboteur on e5 blows up."), *map(drawing, range(1, 30))]

    told = telling(game("sleepers"), ["Ann", "Ben"], deeds, 4)

    assert told == [(0, "The Saboteur on e5 blows up.")]


def test_one_sort_of_news_leaves_room_for_others():
    waking = [deed(n, f"Ann wakes e{n}: Recruiter.") for n in range(1, 9)]
    deeds = [*waking[:4], deed(4.5, "Ben jumps from e5 to e7."), *waking[4:]]

    told = [text for _, text in telling(game("sleepers"), ["Ann", "Ben"], deeds, 3)]

    assert "Ben jumps from e5 to e7." in told
    assert len(told) == 3


def test_catching_up_takes_five_sentences_at_most_and_ends_with_how_it_stands():
    deeds = [deed(n, f"Ann wakes e{n}: Recruiter.", secret="You drew Police.") for n in range(1, 9)]

    told = caught_up(game("sleepers"), ["Ann"], deeds, "It's Ann's turn.")

    assert len(told) == 5
    assert told[-1] == "It's Ann's turn."
    assert "You drew Police." not in told


@pytest.mark.parametrize("ends", ["Ann wins.", "Ann wins: five Scientists in a row."])
def test_how_it_ended_is_told_once_and_last_however_little_it_tells_by_itself(ends):
    waking = [deed(n, f"The Saboteur on e{n} blows up.", f"Ann jumps from e{n} to g{n}.") for n in range(1, 9)]

    told = caught_up(game("sleepers"), ["Ann"], [*waking, deed(9, ends)], ends)

    assert len(told) == 5
    assert told.index(ends) == 4


def test_a_story_is_read_where_it_stands():
    long = "There is nobody left who can stand. " * 6

    assert len(long) > LONGEST_TOLD
    assert telling(game("sleepers"), [], [deed(0, long, "Ann wakes e5: Police.")], 3) == [(0, "Ann wakes e5: Police.")]


def test_orders_are_not_told_again_but_whoever_is_called_like_one_is():
    deeds = [deed(0, "Take the ship off the map.", "Read aloud: paragraph 7."), deed(1, "Grace wins.")]

    assert telling(game("sleeping_gods"), ["Ann", "Grace"], deeds, 3) == [(1, "Grace wins.")]
    assert telling(game("sleeping_gods"), ["Roll"], [deed(2, "Roll gains 1 coin.")], 3) == [(0, "Roll gains 1 coin.")]


def test_evenings_are_told_apart_and_breaks_are_not_played_time():
    first, second = [deed(n, "x") for n in (0, 5, 10, 70)], [deed(n, "x") for n in (10_000, 10_005)]

    evenings = sessions([*first, *second])

    assert [len(each.deeds) for each in evenings] == [4, 2]
    assert [each.minutes for each in evenings] == [10, 5]
    assert played([*first, *second]) == 15
    assert how_long(95) == "1 h 35 min"


def test_a_clock_that_was_never_set_breaks_nothing():
    deeds = [Deed(1, (Said("x"),)), Deed(2, (Said("y"),))]

    assert len(sessions(deeds)) == 1
    assert played(deeds) == 0


# Luck


def happened(asked, value):
    return Happening(asked, Step("answer", value, asked.seat), None, ())


def test_luck_is_told_beside_what_was_to_be_expected():
    luck = Luck()
    for value in (6, 6, 3):
        luck.see(happened(DrawFate("ann", "Draw."), value))
    luck.see(happened(RollDice("ben", "Roll.", 2), [1, 2]))

    assert luck.figures("Fate") == [Figure("Fate (3.5 expected)", seats={"ann": "5", "ben": "1.5"})]


def test_a_deck_that_is_not_even_is_expected_as_it_is():
    luck = Luck()
    luck.see(happened(DrawFate("ann", "Draw.", {1: 3, 5: 1}), 1))
    luck.see(happened(DrawFate("ben", "Draw."), 1))

    [figure] = luck.figures("Fate")

    assert figure.seats == {"ann": "1 (2 expected)", "ben": "1 (3.5 expected)"}


def test_signs_on_dice_do_not_hide_their_numbers_and_dice_without_numbers_are_left_alone():
    luck = Luck()
    luck.see(happened(RollDice("ann", "Roll.", [("blue", ("0", "1+", "2"))]), ["1+"]))
    luck.see(happened(RollDice("ann", "Roll.", [("white", ("wisdom", "courage"))]), ["wisdom"]))

    assert luck.figures("Dice") == [Figure("Dice (1 expected)", seats={"ann": "1"})]


def test_of_many_kinds_the_oddest_is_told():
    kinds = Kinds()
    for card in ("fort", "fort", "inn"):
        kinds.see("ann", DrawCards("ann", "Draw.", "pouch", {"fort": 1, "inn": 9}), [card])
    kinds.see("ben", DrawCards("ben", "Draw.", "pouch", {"fort": 1, "inn": 9}), ["inn"])

    assert kinds.oddest() == {"ann": "Fort 2× (0.3 expected)"}


# Each game's own


def again(which):
    """A recorded game played through once more."""
    runs = iter(which.replay())
    run = next(runs)
    asks = [run.ask]
    for step, then in zip(which.steps, runs, strict=True):
        asked = asks[-1].of(step.seat) if asks[-1] and step.kind == "answer" else None
        asks.append(then.ask)
        yield Happening(asked, step, then.state, tuple(s.text for s in then.state.said if s.seats is None))


def counted(name, which=""):
    played = record(name, which)
    figures = game(name).figures(again(played))
    end = played.end().state
    return {figure.words: figure.table or dict(figure.seats) for figure in figures}, end


def test_sleepers_counts_chains_and_the_killed():
    figures, end = counted("sleepers", "morale")
    loser = "black" if end.result["winner"] == "white" else "white"

    assert figures["Enemy agents killed"][end.result["winner"]] == str(len(end.sides[loser].killed))
    assert all(int(figures["Agents woken"][c]) >= int(n) for c, n in figures["Longest chain in one turn"].items())


def test_the_silent_sea_counts_samples_health_and_the_die():
    figures, end = counted("silent_sea")

    assert figures["Cycles"] == str(end.cycle)
    assert figures["Water Samples at the end"] == {seat: str(p.samples) for seat, p in end.players.items()}
    for seat, player in end.players.items():
        lost, won = int(figures["Health lost"][seat]), int(figures["Health won back"][seat])
        assert player.health == 5 - lost + won
    assert set(figures["Die, on average (3.5 expected)"]) == set(end.order)


def test_the_awakening_counts_tiles_and_ways():
    figures, end = counted("awakening")

    assert figures["Rounds"] == str(end.round)
    for seat in end.order:
        assert int(figures["Tiles taken"][seat]) >= len(end.tiles_of(seat))
        assert int(figures["Spaces travelled"][seat]) > 0


def test_children_of_morta_counts_the_campaign_and_its_dice():
    figures, end = counted("children_of_morta", "story_won_box")

    assert figures["Runs won"] == f"{end.campaign.won} of {end.campaign.runs}"
    assert int(figures["Enemies beaten"]) > 0
    assert any(words.startswith("Dice, on average") for words in figures)


def test_sleeping_gods_counts_challenges_and_who_got_back_on_their_feet():
    figures, end = counted("sleeping_gods", "totems")
    met, tried = map(int, figures["Challenges met"].split(" of "))

    assert 0 < met <= tried
    assert figures[end.pack.names.totems.capitalize()] == f"{len(end.progress.totems)} of 8"
    assert any(words.startswith("Fate, on average") for words in figures)


@pytest.mark.parametrize("name", SHORT)
def test_how_it_stands_is_a_sentence_all_may_read_at_any_time(name):
    for run in record(name).replay():
        text = game(name).stands(run.state)
        assert text.endswith(".")
        assert "None" not in text
