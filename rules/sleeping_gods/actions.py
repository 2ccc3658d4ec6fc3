"""The seven actions of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..ask import ChooseOne, Option, PickSome, Refusal
from ..chance import DrawCards, ReadCard
from .asking import ask
from .market import visit_market
from .pack import Region
from .port import PORT_FEE, visit_port
from .resolve import push
from .state import UNKNOWN, ByHand, Campaign, Context
from .story import begin
from .supply import gain_command, search_tokens, stack_left
from .travel import neighbours, travel, way

ACTIONS = ("travel", "explore", "prepare", "search", "gain_command", "market", "port")
LABELS = {
    "travel": "Travel",
    "explore": "Explore",
    "prepare": "Prepare",
    "search": "Search",
    "gain_command": "Gain command",
    "market": "Visit a market",
    "port": "Visit a port",
}


REAL_WAYS = {"calm": "on this page", "hazard": "into a hazard", "edge": "over the edge of the page"}
"""On a real atlas: the page is asked for only where it changes."""

THERE = {"search": "search there", "market": "visit its market", "port": "visit its port"}
"""What can be done right after sailing to where it is."""


def entry(state: Campaign, action: str) -> Option:
    """One of the actions, with what stands against it."""
    barred, begins = impossible(state, action), action == "travel" and not state.pack.atlas
    hint = partial(what_for, state, action)
    return Option(action, LABELS[action], barred, slot=f"action:{action}", hint=hint, begins=begins)


def what_for(state: Campaign, action: str) -> str:
    """What an action would do from where the ship lies, in a few words."""
    region = state.pack.regions.get(state.ship.region)
    circled = [place for place in region.locations if place.red_circle] if region else []
    places = ", ".join(f"{place.label} {place.name}".strip() for place in circled)
    locked = sum(board.command for board in state.crew.values()) + sum(state.owned.values())
    return {
        "travel": "sail to the next region",
        "explore": f"read the story at {places}" if places else "read the story of a place",
        "prepare": f"free the command on boards and cards ({locked})",
        "search": "draw a search token",
        "gain_command": "1 command more",
        "market": "7 cards for sale",
        "port": f"{PORT_FEE} coins: rest, repair, levels",
    }[action]


def impossible(state: Campaign, action: str) -> Refusal | None:
    """Why an action cannot be taken from where the ship lies, if so."""
    region = state.pack.regions.get(state.ship.region)
    if action == "port" and state.resources.get("coins", 0) < PORT_FEE and (region is None or region.port):
        return Refusal("SG-163", f"A port visit costs {PORT_FEE} coins; there are {state.resources.get('coins', 0)}.")
    if region is None:
        return None  # an owner's copy without an atlas: the table knows
    if action == "travel" and not neighbours(state, state.ship.region):
        return Refusal("SG-127", f"You can't sail anywhere from {region.name}.")
    if action == "explore" and not any(place.red_circle for place in region.locations):
        return Refusal("SG-138", f"No location with a red circle lies in {region.name}.")
    if action == "search" and not region.search:
        return Refusal("SG-150", f"There is no search location in {region.name}.")
    if action == "market" and not region.market:
        return Refusal("SG-156", f"There is no market in {region.name}.")
    if action == "port" and not region.port:
        return Refusal("SG-162", f"There is no port in {region.name}.")
    return None


def shortcuts(state: Campaign) -> list[Option]:
    """Travel and explore with the place that is meant: a tap on the map does both at once.

    With two actions left, also what lies one move further: nothing happens between the two where no hazard waits.
    """
    here = state.ship.region
    if here not in state.pack.regions:
        return [
            *(
                Option(f"travel:{how}", f"Travel {words}", slot=f"action:travel:{how}")
                for how, words in REAL_WAYS.items()
                if how != "calm"
            ),
            *(Option(f"travel:hazard:{key}", f"Travel into {each.name}") for key, each in state.pack.hazards.items()),
        ]
    found = [_sails(way(state, name, side)) for name, side in neighbours(state, here)]
    found += [_explores(place) for place in _places(state.pack.regions[here])]
    if state.actions_left > 1:
        found += _both_actions(state, here)
    return found


def _sails(to: Option) -> Option:
    return to.but(value=f"travel:{to.value}", label=f"Sail to {to.label}")


def _explores(place: Option) -> Option:
    return place.but(value=f"explore:{place.value}", label=f"Explore {place.label}")


def _both_actions(state: Campaign, here: str) -> list[Option]:
    """What sailing on, or exploring there, would be on the open page of the atlas; each place over one way only."""
    regions, page = state.pack.regions, state.pack.pages[here]
    near = [name for name, _ in neighbours(state, here)]
    seen = {option.slot for option in _places(regions[here])} | {f"region:{name}" for name in (here, *near)}
    found = []
    for first in near:
        if state.pack.pages[first] != page or regions[first].hazard:
            continue
        over = f"both actions, over {regions[first].name}"
        found += [
            Option(
                f"travel:{first}+{kind}",
                f"Sail to {regions[first].name} and {words}",
                slot=f"action:{first}+{kind}",
                hint="both actions",
            )
            for kind, words in THERE.items()
            if getattr(regions[first], kind) and (kind != "port" or state.resources.get("coins", 0) >= PORT_FEE)
        ]
        onward = [way(state, name, side) for name, side in neighbours(state, first) if state.pack.pages[name] == page]
        for option in (*map(_explores, _places(regions[first])), *map(_sails, onward)):
            if option.slot not in seen:
                seen.add(option.slot)
                found.append(_after(first, over, option))
    return found


def _after(first: str, over: str, option: Option) -> Option:
    """An action as the second of two."""

    def hint() -> str:
        return f"{over}; {option.hint}" if option.hint else over

    return option.but(value=f"travel:{first}+{option.value}", hint=hint)


def _places(region: Region) -> list[Option]:
    """The locations of a region that can be explored."""
    circled = [place for place in region.locations if place.red_circle]
    return [Option(p.label, f"{p.label} {p.name}".strip(), slot=f"location:{p.label}") for p in circled]


async def take_action(state: Campaign, action: str, seat: str, *, free: bool = False, where: str = "") -> None:
    """One action; what it leads to goes on the agenda.

    :param where: the region to sail to or the location to explore, if it was named already.
    """
    why = impossible(state, action)
    if why:
        state.say(f"{LABELS[action]} is not possible: {why}")
        return
    state.say(f"{state.name(seat)}: {LABELS[action].lower()}{' (free)' if free else ''}.")
    if action == "travel":
        await travel(state, seat, where)
    elif action == "explore":
        await explore(state, seat, where)
    elif action == "prepare":
        prepare(state, seat)
    elif action == "search":
        await search(state, seat)
    elif action == "gain_command":
        gain_command(state, seat, 1)
    elif action == "market":
        await visit_market(state, seat)
    else:
        await visit_port(state, seat)


async def explore(state: Campaign, seat: str, label: str = "") -> None:
    """One location with a red circle in the ship's region: open the storybook at its number."""
    if state.ship.region not in state.pack.regions:
        from .owner import which_paragraph

        paragraph = await which_paragraph(state, seat)
        state.say(f"Open the storybook at {paragraph}.")
        begin(state, paragraph, exploring=True)
        return
    places = [place for place in state.pack.regions[state.ship.region].locations if place.red_circle]
    if len(places) == 1:
        label = places[0].label
    if not label:
        options = _places(state.pack.regions[state.ship.region])
        label = await ask(state, lambda: ChooseOne(seat, "Explore which location?", options))
    place = next(each for each in places if each.label == label)
    state.say(f"Open the storybook at {place.paragraph}.")
    begin(state, place.paragraph, exploring=True)


