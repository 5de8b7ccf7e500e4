"""Corners of rules and rulings beside the main road."""

from astrarium.envs.starship_captains import state as st
from tests.envs.starship_captains.table import Table


def test_r_rulings_2_a_subordinate_may_be_called_after_an_ignored_line():
    g = Table(2).ships("I1").crew(0, "R+ C C", "R Y B C").send("R+ C").act("no")
    assert "yes" not in g.legal()
    assert g.act("R").ready() == "R C"


def test_r_rulings_42_without_any_tech_the_space_stays_empty():
    g = Table(2).slots().deck("Salvage Bay")
    g.s["tech_pool"], g.s["tech_top"] = 0, -1
    g.s["slot"][1] = -1
    for space, card in enumerate(c for c in range(st.NUM_TECHS) if int(g.s["tech_discard"]) >> c & 1):
        if space < st.NUM_SLOTS:  # some in the slots of the other ship, the rest out of the way
            g.s["slot"][1, space] = card
    g.s["tech_discard"] = 0
    g.s["slot_damage"][1] = 0
    g.game.act("activate Science").act("take the tech of space 1").act("choose tech slot 1")
    assert g.on_board()[0] == "-"
    assert g.techs()[1] == "Warp Coils"


def test_r_rulings_57_take_tech_over_an_empty_space_with_nothing_to_draw():
    g = Table(1).board("-", "Thruster Dock").actions("take tech").crew(0, "Y Y")
    g.s["tech_pool"], g.s["tech_discard"], g.s["tech_top"] = 0, 0, -1
    g.game.act("activate Weapons")
    assert g.on_board()[:3] == ["-", "Thruster Dock", "-"]
    assert g.s["actions_drawn"] == 1


def test_r_rulings_64_a_pass_at_a_station_brings_the_tile_but_no_order():
    g = Table(2).no_events("Explosive Crisis").ships("I3").crew(0, "C").act("pass")
    assert (g.ready(), g.damage(), g.has_medals()) == ("C A", 3, 1)


def test_r_rulings_68_a_bonus_jump_may_be_a_repair():
    g = Table(2).slots(damaged=(1, 2, 6), s3="Wormhole Generator", s5="Hyper-Charger")
    g.board("Science Observers").use("Science").act("take 1")
    assert g.asks() == "jump"
    assert g.act("fix cargo").damage() == 2


def test_r_rulings_73_a_short_supply_gives_fewer_artifacts():
    g = Table(2).missions(I1="Asteroid Miners").ships("I1").crew(0, "B C C").cargo(0, "", damage=0)
    g.cargo(1, "RY RY RY RY RY RY RY RY", damage=0)
    g.s["artifact_supply"], g.s["artifact_discard"] = [1, 0, 0], [0, 0, 0]
    g.game.act("complete the mission")
    g.game.act("choose blue ensign").act("yes")
    assert g.hold() == "RY"


def test_r_rulings_78_an_omega_taken_by_captain_shadow_goes_to_the_omegas_discard():
    g = Table(1).actions("take tech", drawn=5).crew(0, "Y").deck("Salvage Bay")
    g.use("Weapons")
    assert g.on_board()[5] == "Salvage Bay"
    assert int(g.s["omega_discard"]) == 1 << g.tech("Artifact Blueprints") - st.FIRST_OMEGA


def test_r_crew_17_any_number_of_medals_may_be_held():
    g = Table(2).medals(120).tracks(0, CO=4).slots(s1="Embassy Deck").crew(0, "R")
    assert g.use("room 1").act("CO1").has_medals() == 122


def test_r_crew_18_androids_do_not_run_out():
    """There are eight figures of them in the box."""
    g = Table(2).ships("I3", "I3").crew(0, "C A A A A").crew(1, "C A A A A").act("pass")
    assert (g.ready(), g.ready(1)) == ("C A A A A A", "C A A A A")


def test_r_rulings_42_an_empty_deck_shows_no_tier():
    g = Table(2).slots().deck("Salvage Bay")
    g.game.act("activate Science").act("take the tech of space 1").act("choose tech slot 1")
    assert "Salvage Bay" in g.on_board()
    assert (g.s["tech_pool"], g.s["tech_top"]) == (0, -1)


def test_what_is_to_be_paid_is_paid_once():
    g = Table(2).ships("I1").missions(I1="Trade in Emotion Chips").crew(0, "R B").cargo(0, "RB RB")
    g.send("R B").act("yes", "CO1").act("yes")
    assert g.can("spend RB")
    assert g.game.observe(0)["effect_left"][0] == 1
