"""Players made of rules: they are asked what any seat is asked, and answer from what that seat may know."""

from .asked import answers_itself, why_not
from .mind import KINDS, STRENGTHS, Choice, Looked, Player, Strength, choose

__all__ = ["KINDS", "STRENGTHS", "Choice", "Looked", "Player", "Strength", "answers_itself", "choose", "why_not"]
