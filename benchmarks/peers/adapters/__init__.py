"""One module a peer: `open_game(name, way)` gives something with `first`, `play` and `facts`."""
