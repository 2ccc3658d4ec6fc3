"""Attacks and the reaction window (SS-77 to SS-88, SS-97 to SS-100; SS-R43 to SS-R53).

Whoever could react by what everybody has seen is asked, in the same words, whatever they hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask import ChooseOne, Option, Refusal

from . import abilities, board, cards, health, move
from .state import LUNA, SilentSea, Window, ask, ask_all

SHOT_BACK = 2  # SS-86, SS-87
DEFEND_RANGE = 2  # SS-87
RUN = 3  # SS-82
PASS = "pass"
ABILITY = "ability:"
CARDS = ("flashlight", "gun", "hazmat")
ATTACKED, WATCHING = "when you are attacked", "when others are attacked"


async def attack(game: SilentSea, attacker: str, target: str, damage: int) -> None:
    """Announced, answered, settled; then the blinded attacker's prey runs (SS-R44, SS-R50, SS-R52)."""
    if attacker == LUNA and game.luna_health == 0:
        game.say("Luna is dead. She doesn't come.")
        return
    outer = game.window
    game.window = window = Window(attacker=attacker, target=target, damage=damage)
    game.say(f"{game.who(attacker)} attacks {game.who(target)}: {damage} damage.")
    await _reactions(game, window)
    if not window.cancelled:
        suited = window.suited or bool(game.players[target].suits)
        await health.lose_health(game, target, max(damage - suited, 0))
    else:
        game.say(f"{game.who(target)} loses no Health.")
    game.window = outer
    if (target, "flashlight") in window.played and game.players[target].alive:
        await move.run(game, target, RUN, triggers=game.toggle("reaction_move_triggers") == "on")


async def _reactions(game: SilentSea, window: Window) -> None:
    """The target before the others in turn order, until all pass (SS-R44).

    All are asked at once, and the first in order who reacts does; then all are asked again. So nobody's thinking time
    tells, and nothing is played in vain because somebody else was quicker. What is played may kill: the dead react no
    more, and a dead target needs no help (SS-R60).
    """
    after = game.after(game.current if window.attacker == LUNA else window.attacker)
    order = [window.target, *(s for s in after if s not in (window.attacker, window.target))]
    while game.players[window.target].alive:
        asked = [seat for seat in order if game.players[seat].alive and _could_react(game, window, seat)]
        if not asked:
            return
        reacts, answer = await (_in_secret if game.box_deals else _in_the_open)(game, window, asked)
        if answer == PASS:
            return
        await _react(game, window, reacts, answer)


def _could_react(game: SilentSea, window: Window, seat: str) -> bool:
    """By what everybody has seen, whatever *seat* holds."""
    for slot in abilities.slots(game, seat, "enabled"):
        ability = game.ability_card(game.players[seat].abilities[slot])
        if ability.timing == "reaction" and not _limit(game, window, seat, ability.id):
            return True
    return any(cards.might_hold(game, seat, card) and not _barred(game, window, seat, card) for card in CARDS)


def _news(game: SilentSea, window: Window) -> str:
    return f"{game.who(window.attacker)} attacks {game.who(window.target)}: {window.damage} damage."


async def _in_secret(game: SilentSea, window: Window, asked: list[str]) -> tuple[str, str]:
    """Each on the own phone: who reacts first in order, and how."""
    names = ", ".join(game.who(seat) for seat in asked)
    text = f"{_news(game, window)} {names}: react or pass."
    answers = await ask_all(game, asked, lambda seat: _question(game, window, seat, text), text)
    return next(((seat, answer) for seat, answer in answers.items() if answer != PASS), (asked[0], PASS))


def _question(game: SilentSea, window: Window, seat: str, others: str) -> ChooseOne:
    """React or pass; only the own phone shows what can be played."""
    text = f"{_news(game, window)} {game.who(seat)}: react or pass."
    options = [Option(PASS, "Pass"), *_reactions_of(game, window, seat)]
    habit = ATTACKED if seat == window.target else WATCHING
    return ChooseOne(seat, text, options, private=True, others=others, default=PASS, habit=habit)


async def _in_the_open(game: SilentSea, window: Window, asked: list[str]) -> tuple[str, str]:
    """Real cards are laid on the table where all see them: one question for everybody."""

    def build() -> ChooseOne:
        options = [Option(PASS, "Nobody reacts")]
        for seat in asked:
            for option in _reactions_of(game, window, seat):
                label = f"{game.who(seat)}: {option.label}"
                options.append(option.but(value=f"{seat}|{option.value}", label=label))
        first = f" {game.who(asked[0])} comes first." if len(asked) > 1 else ""
        return ChooseOne(window.target, f"{_news(game, window)} Does anybody react?{first}", options, default=PASS)

    answer = str(await ask(game, build))
    seat, _, played = answer.partition("|")
    return (seat, played) if played else (asked[0], PASS)


