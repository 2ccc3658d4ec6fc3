"""Camera pictures in, readings out; no memory between."""
