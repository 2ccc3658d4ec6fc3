"""How each game looks on the page."""
