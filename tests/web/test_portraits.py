"""Portraits: the same for the same words, small, sound, all different, and never of what a seat does not see."""

import json
import random
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from for_everyone import PEOPLE
from serving import Served

from rules import awakening, children_of_morta, silent_sea, sleeping_gods
from rules.games import NAMES, game
from rules.position import some_step
from web.games.health import health, told
from web.portraits import DRAWN, EDITION, Sitter, portrait, sitter, svg
from web.portraits.creatures import PLANS
from web.portraits.dice import die
from web.portraits.emblems import SIGNS
from web.portraits.people import HATS
from web.portraits.words import HATS as HAT_WORDS
from web.portraits.words import OF_KIND, THINGS
from web.portraits.words import PLANS as PLAN_WORDS
from web.portraits.words import SIGNS as SIGN_WORDS

MOST = 2000  # bytes of one drawing; on the wire they are packed to less than half
USUAL = 1500


def morta():
    pack = children_of_morta.GAME.begin(children_of_morta.GAME.setup(2)).pack
    for deck in pack.enemy_decks.values():
        for card in deck.cards.values():
            yield sitter("enemy", card.name, card.kind, might=card.xp, health=card.health)
    for boss in pack.bosses.values():
        yield sitter("boss", boss.name)
    for hero in pack.heroes.values():
        yield sitter("hero", hero.name, hero.text)


def gods():
    pack = sleeping_gods.GAME.begin(sleeping_gods.GAME.setup(2)).pack
    for foe in pack.enemies.values():
        wings = "flying" if any(square.flying for square in foe.squares) else ""
        hearts = sum(square.heart for square in foe.squares)
        yield sitter("enemy", foe.name, wings, might=foe.damage, health=hearts)
    for board in pack.crew.values():
        yield sitter("crew", board.name, board.weapon.name, board.about)
    for card in pack.adventure_cards.values():
        yield sitter(card.type, card.name, card.text)


def island():
    pack = awakening.GAME.begin(awakening.GAME.setup(2)).pack
    for card in (*pack.companions, *pack.monsters, *pack.relics, *pack.traits):
        yield sitter(card.kind, card.name, card.stack, card.text, might=2, health=card.honor)
    for wretch in pack.wretches:
        yield sitter("hero", wretch.name, wretch.text)


def sea():
    pack = silent_sea.GAME.begin(silent_sea.GAME.setup(4)).pack
    for card in (*pack.generic, *pack.items):
        yield sitter("item", card.name)
    for role in ("Captain", "Engineer", "Doctor", "Astrobiologist"):
        yield sitter("crew", role)


def everybody():
    return [*morta(), *gods(), *island(), *sea()]


def test_every_portrait_is_a_sound_small_drawing_that_needs_nothing_else():
    sizes = []
    for who in everybody():
        drawing = svg(who)
        root = ElementTree.fromstring(drawing)
        names = [each.get("id") for each in root.iter() if each.get("id")]
        assert len(names) == len(set(names)), who
        used = {each.get("href") for each in root.iter() if each.get("href")}
        assert used <= {f"#{name}" for name in names}, who  # nothing from elsewhere
        assert not re.search(r"script|url\(|NaN|None|\bon\w+=", drawing), who
        sizes.append(len(drawing))
        assert len(drawing) <= MOST, (who.name, len(drawing))
    assert sum(sizes) / len(sizes) < USUAL


def test_the_same_words_are_always_drawn_the_same():
    who = sitter("enemy", "Old mongrel", "hound", might=1, health=2)
    first = svg(who)
    svg.cache_clear()
    assert svg(sitter("enemy", "Old mongrel", "hound", might=1, health=2)) == first


def test_no_two_of_a_demo_pack_look_alike():
    for pack in (morta(), gods(), island(), sea()):
        drawn = {}
        for who in pack:
            twin = drawn.setdefault(svg(who), who)
            assert twin is who or twin == who, (twin.name, who.name)


def test_an_owners_unknown_enemies_get_portraits_of_many_kinds():
    drawn = {svg(sitter("enemy", f"Unheard-of {number}")) for number in range(100)}
    assert len(drawn) > 95
    for name in ("Ω", "7", "<script>alert(1)</script>", "a" * 300, "“quoted” & more"):
        drawing = svg(sitter("boss", name))
        ElementTree.fromstring(drawing)
        assert name[:20] not in drawing or len(name) < 3  # names are drawn from, never written


