"""The evaluation agrees with what a player would say of a position, and greedy players act on it."""

from itertools import chain

import numpy as np
import pytest

from astrarium.agents.base import Positions, make_agent
from astrarium.agents.search import evaluate_all
from astrarium.envs.starship_captains import state as st
from tests.envs.starship_captains.table import GAME, Table


def values(g):
    """The evaluation for every seat."""
    states = np.array([g.s.copy()])
    out = np.zeros((1, g.players))
    content = GAME.weigh(g.game.content, "first")  # the hand-made weights, whose judgement this file is about
    GAME.bound(evaluate_all)(content.tables, states, out, 0, 1)
    return out[0]


def own(g):
    """What seat 0 stands better by than the best other seat, in points."""
    value = values(g)[0]
    w = GAME.weigh(g.game.content, "first").tables["w"][0]
    unit = w["lead"] + w["lead_early"] * (st.ROUNDS - g.s["round"]) / st.ROUNDS
    return unit * value / (1 - abs(value))


def greedy(g):
    """What a greedy player does here."""
    states, mask = np.array([g.s.copy()]), g.game.mask[None]
    agent = make_agent("greedy", GAME, g.game.content)
    action = agent.act(Positions(GAME, g.game.content, states, mask, states["seat"], np.zeros(1, np.uint64)))
    return g.game.name(int(action[0]))


def at_mission(place="M5", ready="R R B C", **layout):
    """A ship at Treaty Signing (red, red, blue) or another mission."""
    return Table(**layout).ships(place).crew(ready=ready)


# Points and what becomes points


def test_the_lead_counts_and_stays_within_bounds():
    g = Table(3).completed(1, "Dyson Sphere", "Great Heist", "Mirror Universe", "Time Loop")
    ahead, others = values(g)[1], values(g)[[0, 2]]
    assert ahead > 0.2
    assert (others < -0.2).all()
    assert np.abs(values(g)).max() < 1


def test_a_lead_weighs_more_towards_the_end():
    early, late = Table(2, round=1), Table(2, round=4)
    for g in (early, late):
        g.completed(0, "Dyson Sphere")
    assert own(late) > own(early)


def test_alone_the_points_of_a_win_are_the_measure():
    g = Table(1)
    poor = values(g)[0]
    rich = values(g.tracks(0, CO=40, TC=40, NI=60))[0]
    assert -1 < poor < 0 < rich < 1


@pytest.mark.parametrize("tokens", ["RY", "P", "RY RB"])
def test_cargo_is_worth_having(tokens):
    assert own(Table().cargo(0, tokens)) > own(Table().cargo(0, ""))


def test_a_medal_is_worth_more_than_its_half_point_until_nobody_can_be_trained():
    def gain(round, *passed):
        more, less = (Table(round=round).medals(n, 1).passed(*passed) for n in (2, 1))
        return own(more) - own(less)

    assert gain(1) > gain(3) > 0.5
    assert gain(4, 0) == pytest.approx(0.5)


def test_damage_hurts_and_more_where_it_takes_the_last_room():
    loss = [own(Table().cargo(0, "", d)) - own(Table().cargo(0, "", d + 1)) for d in (0, 5)]
    assert 0 < loss[0] < loss[1]


def test_lockers_make_room():
    full = Table().cargo(0, "RY RY RY RY RY")
    spare = own(full.slots(0, s3="Dimensional Lockers")) - own(full.slots(0, s3="Stealth Paint"))
    empty = Table().cargo(0, "", 0)
    assert spare > own(empty.slots(0, s3="Dimensional Lockers")) - own(empty.slots(0, s3="Stealth Paint"))


# Crew


def test_a_figure_ready_is_better_than_one_in_the_queue():
    assert own(Table().crew(ready="R Y B C", queue="R Y B")) > own(
        Table().crew(ready="R Y B", queue="C R Y B")
    )


def test_an_ensign_is_better_than_a_cadet_and_a_commander_better_still():
    cadet, ensign, commander = (own(Table(round=2).crew(ready=f"R Y {who}")) for who in ("C", "B", "B+"))
    assert cadet < ensign < commander


def test_an_android_is_worth_more_than_its_point_while_missions_can_be_done():
    def gain(round, *passed):
        with_one = Table(round=round).crew(ready="R Y B A").passed(*passed)
        return own(with_one) - own(Table(round=round).crew(ready="R Y B").passed(*passed))

    assert gain(3) > 1.1
    assert gain(4, 0) == pytest.approx(1)


def test_who_has_passed_for_the_last_time_has_no_use_for_figures():
    ready, queued = Table(round=4).passed(0), Table(round=4).passed(0)
    assert own(ready.crew(ready="R Y B", queue="R Y B")) == own(queued.crew(ready="", queue="R Y B R Y B"))


