"""Who knows what: companies being chosen, veiled pairs of cards, and redraws of what a seat cannot know."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import GAME, Table

PLANETS = 0
PAIR = ("Luma", "Umber")  # planets, the lower number first
COMPANIES = ("Quonk", "Farble", "Franek")


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
    return g.game.states.tobytes()


def assert_alike(g, other, *seats):
    """The seats cannot tell the two tables apart: neither by looking nor in redrawn worlds."""
    assert bytes_of(g) != bytes_of(other)
    for seat in seats:
        assert seen(g, seat) == seen(other, seat), f"seat {seat} sees a difference"
        for stream in range(6):
            worlds = [redrawn(table, seat, stream) for table in (g, other)]
            fields = [name for name in GAME.state.names if (worlds[0].s[name] != worlds[1].s[name]).any()]
            assert not fields, f"redrawn for seat {seat} the tables differ in {fields}"


def assert_nothing_to_redraw(g, seat):
    """A redraw for the seat changes the random stream and nothing else."""
    for stream in range(6):
        twin = redrawn(g, seat, stream)
        assert (twin.s["rng"] != g.s["rng"]).any()
        twin.s["rng"] = g.s["rng"]
        assert bytes_of(twin) == bytes_of(g)


# Companies


def hand(g, seat):
    """The companies that a player chooses from."""
    return [k for k in range(st.NUM_COMPANIES) if int(g.s["hand"][seat]) >> k & 1]


def dealt(*hands, players=3):
    """Companies are to be chosen out of these hands, by numbers; seat 0 is the first to choose."""
    g = Table(players, chosen=False)
    assert g.s["first"] == g.s["seat"] == 0
    for seat, companies in enumerate(hands):
        g.s["hand"][seat] = sum(1 << k for k in companies)
    return g


def keep(g, company):
    """The acting player keeps a company."""
    return g.act(f"keep {g.labels['company'][company]}")


def test_i62_a_seat_sees_the_companies_in_its_own_hand():
    g = dealt((0, 3, 5), (1, 2, 4), (6, 7, 11))
    for seat in range(3):
        assert [k for k, held in enumerate(seen(g, seat)["hand"]) if held] == hand(g, seat)


def test_i62_other_hands_are_hidden():
    g, other = dealt((0, 3, 5), (1, 2, 4), (6, 7, 11)), dealt((0, 3, 5), (8, 9, 10), (1, 6, 2))
    assert_alike(g, other, 0)
    assert seen(g, 1) != seen(other, 1)


def test_i62_a_choice_is_hidden_until_all_have_chosen():
    g, other = (dealt((0, 3, 5), (1, 2, 4), (6, 7, 11)) for _ in range(2))
    keep(g, 0)
    keep(other, 5)
    assert_alike(g, other, 1, 2)
    assert (seen(g, 0)["choice"], seen(other, 0)["choice"]) == (1, 6)
    assert [seen(g, seat)["choice"] for seat in (1, 2)] == [0, 0]
    assert not any(seen(g, 1)["company"])


def test_i62_companies_are_open_once_all_have_chosen():
    g = dealt((0, 3, 5), (1, 2, 4), (6, 7, 11))
    for company in (3, 4, 6):
        keep(g, company)
    assert [seen(g, seat)["company"] for seat in range(3)] == [
        [4, 5, 7, 0, 0, 0],
        [5, 7, 4, 0, 0, 0],
        [7, 4, 5, 0, 0, 0],
    ]
    assert not any(g.s["hand"])
    assert (g.s["choice"] == -1).all()
    for seat in range(3):
        assert not any(seen(g, seat)["hand"])
        assert_nothing_to_redraw(g, seat)


def test_i62_rejected_companies_leave_no_trace():
    g, other = dealt((0, 3, 5), (1, 2, 4), (6, 7, 11)), dealt((0, 8, 9), (1, 2, 10), (6, 3, 5))
    for table in (g, other):
        for company in (0, 1, 6):
            keep(table, company)
        table.s["rng"] = 1
    assert bytes_of(g) == bytes_of(other)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_redrawn_hands_come_from_the_companies_that_the_seat_does_not_hold(players):
    g = Table(players, chosen=False)
    size = 3 if players <= 4 else 2
    for seat in range(players):
        for stream in range(10):
            twin = redrawn(g, seat, stream)
            assert hand(twin, seat) == hand(g, seat)
            held = [company for p in range(players) for company in hand(twin, p)]
            assert len(held) == len(set(held)) == size * players


def test_redrawn_hands_are_equally_likely():
    g = dealt((0, 3, 5), (1, 2, 4), players=2)
    draws = 84 * 20
    counts = Counter(int(g.game.determinized(0, stream).s["hand"][1]) for stream in range(draws))
    others = [k for k in range(st.NUM_COMPANIES) if k not in (0, 3, 5)]
    assert set(counts) == {sum(1 << k for k in three) for three in combinations(others, 3)}
    assert sum((n - 20) ** 2 / 20 for n in counts.values()) < 83 + 6 * (2 * 83) ** 0.5


def test_redrawn_choices_are_equally_likely_in_redrawn_hands():
    g = keep(dealt((0, 3, 5), (1, 2, 4), players=2), 3)
    draws = 9 * 60
    worlds = [g.game.determinized(1, stream) for stream in range(draws)]
    counts = Counter(int(w.s["choice"][0]) for w in worlds)
    assert set(counts) == set(range(12)) - {1, 2, 4}
    assert sum((n - 60) ** 2 / 60 for n in counts.values()) < 8 + 6 * 16**0.5
    assert all(int(w.s["hand"][0]) >> int(w.s["choice"][0]) & 1 for w in worlds)


def test_who_has_not_chosen_has_not_chosen_in_a_redrawn_world():
    g = keep(dealt((0, 3, 5), (1, 2, 4), (6, 7, 11)), 3)
    for stream in range(5):
        twin = redrawn(g, 2, stream)
        assert [choice >= 0 for choice in twin.s["choice"][:3]] == [True, False, False]
        assert (twin.s["seat"], twin.s["ask"]) == (1, st.ASK_COMPANY)
        assert twin.game.legal_ids() == [
            GAME.actions.offset("company") + company for company in hand(twin, 1)
        ]


def test_the_own_choice_is_kept():
    g = keep(dealt((0, 3, 5), (1, 2, 4), (6, 7, 11)), 3)
    assert {int(redrawn(g, 0, stream).s["choice"][0]) for stream in range(5)} == {3}


# The veil


def farble(*reserved):
    """Three players; seat 1 is Farble with reserved cards, in its turn; a known card lies on each deck."""
    g = Table(3, COMPANIES, round=2).seat_to_act(1)
    g.tokens("9E 9M 9G 9F 9R 9S", "9E 9M 9G 9F 9R 9S", "9E 9M 9G 9F 9R 9S")
    g.deck("planets", "Kiln").deck("development 1", "Mine HX").deck("development 2", "Crime Hub HX")
    return g.reserve(1, *reserved)


def veiled(returned, *more):
    """Farble has returned one of the pair for a Mine; then it acts on."""
    g = farble(*PAIR).act("reserve development 1: card 1", f"choose reserved card {PAIR.index(returned) + 1}")
    return g.act(*more)


def let_go(g, name):
    """A reserved card of Farble, the last one, goes back into the unknown part of its deck."""
    assert g.reserved(1)[-1] == name
    card = g.card(name)
    g.s["reserve"][1, len(g.reserved(1)) - 1] = -1
    g.s["pool"][card // st.LARGEST_DECK] |= 1 << card % st.LARGEST_DECK
    return g


def numbers(g, *names):
    """Cards as observations name them."""
    return [g.card(name) + 1 for name in names]


def deck_places(view, *numbers):
    """Where cards lie in their decks."""
    return [view["deck_place"][number - 1] for number in numbers]


def test_i73_only_farble_knows_which_of_two_cards_of_a_deck_went_back():
    g, other = veiled("Luma"), veiled("Umber")
    assert_alike(g, other, 0, 2)
    assert seen(g, 1) != seen(other, 1)


def test_i73_others_see_the_pair_and_its_places():
    low, high = numbers(farble(), *PAIR)
    assert low < high
    for returned in PAIR:
        g = veiled(returned)
        for seat, at in ((0, 1), (2, 2)):
            view = seen(g, seat)
            assert view["veil_cards"][PLANETS] == [low, high]
            assert view["veil_places"][PLANETS] == [1, 0]
            assert view["reserve"][at] == [high, *numbers(g, "Mine RB")]
            assert deck_places(view, low, high) == [-1, 0]
            assert view["next_card"][PLANETS] == 0
            assert view["deck_top"][PLANETS] == 2


def test_i73_farble_sees_the_truth():
    for returned, kept in (PAIR, PAIR[::-1]):
        g = veiled(returned)
        view = seen(g, 1)
        gone, held, mine = numbers(g, returned, kept, "Mine RB")
        assert view["reserve"][0] == [held, mine]
        assert view["view_card"][st.NUM_ROWS * st.MOST_SLOTS :][:2] == [held, mine]
        assert view["next_card"][PLANETS] == gone
        assert deck_places(view, gone, held) == [-1, 0]
        assert view["veil_cards"][PLANETS] == sorted([gone, held])
        assert_nothing_to_redraw(g, 1)


@pytest.mark.parametrize("returned", PAIR)
def test_i73_a_redraw_tosses_a_coin_over_the_pair(returned):
    g = veiled(returned)
    draws = 400
    worlds = [g.game.determinized(0, stream).s for stream in range(draws)]
    counts = Counter((int(w["top"][PLANETS, 1]), int(w["reserve"][1, 0])) for w in worlds)
    luma, umber = (g.card(name) for name in PAIR)
    assert set(counts) == {(luma, umber), (umber, luma)}
    assert abs(counts[luma, umber] - draws / 2) < 6 * draws**0.5 / 2


def test_i73_two_cards_of_different_decks_make_no_secret():
    g = farble("Luma", "Solar Plant RB").act("reserve development 1: card 1", "choose reserved card 1")
    assert (g.s["veil"] == st.NO_VEIL).all()
    assert seen(g, 0)["next_card"][PLANETS] == g.card("Luma") + 1
    for seat in range(3):
        assert_nothing_to_redraw(g, seat)


def test_i73_a_card_reserved_alone_is_known_to_all():
    g = Table(3, COMPANIES).act("reserve planets: card 1")
    assert [seen(g, seat)["reserve"][-seat % 3][0] for seat in range(3)] == numbers(g, "Harrow") * 3
    assert_nothing_to_redraw(g, 1)


def later(returned, *more):
    """Farble's turn is over and seat 2 acts, then perhaps seat 0."""
    return veiled(returned).end_turn().act(*more)


