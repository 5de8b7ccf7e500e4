"""SpaceCorp: colours and letters of the pieces in pictures."""

from astrarium.core import svg

SEAT_COLOURS = ("#4486ee", "#e8c53a", "#d94848", "#3da765")
SEAT_INK = ("#ffffff", "#1b1b1b", "#ffffff", "#ffffff")
COLONY_INK = svg.tone("colony-ink", "#8a6200", "#f1d36b")
BASE_LETTERS = ("A", "B", "X", "I", "F", "R", "S", "D", "P")  # as the legend of the picture says
