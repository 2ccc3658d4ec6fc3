"""Tableside: the five games as rules that ask questions."""
