"""Imagined worlds: the game as it stands, with everything that a seat cannot know filled in at random."""

from __future__ import annotations

from rules.ask import Ask, AskAny, IllegalAnswer, Luck
from rules.plain import copied, load
from rules.position import Position, Run, Step, sensible_sample


class Worlds:
    """The worlds that *seat* may believe to be in, each fresh and each to be walked through once.

    :param knows: whose knowledge they are made of, if another seat wants to understand this one.

    A world begins at the last checkpoint, takes the steps since and is then filled in: rules read the table anew after
    each answer, so what was hidden may change under them. Secret answers to a question that is still open lie nowhere
    on the table yet; they are imagined as others would have given them.
    """

    def __init__(self, position: Position, seat: str, knows: str = "") -> None:
        self.game, self.seat, self.knows = position.game, seat, knows or seat
        self._steps = position.steps
        self._begun = load(self.game.state_type, position.checkpoint)
        self._secret = self._secret_answers(position)

    def _secret_answers(self, position: Position) -> frozenset[int]:
        """Which of the steps were answers of others to a secret question that is still pending."""
        ask = position.ask
        if not isinstance(ask, AskAny) or not ask.window:
            return frozenset()
        given = [seat for seat in ask.window if seat not in ask.seats and seat != self.knows]
        last = {step.seat: number for number, step in enumerate(self._steps) if step.kind == "answer"}
        return frozenset(last[seat] for seat in given if seat in last)

    def imagine(self, chance: Luck) -> Run:
        """Another world, at the question that *seat* is asked."""
        for _ in range(10):
            run = self._replayed(chance)
            if run is not None:
                break
        else:
            raise AssertionError(f"{self.game.title}: no world fits what {self.seat} knows")
        self.game.imagine(run.state, self.knows, chance)
        run.look_again()
        return run

    def _replayed(self, chance: Luck) -> Run | None:
        run = Run(self.game, copied(self._begun), keeps=False)
        for number, step in enumerate(self._steps):
            if number in self._secret:
                asked = run.ask.of(step.seat) if run.ask else None
                if asked is None:
                    return None
                given = sensible_sample(self.game, run.state, asked, chance) if asked.default is None else asked.default
                step = Step("answer", given, step.seat)
            try:
                run.take(step)
            except IllegalAnswer:
                return None
        return run


def asked_of(run: Run, seat: str) -> Ask:
    """What *seat* is asked in this world."""
    asked = run.ask.of(seat) if run.ask else None
    assert asked is not None, f"{seat} is asked nothing here"
    return asked
