"""What the pictures and boards of all games have in common, and that knows no game."""
