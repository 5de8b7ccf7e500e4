"""Who knows what: observations, and redraws of what a seat cannot know."""

from collections import Counter

import numpy as np
import pytest

from astrarium.envs.star_commander import state as st
from tests.envs.star_commander.table import GAME, Table, cell_of
from tests.hidden import assert_alike, bytes_of, redrawn, seen

SPEC = GAME.observation
UNSEEN = ("Barrage", "Ram", "Refinery", "Sabotage", "Bribery", "Evasion")


def names(g, copies):
    """A list of copies by card as the cards' names."""
    return [name for name, n in zip(g.labels["card"], copies, strict=False) for _ in range(n)]


def known(g, seat, player):
    """Names of the hand cards of a player (counted from the seat) that the seat knows."""
    return names(g, seen(g, seat)["shown"][player])


# The point of view


def test_players_are_counted_from_the_own_seat():
    g = Table(3).credits(5, 6, 7)
    assert [seen(g, seat)["credits"] for seat in range(3)] == [[5, 6, 7, 0], [6, 7, 5, 0], [7, 5, 6, 0]]
    assert [seen(g, seat)["active"] for seat in range(3)] == [0, 2, 1]
    assert [seen(g, seat)["deciding"] for seat in range(3)] == [1, 3, 2]


def test_cells_and_vessels_name_players_from_the_own_seat():
    g = Table(3).own("B2", 1, 2, "Trade World")
    slot = g.put(2, "Corvette", "B2")
    cell = st.CELLS.index("B2")
    assert [seen(g, seat)["cell_owner"][cell] for seat in range(3)] == [2, 1, 3]
    assert [seen(g, seat)["vessel_owner"][slot] for seat in range(3)] == [3, 2, 1]
    assert [seen(g, seat)["fleet_ships"][cell] for seat in range(2)] == [[0, 0, 1, 0], [0, 1, 0, 0]]


def test_only_the_acting_seat_is_told_the_question():
    g = Table(3)
    assert seen(g, 0)["ask"][st.ASK_COMMAND - 1] == 1
    assert sum(seen(g, 1)["ask"]) == sum(seen(g, 2)["ask"]) == 0


def test_a_pick_under_way_is_told_to_all_from_their_own_seats():
    g = Table(3).give(0, "Evasion")
    g.put(1, "Corvette", "A1")
    g.put(1, "Corvette", "A1", damage=1)
    g.act("play Evasion", "choose A1", "choose next player's Corvette")
    assert g.s["ask"] == st.ASK_WHICH
    for seat, owner, announcer in ((0, 2, 1), (1, 1, 3), (2, 3, 2)):
        view = seen(g, seat)
        assert (view["pick_owner"], view["announcer"]) == (owner, announcer)
        assert view["pick_kind"] == g.kind("Corvette") + 1
        assert view["item"] == g.card("Evasion") + 1


def test_the_stack_names_players_from_the_own_seat():
    g = Table(3).give(0, "Spy Network").give(1, "Evasion").give(2, "Evasion")
    g.play("Spy Network", "choose second player")
    assert [seen(g, seat)["stack_picks"][0][0] for seat in range(3)] == [3, 2, 1]
    assert [seen(g, seat)["stack_player"][0] for seat in range(3)] == [1, 3, 2]


def test_large_numbers_stay_within_the_bounds():
    g = Table().credits(30000, 30000)
    g.put(0, "Battleship", "B2")
    g.s["v_attack"][2] = st.MOST
    g.s["v_assigned"][2] = st.MOST
    for seat in range(2):
        obs = np.concatenate([np.ravel(value) for value in seen(g, seat).values()])
        assert (obs >= SPEC.low).all()
        assert (obs <= SPEC.high).all()
    assert seen(g, 0)["vessel_attack"][2] == seen(g, 0)["fleet_attack"][6][0] == 99
    assert seen(g, 0)["purse"][0] < seen(g, 0)["credits"][0] == 30000


# What is under way, open to all


