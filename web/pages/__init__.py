"""The pages of the box: playing, saved games, the doctor, the camera, the pretend table."""
