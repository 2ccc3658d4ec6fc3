"""What owners do with their own copy: packs, photographs, taught pieces, the camera's place."""
