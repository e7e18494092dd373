"""Test the clock as a timer runs it: what it leaves for the workers."""

from __future__ import annotations

import subprocess
import sys

import redis

from config.clock import DUE, KEY
from tests.integration.servers.site import ROOT
from tests.integration.servers.worker import production


def test_clock_sends_every_task_once_and_beats(redis_url: str) -> None:
    broker = redis_url.replace("/0", "/8")
    settings = production(database="postgres://127.0.0.1:1/none", redis=broker)

    def said() -> str:
        command = [sys.executable, "-m", "config.clock"]
        return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=True).stdout

    with redis.Redis.from_url(broker) as client:
        client.flushdb()
        assert said() == f"clock: sent {', '.join(DUE)}\n"
        assert client.llen("default") == len(DUE)
        assert client.exists("fossato:sign:clock")
        # Those of each minute would be due again if the minute just ended.
        client.hset(KEY, mapping=dict.fromkeys(DUE, "32503680000"))
        client.flushdb()