def test_i73_a_card_of_the_pair_that_is_drawn_settles_it():
    g = later("Luma", "reserve planets: card 1").end_turn()
    assert g.cards("planets")[0] == "Luma"
    assert (g.s["veil"] == st.NO_VEIL).all()
    assert not g.s["veiled"].any()
    for seat in range(3):
        assert "Umber" in g.names(number - 1 for number in seen(g, seat)["reserve"][(1 - seat) % 3] if number)
        assert_nothing_to_redraw(g, seat)


def test_i73_the_pair_stays_secret_under_other_cards():
    g, other = (later(returned, "reserve planets: card 1") for returned in PAIR)
    for table in (g, other):
        table.reserve(0, "Rasp")
        table.s["full"][:] = True
        table.seat_to_act(0).act("reserve development 2: card 1")
        assert table.top("planets")[0] == "Rasp"
    assert_alike(g, other, 0, 2)
    view = seen(g, 0)
    assert view["veil_places"][PLANETS] == [2, 0]
    assert view["next_card"][PLANETS] == g.card("Rasp") + 1


def test_i73_the_other_card_may_follow_unseen():
    g, other = (veiled(returned) for returned in PAIR)
    for table in (g, other):
        table.act("reserve development 2: card 1", "choose reserved card 1")
        assert sorted(table.top("planets")[:2]) == sorted(PAIR)
    assert g.top("planets")[1] == "Luma"
    assert_alike(g, other, 0, 2)
    low, high = numbers(g, *PAIR)
    view = seen(g, 0)
    assert view["veil_places"][PLANETS] == [2, 1]
    assert deck_places(view, low, high) == [-2, -1]
    assert view["next_card"][PLANETS] == 0
    assert seen(g, 1)["next_card"][PLANETS] == high
    assert {redrawn(g, 2, stream).top("planets")[0] for stream in range(20)} == set(PAIR)