# ----- prepare


def clear_crew(state: Campaign, crew_members: Sequence[str]) -> None:
    for crew in crew_members:
        board = state.crew[crew]
        if board.command:
            state.say(f"{board.command} command off {state.called(crew)}'s board.")
            board.command = 0


def clear_cards(state: Campaign, numbers: Sequence[int] | None = None) -> None:
    for number in list(state.owned) if numbers is None else numbers:
        if state.owned[number]:
            state.say(f"{state.owned[number]} command off {state.card_name(number)}.")
            state.owned[number] = 0


def prepare(state: Campaign, seat: str) -> None:
    """RULING SG-R40: the boards you control, the captain's with them, and all adventure cards."""
    everybody = state.toggle("prepare_clears_all_crew")
    clear_crew(state, list(state.crew) if everybody else state.crew_of(seat))
    clear_cards(state)


# ----- search


async def search(state: Campaign, seat: str, n: int = 1, keep: int = 1) -> None:
    """Draw a search token, apply it at once, discard it."""
    if state.pack.about.private and n == 1 and not any(t not in state.searched for t in state.pack.search_tokens):
        _stack_runs_out(state)
        search_by_hand(state, seat, "Search: draw a token and do what it shows.")
        return
    if state.pack.about.private and n > 1:
        search_by_hand(state, seat, f"Search: draw {n} tokens, keep {keep} and do what it shows.", n)
        return
    drawn = [await draw_token(state, seat) for _ in range(min(n, max(1, search_tokens(state))))]
    kept = drawn
    if keep < len(drawn):
        options = [Option(place, _token_words(state, token)) for place, token in enumerate(drawn)]
        text = f"Keep {keep} of these search tokens."
        question = PickSome(seat, text, options, at_least=keep, at_most=keep, deed="Keep {}")
        picked = await ask(state, lambda: question, "closed")
        kept = [drawn[int(place)] for place in picked]
    for token in reversed(kept):
        if token == UNKNOWN:
            state.searched.pop()
            search_by_hand(state, seat, "Search: do what the token shows.")
            continue
        push(state, state.pack.search_tokens[token].effects, Context(source="Search", seat=seat))
    if state.toggle("search_tokens_return_at_once"):
        state.searched.clear()


