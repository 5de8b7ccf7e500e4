"""A stand-in for an endpoint of language models, with ways to misbehave."""

import json
import re
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = "sk-secret-0123456789"


def first(body):
    """The reply of a model that always takes the first action."""
    return "I take the first one.\nAnswer: 1"


def by_name(body):
    """One that answers with a name, from the list that it was shown."""
    name = re.search(r"^1\. (.*)$", body["messages"][-1]["content"], re.MULTILINE)[1]
    return json.dumps({"why": "it is the first", "action": name})


def last(body):
    """One that always takes the last action."""
    numbers = re.findall(r"^(?:\d+-)?(\d+)\. ", body["messages"][-1]["content"], re.MULTILINE)
    return f"Answer: {numbers[-1]}"


REPLIES = {
    "good": first,
    "last": last,
    "by name": by_name,
    "words": lambda body: "Hello! How can I help you with your game today?",
    "illegal": lambda body: "Answer: 999",
    "refuses": lambda body: None,
    "half a pair": lambda body: "Answer: \ud800",
    "echo": lambda body: body["messages"][0]["content"] + "\n" + body["messages"][1]["content"],
    "cut": first,
    "learns": lambda body: first(body) if "was not taken" in body["messages"][-1]["content"] else "hm",
}


class Server(ThreadingHTTPServer):
    """Answers as `way` says, and keeps what it was asked."""

    daemon_threads = True
    way = "good"

    def handle_error(self, request, client_address):
        """Clients may leave."""


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        """Quiet."""

    def do_POST(self):
        server = self.server
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        server.asked.append((self.path, self.headers.get("authorization"), body))
        count, way = len(server.asked), server.way
        if way == "once 500" and count % 2:
            return self.answer(500, b"oops")
        if way == "once 429" and count % 2:
            return self.answer(429, b"{}", {"retry-after": "0"})
        if way == "once no number" and count % 2:
            return self.answer(429, b"{}", {"retry-after": "nan"})
        if way == "once deep" and count % 2:
            return self.answer(200, b"[" * 200_000)
        if way == "always 503":
            return self.answer(503, b"down", {"retry-after": "0"})
        if way == "401":
            return self.answer(401, json.dumps({"error": f"wrong key {SECRET}"}).encode())
        if way == "hangs up" and count % 2:
            return self.connection.close()
        if way == "once no json" and count % 2:
            return self.answer(200, b"<html>busy</html>")
        if way == "once no choices" and count % 2:
            return self.answer(200, b'{"choices": []}')
        if way == "slow":
            time.sleep(0.6)
        if way == "drips":
            self.send_response(200)
            self.end_headers()
            for _ in range(40):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.05)
            return None
        text = REPLIES.get(way, first)(body)
        choice = {"index": 0, "message": {"role": "assistant", "content": text}}
        choice["finish_reason"] = "length" if way == "cut" else "stop"
        usage = {"prompt_tokens": 1000, "completion_tokens": 7, "total_tokens": 1007}
        usage = "none" if way == "odd usage" else usage
        about = {"id": str(count), "object": "chat.completion", "created": 0, "model": body["model"]}
        return self.answer(200, json.dumps({**about, "choices": [choice], "usage": usage}).encode())

    def answer(self, status, data, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def serving():
    """The stand-in, on a port of its own."""
    server = Server(("127.0.0.1", 0), Handler)
    server.asked = []
    server.address = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
