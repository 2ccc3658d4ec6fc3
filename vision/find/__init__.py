"""Where things lie in a picture: boards, mats, cards, pieces."""
