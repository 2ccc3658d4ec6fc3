"""Cameras, and the pictures that come from them or from people."""
