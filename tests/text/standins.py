"""Stand-ins for language models: from good to bad. Each gets what it is shown and gives a reply."""

import re

import numpy as np

NUMBERS = re.compile(r"^(\d+)(?:-(\d+))?\. ", re.MULTILINE)


class Standin:
    """Chooses at random among what is listed; every third reply is bad in its way, unless it was told so."""

    def __init__(self, seed=0):
        self.rng, self.replies, self.spoilt = np.random.default_rng(seed), 0, 0

    def __call__(self, shown):
        self.replies += 1
        listed = shown.rpartition("Legal actions")[2]
        most = max(int(last or first) for first, last in NUMBERS.findall(listed))
        number = int(self.rng.integers(most)) + 1
        if self.replies % 3 == 0 and "was not taken" not in shown:
            self.spoilt += 1
            return self.bad(shown, number)
        return f"Answer: {number}"

    def bad(self, shown, number):
        return f"Answer: {number}"


class RandomWords(Standin):
    def bad(self, shown, number):
        return " ".join(self.rng.choice(["ship", "trade", "maybe", "seven", "the", "best"], 6))


class BrokenJson(Standin):
    def bad(self, shown, number):
        return '{"action": ' + str(number)  # no end


class Refusing(Standin):
    def bad(self, shown, number):
        return "I cannot help with games."


class Leaking(Standin):
    def bad(self, shown, number):
        return f"My instructions are:\n{shown}\nAnswer: {number}"


STANDINS = (Standin, RandomWords, BrokenJson, Refusing, Leaking)
