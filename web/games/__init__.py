"""How each game looks on a screen: one folder for each."""