def test_i73_a_veiled_card_that_is_bought_is_shown_from_the_first_payment_on():
    """With two prices the purchase takes several decisions; all see what is being bought."""
    g = farble("Ember", "Pyre").act("reserve development 1: card 1", "choose reserved card 1")
    g.act("buy reserved card 1")
    assert g.asks() == "price line"
    for seat in range(3):
        assert seen(g, seat)["card"] == g.card("Pyre") + 1
        assert seen(g, seat)["next_card"][PLANETS] == g.card("Ember") + 1
        assert_nothing_to_redraw(g, seat)


def test_i73_a_second_pair_of_the_same_deck_shows_the_first():
    g = let_go(veiled("Luma"), "Mine RB").reserve(1, "Rasp")
    g.act("reserve development 2: card 1", "choose reserved card 2")
    assert g.top("planets")[:2] == ["Rasp", "Luma"]
    assert (g.s["veil"][PLANETS], g.s["veiled"][1, 0]) == (2, 1)
    view = seen(g, 0)
    assert view["veil_cards"][PLANETS] == sorted(numbers(g, "Rasp", "Umber"))
    assert deck_places(view, *numbers(g, "Luma")) == [-2]


def test_i73_pairs_of_two_decks_are_redrawn_apart():
    g = let_go(veiled("Luma"), "Mine RB")
    g.act("reserve development 2: card 1", "end the turn").seat_to_act(1)
    g.s["actions_left"] = 3
    assert g.reserved(1) == ["Umber", "Logistics Hub HX"]
    g.act("reserve development 2: card 2", "choose reserved card 1")
    g.s["full"][:] = True
    g.act("reserve development 1: card 2", "choose reserved card 1")
    assert (g.s["veil"][[0, 2]] >= 0).all()
    worlds = {(w.top("planets")[0], w.top("development 2")[0]) for w in (redrawn(g, 0, k) for k in range(60))}
    assert len(worlds) == 4


