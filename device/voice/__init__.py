"""The voice of the box: what it says aloud, in which order, and through which mouth."""
