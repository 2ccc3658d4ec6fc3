"""Teaching the networks; nothing here is needed on the box."""
