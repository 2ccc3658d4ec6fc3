"""What chapter and house cards do to the table: enemies, corruption, the map, the leader, new heroes."""

from __future__ import annotations

from dataclasses import replace

from ..ask import ReadStory
from . import bosses, effects
from . import vocabulary as v
from .chances import draw, titles
from .components import Tale
from .outcome import event, judge
from .rows import meet
from .state import Table
from .wording import so_many


async def tell(state: Table, word: v.Effect, cause: effects.Cause) -> None:
    """Carry out a word that only chapter and house cards, bosses and chapters use."""
    run, campaign = state.run, state.campaign
    match word:
        case v.Spawn():
            for seat in await effects.meant(state, word.who, cause, word):
                for _ in range(word.n):
                    await meet(state, seat, word.deck, red=word.red, encounter=cause.encounter)
        case v.Summon():
            for _ in range(word.count):
                await meet(state, cause.seat, word.deck)
        case v.Corrupt():
            corrupt(state, word)
        case v.UnlockHero():
            if word.hero not in campaign.unlocked:
                campaign.unlocked.append(word.hero)
                state.say(f"{state.pack.heroes[word.hero].name} joins the family and can be played from now on.")
        case v.DrawCard():
            for _ in range(word.n):
                if word.do == "draw_event":
                    await house_card(state, cause)
                else:
                    await chapter_card(state, cause)
        case v.StartBoss():
            await bosses.appear(state, word.boss)
        case v.MoveMarker():
            run.marker = word.location
            state.say(f"The family marker goes to {_place(state, word.location)}.")
        case v.PlaceTiles():
            place_tiles(state, word)
        case v.SetLeader():
            seats = await effects.meant(state, word.who, cause, word)
            if seats:
                run.leader = seats[0]
                state.say(f"{state.hero_name(seats[0])} leads now.")
        case _:
            raise TypeError(f"{word.do} is no word of a card")


def _place(state: Table, location: str) -> str:
    return state.pack.maps[state.run.map].locations[location].name


def corrupt(state: Table, word: v.Corrupt) -> None:
    """Corruption goes from the reserve into the bag, or back (CM-R15); there is none in Chapter I (CM-89)."""
    campaign = state.campaign
    inside = campaign.bag.get("corruption", 0)
    if word.do == "add_corruption":
        if state.first_chapter and not state.run.result:
            state.say("There is no corruption in Chapter I.")
            return
        n = min(word.n, campaign.corruption)
    else:
        n = -min(word.n, inside)
    campaign.corruption -= n
    campaign.bag["corruption"] = inside + n
    if not campaign.bag["corruption"]:
        del campaign.bag["corruption"]
    state.say(f"{abs(n)} corruption {'into' if n >= 0 else 'out of'} the bag.")


def place_tiles(state: Table, word: v.PlaceTiles) -> None:
    """New tiles on a location, which is unexplored again; only as many as the stacks still hold."""
    run, laid = state.run, 0
    for back in word.tiles:
        lying = sum(tiles.count(back) for tiles in run.tiles.values())
        if sum(run.stacks.get(back, {}).values()) > lying:
            run.tiles.setdefault(word.location, []).append(back)
            laid += 1
    if run.tiles.get(word.location) and word.location in run.explored:
        run.explored.remove(word.location)
    place = _place(state, word.location)
    told = f"{so_many(laid, 'tile')} {'is' if laid == 1 else 'are'} laid on {place}."
    state.say(told if laid else f"No tile is left for {place}.")


async def chapter_card(state: Table, cause: effects.Cause) -> bool:
    """The top card of the chapter deck is read and carried out; False if there is none (CM-64, CM-65)."""
    run = state.run
    names, text = titles(state.pack.chapter_cards), "Draw the top chapter card."
    seat = state.speaker()
    card = await draw(state, seat, text, run.chapter, "chapter deck", sort="chapter", names=names, renew=False)
    if card is None:
        return False
    state.campaign.chapter_cards_out.append(card)
    run.chapter.discard.append(card)
    tale = state.pack.chapter_cards[card]
    state.say(f"Chapter card: {tale.name}.")
    await _read(state, card, tale)
    with event(state):
        source = f"chapter_cards/{card}"
        await effects.carry_out(state, tale.effect.effects, replace(cause, name=tale.name, source=source, group=True))
        state.campaign.chapter_cards_done.append(card)
        judge(state)
    return True


async def _read(state: Table, card: str, tale: Tale) -> None:
    """Aloud, unless it stands on the owner's own card."""
    text = tale.text_before if state.is_own else tale.text_before or tale.effect.text
    if text or not state.is_own:
        await ReadStory(state.speaker(), tale.name, card, text)


async def house_card(state: Table, cause: effects.Cause) -> None:
    """An event card, drawn only where the pack calls for it (CM-R3)."""
    run = state.run
    names, text = titles(state.pack.house_cards), "Draw an event card."
    seat = state.speaker()
    card = await draw(state, seat, text, run.events, "event deck", sort="event", names=names, renew=False)
    if card is None:
        state.say("No event card is left.")
        return
    state.campaign.events_out.append(card)
    run.events.discard.append(card)
    tale = state.pack.house_cards[card]
    state.say(f"Event: {tale.name}.")
    await _read(state, card, tale)
    source = f"house_cards/{card}"
    await effects.carry_out(state, tale.effect.effects, replace(cause, name=tale.name, source=source, group=True))
