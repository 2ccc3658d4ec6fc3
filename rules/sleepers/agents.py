"""The tiles: what each agent does when it is activated (SL-35 to SL-52).

Every instruction belongs to the player whose turn it is (SL-R15). It is compulsory as far as possible unless the
tile says "may" or "up to" (SL-R11), and it runs to its end with all it sets off before anything else (SL-R12).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from typing import Any

from rules.ask import Anew, Ask, ChooseOne, Option, Refusal
from rules.chance import ReadCard

from .board import DIRECTIONS, HEXES, NEIGHBOURS, beyond
from .goals import Decided, after_step, after_tile
from .pack import Pack
from .state import Agent, Sleepers, Tile

DONE = "done"
NO_AGENT = ("SL-5", "There is no agent on {}.")
NO_SLEEPER = ("SL-23", "There is no sleeper on {}.")


async def choose(
    game: Sleepers,
    text: Callable[[], str],
    options: Callable[[], Iterable[Option]],
    done: str = "",
    private: bool = False,
    spoken: Callable[[], str] | None = None,
) -> str:
    """Ask the player whose turn it is; *done* offers to stop here, which the yes button answers."""

    def build() -> Ask:
        if game.result:
            raise Decided  # agreed while the question was open
        choices = (*options(), _no_more(done)) if done else options()
        more: dict[str, Any] = {}
        if private:
            more |= {"private": True, "others": f"{game.name(game.current)} is choosing a tile."}
        if done:
            more["default"] = DONE  # yes stops here; what must be done is done with tiles
        if spoken:
            more["spoken"] = spoken()
        return ChooseOne(game.current, text, choices, **more)

    answer: str = await Anew(build)
    return answer


Barred = Callable[[str], Refusal | None]
"""Why the hex of an agent cannot be picked."""


async def pick_agent(game: Sleepers, text: str, label: str, barred: Barred, done: str = "") -> str:
    """Pick the hex of an agent; *barred* says why not."""
    return await choose(game, lambda: text, lambda: hexes(game, label, barred, NO_AGENT), done)


async def pick_empty(game: Sleepers, text: str, label: str) -> str:
    """Pick an empty hex."""
    return await choose(game, lambda: text, lambda: hexes(game, label, lambda hex_: empty_at(game, hex_)))


def hexes(game: Sleepers, label: str, barred: Barred, empty: tuple[str, str] | None = None) -> Iterable[Option]:
    """Each of the 61 hexes; *empty* says why none without an agent can be picked, if so."""
    found = dict(bare(label, empty))
    for hex_ in game.board:
        found[hex_] = at(hex_, label, barred(hex_))
    return found.values()


# Nearly every question has an option for each of the 61 hexes, and they are the same ones again and again.


@cache
def bare(label: str, empty: tuple[str, str] | None) -> dict[str, Option]:
    """The 61 hexes of a board on which nothing lies."""
    return {hex_: at(hex_, label, refused(*empty, hex_) if empty else None) for hex_ in HEXES}


@cache
def at(hex_: str, label: str, barred: Refusal | None) -> Option:
    """A hex to tap; *label* has ``{}`` where it is named."""
    return Option(hex_, label.format(hex_), barred, slot=hex_)


@cache
def refused(rule: str, why: str, *about: str) -> Refusal:
    """Why not, with ``{}`` for each thing that it is about."""
    return Refusal(rule, why.format(*about))


@cache
def _no_more(label: str) -> Option:
    """To stop here."""
    return Option(DONE, label)


def empty_at(game: Sleepers, hex_: str) -> Refusal:
    """Placing and moving want an empty hex (SL-21)."""
    agent = game.board[hex_]
    what = game.kind_name(agent.kind) if agent.up else "sleeper"
    return refused("SL-21", "{} is not empty: a {} {} lies there.", hex_, agent.owner, what)


def to_wake(game: Sleepers) -> dict[str, Option]:
    """Each agent's hex: only an own sleeper can be woken (SL-R5, SL-23)."""
    mine, names = game.current, game.pack.names
    return {
        hex_: _waking(hex_, agent.owner, mine, names.get(agent.kind or "", "sleeper") if agent.up else "")
        for hex_, agent in game.board.items()
    }


