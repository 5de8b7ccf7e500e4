"""SpaceCorp: the progress wheel, and Adaptation and Breakthrough cards."""

from astrarium.core import kernel, tell
from astrarium.core.bits import count
from astrarium.core.telling import ALL

from . import events as ev
from . import state as st
from .profit import gain


@kernel
def has(t, s, seat, effect):
    """Does a player own the progress card with that effect?"""
    return s.progress[seat] >> t.title_of[effect] & 1


@kernel
def progress_cards(s, seat):
    """How many progress cards a player owns."""
    return count(int(s.progress[seat]))


@kernel
def orbits(t, old, new):
    """How often the top space of the wheel is entered on the way."""
    return new // t.wheel - old // t.wheel


@kernel
def advance_genetics(t, s, seat, steps):
    """Move the tan cube; an orbit gives an Adaptation, in Mariners only at the next set-up (ruling 28)."""
    old = int(s.genetics[seat])
    s.genetics[seat] = min(old + steps, 120)
    if steps > 0:
        tell(s, ev.GENETICS, ALL, seat, s.genetics[seat])
    if steps > 0 and s.era != st.MARINERS:
        s.adaptations += orbits(t, old, s.genetics[seat])
        s.award_seat = seat


@kernel
def advance_revelation(t, s, seat, steps):
    """Move the black cube; an orbit gives a Breakthrough."""
    old = int(s.revelation[seat])
    s.revelation[seat] = min(old + steps, 120)
    if steps > 0:
        tell(s, ev.REVELATION, ALL, seat, s.revelation[seat])
    if steps > 0:
        s.breakthroughs += orbits(t, old, s.revelation[seat])
        s.award_seat = seat


@kernel
def choosable(t, s, seat, kind):
    """Titles of a kind that a player may choose now."""
    bits = 0
    for title in range(st.NUM_TITLES):
        if t.title_kind[title] == kind and s.progress_left[title] > 0 and not s.progress[seat] >> title & 1:
            owned = count(int(s.progress[seat] & t.kind_bits[t.title_needs[title]]))
            if t.title_number[title] <= owned:
                bits |= 1 << title
    return bits


@kernel
def free_adaptations(t, s, seat):
    """Planeteers Adaptations without a prerequisite: the gift of a game that begins with Starfarers."""
    bits = 0
    for title in range(st.NUM_TITLES):
        if t.title_era[title] == st.PLANETEERS and t.title_number[title] == 0:
            bits |= 1 << title
    return bits & choosable(t, s, seat, st.ADAPTATION)


@kernel
def take_title(t, s, seat, title):
    """Take the upper copy; is it the one with the award?"""
    award = s.progress_left[title] == 2
    s.progress_left[title] -= 1
    s.progress[seat] |= 1 << title
    tell(s, ev.TITLE, ALL, seat, title)
    if title == t.title_of[st.STAR_CHILDREN]:
        s.star_child = 1
    return award


@kernel
def choose_title(t, s, title):
    """A progress card is chosen: its profit, its effect, and a moment for Leak."""
    seat, kind = s.seat, int(t.title_kind[title])
    if kind == st.ADAPTATION:
        s.adaptations -= 1
    else:
        s.breakthroughs -= 1
    award = take_title(t, s, seat, title)
    if award and not s.unpaid:
        gain(s, seat, int(t.title_award[title]), ev.AWARD)
    if award and kind == st.BREAKTHROUGH:
        s.leak_title = title
        s.taker = seat
        s.window = st.AT_BREAK
        s.asked = 0
        s.heard = 0


@kernel
def lose_award(t, s):
    """No card can be chosen: the award is lost (ruling 29)."""
    if s.adaptations > 0:
        s.adaptations -= 1
        tell(s, ev.NO_TITLE, ALL, s.seat, st.ADAPTATION)
    else:
        s.breakthroughs -= 1
        tell(s, ev.NO_TITLE, ALL, s.seat, st.BREAKTHROUGH)


@kernel
def title_choices(t, s):
    """Titles for the next award."""
    if s.unpaid:
        return free_adaptations(t, s, s.seat)
    return choosable(t, s, s.seat, st.ADAPTATION if s.adaptations > 0 else st.BREAKTHROUGH)


@kernel
def star_child_sites(t, s):
    """Star systems without any team."""
    bits = int(t.systems[s.era])
    for seat in range(s.num_players):
        for team in range(st.NUM_TEAMS):
            if s.team_site[seat, team] >= 0:
                bits &= ~(1 << s.team_site[seat, team])
    return bits << st.FIRST_SITE[s.era]


@kernel
def place_star_child(t, s, place):
    s.star_child = 0
    s.team_site[s.seat, st.NUM_TEAMS - 1] = place - st.FIRST_SITE[s.era]
    tell(s, ev.APPEARS, ALL, s.seat, st.NUM_TEAMS - 1, place)


@kernel
def lose_star_child(t, s):
    """Every system holds a team."""
    s.star_child = 0