@pytest.mark.parametrize(
    ("name", "told", "plan"),
    [
        ("Bone Shark", "", "fish"),
        ("Pack mother", "hound", "hound"),
        ("Powderwing", "", "insect"),
        ("Bell", "", "thing"),
    ],
)
def test_what_a_name_says_is_what_is_drawn(name, told, plan):
    from web.portraits import _plan

    assert _plan(name.lower().split(), told.split())[0] == plan


def test_every_word_leads_to_something_that_can_be_drawn():
    assert set(PLAN_WORDS) <= set(PLANS)
    assert set(HAT_WORDS) <= set(HATS)
    assert {*SIGN_WORDS, *THINGS, *(sign for signs in OF_KIND.values() for sign in signs)} <= set(SIGNS)
    for sign in SIGNS:
        ElementTree.fromstring(svg(Sitter("card", sign, (sign,))))
    for hat in HAT_WORDS.values():
        ElementTree.fromstring(svg(Sitter("crew", hat.split()[0])))
    assert "lantern" in DRAWN


# Over the wire


def test_an_address_says_all_and_is_kept_for_a_year(box):
    who = sitter("crew", "Captain Mirren Vask", "Boat Hook", "Twenty-two years with the mail", might=3, health=5)
    answer = box.client().get(who.address)
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.text == svg(who)
    assert f'src="{who.address.replace("&", "&amp;")}"' in portrait(who)


@pytest.mark.parametrize(
    "address",
    [f"/portrait/{EDITION}/enemy.svg", f"/portrait/{EDITION + 1}/enemy.svg?n=Wolf", "/portrait/1/no-kind.svg?n=Wolf"],
)
def test_an_address_that_tells_of_nobody_is_told_so(box, address):
    assert box.client().get(address).status_code == 404


SHOWN = re.compile(r'<img class="portrait"[^>]* data-of="([^"]*)"')
TAG = re.compile(r"<[^>]*>")


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_portraits_only_of_what_it_names(tmp_path, name):
    """A picture tells nothing but what the words of the same page say, or what lies open for all anyway."""
    box, played, chance, seen = Served(tmp_path), game(name), random.Random(9), set()
    box.table.begin(played.setup(dict(zip(played.seats, PEOPLE[: max(2, played.fewest)], strict=False)), custody="box"))
    clients = [box.client(host=True), *(box.client(seat) for seat in list(played.seats)[: max(2, played.fewest)])]
    for turn in range(90):
        moment = box.table.now()
        if moment.ask is None:
            break
        if turn % 6 == 0:
            open_to_all = json.dumps(moment.position.show(None), ensure_ascii=False).lower()
            for client, page in zip(clients, ("table", *["seat"] * len(clients)), strict=False):
                drawn = "".join(client.get(f"/state/{page}").get_json()["parts"].values())
                words = unescape(TAG.sub(" ", drawn))
                for who in map(unescape, SHOWN.findall(drawn)):
                    seen.add(who)
                    assert who in words or who.lower() in open_to_all, (who, page)
        step = some_step(played, moment.position.state, moment.ask, chance)
        (box.table.answer if step.kind == "answer" else box.table.aside)(moment.number, step.value, step.seat)
    box.close()
    assert seen or name == "sleepers"  # whose tiles are drawn as themselves


# Health and dice


def test_health_is_what_is_left():
    drawn = health(3, 8)
    assert 'aria-label="Health: 3 of 8 left"' in drawn
    assert "<b>3</b><small>/8</small>" in drawn
    assert 'class="health"' in drawn
    assert 'class="health low"' in health(2, 8)
    assert "Health: 0 of 8 left" in health(-1, 8)
    assert "2 damage, health unknown" in health(2, None)  # of an owner's card that nobody has read
    assert told("Health", "5/8") == health(5, 8)
    assert told("Health", "out") == "out"
    assert told("Water Samples", "1/3") == "1/3"


def test_dice_show_pips_numbers_criticals_and_signs():
    assert die("die", 5).count("<circle") == 5
    assert ">2</text>" in die("blue die", "2+")
    assert die("blue die", "2+").count("<path") == 1  # a star for the critical
    assert "<path" in die("white die", "vision")
    assert ">odd<" in die("green die", "oddity")
    for drawn in (die("die", 6), die("purple die", "1"), die("white die", "courage"), die("brown", None)):
        ElementTree.fromstring(drawn)
