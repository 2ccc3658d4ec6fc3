"""Buttons, lamps, digit and buzzer on the box."""