def _reactions_of(game: SilentSea, window: Window, seat: str) -> Iterator[Option]:
    for card in CARDS:
        if cards.holds(game, seat, card):
            label = game.words(card)
            if card == "gun":
                label += ": shoot back" if seat == window.target else f": defend {game.who(window.target)}"
            yield Option(card, label, _barred(game, window, seat, card), hint=_warning(game, window, card))
    for slot in abilities.slots(game, seat, "enabled"):
        ability = game.ability_card(game.players[seat].abilities[slot])
        if ability.timing == "reaction":
            barred = _limit(game, window, seat, ability.id)
            yield Option(f"{ABILITY}{slot + 1}", ability.name, barred, hint=ability.text)


def _barred(game: SilentSea, window: Window, seat: str, card: str) -> Refusal | None:
    if card != "gun" and seat != window.target:
        rule = "SS-81" if card == "flashlight" else "SS-100"
        return Refusal(rule, f"{game.who(window.target)} is attacked, not you.")
    if card == "gun" and seat != window.target:
        far = board.between(game, seat, window.target)
        if far is None or far > DEFEND_RANGE:
            away = board.far_words(far)
            return Refusal("SS-R48", f"{game.who(window.target)} is {away}; you can defend within {DEFEND_RANGE}.")
    return _limit(game, window, seat, card)


def _limit(game: SilentSea, window: Window, seat: str, card: str) -> Refusal | None:
    """How many reactions of one player in one event (SS-R45)."""
    played = [each for who, each in window.played if who == seat]
    limit = game.toggle("reaction_limit")
    if limit == "one_per_player" and played:
        return Refusal("SS-R45", f"Only one reaction each, and you have played {game.words(played[0])}.")
    if limit == "one_per_name" and card in played:
        return Refusal("SS-R45", f"Only one card of each name per event, and you have played {game.words(card)}.")
    return None


def _warning(game: SilentSea, window: Window, card: str) -> str:
    """Said before a card is played in vain (SS-R52)."""
    if card in ("flashlight", "hazmat") and window.cancelled:
        return "The damage is already cancelled."
    if card == "hazmat" and (window.suited or game.players[window.target].suits):
        return "You're already wearing a Hazmat Suit."
    if card == "gun" and window.attacker == LUNA and game.luna_health is None:
        return "Luna cannot be hurt."
    return ""


async def _react(game: SilentSea, window: Window, seat: str, answer: str) -> None:
    if answer.startswith(ABILITY):
        slot = int(answer.removeprefix(ABILITY)) - 1
        window.played.append((seat, game.players[seat].abilities[slot].id))
        await abilities.use(game, seat, slot, reaction=True)
        return
    window.played.append((seat, answer))
    if answer == "hazmat":
        wear_suit(game, seat)
        window.suited = True
        return
    cards.spend(game, seat, answer)
    if answer == "flashlight":
        game.say(f"{game.who(seat)} plays the Flashlight and blinds {game.who(window.attacker)}.")
        window.cancelled = True
    else:
        await _shoot_back(game, window, seat)


async def _shoot_back(game: SilentSea, window: Window, seat: str) -> None:
    """The attacker loses 2; a defended player loses none (SS-86 to SS-88, SS-R46, SS-R47, SS-R49)."""
    own = seat == window.target
    whom = "" if own else f" to defend {game.who(window.target)}"
    game.say(f"{game.who(seat)} fires the Gun at {game.who(window.attacker)}{whom}.")
    stops_luna = window.attacker == LUNA and game.toggle("gun_stops_luna") == "on"
    if not own or stops_luna or game.toggle("gun_self_blocks") == "on":
        window.cancelled = True
    if window.attacker != LUNA:
        await health.lose_health(game, window.attacker, SHOT_BACK)
    elif game.luna_health is None:
        game.say("Luna cannot be hurt.")
    else:
        game.luna_health = max(game.luna_health - SHOT_BACK, 0)
        game.say(f"Luna loses {SHOT_BACK} and has {game.luna_health}.")


def wear_suit(game: SilentSea, seat: str) -> None:
    """Spent after one event; by a house rule it stays next to the placard (SS-99, SS-100, SS-R51)."""
    game.say(f"{game.who(seat)} wears a Hazmat Suit.")
    if game.toggle("hazmat_stays") == "on":
        cards.take_out(game, seat, "hazmat")
        game.players[seat].suits += 1
    else:
        cards.spend(game, seat, "hazmat")