@cache
def _waking(hex_: str, owner: str, mine: str, awake: str) -> Option:
    barred = None
    if owner != mine:
        barred = refused("SL-R5", "The agent on {} is {}; you wake only your own.", hex_, owner)
    elif awake:
        barred = refused("SL-23", "The {} on {} is already awake.", awake, hex_)
    return at(hex_, "Wake {}", barred)


async def pick_sleeper(game: Sleepers, text: str, done: str) -> str:
    """Pick an own sleeper to wake, or be *done*."""
    return await choose(game, lambda: text, lambda: (bare("Wake {}", NO_SLEEPER) | to_wake(game)).values(), done)


async def activate(game: Sleepers, hex_: str) -> None:
    """Turn a sleeper face-up, then follow all that its tile says (SL-23, SL-24)."""
    agent = game.board[hex_]
    kind = await turn_up(game, hex_)
    game.say(f"{game.name(game.current)} wakes {hex_}: {game.kind_name(kind)}.")
    after_step(game)
    if instruction := INSTRUCTIONS.get(kind):
        await instruction(game, hex_, agent)
    after_tile(game)


async def turn_up(game: Sleepers, hex_: str) -> str:
    """Turn the tile face-up; whoever sees it first tells the box what it is."""
    agent = game.board[hex_]
    game.reveal()  # also before a real tile is named: whoever turns it over has seen it
    if agent.kind is None:

        def which() -> Ask:
            possible = {Option(k, game.kind_name(k)): n for k, n in game.unknown(agent.owner).items()}
            return ReadCard(game.current, f"Turn over {hex_}. Which agent is it?", possible, slot=hex_)

        kind = await Anew(which)
        agent = game.board[hex_]
        agent.kind = kind
    agent.up = agent.seen = True
    game.last.append(hex_)
    assert agent.kind is not None
    return agent.kind


def kill(game: Sleepers, *hexes: str) -> None:
    """Killed agents leave the board; sleepers among them stay face-down (SL-32, SL-33)."""
    hit = [game.board[hex_].owner for hex_ in hexes]
    for hex_ in hexes:
        agent = game.board.pop(hex_)
        game.sides[agent.owner].killed.append(agent)
        game.last.append(hex_)
        what = game.kind_name(agent.kind) if agent.up else "sleeper"
        spoken = "" if len(hexes) == 1 else f"{len(hexes)} agents are killed." if hex_ == hexes[0] else "-"
        game.say(f"The {agent.owner} {what} on {hex_} is killed.", spoken=spoken)
    limit = game.toggle("morale_limit")
    for colour, side in game.sides.items():
        if colour in hit and limit - 3 <= len(side.killed) < limit:
            game.say(f"{game.name(colour)} has lost {len(side.killed)} of {limit}.")


async def place(game: Sleepers, hex_: str) -> None:
    """Put a tile from the hand face-down on an empty hex (SL-19, SL-20)."""
    hand = game.mine.hand
    if game.box_deals(game.current):
        kind = await choose(
            game,
            lambda: f"Which tile goes face-down on {hex_}?",
            lambda: [_tile(game.pack, kind) for kind in game.mine.held(game.pack.counts)],
            private=True,
        )
        hand = game.mine.hand
        tile = next(tile for tile in hand if tile.kind == kind)
        hand.remove(tile)
        for each in hand:  # whoever remembers one of the rack cannot know whether it is still there (SL-R54)
            each.seen = False
    else:
        tile = _unseen_from(hand)
    game.board[hex_] = Agent(kind=tile.kind, seen=False, owner=game.current)
    game.last.append(hex_)
    game.say(f"{game.name(game.current)} recruits a sleeper on {hex_}.")
    after_step(game)


def _unseen_from(hand: list[Tile]) -> Tile:
    """A tile placed from a real rack: the box cannot tell which it was, so it forgets what it knew of the rack."""
    tile = hand.pop()
    if any(each.kind != tile.kind for each in hand):
        for each in [tile, *hand]:
            each.kind, each.seen = None, False
    return tile


def _tile(pack: Pack, kind: str) -> Option:
    return Option(kind, pack.names[kind], hint=lambda: next(t.summary for t in pack.tiles if t.code == kind))


async def saboteur(game: Sleepers, hex_: str, agent: Agent) -> None:
    """It and all next to it are killed, in one step; nothing killed explodes (SL-37, SL-38, SL-R34)."""
    blast = [hex_, *(there for there in NEIGHBOURS[hex_] if there in game.board)]
    game.say(f"The {game.kind_name(agent.kind)} on {hex_} blows up.")
    kill(game, *blast)
    after_step(game)


