"""The page on phones and on the box's own screen."""
