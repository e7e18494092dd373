"""Sixty-four concurrent users on a real server: nothing is drawn twice, nothing acknowledged is lost.

An event is played from its first draw to the Ranking by eight organisers, twenty-four referees, sixteen phones with
the tables' links, eight players, four readers and four Referents, who all act concurrently, wave after wave,
several of them the same; the Referents also homologate and revoke another event of the same season at that time.

Both tests run in ``script/test --soak`` only. ``tests/volume.py`` sets the number of users and of events played on one
server.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from ssl import SSLContext

import pytest

from tests.database import copy_migrated
from tests.integration.concurrency.clients import Answer, count_by_status
from tests.integration.concurrency.day import USERS, Day
from tests.integration.concurrency.sites import Clerk, clerk, server
from tests.integration.servers.nginx import running_nginx
from tests.integration.servers.ports import free_port
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.production import collected_static
from tests.integration.servers.site import clean_environment
from tests.integration.servers.worker import production, running_worker
from tests.volume import VOLUME

Told = Callable[[str, object], None]


@contextmanager
def _site(settings: dict[str, str], processes: int, folder: Path) -> Iterator[tuple[int, Clerk]]:
    """Start a server on a migrated database and the database process; assert that neither logged an error."""
    log, complaints = folder / "server.log", folder / "clerk.log"
    with server(settings, processes, log) as port, clerk(settings, complaints) as clerk_client:
        yield port, clerk_client
    assert "Traceback" not in log.read_text(), log.read_text()[-4000:]
    assert "Traceback" not in complaints.read_text(), complaints.read_text()[-4000:]


def _plain(answer: Answer) -> bool:
    """Return whether a response is a page, a redirect or a refusal with its reason; never a server error."""
    if answer.status in (200, 302):
        return True
    is_readable = answer.body.startswith(("{", "<!")) and "Traceback" not in answer.body
    return answer.status in (404, 409, 410, 422) and is_readable


def _lived(days: list[Day], asked: Clerk, record_property: Told) -> None:
    """Assert the expected result of each event."""
    for day in days:
        assert [(response.act, response.who, response.status) for response in day.answers if not _plain(response)] == []
        assert len({response.who for response in day.answers}) == USERS
        end = asked.ask("check", [day.slug, day.other], day.acknowledged)
        assert end["broken"] == []
        assert (end["lost"], end["twice"]) == ([], [])
        assert end["tables"] == end["confirmed"] == 2 * 7
        record_property(
            "counts",
            f"{USERS} clients, {day.waves} waves, {len(day.answers)} requests ({count_by_status(day.answers)}), "
            f"{day.busy} asked again; {len(day.acknowledged)} acknowledged sheets all there; "
            + ", ".join(f"{name} {number}" for name, number in end.items() if isinstance(number, int)),
        )


def _days(port: int, asked: Clerk, *, secure: bool, tls: SSLContext | None = None) -> list[Day]:
    days = []
    for _ in range(VOLUME.hall_days):
        day = Day(port, asked, secure=secure, tls=tls)
        day.play_whole_event()
        days.append(day)
    return days


@pytest.mark.soak(
    gate="tests/integration/concurrency/test_event_machine.py::test_event_invariants_hold_for_any_commands"
)
@pytest.mark.postgres
def test_concurrent_users_on_production_settings(redis_url: str, tmp_path: Path, record_property: Told) -> None:
    """Art. 1.2 to 1.6 on the settings of production: TLS, the shipped file of nginx, two processes, a worker."""
    with throwaway_postgres(migrated=True) as database:
        port = free_port()
        static = collected_static()
        hosts = {"FOSSATO_HOSTS": "127.0.0.1", "FOSSATO_SITE_URL": f"https://127.0.0.1:{port}"}
        folders = {"FOSSATO_MEDIA": str(tmp_path / "media"), "FOSSATO_STATIC": str(static)}
        settings = production(database=database, redis=redis_url, **hosts, **folders)
        with (
            _site(settings, 2, tmp_path) as (behind, clerk_client),
            running_worker(settings, signal.SIGTERM),
            running_nginx(upstream=behind, port=port, static=static) as proxy,
        ):
            _lived(_days(port, clerk_client, secure=True, tls=proxy.trusting()), clerk_client, record_property)
            throttled = (proxy.folder / "fossato.log").read_text().count(" 429 ")
            assert throttled == 0


@pytest.mark.soak(
    gate="tests/integration/concurrency/test_event_machine.py::test_event_invariants_hold_for_any_commands"
)
def test_concurrent_users_on_embedded_server(tmp_path: Path, record_property: Told) -> None:
    """Art. 1.2 to 1.6 on one process with SQLite, as on a laptop in a venue."""
    settings = clean_environment(
        DJANGO_SETTINGS_MODULE="tests.integration.concurrency.quiet_embedded",
        FOSSATO_SQLITE=str(tmp_path / "hall.sqlite3"),
        FOSSATO_MEDIA=str(tmp_path),
    )
    copy_migrated(tmp_path / "hall.sqlite3")
    with _site(settings, 1, tmp_path) as (port, clerk_client):
        _lived(_days(port, clerk_client, secure=False), clerk_client, record_property)