async def police(game: Sleepers, hex_: str, agent: Agent) -> None:
    """Jump over enemy agents like a draughts man and kill them (SL-40, SL-41)."""
    jumps = 0
    rule = game.toggle("police_jump")
    while _jumps(game, hex_):
        free = rule == "optional" or (rule == "first_compulsory" and jumps)
        here = hex_
        landing = await choose(
            game,
            lambda here=here: f"{_name(game, here)} on {here}: choose a jump.",  # type: ignore[misc]
            lambda here=here: (  # type: ignore[misc]
                Option(there, f"over {over} to {there}", slot=there) for there, over in _jumps(game, here).items()
            ),
            done="No more jumps" if free else "",
        )
        if landing == DONE:
            return
        over = _jumps(game, hex_)[landing]
        game.board[landing] = game.board.pop(hex_)
        game.say(f"{game.name(game.current)} jumps from {hex_} to {landing}.")
        game.last.append(landing)
        kill(game, over)  # it leaves at once (SL-R38)
        after_step(game)
        hex_, jumps = landing, jumps + 1
    if not jumps:
        game.say(f"Nobody can be jumped from {hex_}.")  # SL-R39


def _jumps(game: Sleepers, hex_: str) -> dict[str, str]:
    """Where a jump can land, and whom it kills: one enemy next to it, an empty hex right behind (SL-R35)."""
    jumps = {}
    for direction in DIRECTIONS:
        over, landing = beyond(hex_, direction), beyond(hex_, direction, 2)
        if over and landing and landing not in game.board:
            victim = game.board.get(over)
            if victim and victim.owner != game.current:
                jumps[landing] = over
    return jumps


def _name(game: Sleepers, hex_: str) -> str:
    return game.kind_name(game.board[hex_].kind)


async def ringleader(game: Sleepers, hex_: str, agent: Agent) -> None:
    """Up to two more own sleepers are woken, one after the other (SL-42, SL-R12)."""
    # One Ringleader may wake the next: by where each was woken people know whose turn it is to wake somebody.
    who = f"{game.kind_name(agent.kind)} woken on {hex_}"
    for number in (1, 2):
        if not game.has_sleeper(game.current):
            game.say("There is no sleeper left to wake.")
            return
        woken = await pick_sleeper(
            game,
            f"{who}: wake up to two more of yours ({number} of 2).",
            "Wake nobody" if number == 1 else "Stop here",
        )
        if woken == DONE:
            return
        await activate(game, woken)


async def recruiter(game: Sleepers, hex_: str, agent: Agent) -> None:
    """Place another tile from the hand; with an empty hand nothing happens (SL-43, SL-R41, SL-R42)."""
    if not game.mine.hand:
        game.say("No tile in hand: nobody is recruited.")
        return
    where = await pick_empty(game, "Recruiter: place a tile from your rack, face-down.", "Recruit on {}")
    await place(game, where)


async def informant(game: Sleepers, hex_: str, agent: Agent) -> None:
    """Any one agent is turned over and not activated (SL-44, SL-45)."""

    def barred(there: str) -> Refusal | None:
        if game.board.get(there) is agent and game.toggle("informant_self") == "forbidden":
            return Refusal("SL-R43", "At this table the Informant may not turn itself over.")
        return None

    if all(map(barred, game.board)):
        game.say("There is nobody else to turn over.")
        return
    where = await pick_agent(game, "Informant: turn over any one agent. It is not activated.", "Turn over {}", barred)
    target = game.board[where]
    if target.up:
        target.up = False  # a sleeper in every respect (SL-R44)
        game.last.append(where)
        game.say(f"The {target.owner} agent on {where} goes back to sleep.")
    else:
        kind = await turn_up(game, where)
        name = game.kind_name(kind)
        article = "an" if name[0] in "AEIOU" else "a"
        game.say(f"The {target.owner} sleeper on {where} is {article} {name}; it is not activated.")
    after_step(game)


