"""Astrarium beside other collections of games, measured in turn on one core."""
