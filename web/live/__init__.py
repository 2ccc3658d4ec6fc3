"""What every page shares: who looks, what is drawn for them, and how news reaches them."""
