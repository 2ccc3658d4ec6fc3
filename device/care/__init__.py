"""Looking after the box: the doctor, copies of all games, signs of life."""
