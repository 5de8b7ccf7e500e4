"""SpaceCorp: the numbers and words of the invariants that `check` looks after."""

(
    OK,
    BAD_TURN,
    BAD_QUESTION,
    BAD_END,
    BAD_PLAYER,
    BAD_CARDS,
    BAD_HAND,
    BAD_DECK,
    BAD_TILES,
    BAD_BASES,
    BAD_TEAMS,
    BAD_PROGRESS,
    BAD_COLONY,
    BAD_MARKER,
    BAD_ACTION,
    BAD_VALUE,
) = range(16)

WORDS = {
    BAD_TURN: "era, stage, seats and windows are within their bounds",
    BAD_QUESTION: "a running game asks a seat and offers an answer, a finished one does not",
    BAD_END: "last turns and passes belong to the end of an era",
    BAD_PLAYER: "profit, markers and Infra with its sums are right, and empty for absent players",
    BAD_CARDS: "every card of the era is in one place; only Infra can leave the game",
    BAD_HAND: "hand sizes and title bits follow from the hands, and known cards are there",
    BAD_DECK: "the sizes of the deck follow from its cards",
    BAD_TILES: "tiles lie in boxes of the board or in their stacks, with the P# that follows",
    BAD_BASES: "bases stand on explored sites of one owner, or in the supply",
    BAD_TEAMS: "teams stand on the board, tracks lie at stars, claims on tiles",
    BAD_PROGRESS: "two copies of each progress card that is in play",
    BAD_COLONY: "colonies stand in systems full of bases, or on the Sideboard",
    BAD_MARKER: "contract and Beyond markers are where they can be",
    BAD_ACTION: "what the action has chosen exists",
    BAD_VALUE: "the value so far follows from Infra and cards played",
}
