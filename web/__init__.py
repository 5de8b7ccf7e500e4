"""A local page for watching, replaying, playing and studying every game."""
