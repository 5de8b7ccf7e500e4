"""Who knows what: observations, and redraws of what a seat cannot know."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.starfarers import state as st
from tests.envs.starfarers.table import ALL_CARDS, GAME, LABELS, Table, launch_of, node_of, planet_of
from tests.hidden import assert_alike, redrawn, seen

SPEC = GAME.observation


def known(g, seat, player):
    """Cards that the seat is sure a player (counted from it) holds."""
    return {name: n for name, n in zip(st.RESOURCES, seen(g, seat)["known"][player], strict=True) if n}


# The point of view


def test_players_are_counted_from_the_own_seat():
    g = Table().give(1, ore=2).give(2, fuel=3)
    assert [seen(g, seat)["hand_size"] for seat in range(3)] == [[0, 2, 3, 0], [2, 3, 0, 0], [3, 0, 0, 2]]
    assert [seen(g, seat)["active"] for seat in range(4)] == [0, 3, 2, 1]


def test_sites_ships_and_outposts_name_players_from_the_own_seat():
    g = Table().outpost(1, "Merchants", "ore rate").ship(1, "K16", "trade", rings=3)
    site = LABELS["site"].index("Alpha food+carbon")
    assert [seen(g, seat)["site_owner"][site] for seat in range(4)] == [2, 1, 4, 3]
    assert [seen(g, seat)["outposts"][5] for seat in range(4)] == [2, 1, 4, 3]
    assert [seen(g, seat)["chip"][1] for seat in range(4)] == [2, 1, 4, 3]
    assert [seen(g, seat)["ship_cargo"][(1 - seat) % 4][2] for seat in range(4)] == [st.TRADE] * 4


def test_blocked_sites_are_shown_as_such():
    view = seen(Table(3), 0)
    assert view["site_owner"].count(st.MAX_PLAYERS + 1) == 3


def test_only_the_acting_seat_is_told_the_question():
    g = Table().give(0, ore=1)
    assert seen(g, 0)["ask"][st.ASK_BUILD - 1] == 1
    assert [sum(seen(g, seat)["ask"]) for seat in range(4)] == [1, 0, 0, 0]
    assert [seen(g, seat)["deciding"] for seat in range(4)] == [0, 3, 2, 1]


def test_large_numbers_stay_within_the_bounds():
    g = Table().give(0, ore=8, fuel=8, carbon=8, food=8, goods=8).expand(0, 6, 6, 5)
    g.outpost(0, "Scientists", "drives", "guns", "drive and gun 1", "drive and gun 2", "drive and gun 3")
    g.ship(0, "K16").flight(5).take_off()
    assert seen(g, 0)["speed"] == st.MAX_SPEED
    for seat in range(4):
        obs = np.concatenate([np.ravel(value) for value in seen(g, seat).values()])
        assert (obs >= SPEC.low).all()
        assert (obs <= SPEC.high).all()


def test_distances_of_the_own_ships_are_shown():
    g = Table()
    view = seen(g, 0)
    assert min(view["site_distance"][0][12:15]) == 6  # to the nearest site of S1
    assert view["base_distance"][0] == [16, 18, 26, 30]
    assert view["site_distance"][1] == [0] * 33


# Cards


def test_h1_a_hand_is_seen_by_its_player_alone():
    g, other = Table().give(1, ore=1), Table().give(1, food=1)
    assert seen(g, 1)["hand"] == [1, 0, 0, 0, 0]
    other.s["bank"][:] = g.s["bank"]  # the same bank: the difference lies in the pile
    other.s["pile"][0] += 1
    other.s["pile"][3] -= 1
    assert_alike(g, other, 0, 2, 3)


def test_h2_cards_of_the_bank_come_and_go_openly():
    g = Table().give(0, ore=3).act("trade ore for food with the bank")
    assert known(g, 1, 3) == {"food": 1}
    g.give(0, fuel=2).act("buy a booster")
    assert known(g, 2, 2) == {"food": 1}
    assert all(redrawn(g, 1, stream).hand(0) == {"food": 1} for stream in range(5))


def test_h2_yields_are_seen_by_all():
    g = Table().next_roll(8)
    assert known(g, 2, 2) == {"carbon": 1}


def test_h3_a_drawn_supply_is_the_drawers_secret():
    g = Table().give(3, goods=1).force("draw supplies from Earth", lambda s: s["hand"][0, 0] == 1)
    other = Table().give(3, goods=1).force("draw supplies from Earth", lambda s: s["hand"][0, 3] == 1)
    assert_alike(g, other, 1, 2, 3)
    assert {tuple(redrawn(g, 1, stream).hand(0)) for stream in range(40)} == {
        (name,) for name in st.RESOURCES
    }


def test_h4_a_stolen_card_is_known_to_the_two():
    g = Table().give(2, ore=1, food=1, seen=True).next_roll(7)
    g.force("choose the next player", lambda s: s["hand"][1, 0] == 1)
    assert known(g, 1, 1) == {"food": 1}
    assert known(g, 2, 3) == {"ore": 1}
    assert known(g, 0, 2) == known(g, 3, 3) == {}
    other = Table().give(2, ore=1, food=1, seen=True).next_roll(7)
    other.force("choose the next player", lambda s: s["hand"][1, 3] == 1)
    for field in ("dice", "balls_drawn"):
        other.s[field] = g.s[field]
    assert_alike(g, other, 0, 3)


def test_h5_what_is_sure_shrinks_by_one_of_each_kind_at_an_unseen_loss():
    g = Table().give(2, ore=2, food=1, seen=True).next_roll(7).act("choose the next player")
    assert known(g, 0, 2) == {"ore": 1}
    hands = {tuple(redrawn(g, 0, stream).s["hand"][2].tolist()) for stream in range(60)}
    assert all(hand[0] >= 1 for hand in hands)
    assert len(hands) > 1


def test_h6_offers_show_the_cards_they_give():
    g = Table().give(0, ore=2, fuel=1).give(1, food=1).act("open an offer", "give ore", "give ore")
    assert known(g, 1, 3) == {"ore": 2}
    assert all(redrawn(g, 1, stream).s["hand"][0, 0] >= 2 for stream in range(10))
    g.act("want food", "send the offer", "accept")
    assert known(g, 2, 3) == {"food": 1}


def test_h6_offers_and_answers_are_open():
    g = Table().give(0, ore=2).give(1, food=1).give(2, goods=1)
    g.act("open an offer", "give ore", "want food", "send the offer", "make a counter-offer")
    for seat in range(4):
        view = seen(g, seat)
        assert view["offer_stage"] == st.COUNTERING
        assert view["bids_given"][-seat % 4] == [1, 0, 0, 0, 0]
        assert view["bids_wanted"][-seat % 4] == [0, 0, 0, 1, 0]
    g.act("give food", "want ore", "send the offer")
    assert [seen(g, seat)["answers"][(1 - seat) % 4] for seat in range(4)] == [st.COUNTERED] * 4


def test_h7_a_pile_formed_anew_is_known_and_then_forgotten():
    g = Table().give(2, ore=1).pile(ore=1).act("draw supplies from Earth")
    assert seen(g, 1)["pile_known"] == [6] * 5
    g.next_roll(5)
    g.act("draw supplies from Earth")
    assert seen(g, 0)["pile_known"] == [5] * 5
    own = seen(g, 1)["pile_known"]
    assert sorted(own) == [5, 6, 6, 6, 6]


def test_h8_redrawn_hands_are_drawn_from_all_cards_that_cannot_be_placed():
    g = Table().pile(ore=1, fuel=1, carbon=2).give(1, ore=1)
    g.stock(ore=18, fuel=19, carbon=18, food=20, goods=20)
    counts = Counter(next(iter(redrawn(g, 0, stream).hand(1))) for stream in range(600))
    assert set(counts) == {"ore", "fuel", "carbon"}
    assert counts["ore"] / 600 == pytest.approx(2 / 5, abs=0.1)
    assert counts["carbon"] / 600 == pytest.approx(2 / 5, abs=0.1)


def test_h9_what_two_others_know_of_each_other_is_not_redrawn_into_a_seats_view():
    g = Table().give(2, ore=1, food=1, seen=True).next_roll(7)
    g.force("choose the next player", lambda s: s["hand"][1, 0] == 1)
    world = redrawn(g, 0)
    assert world.s["known"][1, 2].tolist() == world.s["known"][st.PUBLIC, 2].tolist()


# Chips


def test_h10_a_chip_is_seen_by_those_who_looked():
    g = Table().chip("S1 fuel", "5").ship(0, "F6").flight(5).take_off().steer(launch_of("S1 fuel+goods", 1))
    at = planet_of("S1 fuel")
    assert [seen(g, seat)["planet_face"][at] > 0 for seat in range(4)] == [True, False, False, False]
    assert all(seen(g, seat)["planet_seen"][-seat % 4][at] == 1 for seat in range(4))
    assert all(redrawn(g, 0, stream).face("S1 fuel") == "5" for stream in range(10))
    assert len({redrawn(g, 1, stream).face("S1 fuel") for stream in range(20)}) > 1


def test_h10_what_lies_face_down_is_hidden():
    g = Table().chip("S1 goods", "pirate 4").chip("S2 fuel", "10")
    other = Table().chip("S1 goods", "10").chip("S2 fuel", "pirate 4")
    for planet in ("S1 goods", "S2 fuel"):
        assert g.face(planet) != other.face(planet)
    other.s["face"][:] = g.s["face"]
    a, b = planet_of("S1 goods"), planet_of("S2 fuel")
    other.s["face"][[a, b]] = other.s["face"][[b, a]]
    assert_alike(g, other, 0, 1, 2, 3)


def test_h11_redrawn_chips_keep_their_colours_and_what_is_known():
    g = Table().chip("S1 goods", "ice 3").trophy(1, "S1 goods")
    faces = set()
    for stream in range(20):
        world = redrawn(g, 0, stream)
        faces.add(world.s["face"].tobytes())
        assert world.face("S1 goods") == g.face("S1 goods")
    assert len(faces) == 20


def test_h12_trophies_and_white_chips_are_open():
    g = Table().chip("S1 goods", "ice 3").trophy(1, "S1 goods")
    assert [seen(g, seat)["trophies"][(1 - seat) % 4] for seat in range(4)] == [1] * 4
    assert sum(seen(g, 2)["reserve"]) == 4


# Encounters


def test_h13_the_number_of_an_encounter_is_the_readers_secret():
    g = Table().give(0, ore=1).meet(12)
    g.s["deck"], g.s["discard"] = 1 << 12, ((1 << 32) - 1) & ~(0b11 << 11)
    other = g.twin()
    other.s["card"], other.s["deck"] = 12, 1 << 11
    assert_alike(g, other, 0, 2, 3)
    assert (seen(g, 1)["card"], seen(other, 1)["card"]) == (12, 13)
    assert {int(redrawn(g, 0, stream).s["card"]) for stream in range(20)} == {11, 12}
    assert {int(redrawn(g, 1, stream).s["card"]) for stream in range(20)} == {11}


def test_h13_cards_in_the_discard_pile_are_out_of_the_question():
    g = Table().give(0, ore=1).meet(12)
    assert {int(redrawn(g, 0, stream).s["card"]) for stream in range(20)} == {11}


def test_h13_a_card_with_another_question_is_out_of_the_question():
    g = Table().give(0, ore=1).meet(12)
    g.s["deck"], g.s["discard"] = ALL_CARDS & ~(1 << 11), 0
    assert {int(redrawn(g, 0, stream).s["card"]) for stream in range(20)} == {11, 12}


@pytest.mark.parametrize("gift", [0, 1])
def test_h14_the_second_question_tells_seven_or_eight(gift):
    g = Table().give(0, ore=2).give(1, ore=1).meet(7)
    g.s["deck"], g.s["discard"] = 0b0111_1111 & ~(1 << 6) | 1 << 7, ((1 << 32) - 1) & ~0xFF
    assert {int(redrawn(g, 0, stream).s["card"]) for stream in range(60)} == set(range(8))
    g.act(f"give {gift} cards")
    assert g.ask == st.ASK_ATTACK
    assert {int(redrawn(g, 0, stream).s["card"]) for stream in range(40)} == {6, 7}


def test_h15_the_number_is_open_once_the_result_is_read():
    g = Table().give(0, ore=3).give(1, ore=1).meet(2).act("give 3 cards")
    assert g.ask == st.ASK_ADD
    assert [seen(g, seat)["card"] for seat in range(4)] == [2] * 4
    assert {int(redrawn(g, 0, stream).s["card"]) for stream in range(10)} == {1}


def test_h16_a_redraw_keeps_the_choices_of_the_acting_seat():
    g = Table().give(0, ore=3, fuel=2, food=2, carbon=3).give(1, goods=4)
    for stream in range(5):
        assert redrawn(g, 0, stream).legal() == g.legal()


def test_h17_an_opponent_on_the_move_keeps_a_way_out_in_redrawn_worlds():
    """Seat 0 stands where it began, on a site where it can found; another seat does not know the chips."""
    g = Table().plain("S1").ship(0, "S1 ore+goods").flight(3).take_off()
    for stream in range(20):
        world = redrawn(g, 1, stream)
        assert world.legal()
        world.act(world.legal()[0])


def test_h17_with_its_goal_barred_it_turns_back():
    """It has left a site that it could settle, and every other place to rest is taken."""
    site, beside = "S3 goods+carbon", launch_of("S3 goods+carbon", 1)
    g = Table().no_ships().plain("S3").ship(0, site).colony(1, "S3 goods+food")
    for i, place in enumerate(("S8", "T9", "U7", "U9", "U13", "V8", "V10", "V12")):
        g.ship(1 + i // 3, place, "trade", rings=1 + i % 3)
    g.flight(4).take_off().steer(beside)
    assert not g.can("stop here")
    worlds = [redrawn(g, 1, stream) for stream in range(20)]
    barred = [world for world in worlds if world.face("S3 carbon") != "10"]
    assert barred
    for world in barred:
        assert world.legal() == ["stop here"]
        assert world.act("stop here").place(0) == LABELS["node"][node_of(site)]


def test_h17_ships_that_can_do_something_are_looked_for_anew_in_redrawn_worlds():
    """A halted ship can clear the ice that its player sees; in another world it lies elsewhere."""
    g = Table().no_ships().chip("S1 goods", "ice 3").ship(0, "S1 ore+goods").expand(0, freight=3).meet(5)
    assert g.can("move the ship with 1 ring")
    for stream in range(40):
        world = redrawn(g, 1, stream)
        ready = world.face("S1 goods") in ("ice 3", "10")
        assert world.can("move the ship with 1 ring") == ready
