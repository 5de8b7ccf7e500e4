"""Who knows what: companies being chosen, veiled pairs of cards, and redraws of what a seat cannot know."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from astrarium.envs.star_tycoon import state as st
from tests.envs.star_tycoon.table import GAME, Table
from tests.hidden import assert_alike, assert_nothing_to_redraw, bytes_of, redrawn, seen

PLANETS = 0
PAIR = ("Luma", "Umber")  # planets, the lower number first
STILL_KEPT = -1  # in observations: the card kept at the veiled place below
COMPANIES = ("Quonk", "Farble", "Franek")


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


def veil_of(view):
    """The veiled places of the planets' deck, counted from above: the cards that it is about."""
    return {at + 1: pair for at, pair in enumerate(view["veil"][PLANETS]) if any(pair)}


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
            assert veil_of(view) == {1: [low, high]}
            assert view["reserve"][at] == [low, *numbers(g, "Mine RB")]
            assert deck_places(view, low, high) == [0, -1]
            assert view["next_card"][PLANETS] == 0
            assert view["deck_top"][PLANETS] == 2


@pytest.mark.parametrize("returned", PAIR)
def test_k76_to_the_others_the_reserve_of_farble_shows_the_card_reserved_first(returned):
    g = veiled(returned)
    first, mine = numbers(g, PAIR[0], "Mine RB")
    assert [seen(g, seat)["reserve"][at] for seat, at in ((0, 1), (2, 2))] == [[first, mine]] * 2


@pytest.mark.parametrize("returned", PAIR)
def test_k76_text_names_both_cards(returned):
    lines = veiled(returned).game.text(seat=0).splitlines()
    blue = next(line for line in lines if "Blue:" in line)
    assert f"reserve: {PAIR[0]} or {PAIR[1]}, Mine of Rounded Bioworks" in blue


def test_i73_farble_sees_the_truth():
    for returned, kept in (PAIR, PAIR[::-1]):
        g = veiled(returned)
        view = seen(g, 1)
        gone, held, mine = numbers(g, returned, kept, "Mine RB")
        assert view["reserve"][0] == [held, mine]
        assert view["view_card"][st.NUM_ROWS * st.MOST_SLOTS :][:2] == [held, mine]
        assert view["next_card"][PLANETS] == gone
        assert deck_places(view, gone, held) == [-1, 0]
        assert veil_of(view) == {1: sorted([gone, held])}
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
    assert veil_of(view) == {2: numbers(g, *PAIR)}
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
    assert veil_of(view) == {2: [low, high], 1: [STILL_KEPT, 0]}
    assert deck_places(view, low, high) == [-1, -2]
    assert view["next_card"][PLANETS] == 0
    assert (seen(g, 1)["next_card"][PLANETS], deck_places(seen(g, 1), low, high)) == (high, [-2, -1])
    assert {redrawn(g, 2, stream).top("planets")[0] for stream in range(20)} == set(PAIR)


def test_i73_a_veiled_card_that_is_bought_is_shown_from_the_first_payment_on():
    """With two prices the purchase takes several decisions; all see what is being bought."""
    g = farble("Ember", "Pyre").act("reserve development 1: card 1", "choose reserved card 1")
    g.act("buy reserved card 1")
    assert g.asks() == "line"
    for seat in range(3):
        assert seen(g, seat)["card"] == g.card("Pyre") + 1
        assert seen(g, seat)["next_card"][PLANETS] == g.card("Ember") + 1
        assert_nothing_to_redraw(g, seat)


CHAIN = (*PAIR, "Harrow")  # Farble reserves a third planet while it keeps one of the pair


def chain(first, second, *more):
    """By legal actions only: Farble returns one of the pair, reserves a third planet, returns another one."""
    g = Table(3, COMPANIES, round=2).seat_to_act(1).reserve(1, *PAIR)
    g.act("reserve development 1: card 1", f"choose reserved card {PAIR.index(first) + 1}")
    kept = PAIR[1 - PAIR.index(first)]
    g.act("reserve planets: card 1", "choose reserved card 2")  # the Mine goes back
    assert g.reserved(1) == [kept, "Harrow"]
    g.act("reserve development 2: card 1", f"choose reserved card {[kept, 'Harrow'].index(second) + 1}")
    assert g.top("planets")[:2] == [second, first]
    return g.act(*more)


# What Farble may have returned first and then, and what it keeps.
FOUR_WORLDS = {
    ("Luma", "Umber"): "Harrow",
    ("Luma", "Harrow"): "Umber",
    ("Umber", "Luma"): "Harrow",
    ("Umber", "Harrow"): "Luma",
}


def test_k73_a_second_return_does_not_show_the_first_pair():
    for returned in FOUR_WORLDS:
        if returned != ("Luma", "Harrow"):
            assert_alike(chain("Luma", "Harrow"), chain(*returned), 0, 2)


