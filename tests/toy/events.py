"""Lanterns: what can happen. narrate.py says how it is told."""

PEEKS, SWAPS, SHOWS, WINS, ENDS = range(5)