async def immigration(game: Sleepers, hex_: str, agent: Agent) -> None:
    """Up to two other agents go back to their owners' hands, sleepers unseen (SL-46, SL-47)."""

    def barred(there: str) -> Refusal | None:
        if game.board.get(there) is agent:
            return Refusal("SL-46", "Other agents only: this is the one that acts.")
        return None

    for number in (1, 2):
        if all(map(barred, game.board)):
            return
        where = await pick_agent(
            game,
            f"Immigration: return up to two other agents to their owners ({number} of 2). Do not look at sleepers.",
            "Return {}",
            barred,
            done="Return nobody" if number == 1 else "Return no other",
        )
        if where == DONE:
            return
        bounce(game, where)
        after_step(game)


def bounce(game: Sleepers, hex_: str) -> None:
    """Back to its owner's hand, even beyond four (SL-R46); only the owner learns what a sleeper was (SL-R56)."""
    agent = game.board.pop(hex_)
    game.sides[agent.owner].hand.append(Tile(kind=agent.kind, seen=agent.up or agent.seen))
    game.last.append(hex_)
    game.reveal()
    what = game.kind_name(agent.kind) if agent.up else "sleeper"
    game.say(f"The {agent.owner} {what} on {hex_} goes back to {game.name(agent.owner)}'s rack.")
    if not agent.up and game.box_deals(agent.owner):
        game.say(f"It was your {game.kind_name(agent.kind)}.", agent.owner)


async def double_agent(game: Sleepers, hex_: str, agent: Agent) -> None:
    """It changes places with any other agent on the board (SL-48, SL-R47)."""

    def barred(there: str) -> Refusal | None:
        if there == hex_:
            return Refusal("SL-48", "It swaps with another agent, not with itself.")
        return None

    if all(map(barred, game.board)):
        game.say("There is nobody to swap with.")
        return
    where = await pick_agent(game, "Double agent: swap with any other agent.", "Swap with {}", barred)
    game.board[hex_], game.board[where] = game.board[where], game.board[hex_]
    game.last += [hex_, where]
    game.say(f"The agents on {hex_} and {where} change places.")
    after_step(game)


async def diversion(game: Sleepers, hex_: str, agent: Agent) -> None:
    """Any one agent, itself included, moves to any empty hex (SL-49, SL-R48)."""
    moved = await pick_agent(game, "Diversion: which agent is moved?", "Move the agent on {}", lambda h: None)
    game.last.append(moved)  # seen on the board while its way is chosen
    target = await pick_empty(game, f"Diversion: where does the agent on {moved} go?", f"Move {moved} to {{}}")
    game.board[target] = game.board.pop(moved)
    game.last.append(target)
    game.say(f"The {game.board[target].owner} agent on {moved} moves to {target}.")
    after_step(game)


async def master_of_disguise(game: Sleepers, hex_: str, agent: Agent) -> None:
    """It may do what one awake neighbour of either colour does on waking (SL-50, SL-51, SL-R51)."""
    lenders = _lenders(game, hex_)
    if not lenders:
        game.say("There is nobody next to it to borrow from.")
        return
    lender = await choose(
        game,
        lambda: "Master of Disguise: whose task does it borrow?",
        lambda: (Option(there, f"{_name(game, there)} on {there}", slot=there) for there in _lenders(game, hex_)),
        done="Borrow nothing",
    )
    if lender == DONE:
        return
    kind = game.board[lender].kind
    assert kind is not None
    game.say(f"The Master of Disguise acts as {game.kind_name(kind)}.")
    await INSTRUCTIONS[kind](game, hex_, agent)


def _lenders(game: Sleepers, hex_: str) -> list[str]:
    """Awake neighbours with a task to borrow; a Master lends only his neighbours, where that is played (SL-R50)."""
    reached, lenders = [hex_], []
    for here in reached:
        for there in game.awake_next_to(here):
            kind = game.board[there].kind
            if kind == "master_of_disguise":
                if game.toggle("mod_chain") == "on" and there not in reached:
                    reached.append(there)
            elif kind in INSTRUCTIONS and there not in lenders:
                lenders.append(there)
    return lenders


INSTRUCTIONS: dict[str, Callable[[Sleepers, str, Agent], Awaitable[None]]] = {
    "saboteur": saboteur,
    "police": police,
    "ringleader": ringleader,
    "recruiter": recruiter,
    "informant": informant,
    "immigration": immigration,
    "double_agent": double_agent,
    "diversion": diversion,
    "master_of_disguise": master_of_disguise,
}
