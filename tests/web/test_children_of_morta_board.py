"""How Children of Morta looks on the page: what can be tapped, what fits, what says why not."""

import random
import re
from html.parser import HTMLParser
from itertools import combinations

import pytest
from family_setting import family, stand
from playing import Playing

from rules.ask import ChooseOne, Option, Refusal
from rules.children_of_morta import GAME, aim, bosses, cover, deeds, encounter, perform
from rules.children_of_morta.sensible import Family
from rules.children_of_morta.state import Acting
from web.games.children_of_morta import badge, board, mine, where
from web.games.children_of_morta.map import FLAT, RADIUS, labelled

VOID = {"img", "line", "circle", "rect", "path"}


class Closed(HTMLParser):
    """Every tag that opens closes again, in order."""

    def __init__(self, page):
        super().__init__()
        self.open = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        assert tag in VOID

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def slots(ask):
    return {option.slot: option for option in ask.options if option.slot}


def looks(state, seat=None, ask=None):
    """The board, and on a phone the own hero board, as they are drawn for *seat*."""
    shown = GAME.show(state, seat)
    drawn = board(shown, slots(ask) if ask else {}, seat)
    own = mine(shown, seat, ask.options if ask else ()) if seat else ""
    Closed(drawn)
    Closed(own)
    return drawn, own


def hand(state, seat, *tokens):
    for token in tokens:
        state.campaign.bag[token] -= 1
    state.hero(seat).hand = list(tokens)


def menu(state, seat):
    return Playing(perform.perform(state, seat)).ask


def tag(page, words):
    """The whole opening tag that holds *words*."""
    found = re.search(rf"<[^>]*{re.escape(words)}[^>]*>", page)
    assert found, words
    return found[0]


def test_before_a_run_it_says_who_plays_whom():
    state = GAME.begin(GAME.setup({"north": "Ann", "east": "Ben"}))
    drawn, own = looks(state, "north")
    assert drawn == ""
    assert "Ann" in own
    assert "Ann" in looks(state)[0]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_row_has_six_spaces_and_the_own_row_comes_first(players):
    state = family(players)
    screen, _ = looks(state)
    assert screen.count('class="cm-space ') == 6 * players
    phone, _ = looks(state, state.seats[-1])
    assert re.findall(r'data-slot="hero\.(\w+)"', phone)[0] == state.seats[-1]


def test_the_health_left_stands_on_every_enemy_and_badges_say_the_rest():
    state = family()
    stand(state, "north", 1, "packmother", damage=3, stunned=True, ferocious="thick_hide")
    stand(state, "north", 6, "moonmoth")
    drawn, _ = looks(state)
    assert "<b>2</b><small>/5</small>" in drawn  # four health and one for the thick hide, less three damage
    assert 'aria-label="Health: 2 of 5 left"' in drawn
    assert "<em>stunned</em><em>ferocious +1 health</em>" in drawn
    assert "<em>steady</em>" in drawn
    assert "Summon 1 of Marsh hounds" in drawn
    assert "1 gemstone, 2 XP" in drawn
    assert 'class="cm-space near enemy melee stunned"' in drawn
    assert 'class="cm-space far enemy ranged"' in drawn


def test_the_shared_rage_is_a_number_and_pips():
    state = family()
    state.run.rage = 4
    drawn, _ = looks(state)
    assert 'aria-label="Shared rage 4"' in drawn
    assert tag(drawn, "cm-rage")
    assert drawn.count('<i class="on"></i>') == 4


def test_places_one_can_go_to_are_buttons_on_the_map():
    state = family()
    ask = Playing(encounter.encounter_phase(state)).ask
    drawn, _ = looks(state, "north", ask)
    assert 'role="button" tabindex="0" data-answer="sluice"' in tag(drawn, 'data-slot="map.sluice"')
    assert "data-why" in tag(drawn, 'data-slot="map.wheel"')
    assert "the family is here" in drawn


def test_actions_that_can_be_done_are_buttons_and_the_others_say_why_not():
    state = family()
    state.phase = "perform"
    hand(state, "north", "red")
    _, own = looks(state, "north", menu(state, "north"))
    assert 'data-answer="act:hammer"' in own
    assert "Melee 1 + blue die" in own
    assert "data-why" in tag(own, 'data-slot="action.north.sweep"')
    assert "1 focus" in own


def test_tokens_and_spaces_that_fit_stand_out():
    state = family()
    state.phase = "perform"
    state.hero("north").face_up = 0
    hand(state, "north", "red")
    _, own = looks(state, "north", menu(state, "north"))
    assert own.count('class="cm-token fits"') == 1
    assert 'class="cm-slot fits" viewBox="-12 -12 24 24" role="img" aria-label="Red space"' in own
    assert 'class="cm-slot" viewBox="-12 -12 24 24" role="img" aria-label="White space"' in own


def test_a_done_action_shows_its_spaces_used():
    state = family()
    state.phase = "perform"
    state.hero("north").actions = {"hammer": ["red"]}
    state.campaign.bag["red"] -= 1
    _, own = looks(state, "north", menu(state, "north"))
    assert 'class="cm-slot used"' in own


