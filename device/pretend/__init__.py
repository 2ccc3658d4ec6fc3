"""A box and a table that exist only on the screen."""