def test_a_commander_whom_the_queue_keeps_misses_a_round():
    back = Table(round=2).passed(0).crew(ready="", queue="B+ R Y R Y R B")
    kept = Table(round=2).passed(0).crew(ready="", queue="R Y R Y R B B+")
    assert own(back) > own(kept)


def test_ready_reserve_brings_one_more_back():
    """The third from the end: kept by the queue unless only two are."""

    def loss(tech):
        last = Table(round=2).passed(0).slots(0, s3=tech).crew(ready="", queue="B+ Y R Y R Y B")
        third = Table(round=2).passed(0).slots(0, s3=tech).crew(ready="", queue="Y R Y R B+ Y B")
        return own(last) - own(third)

    assert loss("Ready Reserve") == pytest.approx(0)
    assert loss("Stealth Paint") > 0.5


# Techs and tracks


def test_a_tech_is_worth_more_early_than_late():
    gain = [own(Table(round=r).slots(0, s3="Xeno-Archive")) - own(Table(round=r).slots(0)) for r in (1, 4)]
    assert gain[0] > gain[1]


def test_a_strong_room_is_worth_more_than_a_weak_one():
    assert own(Table().slots(0, s3="Ambassador Suite")) > own(Table().slots(0, s3="Android Workshop"))


def test_a_free_slot_is_worth_repairing_while_there_are_techs_to_come():
    def gain(round):
        whole = Table(round=round).cargo(0, "", 0).slots(0, damaged=(2, 3, 4, 5, 6))
        slot = own(whole) - own(Table(round=round).cargo(0, "", 0).slots(0, damaged=(1, 2, 3, 4, 5, 6)))
        hold = own(Table(round=round).cargo(0, "", 0).slots(0)) - own(
            Table(round=round).cargo(0, "", 1).slots(0)
        )
        return slot / hold

    assert gain(1) > 1
    assert gain(1) > gain(4)


def test_an_omega_counts_what_it_scores_and_what_it_may_still_score():
    def gain(round, *done):
        bare, omega = (Table(round=round).passed(0).completed(0, *done) for _ in range(2))
        return own(omega.slots(0, s3="Blue Mission Archive")) - own(
            bare.slots(0, s3="Red Roster").crew(ready="C")
        )

    assert gain(4, "Dyson Sphere", "Treaty Signing") > gain(4)
    assert gain(1) > gain(4)


@pytest.mark.parametrize("space", range(1, 13))
def test_every_step_on_a_track_is_progress(space):
    """Bonuses are taken on the way, so only spaces without one can be compared."""
    if Table().t["bonus"][0, 0, space] == 0:
        before, after = (own(Table().no_events().tracks(0, CO=at)) for at in (space - 1, space))
        assert after > before - 1e-9


def test_a_bonus_ahead_is_worth_more_than_one_behind():
    """Both stand a step into the second zone; three medals lie ahead of the one, none of the other."""
    assert own(Table(sides="AAA").tracks(0, CO=11)) - own(Table(sides="AAA").tracks(0, CO=10)) > own(
        Table(sides="BAA").tracks(0, CO=11)
    ) - own(Table(sides="BAA").tracks(0, CO=10))


# Missions


def test_a_mission_here_is_better_than_one_near_and_that_than_one_far():
    here, near, far = (own(at_mission(place)) for place in ("M5", "O4", "M2"))
    assert here > near
    assert here > far


def test_a_mission_held_by_another_is_no_use():
    free, held = Table().ships("M5", "H"), Table().ships("M5", "M5")
    held.s["holder"][held.place("M5")] = 1
    assert own(free) > own(held)


def test_the_right_crew_for_a_mission_is_worth_more():
    assert own(at_mission(ready="R R B C")) > own(at_mission(ready="Y Y Y C"))
    assert own(at_mission(ready="R A B C")) > own(at_mission(ready="R Y B C"))


def test_in_the_last_round_a_mission_needs_its_crew_now():
    def gain(ready):
        return own(at_mission(ready=ready, round=4)) - own(at_mission("I2", ready=ready, round=4))

    assert gain("R R B") > 2
    assert gain("R R") < 0.5


def test_a_fight_on_a_mission_needs_a_pirate():
    def gain(pirates):
        g = Table().missions(M5="Pirate Hideout").ships("M5").crew(ready="Y Y R C").pirates(pirates)
        return own(g)

    assert gain({"M5-O4": "yellow medal"}) > gain({"H-I1": "purple medal"})


def test_techs_that_reward_missions_are_promised():
    def gain(mission):
        bare = Table().missions(M5=mission).ships("M5").crew(ready="R R B Y")
        techs = {"s3": "Science Observers"}
        away = Table().missions(M5=mission).ships("H").crew(ready="R R B Y")
        with_tech = own(bare.slots(0, **techs)) - own(away.slots(0, **techs))
        return with_tech - (own(bare.slots(0)) - own(away.slots(0)))

    assert gain("Treaty Signing") > gain("Comet Rodeo")


