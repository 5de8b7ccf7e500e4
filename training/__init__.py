"""Learning to play: leagues of opponents, and MaskablePPO on the games' native batches."""
