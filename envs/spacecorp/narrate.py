"""SpaceCorp: how each event is told."""

SENTENCES: dict[int, str] = {}