# In the middle of a turn


def test_a_mission_is_promised_from_the_first_figure_to_the_last_line():
    """Treaty Signing: neither taking it on nor a figure sent nor a line resolved looks like a loss."""
    g = at_mission(round=2)
    before = own(g)
    lines = (("yes", "CO2", "fix cargo", "CO1"), ("yes", "CO1"), ("yes", "TC2", "fix cargo", "TC1"))
    for action in ("complete the mission", "R", "R", "B", *chain.from_iterable(lines)):
        g.act(action)
        assert own(g) > before
    assert g.s["completed"][0]


def test_on_a_mission_the_matching_figure_is_the_better_one():
    right = own(at_mission().act("complete the mission", "R"))
    wrong = own(at_mission().act("complete the mission", "C"))
    assert right > wrong


def test_a_commander_on_a_line_promises_a_second_task():
    commander = own(at_mission(ready="R+ R B C").act("complete the mission", "R+"))
    ensign = own(at_mission(ready="R+ R B C").act("complete the mission", "R"))
    assert commander > ensign
    g = at_mission(ready="R+ R B C").act(
        "complete the mission", "R+", "R", "B", "yes", "CO2", "fix cargo", "CO1"
    )
    asked = own(g)
    assert asked > own(g.act("done"))


def test_a_commander_at_work_comes_back_and_has_a_second_task():
    g = Table(round=2).crew(ready="R+ Y B").act("activate Helm", "done")
    asked = own(g)
    assert asked > own(Table(round=2).crew(ready="Y B")) + 1
    assert asked > own(g.act("done"))


def test_a_roster_counts_those_who_are_away():
    """Two red figures on a mission lower the points for a while, but not the standing."""
    plain, roster = at_mission(), at_mission()
    roster.slots(0, s3="Red Roster")
    plain.slots(0, s3="Stealth Paint")
    before = own(roster) - own(plain)
    for g in (plain, roster):
        g.act("complete the mission", "R", "R", "B")
    assert own(roster) - own(plain) == pytest.approx(before, abs=0.5)


def test_moves_left_are_promised():
    g = Table().ships("I2").crew(ready="R Y B C")
    under_way = own(g.act("activate Helm"))
    assert under_way > own(g.act("done"))


def test_a_tech_in_hand_is_as_good_as_installed():
    g = Table().slots(0)
    before = own(g)
    g.act("activate Science", "take 3")
    assert own(g) > before
    omega = Table().slots(0).act("activate Science", "take 6")
    assert own(omega) > before


def test_damage_about_to_be_taken_counts():
    """Hull Plating asks while the damage is in the air: it is no better than having taken it."""

    def fight():
        g = Table().slots(0, s3="Hull Plating").cargo(0, "P").pirates({"H-I1": "purple medal"})
        return g.act("activate Weapons", "fight purple")

    in_the_air = fight()
    bare = own(in_the_air)
    in_the_air.s["hurt"] = 0
    assert own(in_the_air) > bare


def test_an_improvement_being_paid_is_promised():
    """With Trophy Display it is asked what pays: meanwhile the commander is as good as promoted."""
    g = Table(round=2).slots(0, s3="Trophy Display").cargo(0, "P P").medals(2, 1).crew(ready="R Y B")
    before = own(g)
    assert own(g.act("promote red ensign")) > before
    g = Table(round=2).slots(0, s3="Trophy Display").cargo(0, "P P").medals(2, 1).crew(ready="C Y B")
    before = own(g)
    assert abs(own(g.act("train cadet as red ensign")) - before) < 0.5


# Greedy players


def test_greedy_completes_a_mission_for_which_the_crew_is_there():
    assert greedy(at_mission(round=4, ready="R R B")) == "complete the mission"


def test_greedy_repairs_rather_than_passes():
    assert greedy(Table(round=4).ships("I2").crew(ready="C")) == "activate Repair"


def test_greedy_flies_to_a_mission():
    g = Table().ships("I3").crew(ready="R R B R")
    while g.s["seat"] == 0 and g.s["active"] == 0:
        g.act(greedy(g))
    assert g.s["mission_at"][g.s["location"][0]] >= 0


def test_greedy_fights_for_a_reward():
    g = Table(round=4).ships("I2").crew(ready="Y").pirates({"I2-M3": "yellow android"}).cargo(0, "", 0)
    assert greedy(g.slots(0)) == "activate Weapons"


def test_greedy_uses_a_line_that_matches():
    g = at_mission().act("complete the mission", "R", "R", "B")
    assert greedy(g) == "yes"


def test_greedy_alone_does_not_hurry_to_the_next_round():
    """A mission waits for the next round's crew; the last cadet repairs before that."""
    g = Table(1, round=2).ships("M5").crew(ready="C").actions()
    assert greedy(g) == "activate Repair"