def search_by_hand(state: Campaign, seat: str, text: str, n: int = 1) -> None:
    """Tokens nobody described: hands do what they show."""
    state.searched += [UNKNOWN] * n
    keep = "token" if n == 1 else ""
    state.agenda.append(ByHand(text=text, context=Context(source="Search", seat=seat), keep=keep))


def _token_words(state: Campaign, token: str) -> str:
    from .wording import words

    printed = state.pack.search_tokens[token]
    return printed.text or words(printed.effects)


def _stack_runs_out(state: Campaign) -> None:
    if state.searched and stack_left(state) == 0:
        state.searched.clear()
        state.tops.pop("search", None)
        state.say("The search stack is empty: all tokens are mixed again.")


async def draw_token(state: Campaign, seat: str) -> str:
    """RULING SG-R41: with the stack empty, all discarded tokens are mixed into a new one."""
    tokens = state.pack.search_tokens
    _stack_runs_out(state)
    left = [token for token in tokens if token not in state.searched]
    if known := state.from_top("search"):
        token = known
    elif state.box_holds("search") and left:
        text = "Draw a search token."
        (token,) = await ask(state, lambda: DrawCards(seat, text, "search tokens", left, at_once=True), "closed")
    else:
        alike: dict[str, list[str]] = {}
        for each in left:
            alike.setdefault(_token_words(state, each), []).append(each)
        possible: dict[Option | str, int] = {Option(same[0], says): len(same) for says, same in alike.items()}
        if state.pack.about.private or not left:
            possible[Option("new", "another token")] = 1
        token = await ask(state, lambda: ReadCard(seat, "Draw a search token: which is it?", possible, slot="search"))
        if token == "new":
            state.searched.append(UNKNOWN)
            return UNKNOWN
    state.searched.append(token)
    state.say(f"Search token: {_token_words(state, token).rstrip('.')}.")
    return str(token)
