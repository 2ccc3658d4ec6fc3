"""What the box makes of what the camera sees."""