def test_a_move_under_way_is_seen():
    g = Table(3)
    g.act("jump a ship from D4")
    assert g.s["ask"] == st.ASK_DESTINATION
    for seat in range(3):
        view = seen(g, seat)
        assert (view["mover"], view["move_how"], view["destination"]) == (1, st.MOVE_JUMP, 0)


def test_riders_are_seen():
    g = Table(2, "0.9.4")
    g.put(0, "Carrier", "C3")
    fighters = [g.put(0, "Strike Fighter", "C3") for _ in range(2)]
    g.act("jump a ship from C3").pick("choose own Carrier").act("choose C2", "choose own Strike Fighter")
    view = seen(g, 1)
    assert (view["carry_left"], view["destination"]) == (4, cell_of("C2") + 1)
    assert [view["vessel_marks"][v][st.RIDING.bit_length() - 1] for v in fighters] == [1, 0]
    assert view["fleet_fighters"][cell_of("C3")] == [0, 2, 0, 0]


def test_draws_under_way_are_seen():
    g = (
        Table()
        .own("C2", 1, 1, "Trade World")
        .own("B1", 1, 1, "Research World")
        .tech(1, "Thrill of Discovery")
    )
    g.end_turn()
    assert (seen(g, 0)["draws"], seen(g, 0)["draw_player"], seen(g, 1)["draw_player"]) == (3, 2, 1)


def test_a_theft_under_way_is_seen():
    g = Table(3).give(0, "Spy Network").give(2, "Ram", "Barrage")
    g.cast("Spy Network", "choose second player")
    assert [seen(g, seat)["steal_from"] for seat in range(3)] == [3, 2, 1]
    assert [seen(g, seat)["announcer"] for seat in range(3)] == [1, 3, 2]


def test_a_divided_attack_is_seen():
    g = Table().reveal("B2", "Trade World")
    attacker = g.put(0, "Battleship", "B2")
    targets = [g.put(1, "Cruiser", "B2", damage=damage) for damage in (0, 1)]
    g.fight("choose own Battleship", "choose next player's Cruiser", "choose vessel 2 of these")
    g.act("assign one damage")
    for seat in range(2):
        view = seen(g, seat)
        assert (view["battle"], view["attacker"], view["target"]) == (7, attacker + 1, targets[1] + 1)
        assert (view["attack_left"], view["targets_left"]) == (5, 1)
        assert [view["vessel_assigned"][v] for v in targets] == [0, 1]
        assert view["cell_marks"][6] == [1, 1, 0, 0]
        assert view["cell_fought"][6] == 1


def test_a_raid_is_seen():
    g = Table().own("B2", 1, 3, "Trade World")
    g.put(0, "Cruiser", "B2")
    g.put(1, "Corvette", "B2")
    g.end_phase().quiet(lambda s: s["ask"] == st.ASK_RAID)
    assert [seen(g, seat)["raid_cell"] for seat in range(2)] == [7, 7]


def test_locks_and_extra_turns_are_seen_from_the_own_seat():
    g = Table(3).give(0, "Interdiction", "Filibuster").cast("Interdiction", "choose B2").cast("Filibuster")
    assert [seen(g, seat)["cell_locks"][6] for seat in range(3)] == [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0]]
    assert [seen(g, seat)["extra_turns"][0] for seat in range(3)] == [1, 3, 2]


def test_a_granted_redirection_is_seen_from_the_own_seat():
    g = Table(3, "0.9.4").give(0, "Raise Shields")
    g.cast("Raise Shields", "choose D1", "choose next player's Scout")
    slot = g.find("Scout", 1)
    assert [seen(g, seat)["grant_vessel"][0] for seat in range(3)] == [slot + 1] * 3
    assert [seen(g, seat)["grant_player"][0] for seat in range(3)] == [1, 3, 2]


def test_any_number_of_targets_is_seen():
    g = Table(2, "0.9.4").tech(0, "Targeting Systems")
    assert seen(g, 1)["vessel_targets"][:2] == [st.ANY_TARGETS, 1]


