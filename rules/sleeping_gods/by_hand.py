"""What can be changed by hand in Sleeping Gods: the ship, its stores, the crew, cards, quests and the fight."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from ..ask import EnterText, IllegalAnswer
from ..sheet import Field, number, one, some, yes
from .card_deeds import bearer
from .events import TOTEMS_TO_WIN
from .hands import box_deals
from .owner import LONGEST_PARAGRAPH, STORY
from .pack import AdventureCard, QuestCard
from .reading import SIGNS, known_now
from .state import COMBO_LIMIT, FATIGUE_LIMIT, HAND_LIMIT, TUCK_LIMIT, UNKNOWN, Campaign
from .story import turn_to
from .supply import left
from .words import RESOURCES, STATUSES

MOST_XP = 200
FIGHT = "The fight"
LAST_PAGE = 99
LAST_CARD = 999
NO_CARD = ((0, "none"),)


def sheet(state: Campaign) -> Iterator[Field]:
    """Nobody's hand is on it: cards of which only their owner knows are told by their number alone."""
    if not state.players or state.phase in ("set_up", "packed"):
        return
    yield from _story(state)
    yield from _ship(state)
    yield from _stores(state)
    for crew in state.crew:
        yield from _crew(state, crew)
    for seat in state.order:
        yield from _player(state, seat)
    yield from _cards(state)
    yield from _log(state)
    yield from _turn(state)
    if state.combat:
        yield from _fight(state)


def _story(state: Campaign) -> Iterator[Field]:
    """Where the owner's book goes on; paragraphs the box knows lead on by themselves."""
    story = state.story
    if story and state.pack.about.private:
        yield Field("story.turn_to", "turn to", STORY, "text", "", put=_open_at)


def _open_at(state: Campaign, paragraph: str) -> None:
    if paragraph:
        turn_to(state, str(EnterText(state.active, "", LONGEST_PARAGRAPH).check(paragraph)))


def _more(state: Campaign, kind: Any, now: int) -> int:
    """As many as there could be: those there are and what the supply still has."""
    there = left(state, kind)
    return 99 if there is None else now + there


def _ship(state: Campaign) -> Iterator[Field]:
    board, group = state.pack.board, "Ship"
    yield number(state, "ship.health", "health", group, board.ship_health_max, slot="ship")
    yield number(state, "ship.morale", "morale", group, board.morale_max or 30, slot="morale")
    here = f"region:{state.ship.region}"
    if state.ship.region in state.pack.regions:
        on_page = state.pack.atlas[state.page].regions  # other pages are not shown before the ship is there
        yield one(
            state, "ship.region", "where it is", group, {key: each.name for key, each in on_page.items()}, slot=here
        )
    yield number(state, "ship.page", "page of the atlas", group, LAST_PAGE, low=1, now=state.page, put=_turn_page)


def _turn_page(state: Campaign, page: int) -> None:
    """The ship is on another page: in the first of its regions, until somebody says where."""
    if not state.pack.atlas:
        state.ship.region = f"page {page}"
    elif page not in state.pack.atlas:
        raise IllegalAnswer(f"There is no page {page} in this atlas.")
    else:
        state.ship.region = next(iter(state.pack.atlas[page].regions))


def _stores(state: Campaign) -> Iterator[Field]:
    for kind in RESOURCES:
        now = state.resources.get(kind, 0)
        slot = f"resource:{kind}"
        yield number(state, f"resources.{kind}", kind, "Resources", _more(state, kind, now), now=now, slot=slot)


def _crew(state: Campaign, crew: str) -> Iterator[Field]:
    board, path, group, slot = state.crew[crew], f"crew.{crew}", state.called(crew), f"crew:{crew}"
    yield number(state, f"{path}.damage", "damage", group, state.full_health(crew), slot=slot)
    yield number(state, f"{path}.fatigue", "fatigue", group, FATIGUE_LIMIT, slot=slot)
    copies = 9 if state.toggle("status_stacks") else 1
    statuses = {each: each for each in STATUSES}
    yield some(state, f"{path}.statuses", "status", group, statuses, copies=copies, slot=slot)
    yield number(state, f"{path}.command", "command", group, _more(state, "command", board.command), slot=slot)
    yield some(
        state,
        f"{path}.under_the_board",
        "cards under the board",
        group,
        {card: state.pack.ability_cards[card].name for card in (*board.tucked, *state.discard) if card != UNKNOWN},
        now=board.tucked,
        copies=TUCK_LIMIT,
        slot=slot,
        put=partial(_tuck, crew=crew),
    )
    yield from _arms(state, crew)
    if crew != state.captain:
        players = {seat: state.name(seat) for seat in state.order}
        yield one(state, f"{path}.controller", "played by", group, players, slot=slot)