def test_targets_in_another_row_bring_that_row_back_on_a_phone():
    state = family(heroes=("nell", "wick"))
    stand(state, "east", 2, "cur")
    shown, _ = looks(state, "north")
    assert 'Mud cur <span class="health" role="img" aria-label="Health: 2 of 2 left">' in shown
    assert 'data-slot="row.east.2"' not in shown
    hand(state, "north", "green")
    state.phase = "perform"
    playing = Playing(perform.perform(state, "north")).answer("act:arrow")
    while "target" not in playing.ask.text:
        playing.answer(next(option.value for option in playing.ask.options if not option.barred))
    drawn, _ = looks(state, "north", playing.ask)
    assert 'data-answer="enemy:1"' in tag(drawn, 'data-slot="row.east.2"')


def test_an_empty_space_can_be_tapped_when_something_goes_there():
    state = family()
    stand(state, "north", 1, "cur")
    playing = Playing(deeds.push(state, "north", 1, "ranged")).answer("enemy:1")
    drawn, _ = looks(state, "north", playing.ask)
    assert 'data-answer="space:6"' in tag(drawn, 'data-slot="row.north.6"')
    assert "data-answer" not in tag(drawn, 'data-slot="row.north.2"')


def test_cards_have_their_button_on_the_own_board_and_never_on_the_hero():
    state = family()
    state.phase = "perform"
    state.hero("north").items, state.hero("north").potion = ["snare", "pot_lid"], 1
    state.hero("north").health = 5
    stand(state, "north", 1, "packmother")
    ask = menu(state, "north")
    drawn, own = looks(state, "north", ask)
    assert 'data-answer="item:snare"' in own
    assert 'data-answer="potion"' in own
    assert "Pot lid" in own
    assert "item:pot_lid" not in own  # it works when the hero is hit
    assert "data-answer" not in tag(drawn, 'data-slot="hero.north"')


def test_a_number_is_sent_as_a_number():
    ask = {"row.north.6": Option(6, "Space 6", slot="row.north.6")}
    drawn = board(GAME.show(family(), "north"), ask, "north")
    assert 'data-answer="6" data-json' in tag(drawn, 'data-slot="row.north.6"')


def test_on_a_phone_everything_keeps_its_place_whatever_is_asked():
    state = family()
    state.phase = "perform"
    stand(state, "east", 6, "moonmoth")
    bosses.begin(state, "wheelwright")
    asked = {option.slot: option for option in aim.options(state, "east", "ranged")}
    shown = GAME.show(state, "east")
    for drawn in (board(shown, asked, "east"), board(shown, {}, "east"), board(shown, asked, None)):
        places = [drawn.index(part) for part in ("cm-head", "cm-boss", "cm-map", "cm-row")]
        assert places == sorted(places)


def test_the_row_where_the_run_could_be_lost_stands_out():
    state = family()
    state.hero("east").health = 2
    drawn, _ = looks(state)
    assert re.findall(r'<section class="cm-row([^"]*)"><header data-slot="hero.(\w+)"', drawn) == [
        ("", "north"),
        (" danger", "east"),
    ]


def test_what_a_boss_does_to_the_bag_or_the_table_is_aimed_at_nobody():
    state = family(mode="trial")
    bosses.begin(state, "drowned_bell")
    state.run.boss.card = "flood"
    assert GAME.show(state, None)["boss"]["does"][0] == "1 corruption into the bag"
    state.run.boss.card = "silence"
    assert GAME.show(state, None)["boss"]["does"][0].endswith("until the next boss card is drawn.")


def test_a_question_says_what_is_to_be_tapped():
    state = family()
    enemy = stand(state, "north", 1, "packmother")
    assert where(slots(Playing(encounter.encounter_phase(state)).ask)) == "a place on the map"
    push = Playing(deeds.push(state, "north", 1, "any"))
    assert where(slots(push.ask)) == "an enemy"
    assert where(slots(push.answer(f"enemy:{enemy.number}").ask)) == "a space of the row"
    assert where({}) == "the board"


def test_when_a_trial_is_over_the_table_shows_its_tale():
    shown = GAME.show(family(mode="trial"), None)
    for side in shown["seats"]:
        del side["row"]
    tale = {"text": "It is won!", "told": "12 rounds.", "deeds": {"east": "health 6/8"}, "unlocked": ["Ring the bell."]}
    drawn = board({**shown, "tale": tale}, {}, None)
    Closed(drawn)
    assert '<p class="cm-over">It is won!</p><p class="cm-tale">12 rounds.</p>' in drawn
    assert "</svg> East</span><small>health 6/8</small>" in drawn
    assert "<li>Ring the bell.</li>" in drawn


