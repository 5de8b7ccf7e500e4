"""A player as a program of its own: plain Python, without Astrarium. Reads and writes lines of JSON.

It prefers actions whose names hold certain words, and draws among the best:

    astrarium arena star_tycoon --players 2 --agent "exec:python3 examples/programs/words.py" --agent random
"""

import json
import random
import sys

LIKED, DISLIKED = ("buy", "build", "produce", "claim"), ("pass", "end", "discard", "loan")
streams = {}  # a table's own random numbers


def worth(name):
    """How much the words of an action's name promise."""
    words = name.lower().split()
    return sum(word in LIKED for word in words) - sum(word in DISLIKED for word in words)


def choose(message):
    """The id of an action."""
    legal = message["view"]["legal"]
    best = max(worth(each["name"]) for each in legal)
    liked = [each["action"] for each in legal if worth(each["name"]) == best]
    return streams[message["table"]].choice(liked)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        streams[message["table"]] = random.Random(message["seed"])
        answer = {"id": message["id"], "protocol": 1}
    elif message["type"] == "decide":
        answer = {"id": message["id"], "action": choose(message)}
    elif message["type"] == "over":
        del streams[message["table"]]
        continue
    else:  # told: what happened since
        continue
    print(json.dumps(answer), flush=True)
