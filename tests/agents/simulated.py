"""Sequential tests on deals that are drawn, not played.

`python -m tests.agents.simulated` prints how often they err, how many games they take and how often their
intervals hold the share.
"""

import numpy as np

from astrarium.agents.schedule import Schedule
from astrarium.agents.sprt import HIGH, LOW, Sprt, accepted, estimate, log_ratio
from astrarium.agents.standings import FEW_DEALS


def deals(seats, share, shape, rng, alike):
    """Shares of simulated deals, and the number of seatings.

    Two seats: the deal is split with probability `alike`. More: the games of a deal are that much correlated.
    """
    if seats == 2:
        won = (1 - alike) / 2 + share - 0.5
        u = rng.random(shape)
        return np.where(u < won, 1.0, np.where(u < won + alike, 0.5, 0.0)), 2
    seatings = Schedule(2, seats, 1).a_deal
    weight = 1 / alike - 1
    chance = rng.beta(share * weight, (1 - share) * weight, shape)
    if seats % 2 == 0:
        return rng.binomial(seatings, chance) / seatings, seatings
    # In half of the seatings the agent has a seat less than the other, in half one more.
    shift = np.minimum(chance, 1 - chance) / seats
    wins = rng.binomial(seatings // 2, chance - shift) + rng.binomial(seatings // 2, chance + shift)
    return wins / seatings, seatings


def simulated(sprt, seats, share, most, alike, seed=0, tests=2000):
    """What each test accepted, and its sums when it stopped."""
    x, seatings = deals(seats, share, (tests, most), np.random.default_rng(seed), alike)
    number, total, squares = np.arange(1, most + 1), np.cumsum(x, axis=1), np.cumsum(x**2, axis=1)
    ratio = log_ratio(sprt, number, total, squares, seatings)
    low, high = sprt.bounds
    out = ((ratio <= low) | (ratio >= high)) & (number >= FEW_DEALS)
    at, each = np.where(out.any(axis=1), out.argmax(axis=1), most - 1), np.arange(tests)
    decided = [accepted(sprt, int(k) + 1, float(r)) for k, r in zip(at, ratio[each, at], strict=True)]
    return np.array(decided, object), at + 1, total[each, at], squares[each, at], seatings


def coverage(sprt, found, share):
    """How often the interval of a test holds the share."""
    held = 0
    for decided, number, total, squares in zip(*found[:4], strict=True):
        interval = estimate(sprt, decided, int(number), total, squares, found[4])
        held += interval.low <= share <= interval.high
    return held / len(found[0])


def plain_coverage(found, share):
    """How often the plain interval would."""
    number, total, squares = found[1:4]
    error = np.sqrt(np.maximum(squares - total**2 / number, 0) / (number - 1) / number)
    return float(np.mean(np.abs(total / number - share) <= 1.96 * error))


def main():
    """Print a line for each number of seats, test and true share."""
    print("seats  alike  test   share  accepts high  accepts low  games  interval  plain")
    for seats, alike, spread in (
        (2, 0.5, 0.125),
        (3, 0.05, 0.05),
        (4, 0.05, 0.05),
        (6, 0.05, 0.025),
        (6, 0.3, 0.09),
    ):
        for low, high in ((50, 53), (50, 55), (50, 60)):
            sprt = Sprt(low, high)
            most = int(45 * spread / sprt.apart**2) + 60
            for share in (low / 100, sprt.middle, high / 100, high / 100 + sprt.apart):
                found = simulated(sprt, seats, share, most, alike, seed=5, tests=1000)
                rates = f"{np.mean(found[0] == HIGH):12.1%}  {np.mean(found[0] == LOW):11.1%}"
                held = f"{coverage(sprt, found, share):8.1%}  {plain_coverage(found, share):.1%}"
                games = found[1].mean() * found[4]
                print(
                    f"{seats:5}  {alike:5}  {low},{high}  {share:.3f}  {rates}  {games:5.0f}  {held}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