@pytest.mark.parametrize("returned", FOUR_WORLDS)
def test_k73_a_redraw_reaches_all_that_farble_may_have_done_equally_often(returned):
    g, draws = chain(*returned), 400
    counts = Counter(
        (*g.names(w["top"][PLANETS, :2]), *g.names(w["reserve"][1, :1]))
        for w in (g.game.determinized(0, stream).s for stream in range(draws))
    )
    assert set(counts) == {(*pair, kept) for pair, kept in FOUR_WORLDS.items()}
    assert all(abs(n - draws / 4) < 6 * (draws * 3 / 16) ** 0.5 for n in counts.values())


def test_k73_others_see_which_cards_may_lie_in_each_veiled_place():
    low, high, third = numbers(farble(), *CHAIN)
    for returned in FOUR_WORLDS:
        view = seen(chain(*returned), 0)
        assert veil_of(view) == {2: [low, high], 1: [STILL_KEPT, third]}
        assert deck_places(view, low, high, third) == [0, -2, -1]
        assert view["reserve"][1][0] == low
        assert view["next_card"][PLANETS] == 0


def test_k73_a_newcomer_that_is_drawn_leaves_the_first_pair_secret():
    g, other = chain("Luma", "Harrow").end_turn(), chain("Umber", "Harrow").end_turn()
    assert g.cards("planets")[0] == other.cards("planets")[0] == "Harrow"
    assert_alike(g, other, 0, 2)
    assert veil_of(seen(g, 0)) == {1: numbers(g, *PAIR)}


def test_k73_an_older_card_that_is_drawn_settles_all():
    g = chain("Umber", "Luma").end_turn()
    assert (g.cards("planets")[0], g.reserved(1)[0], g.top("planets")[0]) == ("Luma", "Harrow", "Umber")
    for seat in range(3):
        assert not veil_of(seen(g, seat))
        assert_nothing_to_redraw(g, seat)


def long_chain(*returned):
    """Farble keeps one of the pair, then of that and Sirocco, then of that and Rasp; known cards between."""
    g = farble(*PAIR)
    held = [*PAIR]
    later = (("Sirocco", "Wake"), ("Rasp", "Floe"), (None, None))
    for name, (newcomer, known) in zip(returned, later, strict=True):
        g.s["full"][:], g.s["actions_left"] = True, 3
        g.act("reserve development 1: card 1", f"choose reserved card {held.index(name) + 1}")
        held.remove(name)
        if newcomer:
            let_go(g, g.reserved(1)[-1]).reserve(1, newcomer).deck("planets", known)
            g.row("development 1", *g.pool("development 1")[:3])
            held.append(newcomer)
    assert g.reserved(1)[0] == held[0]
    return g


def test_k73_a_kept_card_that_is_shown_settles_what_was_laid_after_it_came():
    """Sirocco was kept since the second place was laid; of the first place nothing follows."""
    tables = [long_chain(first, second, "Rasp") for first, second in (PAIR, PAIR[::-1])]
    for g in tables:
        g.tokens("", "9E 9M 9G 9F 9R 9S").act("buy reserved card 1")
        assert g.planets(1) == ["Sirocco"]
    g, other = tables
    assert_alike(g, other, 0, 2)
    view = seen(g, 0)
    low, high, rasp = numbers(g, *PAIR, "Rasp")
    assert veil_of(view) == {5: [low, high], 3: [STILL_KEPT, 0]}
    assert (view["next_card"][PLANETS], deck_places(view, rasp)) == (rasp, [-1])
    assert {tuple(redrawn(g, 0, k).top("planets")[2::2][:2]) for k in range(20)} == {PAIR, PAIR[::-1]}


def test_k73_the_oldest_card_that_is_shown_settles_all():
    g = long_chain("Luma", "Sirocco", "Rasp").tokens("", "9E 9M 9G 9F 9R 9S").act("buy reserved card 1")
    assert g.planets(1) == ["Umber"]
    for seat in range(3):
        assert not veil_of(seen(g, seat))
        assert_nothing_to_redraw(g, seat)


def test_i73_pairs_of_two_decks_are_redrawn_apart():
    g = let_go(veiled("Luma"), "Mine RB")
    g.act("reserve development 2: card 1", "end the turn").seat_to_act(1)
    g.s["actions_left"] = 3
    assert g.reserved(1) == ["Umber", "Logistics Hub HX"]
    g.act("reserve development 2: card 2", "choose reserved card 1")
    g.s["full"][:] = True
    g.act("reserve development 1: card 2", "choose reserved card 1")
    assert (g.s["veil"][[0, 2], :, 0] != st.NO_VEIL).any(axis=1).all()
    worlds = {(w.top("planets")[0], w.top("development 2")[0]) for w in (redrawn(g, 0, k) for k in range(60))}
    assert len(worlds) == 4


def reserving(g, rng):
    """Some legal action, often one about reserves."""
    names = g.legal()
    wanted = [name for name in names if "reserve" in name]
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
