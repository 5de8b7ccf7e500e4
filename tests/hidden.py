"""What a seat cannot know: tables that it cannot tell apart, and redraws; for the tests of every game."""

STREAMS = 6  # redraws that are compared


def seen(g, seat):
    """The observation of a seat, by fields."""
    return g.game.observe(seat)


def redrawn(g, seat, stream=0):
    """A copy of the table with all redrawn that the seat cannot know; it must be in order."""
    twin = g.twin()
    twin.game = g.game.determinized(seat, stream)
    twin.game.check()
    return twin


def bytes_of(g):
    """The whole state."""
    return g.game.states.tobytes()


def assert_alike(g, other, *seats):
    """The seats cannot tell the two tables apart: neither by looking nor in redrawn worlds."""
    differs = (name for name in g.s.dtype.names if name != "rng" and (g.s[name] != other.s[name]).any())
    assert any(differs), "the two tables are the same"
    for seat in seats:
        assert seen(g, seat) == seen(other, seat), f"seat {seat} sees a difference"
        for stream in range(STREAMS):
            worlds = [redrawn(table, seat, stream) for table in (g, other)]
            fields = [name for name in g.s.dtype.names if (worlds[0].s[name] != worlds[1].s[name]).any()]
            assert not fields, f"redrawn for seat {seat} the tables differ in {fields}"


def assert_nothing_to_redraw(g, seat):
    """A redraw for the seat changes the random stream and nothing else."""
    for stream in range(STREAMS):
        twin = redrawn(g, seat, stream)
        assert (twin.s["rng"] != g.s["rng"]).any()
        twin.s["rng"] = g.s["rng"]
        assert bytes_of(twin) == bytes_of(g)