def _tuck(state: Campaign, cards: list[str], crew: str) -> None:
    """Cards come from the discard pile and go there."""
    board = state.crew[crew]
    for card in [*board.tucked]:
        if board.tucked.count(card) > cards.count(card):
            board.tucked.remove(card)
            state.discard.append(card)
    for card in cards:
        if board.tucked.count(card) < cards.count(card):
            if card not in state.discard:
                raise IllegalAnswer(f"{state.pack.ability_cards[card].name} is not in the discard pile.")
            state.discard.remove(card)
            board.tucked.append(card)


def _arms(state: Campaign, crew: str) -> Iterator[Field]:
    """Weapon cards of the group, and this one's level cards, which lie open for everybody to look through."""
    board, path, group, slot = state.crew[crew], f"crew.{crew}", state.called(crew), f"crew:{crew}"
    weapons = {n: state.card_name(n) for n in state.owned if state.pack.adventure_cards[n].weapon}
    if weapons:
        put = partial(_arm, crew=crew)
        yield some(state, f"{path}.arms", "weapons", group, weapons, now=board.weapons, slot=slot, put=put)
    levels = {card: each.name for card, each in state.pack.level_cards.items() if each.crew == crew}
    if levels:
        yield some(state, f"{path}.levels", "level cards", group, levels, slot=slot)


def _arm(state: Campaign, cards: list[int], crew: str) -> None:
    """A weapon is in one pair of hands."""
    for card in cards:
        holder = bearer(state, card)
        if holder:
            state.crew[holder].weapons.remove(card)
    state.crew[crew].weapons = list(cards)


def _player(state: Campaign, seat: str) -> Iterator[Field]:
    player, group = state.players[seat], state.name(seat)
    most = _more(state, "command", player.command)
    yield number(state, f"players.{seat}.command", "command", group, most, slot=f"seat:{seat}")
    if not box_deals(state):
        held, known = len(player.hand), len(player.hand) - player.hand.count(UNKNOWN)
        put = partial(_hold, seat=seat)
        yield number(state, f"players.{seat}.cards", "cards in hand", group, HAND_LIMIT, low=known, now=held, put=put)


def _hold(state: Campaign, many: int, seat: str) -> None:
    """Real cards come and go unseen."""
    hand = state.players[seat].hand
    while len(hand) > many:
        hand.remove(UNKNOWN)
        state.discard.append(UNKNOWN)
    hand += [UNKNOWN] * (many - len(hand))


def _cards(state: Campaign) -> Iterator[Field]:
    """What the group has can be given away; what it has not met is called by the number on its back."""
    group = "Cards and quests"
    cards = {n: state.card_name(n) for n in state.owned}
    yield some(state, "cards", "adventure cards", group, cards, now=list(state.owned), put=_keep_cards)
    yield Field(
        "cards.gained", "gain the card numbered", group, "number", 0, high=LAST_CARD, choices=NO_CARD, put=_gain
    )
    for n, command in state.owned.items():
        most = _more(state, "command", command)
        yield number(state, f"owned.{n}", f"command on {state.card_name(n)}", group, most, slot=f"card:{n}")
    quests = {n: f"{n} {state.pack.quests[n].name}" for n in state.quests}
    yield some(state, "quests", "quests", group, quests, now=state.quests, put=_keep_quests)
    put = _gain_quest
    yield Field(
        "quests.gained", "gain the quest numbered", group, "number", 0, high=LAST_CARD, choices=NO_CARD, put=put
    )


def _keep_cards(state: Campaign, cards: list[int]) -> None:
    for n in [n for n in state.owned if n not in cards]:
        holder = bearer(state, n)
        if holder:
            state.crew[holder].weapons.remove(n)
        del state.owned[n]


