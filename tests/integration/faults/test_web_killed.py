"""The web process is killed with SIGKILL during deliveries: every acknowledged sheet is stored, once."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.integration.faults.conftest import Say, world
from tests.integration.faults.phones import Meter, Phone, accounts, at_work
from tests.integration.servers.prefork import Prefork, prefork
from tests.volume import VOLUME

KILLS_SQLITE = max(1, VOLUME.kills // 4)
PLAYERS = 24


def _storm(server: Prefork, tables: list[dict[str, Any]], kills: int, seed: int) -> tuple[list[Phone], Meter]:
    """Phones deliver at every table, two at the last three; processes die; table after table is closed."""
    meter, done = Meter(), [0]
    rng = random.Random(seed)
    jobs: list[Callable[[], None]] = []
    phones: list[Phone] = []
    for index, table in enumerate(tables):
        last = index >= len(tables) - 3
        until = kills if last else kills * (index + 1) // len(tables)
        for second in range(1 + last):
            phone = Phone(f"table{table['number']}-phone{second}", server.ports[0], table, meter)
            phones.append(phone)
            jobs.append(partial(_evening, phone, lambda until=until: done[0] >= until, closing=not last))

    def die() -> None:
        for _kill in range(kills):
            meter.wait_for_more("sent", rng.randint(1, 4))
            server.kill(rng.randrange(len(server.ports)))
            done[0] += 1

    try:
        at_work(jobs, die)
    finally:
        done[0] = kills
        for phone in phones:
            phone.close()
    return phones, meter


def _evening(phone: Phone, enough: Callable[[], bool], *, closing: bool) -> None:
    phone.play(enough)
    if closing:
        phone.deliver(closing=True)


def _survived(settings: dict[str, str], kills: int, port_groups: tuple[int, ...], seed: int, say: Say) -> None:
    event = world(settings, "make", PLAYERS)
    with prefork(settings, port_groups=port_groups) as server:
        phones, meter = _storm(server, event["tables"], kills, seed)
        started = server.started
    stored = world(settings, "sheets", event["slug"])
    figures = accounts(stored, phones)
    refusals = [refusal for phone in phones for refusal in phone.refusals]
    end = world(settings, "finish", event["slug"])
    say(kills=kills, processes=started, connections_lost=meter.counts["lost"], **figures, refused=len(refusals), **end)
    assert started == kills + len(port_groups)
    assert meter.counts["lost"] > 0
    assert refusals == []
    assert figures["sent"] == figures["acknowledged"] == figures["stored"]
    assert figures["closed tables"] == len(event["tables"]) - 3
    assert (end["state"], end["broken"]) == ("homologated", [])
    assert end["ledger"] == PLAYERS


@pytest.mark.soak(
    gate="tests/integration/browser/test_restart.py::test_browser_with_waiting_sheet_survives_server_kill"
)
@pytest.mark.postgres
def test_kills_on_postgres_with_two_processes(live_settings: dict[str, str], say: Say) -> None:
    _survived(live_settings, VOLUME.kills, (0, 0), 2026, say)


@pytest.mark.soak(
    gate="tests/integration/browser/test_restart.py::test_browser_with_waiting_sheet_survives_server_kill"
)
def test_kills_on_sqlite_with_one_process(embedded_settings: dict[str, str], say: Say) -> None:
    _survived(embedded_settings, KILLS_SQLITE, (0,), 1944, say)
