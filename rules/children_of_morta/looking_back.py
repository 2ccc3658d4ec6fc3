"""Children of Morta looked back on: what is worth telling again, the journey, and what can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.figures import Figure, Happening, Luck, counted

from .levels import morvs
from .state import Table
from .wording import so_many

TELLS = (
    "campaign is complete",
    "run is won",
    "run is lost",
    "is defeated!",
    " appears",
    "Achievement unlocked",
    "are bonded",
    "Chapter card",
    "joins.",
    "leaves.",
    "Event",
    ", level ",
    "Critical!",
    "goes to",
    "is defeated",
    "health 1/",
)


def stands(state: Table) -> str:
    run = state.run
    if not run.heroes:
        return f"The family is at home: {so_many(state.campaign.won, 'run')} won of {state.campaign.runs}."
    health = ", ".join(f"{state.hero_name(seat)} {hero.health}" for seat, hero in run.heroes.items())
    where = f"Chapter {state.campaign.chapter}, round" if state.mode == "story" else "Round"
    boss = run.boss
    fight = f"; {state.pack.bosses[boss.id].name} has taken {boss.damage} damage" if boss else ""
    return f"{where} {run.round}, health: {health}{fight}."


def journey(state: Table) -> list[Figure]:
    campaign = state.campaign
    facts = [Figure("Runs won", f"{campaign.won} of {campaign.runs}")]
    if state.mode == "story":
        facts.insert(0, Figure("Chapter", f"{campaign.chapter} of {len(state.pack.chapters)}"))
        facts.append(Figure("Family fund", morvs(campaign.fund)))
    raised = sum(level - 1 for record in campaign.records.values() for level in record.levels.values())
    facts += [Figure("Actions levelled up", str(raised))] if raised else []
    facts += [Figure("Bonds", str(len(campaign.bonded)))] if campaign.bonded else []
    facts += [Figure("Achievements", str(len(campaign.achievements)))] if campaign.achievements else []
    return facts


def figures(story: Iterable[Happening]) -> list[Figure]:
    hurt, unhurt, critical = Counter[str](), Counter[str](), Counter[str]()
    luck, health = Luck(), dict[str, int]()
    beaten = 0
    state: Table | None = None
    for each in story:
        state = each.state
        luck.see(each)
        for seat, hero in state.run.heroes.items():
            hurt[seat] += max(health.get(seat, hero.health) - hero.health, 0)
            health[seat] = hero.health
        for text in each.said:
            beaten += text.endswith((" is defeated.", " is defeated!"))
            for seat in state.run.heroes:
                name = state.hero_name(seat)
                unhurt[seat] += text == f"{name} takes no damage."
                critical[seat] += text == f"Critical! {name} gets the critical reward."
    if state is None:
        return []
    seats = tuple(dict.fromkeys((*state.setup.names, *state.seats)))
    return [
        *journey(state),
        Figure("Enemies beaten", str(beaten)),
        *counted("Damage taken", hurt, seats),
        *counted("Hits that did no harm", unhurt, seats),
        *counted("Critical rolls", critical, seats),
        *luck.figures("Dice, on average"),
    ]
