"""The Ready phase: credits, draws, start effects."""

from astrarium.envs.star_commander import state as st
from tests.arrange import arrange
from tests.envs.star_commander.table import GAME, Table


def test_r10_4_no_ready_phase_on_the_first_turn():
    g = arrange(GAME, players=2)
    assert (g.phase, g.s["credits"].tolist()[:2]) == (st.COMMAND_PHASE, [3, 3])
    g.act("end the command phase")
    assert g.s["credits"].tolist()[:2] == [3, 3]


def test_r10_2_turns_go_clockwise():
    g = Table(3)
    order = [int(g.end_turn().s["active"]) for _ in range(4)]
    assert order == [1, 2, 0, 1]


def test_r32_1_three_players_take_turns_clockwise():
    g = Table(4)
    order = [int(g.end_turn().s["active"]) for _ in range(4)]
    assert order == [1, 2, 3, 0]


def test_r10_3_phases_follow_ready_command_combat_end():
    g = Table().own("C2", 0, 2, "Trade World")
    g.scout_to(1, "C2")
    g.put(0, "Corvette", "C2")
    assert g.s["phase"] == st.COMMAND_PHASE
    g.end_phase()
    assert g.s["phase"] == st.INITIATE
    g.act("no", "no")
    assert g.s["active"] == 1


def test_r11_1_credits_come_before_draws_and_draws_before_start_effects():
    g = Table().own("C2", 0, 1, "Core World").own("B3", 0, 1, "Research World")
    g.end_turn().end_turn()
    assert g.s["ask"] == st.ASK_DECK
    assert g.money() == 3  # credits are in, the Core World has not worked yet
    assert g.s["total"][0] == 3


def test_r11_2_one_credit_for_each_development():
    g = Table().home(0, 2).own("C2", 0, 2, "Alien System")
    g.next_turn_of(0)
    assert g.money() == 4


def test_r31_2_a_besieged_system_gives_no_credits():
    g = Table().own("C2", 0, 3, "Alien System")
    g.put(1, "Corvette", "C2")
    g.next_turn_of(0)  # two end phases take two of three counters
    assert (g.developments("C2"), g.money()) == (1, 1)


def test_r11_3_credits_of_other_cards():
    g = Table().own("C2", 0, 1, "Trade World")
    g.put(0, "Refinery", "C2")
    g.next_turn_of(0)
    assert g.money() == 1 + 1 + 2 + 2


def test_r11_4_draw_a_card_of_a_controlled_domain():
    g = Table().own("C2", 0, 1, "Pulsar System")
    g.next_turn_of(0)
    assert (len(g.hand(0)), g.deck_size("Industry")) == (1, 29)


def test_r7_4_controlling_a_system_is_controlling_its_domain():
    g = Table().own("C2", 0, 1, "Pulsar System").own("B3", 0, 1, "Black Hole")
    g.end_turn().end_turn()
    assert g.legal() == ["draw from Industry", "draw from Science"]


def test_r7_5_draw_only_from_controlled_domains():
    g = Table().own("C2", 0, 1, "Asteroid Field")
    g.next_turn_of(0)
    assert (g.deck_size("Statecraft"), g.deck_size("Industry"), g.deck_size("Science")) == (29, 30, 30)


def test_k9_a_homeworld_is_no_domain():
    g = Table()
    g.next_turn_of(0)
    assert g.hand(0) == []


def test_k9_a_besieged_system_still_lends_its_domain():
    g = Table().own("C2", 0, 3, "Pulsar System")
    g.put(1, "Corvette", "C2")
    g.next_turn_of(0)
    assert g.deck_size("Industry") == 29


def test_r31_6_domain_of_a_besieged_system_counts_for_drawing():
    g = Table().own("C2", 0, 3, "Black Hole").credits(3)
    g.put(1, "Corvette", "C2")
    assert g.can("pay the bank for a card of Science")


def test_r11_5_further_draws_of_other_cards():
    g = Table().own("C2", 0, 1, "Research World").tech(0, "Thrill of Discovery")
    g.next_turn_of(0)
    assert len(g.hand(0)) == 3


def test_r11_6_no_draw_with_five_cards():
    g = Table().own("C2", 0, 1, "Pulsar System").give(0, *["Barrage"] * 4, "Ram")
    g.next_turn_of(0)
    assert (len(g.hand(0)), g.deck_size("Industry")) == (5, 25)


def test_r29_2_a_draw_with_a_full_hand_is_skipped():
    g = Table().own("C2", 0, 1, "Pulsar System").give(0, *["Barrage"] * 4, "Ram")
    before = g.deck_size("Industry")
    g.next_turn_of(0)
    assert g.deck_size("Industry") == before


def test_k10_the_deck_is_chosen_anew_for_each_card():
    g = Table().own("C2", 0, 1, "Research World").own("B3", 0, 1, "Pulsar System")
    g.end_turn().end_turn()
    g.act("draw from Science", "draw from Industry")
    assert (g.deck_size("Science"), g.deck_size("Industry")) == (29, 29)