def test_an_offer_to_everybody_is_seen():
    g = Table(3).credits(9, 9, 9).give(1, "Evasion")
    g.act(
        "open an offer", "choose everybody", "offer 1 credit", "ask for a card of a domain", "send the offer"
    )
    assert [seen(g, seat)["offer_partner"] for seat in range(3)] == [st.EVERYBODY + 1] * 3


# Cards


def drawn(card):
    """Seat 0 has paid the bank for the top card of Industry."""
    g = Table(3).own("C2", 0, 1, "Trade World").credits(3).deck("Industry", card)
    return g.act("pay the bank for a card of Industry")


def test_h1_a_drawn_card_is_seen_by_its_player_alone():
    g, other = drawn("Barrage"), drawn("Ram")
    assert names(g, seen(g, 0)["hand"]) == ["Barrage"]
    assert seen(g, 0) != seen(other, 0)
    assert_alike(g, other, 1, 2)


def test_h1_the_back_of_a_drawn_card_is_seen_by_all():
    g = drawn("Barrage")
    assert [seen(g, seat)["backs"][-seat % 3] for seat in range(3)] == [[1, 0, 0]] * 3
    for stream in range(20):
        hand = redrawn(g, 1, stream).s["hand"][0]
        assert (hand[0] // st.CARDS_PER_DOMAIN, hand[1]) == (0, -1)


def test_h3_the_order_of_a_deck_is_seen_by_nobody():
    g, other = Table(), Table()
    g.deck("Science", "Evasion", "Interdiction")
    other.deck("Science", "Interdiction", "Evasion")
    assert_alike(g, other, 0, 1)


def test_h3_cards_behind_the_end_of_a_deck_leave_no_trace():
    g, other = Table(), Table()
    for table, cards in ((g, ("Evasion", "Interdiction")), (other, ("Interdiction", "Evasion"))):
        table.own("C2", 0, 1, "Research World").credits(6).deck("Science", *cards)
        table.act(*["pay the bank for a card of Science"] * 2)
    assert bytes_of(g) == bytes_of(other)


def test_h2_a_shown_card_is_known_to_all():
    g = Table(3).give(0, "Spy Network").give(1, "Barrage", "Evasion").give(2, "Sabotage")
    g.cast("Spy Network", "choose next player").act("choose Evasion")
    assert (known(g, 2, 2), known(g, 0, 1)) == (["Barrage"], ["Barrage"])
    assert known(g, 1, 2) == known(g, 2, 1) == ["Evasion"]
    assert (known(g, 0, 2), known(g, 1, 1)) == ([], [])
    for stream in range(10):
        twin = redrawn(g, 2, stream)
        assert (twin.hand(0), twin.hand(1), twin.hand(2)) == (["Evasion"], ["Barrage"], ["Sabotage"])


def test_h2_a_seat_sees_which_of_its_own_cards_are_known():
    g = Table().give(0, "Ram", shown=True).give(0, "Barrage")
    assert known(g, 0, 0) == ["Ram"]
    assert names(g, seen(g, 0)["hand"]) == ["Barrage", "Ram"]


def test_h2_a_shown_card_stays_known_until_a_card_of_that_name_leaves():
    g = Table().give(0, "Filibuster", shown=True).give(0, "Filibuster").give(1, "Evasion")
    assert known(g, 1, 1) == ["Filibuster"]
    g.cast("Filibuster")
    assert g.hand(0) == ["Filibuster"]
    assert known(g, 1, 1) == []
    assert len({tuple(redrawn(g, 1, stream).hand(0)) for stream in range(20)}) > 1


def test_h2_a_card_of_another_name_leaves_it_known():
    g = Table().give(0, "Sabotage", shown=True).give(0, "Filibuster").give(1, "Evasion")
    g.cast("Filibuster")
    assert known(g, 1, 1) == ["Sabotage"]


def test_h2_a_second_copy_is_hidden_beside_a_shown_one():
    g, other = Table(), Table()
    g.give(1, "Ram", shown=True).give(1, "Ram")
    other.give(1, "Ram", shown=True).give(1, "Barrage")
    assert known(g, 0, 1) == ["Ram"]
    assert_alike(g, other, 0)


def test_h5_the_place_of_a_shown_card_in_a_hand_tells_nothing():
    """Hands are kept in order, so where the shown card stands depends on the hidden ones."""
    g, other = Table(3), Table(3)
    g.give(1, "Ram", shown=True).give(1, "Refinery", "Sabotage")
    other.give(1, "Ram", shown=True).give(1, "Battlecruiser", "Bribery")
    assert g.s["shown"][1].tolist() != other.s["shown"][1].tolist()
    assert_alike(g, other, 0, 2)


def test_h6_hidden_cards_of_two_players_mix_with_the_deck():
    g, other = Table(3), Table(3)
    g.give(1, "Ram", "Evasion").give(2, "Barrage")
    other.give(1, "Barrage", "Interdiction").give(2, "Refinery")
    assert_alike(g, other, 0)
    assert seen(g, 1) != seen(other, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_h6_the_own_hand_is_kept(seat):
    g = Table().give(0, "Ram", "Evasion").give(1, "Barrage", "Sabotage")
    for stream in range(10):
        assert redrawn(g, seat, stream).hand(seat) == g.hand(seat)


def test_h7_discards_technologies_and_sales_are_open():
    g = Table().give(0, "Ram", "Evasion").tech(1, "Trade Routes")
    g.act("sell two cards to the bank", "choose Ram")
    for seat in range(2):
        assert names(g, seen(g, seat)["discard"]) == ["Ram", "Evasion"]
        assert names(g, seen(g, seat)["technologies"][1 - seat]) == ["Trade Routes"]


def test_h8_hidden_cards_are_redrawn_in_proportion_to_their_copies():
    g = Table().give(1, "Ram").tech(0, "Railgun Turrets").give(0, "Refinery", "Refinery")
    copies = {name: int(n) for name, n in zip(g.labels["card"][:10], g.t["card_copies"][:10], strict=True)}
    copies["Railgun Turrets"] -= 1
    copies["Refinery"] -= 2
    draws = 27 * 20
    cards = (g.game.determinized(0, stream).s.hand[1, 0] for stream in range(draws))
    counts = Counter(g.labels["card"][card] for card in cards)
    assert set(counts) == set(copies)
    expected = {name: draws * n / 27 for name, n in copies.items()}
    assert sum((counts[name] - e) ** 2 / e for name, e in expected.items()) < 40


# Systems


def test_h9_a_face_down_system_is_seen_by_nobody():
    g, other = Table(3), Table(3)
    g.place("B2", "Forsei").place("B3", "Trade World")
    other.place("B2", "Trade World").place("B3", "Alien System")
    assert_alike(g, other, 0, 1, 2)
    assert len({int(redrawn(g, 0, stream).s["system"][st.CELLS.index("B2")]) for stream in range(30)}) > 3


def test_h9_an_explored_system_is_known():
    g = Table().place("C2", "Forsei")
    cell = st.CELLS.index("C2")
    assert [seen(g, 1)[name][cell] for name in ("cell", "cell_system", "cell_capital")] == [1, 0, 0]
    g.jump("C3", "C2")
    assert [seen(g, 1)[name][cell] for name in ("cell", "cell_system", "cell_capital")] == [
        2,
        g.system("Forsei") + 1,
        1,
    ]
    assert redrawn(g, 1, 3).s["system"][cell] == g.system("Forsei")


# Offers


def offered(*things):
    """Seat 0 of three players builds an offer to the next player."""
    g = Table(3).credits(9, 9, 9).give(0, "Ram", "Barrage").give(1, "Evasion")
    g.put(0, "Corvette", "D4", 2)
    return g.act("open an offer", "choose next player", *things)


@pytest.mark.parametrize(
    "things",
    [
        ("offer 5 credits", "offer 1 credit"),
        ("offer a hand card", "choose Ram"),
        ("offer a hand card", "choose Barrage"),
        ("offer 1 credit", "ask for a card of a domain"),
        ("offer a vessel", "choose own Corvette"),
        ("offer 1 credit", "offer a vessel"),
    ],
)
def test_h10_an_offer_is_secret_until_it_is_sent(things):
    g = offered(*things)
    assert_alike(g, offered("offer 1 credit", "offer 1 credit"), 1, 2)
    assert seen(g, 0)["offer_partner"] == 2
    view = seen(g, 2)
    assert (view["offer_stage"], view["offer_partner"], view["deciding"]) == (1, 0, 2)
    assert not any(view["offer_credits"])
    assert not any(map(any, view["offer_cards"]))
    assert not any(marks[-1] for marks in view["vessel_marks"])
    assert not any(view["want"])


def test_h10_even_the_partner_of_an_unsent_offer_is_secret():
    g, other = Table(3).credits(9, 9, 9), Table(3).credits(9, 9, 9)
    g.act("open an offer", "choose next player")
    other.act("open an offer", "choose everybody")
    assert_alike(g, other, 1, 2)


@pytest.mark.parametrize("players", [2, 3])
def test_h10_a_redrawn_unsent_offer_begins_again(players):
    g = Table(players).credits(*[9] * players)
    g.act("open an offer")
    g.pick("choose next player").act("offer 5 credits")
    twin = redrawn(g, 1)
    assert twin.s["seat"] == 0
    assert twin.s["offers_left"] == g.s["offers_left"]
    assert twin.s["ask"] == (st.ASK_OFFER if players == 2 else st.ASK_PARTNER)
    assert not twin.s["offer_credits"].any()
    twin.pick("choose next player").act("offer 1 credit", "withdraw the offer")
    assert twin.s["ask"] == st.ASK_COMMAND


def test_h10_the_offering_player_keeps_the_own_unsent_offer():
    g = offered("offer a hand card", "choose Ram")
    twin = redrawn(g, 0)
    assert twin.s["offer_cards"].tolist() == g.s["offer_cards"].tolist()
    assert seen(twin, 0) == seen(g, 0)


def test_h11_a_withdrawn_offer_leaves_no_trace():
    g = offered("offer a hand card", "choose Ram", "withdraw the offer")
    other = offered("offer 1 credit", "offer 5 credits", "withdraw the offer")
    assert bytes_of(g) == bytes_of(other)


def test_h12_a_sent_offer_is_open_and_shows_the_cards_it_names():
    g = offered("offer a hand card", "choose Ram", "ask for 1 credit", "send the offer")
    for seat in range(3):
        view = seen(g, seat)
        assert view["offer_cards"][0] == [g.card("Ram") + 1, 0]
        assert view["offer_credits"] == [0, 1]
        assert view["offer_partner"] == (1 - seat) % 3 + 1
        assert known(g, seat, -seat % 3) == ["Ram"]
    g.act("no")
    assert known(g, 2, 1) == ["Ram"]
    assert redrawn(g, 2).s["offer_stage"] == st.OFFER_NONE


def test_h12_cards_that_change_hands_are_known():
    g = offered("offer a hand card", "choose Ram", "ask for a card of a domain", "send the offer", "yes")
    assert (g.hand(0), g.hand(1)) == (["Barrage", "Evasion"], ["Ram"])
    assert (known(g, 2, 1), known(g, 2, 2)) == (["Evasion"], ["Ram"])


def test_h12_a_card_laid_out_is_known_before_the_next_one_is_chosen():
    g = Table(3).credits(9).give(1, "Evasion", "Interdiction", "Jump Drive Detonation")
    g.act("open an offer", "choose next player", "offer 5 credits")
    g.act("ask for a card of a domain", "ask for a card of a domain", "send the offer", "yes")
    g.act("choose Evasion")
    assert g.s["ask"] == st.ASK_HANDOVER
    for seat in range(3):
        assert seen(g, seat)["offer_handed"] == [g.card("Evasion") + 1, 0]


# Who is asked


def answering(*hands):
    """Seat 0 has played a card; the others hold these cards."""
    g = Table(4).give(0, "Filibuster")
    for seat, hand in enumerate(hands):
        g.give(seat, *hand)
    return g.act("play Filibuster")


def test_h4_nobody_knows_who_is_asked_to_respond():
    g = answering((), ["Evasion"], ["Thrill of Discovery"], ["Evasion"])
    other = answering((), ["Thrill of Discovery"], ["Evasion"], ["Evasion"])
    assert (g.s["seat"], other.s["seat"]) == (1, 2)
    assert_alike(g, other, 0, 3)
    assert [seen(g, seat)["deciding"] for seat in range(4)] == [0, 1, 0, 0]


def test_h4_redraws_ask_whoever_could_be_asked():
    g = answering((), ["Evasion"], ["Evasion"], ["Evasion"])
    assert {int(redrawn(g, 0, stream).s["seat"]) for stream in range(60)} == {1, 2, 3}
    assert {int(redrawn(g, 2, stream).s["seat"]) for stream in range(60)} == {0, 1}
    assert {int(redrawn(g, 1, stream).s["seat"]) for stream in range(10)} == {1}


def test_h13_a_seat_remembers_that_it_has_passed():
    g = answering(["Evasion"], ["Evasion"], ["Evasion"], ["Evasion"]).act("pass", "pass")
    assert g.s["seat"] == 2
    assert [seen(g, seat)["passed"] for seat in range(4)] == [1, 1, 0, 0]
    assert {int(redrawn(g, 0, stream).s["seat"]) for stream in range(60)} == {1, 2, 3}
    assert {int(redrawn(g, 1, stream).s["seat"]) for stream in range(60)} == {2, 3}
    for stream in range(20):
        twin = redrawn(g, 3, stream)
        assert seen(twin, 3) == seen(g, 3)
        while twin.s["stack_size"]:
            twin.act("pass")


def test_h13_a_seat_that_could_only_pass_knows_nothing_of_the_round():
    g = answering((), ["Thrill of Discovery"], ["Evasion"], ["Evasion"])
    other = answering((), ["Thrill of Discovery"], ["Thrill of Discovery"], ["Evasion"])
    assert (g.s["seat"], other.s["seat"]) == (2, 3)
    assert_alike(g, other, 1)


def test_h4_with_nobody_able_to_answer_in_the_redrawn_world_one_may_still_pass():
    g = answering((), ["Evasion"])
    for stream in range(30):
        twin = redrawn(g, 0, stream)
        assert twin.s["ask"] == st.ASK_RESPOND
        assert twin.can("pass")


def test_h14_the_end_of_the_game_does_not_tell_who_was_asked_last():
    g = Table(3).give(0, "Filibuster").give(1, "Evasion").act("play Filibuster")
    g.s["over"], g.s["ask"] = 1, st.ASK_NOTHING
    assert redrawn(g, 2).s["seat"] == g.s["active"]
    assert seen(g, 1)["deciding"] == 0


def test_h15_a_redraw_keeps_the_choices_of_the_acting_seat():
    g = Table(3).own("C2", 0, 2, "Trade World").credits(9).give(0, "Ram", "Evasion").give(1, *UNSEEN[3:])
    for stream in range(5):
        assert redrawn(g, 0, stream).legal() == g.legal()


def test_h_a_jump_nexus_and_who_met_it_are_seen():
    g = Table()
    nexus = g.put(0, "Jump Nexus", "C3")
    shown = seen(g, 1)["vessel_nexus"]
    assert shown[nexus] == shown[g.find("Scout", 0)] == 1


def test_h13_a_seat_that_passes_with_an_ability_alone_remembers_it():
    g = Table(3).give(0, "Filibuster").give(2, "Evasion").tech(1, "Railgun Turrets").credits(0, 9)
    g.put(1, "Corvette", "B2")
    g.act("play Filibuster")
    assert (g.s["seat"], g.hand(1)) == (1, [])
    g.act("pass")
    assert (g.s["seat"], seen(g, 1)["passed"]) == (2, 1)