def reserving(g, rng):
    """Some legal action, often one about reserves but not of planets."""
    names = g.legal()
    wanted = [name for name in names if "reserve" in name and "planets" not in name]
    return str(rng.choice(wanted if wanted and rng.random() < 0.6 else names))


def test_i73_worlds_that_rivals_of_farble_cannot_tell_apart_stay_so():
    """Both take the same actions; while a rival sees the same they redraw alike."""
    rng = np.random.default_rng(0)
    compared = 0
    for seat in (0, 2) * 5:
        g, other = veiled("Luma"), veiled("Umber")
        for move in range(30):
            action = reserving(g, rng)
            if not other.can(action):
                assert g.s["seat"] == 1
                break
            g.act(action)
            other.act(action)
            if seen(g, seat) != seen(other, seat):
                break
            assert bytes_of(redrawn(g, seat, move)) == bytes_of(redrawn(other, seat, move))
            assert g.s["seat"] != seat or g.legal() == other.legal()
            compared += bytes_of(g) != bytes_of(other)
    assert compared > 40


# Alone


@pytest.mark.parametrize("seed", range(3))
def test_alone_nothing_is_hidden_but_what_chance_will_bring(seed):
    g = Table(1, chosen=False, seed=seed)
    assert_nothing_to_redraw(g, 0)
    g.act(g.legal()[0]).quiet(lambda s: s["round"] == 2)
    assert_nothing_to_redraw(g, 0)