def test_k11_remaining_draws_are_lost_with_a_full_hand():
    g = Table().own("C2", 0, 1, "Research World").tech(0, "Thrill of Discovery").give(0, *["Barrage"] * 4)
    g.next_turn_of(0)
    assert (len(g.hand(0)), g.s["draws"]) == (5, 0)


def test_r29_1_never_more_than_five_cards():
    g = Table().own("C2", 0, 1, "Research World").tech(0, "Thrill of Discovery").give(0, *["Barrage"] * 3)
    g.next_turn_of(0)
    assert len(g.hand(0)) == 5


def test_k66_a_draw_cannot_be_declined():
    g = Table().own("C2", 0, 1, "Pulsar System").own("B3", 0, 1, "Black Hole").deck("Industry", size=1)
    g.deck("Science", size=1)
    g.end_turn().end_turn()
    assert g.legal() == ["draw from Industry", "draw from Science"]


def test_r11_7_the_last_card_ends_the_game():
    g = Table().own("C2", 0, 1, "Pulsar System").deck("Industry", size=1)
    g.end_turn().end_turn()
    assert (g.s["over"], g.hand(0) != []) == (1, True)


def test_r26_2_drawing_the_last_card_of_a_deck_ends_the_game():
    g = Table().own("C2", 0, 1, "Black Hole").deck("Science", size=1).credits(3)
    g.act("pay the bank for a card of Science")
    assert g.s["over"] == 1


def test_k12_later_ready_steps_are_dropped():
    g = Table().own("C2", 0, 1, "Core World").deck("Statecraft", size=1)
    g.end_turn().end_turn()
    assert (g.s["over"], g.s["total"][0]) == (1, 2)  # the Core World developed nothing


def test_k12_further_draws_are_dropped():
    g = Table().own("C2", 0, 1, "Research World").own("B3", 0, 1, "Pulsar System").deck("Science", size=1)
    g.end_turn().end_turn()
    g.act("draw from Science")
    assert (g.s["over"], g.deck_size("Industry")) == (1, 30)


def test_r26_3_at_the_end_developments_count():
    g = Table().own("C2", 0, 2, "Black Hole").deck("Science", size=1).credits(3).home(1, 2)
    g.act("pay the bank for a card of Science")
    assert g.game.outcome() == ([3.0, 2.0], [0, 1])


def test_k29_ties_share_the_win():
    g = Table(3).home(0, 2).home(2, 2)
    assert g.game.outcome() == ([2.0, 1.0, 2.0], [0, 2, 0])


def test_r11_8_start_effects_come_last():
    g = Table().own("C2", 0, 1, "Core World")
    g.end_turn().end_turn()
    assert g.s["ask"] == st.ASK_EFFECT
    g.act("develop C2")
    assert g.developments("C2") == 2


def test_k65_credits_and_draws_of_systems_belong_to_their_steps():
    g = Table().own("C2", 0, 1, "Trade World").own("B3", 0, 1, "Core World")
    g.end_turn().end_turn()
    assert g.s["ask"] == st.ASK_DECK
    assert g.money() == 5  # the Trade World has paid before the draw


def test_m2_a_start_effect_with_one_choice_is_done_by_itself():
    g = Table().home(0, 6).own("C2", 0, 1, "Core World")
    g.end_turn().end_turn()
    assert (g.s["ask"], g.developments("C2")) == (st.ASK_COMMAND, 2)


def test_m3_start_effects_in_the_order_of_the_player():
    g = Table().own("C2", 0, 4, "Core World")
    g.put(0, "Orbital Habitat", "C2")
    g.end_turn().end_turn()
    assert set(g.legal()) == {"develop C3", "develop C2", "choose C2"}


def test_m8_nobody_answers_in_the_ready_phase():
    g = Table().own("C2", 0, 1, "Core World").give(1, "Filibuster").give(0, "Filibuster")
    g.end_turn()
    g.quiet(lambda s: s["active"] == 0)
    assert (g.s["ask"], g.s["seat"]) == (st.ASK_EFFECT, 0)
    assert not g.can("play Filibuster")


def test_c_s0_research_world_draws_one_more():
    g = Table().own("C2", 0, 1, "Research World")
    g.next_turn_of(0)
    assert len(g.hand(0)) == 2


def test_c_s1_core_world_gives_a_free_development_anywhere():
    g = Table().own("C2", 0, 1, "Core World")
    g.end_turn().end_turn()
    g.act("develop C3")
    assert (g.developments("C3"), g.money()) == (2, 2)


def test_c_s1_without_room_a_core_world_gives_nothing():
    g = Table().home(0, 6).own("C2", 0, 4, "Core World")
    g.next_turn_of(0)
    assert (g.s["total"][0], g.s["free_developments"]) == (10, 0)


def test_c_s2_trade_world_pays_two():
    g = Table().own("C2", 0, 1, "Trade World")
    g.next_turn_of(0)
    assert g.money() == 1 + 1 + 2


