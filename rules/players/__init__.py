"""Players made of rules: they are asked what any seat is asked, and answer from what that seat may know."""

from .mind import KINDS, Choice, Looked, Strength, choose

__all__ = ["KINDS", "Choice", "Looked", "Strength", "choose"]