def test_the_boss_shows_damage_shield_and_what_its_card_does():
    state = family()
    bosses.begin(state, "wheelwright")
    state.run.boss.card, state.run.boss.shield, state.run.boss.damage = "mallet", 1, 5
    why = Refusal("CM-260", "Only the leader deals melee damage to the boss.")
    shown = GAME.show(state, "north")
    drawn = board(shown, {"boss": Option("boss", "The Wheelwright", why, slot="boss")}, "north")
    assert "<b>3</b><small>/8</small>" in drawn  # five damage lie on it
    assert "Attack brown die → the leader" in drawn
    assert "shield 1" in drawn
    assert "Only the leader" in tag(drawn, "cm-boss")


def test_what_others_are_about_to_do_can_be_seen():
    state = family()
    state.phase = "perform"
    hand(state, "east", "green")
    Playing(perform.perform(state, "east")).answer("act:arrow")
    drawn, _ = looks(state, "north")
    assert "Now: Arrow" in drawn


def test_the_two_letters_on_advanced_tokens_tell_them_apart():
    state = family()
    names = GAME.show(state, None)["advanced"]
    assert len({name[:2] for name in names.values()}) == len(names)
    option = Option("green/storm", "Green with Gale", group="A token that fits")
    drawn = badge(GAME.show(state, "north"), option, ChooseOne("north", "", [option]))
    assert ">Ga<" in drawn


def test_support_cards_lie_between_their_heroes():
    state = family()
    state.run.links[0].tokens = 2
    drawn, _ = looks(state, "north")
    assert "Bram and Nell · 2 support" in drawn


def test_nothing_of_later_chapters_or_of_decks_is_in_the_page():
    state = family(chapter=2)
    drawn, own = looks(state, "north", Playing(encounter.encounter_phase(state)).ask)
    page = drawn + own
    for chapter in (3, 4, 5, 6):
        assert state.pack.chapters[chapter].title not in page
        assert state.pack.chapters[chapter].lore not in page
    assert not any(card.name in page for card in state.pack.chapter_cards.values())
    assert "near_" not in page


def test_names_from_a_pack_cannot_break_the_page():
    state = family()
    shown = GAME.show(state, "north")
    shown["seats"][0]["hero"] = '<script>"x"</script>'
    Closed(board(shown, {}, "north"))
    assert "<script>" not in board(shown, {}, "north")
    assert "<script>" not in mine(shown, "north", ())


def every_map():
    """The places of each map of the demo pack with what stands at them, and the ways between."""
    for name, each in family().pack.maps.items():
        places = tuple((place.name, signs(place), float(place.x), place.y * FLAT) for place in each.locations.values())
        at = {key: (float(place.x), place.y * FLAT) for key, place in each.locations.items()}
        yield name, places, tuple((at[a], at[b]) for a, b in each.paths)


def signs(place):
    return " ".join(sign for sign in ("chest", "bazaar", "boss") if getattr(place, sign))


def overlap(one, other):
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(one[1], other[1])


def test_no_name_on_any_map_covers_another_or_a_place():
    maps = list(every_map())
    assert len(maps) >= 6
    for name, places, ways in maps:
        boxes = [label.box for label in labelled(places, ways)]
        assert len(boxes) == len(places)
        for one, other in combinations(boxes, 2):
            assert not overlap(one, other), name
        for index, box in enumerate(boxes):
            for at, (place, _, x, y) in enumerate(places):
                circle = (x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
                assert not overlap(box, circle), (name, places[index][0], place, at)


def test_tokens_to_cover_a_space_with_are_drawn_on_their_buttons_and_wilds_stand_together():
    state = family()
    hand(state, "north", "blue", "green", "red", "white", "yellow")
    ways = cover.ways(state, "north", Acting(slot="any"), ("yellow",))
    wild = [option for option in ways if option.group == "Any two tokens as a wild"]
    assert [option.label for option in wild][:2] == ["Blue and Green", "Blue and Red"]
    assert len(wild) == 10
    shown = GAME.show(state, "north")
    ask = ChooseOne("north", "", ways)
    assert badge(shown, wild[0], ask).count("cm-token") == 2
    assert badge(shown, next(option for option in ways if option.label == "Yellow"), ask).count("cm-token") == 1
    assert badge(shown, Option("blue", "+ 1 blue"), ask) == ""  # a die to boost with is no token


def test_on_a_phone_the_own_board_comes_before_the_table(box):
    family = Family(GAME, random.Random(5), "story")
    box.table.begin(GAME.setup({"north": "Ann", "east": "Ben"}))
    phone, seen = box.client("north"), {}
    for _ in range(300):
        moment = box.table.now()
        page = phone.get("/seat").get_data(as_text=True) if moment.position.state.phase not in seen else ""
        seen.setdefault(moment.position.state.phase, page)
        if {"perform", "encounter"} <= seen.keys():
            break
        step = family.step(moment.position.state, moment.ask)
        box.table.answer(moment.number, step.value, step.seat)
    for page in seen["perform"], seen["encounter"]:
        assert (
            page.index('id="mine"') < page.index('class="cm-action') < page.index('id="board"') < page.index("cm-map")
        )
