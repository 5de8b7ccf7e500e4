"""Weights of a game's evaluation, tuned by the results of quick games."""
