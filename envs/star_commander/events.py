"""Star Commander: what can happen. narrate.py says how it is told."""
