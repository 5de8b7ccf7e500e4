"""The action table: ids, offsets, names and the way back."""

import pytest

from astrarium.core import ActionTable, Block

TABLE = ActionTable(
    Block("end_turn"),
    Block("buy_planet", slot=4),
    Block("trade", resource=("ore", "gas"), side=("buy", "sell")),
    Block("jump", "jump from {cell}", cell=("A1", "A2")),
)


def test_blocks_lie_end_to_end():
    assert TABLE.size == 1 + 4 + 4 + 2
    assert TABLE.offsets("end_turn", "buy_planet", "trade", "jump") == (0, 1, 5, 9)
    assert TABLE.offset("trade") == 5


def test_names():
    assert TABLE.names() == [
        "end turn",
        "buy planet slot 0",
        "buy planet slot 1",
        "buy planet slot 2",
        "buy planet slot 3",
        "trade ore: buy",
        "trade ore: sell",
        "trade gas: buy",
        "trade gas: sell",
        "jump from A1",
        "jump from A2",
    ]


def test_labels_of_another_content_set():
    assert TABLE.name(8, {"resource": ["wood", "clay"]}) == "trade clay: sell"
    assert TABLE.index("trade clay: sell", {"resource": ["wood", "clay"]}) == 8


def test_index_is_the_way_back():
    assert [TABLE.index(name) for name in TABLE.names()] == list(range(TABLE.size))


def test_block_of_an_action():
    block, parts = TABLE.block(7)
    assert (block.name, parts) == ("trade", (1, 0))


@pytest.mark.parametrize("action", [-1, 11])
def test_no_such_action(action):
    with pytest.raises(IndexError, match=f"no action {action}: ids run from 0 to 10"):
        TABLE.block(action)


def test_a_wrong_name_lists_near_ones():
    with pytest.raises(KeyError, match=r"near: .*trade gas: sell"):
        TABLE.index("trade gas sell")
    with pytest.raises(KeyError, match="no action is called 'qqq'"):
        TABLE.index("qqq")


def test_an_ambiguous_name_asks_for_the_number():
    table = ActionTable(Block("a", "choose {x}", x=("one",)), Block("b", "choose {y}", y=("one",)))
    with pytest.raises(KeyError, match="names the actions 0, 1: give the number"):
        table.index("choose one")


def test_tables_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="two action blocks are named 'a'"):
        ActionTable(Block("a"), Block("a"))
    with pytest.raises(ValueError, match="is empty"):
        Block("a", x=0)
    with pytest.raises(ValueError, match="does not name the dimensions"):
        Block("a", "choose {y}", x=3)


def test_markdown():
    assert TABLE.markdown().splitlines() == [
        "| ids | action | choices |",
        "|---|---|---|",
        "| 0 | end turn |  |",
        "| 1-4 | buy planet {slot} | 4 slot |",
        "| 5-8 | trade {resource}: {side} | 2 resource x 2 side |",
        "| 9-10 | jump from {cell} | 2 cell |",
    ]