def _gain(state: Campaign, n: int) -> None:
    if n not in state.pack.adventure_cards and state.pack.about.private:
        state.met.adventure_cards[n] = AdventureCard(f"Adventure card {n}", "card", described=False)
        known_now(state)
    elif n not in state.pack.adventure_cards:
        raise IllegalAnswer(f"The box does not know adventure card {n} yet.")
    if n in state.owned or n in state.boxed:
        raise IllegalAnswer(f"Adventure card {n} is not in the deck any more.")
    state.market.bottom = [each for each in state.market.bottom if each != n]
    state.owned[n] = 0


def _keep_quests(state: Campaign, quests: list[int]) -> None:
    state.used_quests += [n for n in state.quests if n not in quests]
    state.quests = list(quests)


def _gain_quest(state: Campaign, n: int) -> None:
    if n not in state.pack.quests and state.pack.about.private:
        state.met.quests[n] = QuestCard(f"Quest {n}", ())
        known_now(state)
    elif n not in state.pack.quests:
        raise IllegalAnswer(f"The box does not know quest {n} yet.")
    if n in state.quests:
        raise IllegalAnswer(f"You already have quest {n}.")
    state.used_quests = [each for each in state.used_quests if each != n]
    state.quests.append(n)


def _log(state: Campaign) -> Iterator[Field]:
    group, found = "Journey log", len(state.progress.totems)
    yield number(state, "progress.xp", "XP", group, MOST_XP)
    yield number(state, "progress.feared", "feared", group, 99, low=-20)
    yield number(state, "progress.revered", "revered", group, 99, low=-20)
    most = max(found, TOTEMS_TO_WIN)
    yield number(state, "progress.found", state.pack.names.totems, group, most, now=found, put=_find)
    sheet = {key: each.name for key, each in state.pack.achievements.items()}
    yield some(state, "progress.achievements", "achievements", group, sheet)


def _find(state: Campaign, many: int) -> None:
    totems = state.progress.totems
    del totems[many:]
    for nth in range(1, many + 1):
        if len(totems) < many and f"totem {nth}" not in totems:
            totems.append(f"totem {nth}")


def _turn(state: Campaign) -> Iterator[Field]:
    group = "The turn"
    yield number(state, "actions_left", "actions left", group, 9)
    yield one(state, "active", "captain token", group, {seat: state.name(seat) for seat in state.order})
    deck = len(state.events.deck)
    yield number(state, "events.left", "event cards left", group, deck, now=deck, put=_discard_events)


def _discard_events(state: Campaign, many: int) -> None:
    """From the top, unread."""
    events = state.events
    while len(events.deck) > many:
        tier = events.deck.pop(0)
        events.used.append(state.from_top("event") or f"?{tier}")
    events.ran_out = events.ran_out or not events.deck


def _fight(state: Campaign) -> Iterator[Field]:
    fight, group = state.combat, FIGHT
    assert fight
    yield from row(state)
    for seat in state.order:
        here = fight.tokens.get(seat, 0)
        yield number(state, f"combat.tokens.{seat}", f"combat actions of {state.name(seat)}", group, 9, now=here)


def row(state: Campaign) -> Iterator[Field]:
    """What lies on the enemies, and the combo points."""
    fight = state.combat
    assert fight
    yield number(state, "combat.combo", "combo", FIGHT, COMBO_LIMIT, slot="combo")
    for place, foe in enumerate(fight.row):
        if state.pack.enemies[foe.number].unread:
            yield from _unread_foe(state, place)
            continue
        card, slot = state.pack.enemies[foe.number], f"enemy:{place}"
        name = f"{card.name} ({place + 1})"
        squares = {n: f"row {each.row}, column {each.col}" for n, each in enumerate(card.squares)}
        yield some(state, f"combat.row.{place}.covered", "damage on", name, squares, slot=slot)
        armor = {n: words for n, words in squares.items() if card.squares[n].armor or n in foe.armor}
        if armor:
            yield some(state, f"combat.row.{place}.armor", "armor on", name, armor, slot=slot)


def _unread_foe(state: Campaign, place: int) -> Iterator[Field]:
    """A card whose squares only hands know."""
    assert state.combat
    name = f"{state.pack.enemies[state.combat.row[place].number].name} ({place + 1})"
    path, slot = f"combat.row.{place}", f"enemy:{place}"
    yield yes(state, f"{path}.fallen", "defeated", name, slot=slot)
    yield number(state, f"{path}.deals", "deals now", name, 20, slot=slot)
    yield some(state, f"{path}.signs", "still shows", name, SIGNS, slot=slot)
    yield number(state, f"{path}.tokens", "damage on it", name, 40, slot=slot)
