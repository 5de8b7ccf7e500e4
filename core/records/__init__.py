"""Records of games: a header, the actions and the outcome. Enough to bring back every state of the game.

JSONL is for people (one game a line), Parquet for volume (one game a row). Each game carries a checksum, and
replaying it checks every action and the outcome: a damaged or edited file is refused, never misread.
"""

from .formats import check_suffix, read_records, write_records
from .jsonl import action_names, read_jsonl, write_jsonl
from .parquet import Columns, parquet_bytes, read_columns, read_parquet, write_parquet
from .playing import Played, play_games, play_records
from .record import ENDINGS, Header, Record, RecordError, engine_version, header_of
from .replaying import record_of, replay, resolve, unroll, verify

__all__ = [
    "ENDINGS",
    "Columns",
    "Header",
    "Played",
    "Record",
    "RecordError",
    "action_names",
    "check_suffix",
    "engine_version",
    "header_of",
    "parquet_bytes",
    "play_games",
    "play_records",
    "read_columns",
    "read_jsonl",
    "read_parquet",
    "read_records",
    "record_of",
    "replay",
    "resolve",
    "unroll",
    "verify",
    "write_jsonl",
    "write_parquet",
    "write_records",
]
