"""Cards in players' words."""

import pytest

from rules.children_of_morta import vocabulary as v
from rules.children_of_morta.pack import open_pack
from rules.children_of_morta.wording import amount, condition, in_words, price, sentence

PACK = open_pack("demo")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (v.Value(fixed=2), "2"),
        (v.Value(blue=1), "blue die"),
        (v.Value(fixed=1, blue=1), "1 + blue die"),
        (v.Value(brown=2, purple=1), "2 brown dice + purple die"),
    ],
)
def test_a_value_names_white_icons_and_dice(value, words):
    assert amount(value) == words


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (v.Melee(value=v.Value(fixed=1, blue=1)), "Melee 1 + blue die"),
        (v.RowArea(squares=3, value=v.Value(purple=1)), "Row area of 3: purple die"),
        (v.Gain(track="focus", who="each_hero"), "Gain 1 focus for each hero"),
        (v.Attack(value=v.Value(blue=1), crit_bonus=1), "Attack blue die, critical +1"),
        (v.Summon(deck="hounds"), "Summon 1 of Marsh hounds"),
        (v.MoveBoard(dir="left"), "Go over to the left"),
        (v.Reward(do="reward_morv", n=2), "2 Morvs"),
        (v.Reward(do="reward_rage", n=2), "2 rage"),
        (v.Reward(do="reward_gemstone"), "1 gemstone"),
        (v.Take(resource="item", who="leader"), "1 item for the leader"),
        (v.AddDie(colour="blue", to="melee", when=v.NeighbourIs(hero="bram")),
         "+1 blue die for melee attacks if Bram is your neighbour"),
        (v.AddValue(to="any_attack"), "+1 for attacks"),
        (v.ReduceFocusCost(slot="smoke"), "Smoke for 1 focus less"),
        (v.TreatColourAs(colour="green", counts_as="red"), "Green also fits Red"),
        (v.DrawCard(do="draw_event", n=2), "Draw 2 house cards"),
        (v.PlaceTiles(location="rim", tiles=("near", "near")), "2 tiles on Rim"),
        (v.Push(count=2, to="ranged"), "Push up to 2 enemies into the ranged zone"),
    ],
)  # fmt: skip
def test_a_word_is_said_as_players_say_it(effect, words):
    assert in_words(effect, PACK) == words


def test_what_depends_is_said_both_ways():
    effect = v.If(condition=v.IsLeader(), then=(v.Rage(),), otherwise=(v.Heal(), v.GainXp(n=2)))
    assert in_words(effect, PACK) == "If you lead: 1 rage, otherwise Heal 1, 2 XP"
    assert condition(v.TrackIs(track="health", compare="at_most", n=3), PACK) == "health is 3 or less"


def test_prices_are_said():
    assert price(v.FlipToken(n=2, colour="red")) == "flip 2 red tokens"
    assert price(v.Price(pay="pay_focus", n=2)) == "pay 2 focus"
    assert price(v.DiscardSelf()) == "discard this card"


def test_every_board_enemy_and_boss_card_can_be_said():
    said = [
        sentence(level.effects, PACK)
        for hero in PACK.heroes.values()
        for a in hero.actions.values()
        for level in a.levels
    ]
    said += [
        sentence((*enemy.actions, *enemy.rewards), PACK)
        for deck in PACK.enemy_decks.values()
        for enemy in deck.cards.values()
    ]
    for boss in PACK.bosses.values():
        said += [sentence([action.effect for action in card.actions], PACK) for card in boss.deck.values()]
    cards = [*PACK.talents.values(), *PACK.items.values(), *PACK.supports.values(), *PACK.bonds.values()]
    said += [
        sentence(card.effect.effects, PACK)
        for card in (*cards, *PACK.chapter_cards.values(), *PACK.house_cards.values())
    ]
    said += [
        sentence((*chapter.setup_effects, *chapter.on_win, *chapter.on_loss), PACK)
        for chapter in PACK.chapters.values()
        if chapter.on_win
    ]
    assert all(words and "None" not in words for words in said)
