"""The live table: the game being played, its journal and its dealer."""
