"""Two relays of the beacon on the loopback, which serve recorded rounds of drand."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.utils import timezone

from tests.conftest import ROOT

#: What a relay answers for a round, or the status of a refusal.
Answer = dict[str, Any] | int
_RECORDED = json.loads((ROOT / "tests/data/drand-rounds.json").read_text(encoding="utf-8"))["rounds"]
#: Rounds of the chain of three seconds: of quicknet, and of its scheme with another key.
QUICKNET, OTHER_CHAIN = [recorded for recorded in _RECORDED if recorded["scheme"] == "bls-unchained-g1-rfc9380"]


def published(recorded: dict[str, Any] = QUICKNET, **changes: Any) -> dict[str, Any]:
    """Return a recorded round as a relay answers it, with changes."""
    return {name: recorded[name] for name in ("round", "randomness", "signature")} | changes


@contextmanager
def relay(answer: Callable[[], Answer]) -> Iterator[str]:
    """Run a relay on a free port and yield its address; ``answer`` is asked at each request, whatever the round."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = answer()
            body = b"" if isinstance(given, int) else json.dumps(given).encode()
            # The client may have gone.
            with suppress(OSError):
                self.send_response(given if isinstance(given, int) else 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Suppress the log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/chain"
        server.shutdown()
        thread.join()


@contextmanager
def beacon(settings: Any, first: Callable[[], Answer], second: Callable[[], Answer] | None = None) -> Iterator[None]:
    """Run two relays as the site's beacon, whose next round is the recorded one of quicknet: due in eight seconds."""
    with relay(first) as one, relay(second or first) as other:
        settings.FOSSATO_BEACON_RELAYS = [one, other]
        settings.FOSSATO_BEACON_PERIOD = 30
        due = int(timezone.now().timestamp()) + 8
        settings.FOSSATO_BEACON_GENESIS = due - (QUICKNET["round"] - 1) * settings.FOSSATO_BEACON_PERIOD
        yield