def test_c_i0_refinery_pays_two():
    g = Table().own("C2", 0, 1, "Pulsar System").give(0, "Refinery").credits(2)
    g.cast("Refinery", "choose C2")
    g.next_turn_of(0)
    assert g.money() == 1 + 1 + 2


def test_c_i7_trade_routes_pay_one_a_station():
    g = Table().own("C2", 0, 2, "Pulsar System").tech(0, "Trade Routes")
    g.put(0, "Defense Station", "C2", 2)
    g.next_turn_of(0)
    assert g.money() == 1 + 2 + 2


def test_c_c9_thrill_of_discovery_draws_one_more():
    g = Table().own("C2", 0, 1, "Pulsar System").tech(0, "Thrill of Discovery")
    g.next_turn_of(0)
    assert len(g.hand(0)) == 2


def test_c_t1_orbital_habitat_develops_its_system():
    g = Table().own("C2", 0, 1, "Pulsar System")
    g.put(0, "Orbital Habitat", "C2")
    g.next_turn_of(0)
    assert g.developments("C2") == 2


def test_c_t1_orbital_habitat_raises_the_maximum_by_two():
    g = Table().own("C2", 0, 2, "Pulsar System").credits(20)
    assert not g.can("develop C2")
    g.put(0, "Orbital Habitat", "C2")
    g.act("develop C2", "develop C2")
    assert not g.can("develop C2")


def test_k56_orbital_habitats_add_up():
    g = Table().own("C2", 0, 2, "Pulsar System")
    g.put(0, "Orbital Habitat", "C2", 2)
    g.next_turn_of(0)
    assert g.developments("C2") == 4


def test_k56_orbital_habitat_works_only_in_an_own_system():
    g = Table().own("C2", 1, 1, "Pulsar System")
    g.put(0, "Orbital Habitat", "C2")
    g.next_turn_of(0)
    assert g.developments("C2") == 1


def test_k56_surplus_developments_stay_when_the_habitat_goes():
    g = Table().own("C2", 0, 4, "Pulsar System").give(0, "Sabotage")
    g.put(0, "Orbital Habitat", "C2")
    g.cast("Sabotage", "choose C2", "choose own Orbital Habitat")
    assert (g.at("C2"), g.developments("C2")) == ([], 4)


def test_k64_a_siege_stops_a_system_card_but_not_a_station():
    g = Table().own("C2", 0, 4, "Trade World")
    g.put(0, "Refinery", "C2")
    g.put(1, "Corvette", "C2")
    g.next_turn_of(0)
    assert g.money() == 1 + 2  # homeworld and Refinery; neither developments nor Trade World


def test_r31_4_effects_of_a_besieged_system_do_not_trigger():
    g = Table().own("C2", 0, 4, "Research World")
    g.put(1, "Corvette", "C2")
    g.next_turn_of(0)
    assert len(g.hand(0)) == 1


def test_k72_free_developments_beyond_25_cubes_are_lost():
    g = Table(grid=5).home(0, 6)
    for cell, name in (("A4", "Forsei"), ("B4", "Drummond"), ("C4", "Silis Major")):
        g.own(cell, 0, 5, name)
    g.own("D4", 0, 4, "Core World")
    g.next_turn_of(0)
    assert g.s["total"][0] == 25


def test_m1_offers_are_new_each_turn():
    g = Table().credits(5, 5)
    g.act("open an offer", "withdraw the offer", "open an offer", "withdraw the offer")
    assert not g.can("open an offer")
    g.next_turn_of(0)
    assert g.can("open an offer")


def test_m3_the_order_of_core_world_and_habitat_is_chosen():
    g = Table().home(0, 6).own("C2", 0, 3, "Core World").own("B3", 0, 4, "Trade World")
    g.put(0, "Orbital Habitat", "C2")
    g.end_turn().end_turn()
    g.pick("draw from Statecraft", "draw from Industry")
    assert set(g.legal()) == {"develop C2", "choose C2"}
    g.act("choose C2")
    assert g.developments("C2") == 5


def test_m2_habitats_in_several_systems_are_not_asked_in_order():
    g = Table().own("C2", 0, 1, "Pulsar System").own("B3", 0, 1, "Pulsar System")
    g.put(0, "Orbital Habitat", "C2")
    g.put(0, "Orbital Habitat", "B3")
    g.next_turn_of(0)
    assert (g.developments("C2"), g.developments("B3")) == (2, 2)


def test_m3_with_too_few_cubes_the_order_of_habitats_is_asked():
    g = Table(grid=5).home(0, 6)
    for cell, name in (("A4", "Forsei"), ("B4", "Drummond"), ("C4", "Silis Major")):
        g.own(cell, 0, 5, name)
    g.own("D4", 0, 2, "Trade World").own("D3", 0, 1, "Pulsar System")
    g.put(0, "Orbital Habitat", "D4")
    g.put(0, "Orbital Habitat", "D3")
    g.end_turn().end_turn()
    g.pick("done", "draw from Industry")
    assert (g.s["total"][0], set(g.legal())) == (24, {"choose D4", "choose D3"})
