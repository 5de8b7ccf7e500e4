"""Options of the test run."""


def pytest_addoption(parser):
    """--game NAME: the contract suite for that game only; --regenerate-golden: rewrite what is compared."""
    parser.addoption("--game", action="append", help="run the contract suite for this game only; repeatable")
    parser.addoption(
        "--regenerate-golden",
        action="store_true",
        help="write transcripts, tables of pages and pictures of questions anew instead of comparing",
    )
