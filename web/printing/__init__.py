"""Sheets for the printer, in true millimetres."""
