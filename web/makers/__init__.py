"""The box for makers: what everybody may see, as JSON."""
