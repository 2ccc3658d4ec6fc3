"""What lies there: tiles, tokens, numbers, dice, tracks."""
