"""A fault of the server stands at the head of every page until it is over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from tests import factories as make
from tournament import tasks
from tournament.delivery import jobs
from tournament.live import server_faults as faults

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.mark.parametrize("fault", [faults.DISK_FULL, faults.READ_ONLY], ids=lambda fault: str(fault.code))
def test_noted_fault_stands_on_pages_in_both_languages(fault: faults.Fault) -> None:
    assert faults.fault_lines() == []
    faults.fault_note(fault)
    for language, words in (("it", "Il disco del server è"), ("en", "The server’s disk is")):
        with translation.override(language):
            assert [line.startswith(words) for line in faults.fault_lines()] == [True]


@pytest.mark.django_db
def test_page_has_a_line_for_each_fault_and_none_without(client: Client) -> None:
    event = make.drawn_event()
    address = event.get_absolute_url()
    assert "fo-fault" not in client.get(address).content.decode()
    faults.fault_note(faults.DISK_FULL)
    cache.set(faults.REDIS_AWAY_KEY, True)
    assert client.get(address).content.decode().count('class="fo-fault"') == 2


def test_clock_that_goes_back_is_told_with_its_minutes() -> None:
    def newest() -> None:
        return None

    assert not faults.clock_watch(NOON, newest)
    assert not faults.clock_watch(NOON + timedelta(minutes=1), newest)
    # A time server corrects by seconds.
    assert not faults.clock_watch(NOON + timedelta(seconds=30), newest)
    assert faults.fault_lines() == []
    assert faults.clock_watch(NOON - timedelta(minutes=58), newest)
    assert faults.fault_lines()[0].startswith("L’orologio del server è tornato indietro di 58 minuti.")
    # From there it goes on.
    assert not faults.clock_watch(NOON - timedelta(minutes=57), newest)


@pytest.mark.django_db
def test_server_started_with_a_clock_of_before_knows_it_by_what_is_stored(time_machine: Any) -> None:
    jobs.job_enqueue(kind="print_pack", key="first", args={"round": 0})
    newest = jobs.newest_time()
    assert newest is not None
    time_machine.move_to(newest - timedelta(hours=1))
    tasks.sweep_clocks()
    assert "60 minuti" in faults.fault_lines()[0]
