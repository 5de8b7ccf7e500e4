"""Star Tycoon: how each event is told."""

SENTENCES = {}
