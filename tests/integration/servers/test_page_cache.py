"""The pages kept for visitors without an account: as made anew, at once after every change; triggers in place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integration.servers.installation import Installation, installation
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.production import collected_static
from tests.integration.servers.worker import production

pytestmark = pytest.mark.postgres

#: ``page`` is what a visitor sees, ``anew`` the same page for a visitor whose cookie keeps it from being kept.
PRELUDE = """
import difflib, re
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from ops import page_cache, public_changes
from ops.versions import Versions
from tests import factories as make, reporting
from tournament.entries import services as entries
from tournament.models import *

visitor = Client(headers={"host": "127.0.0.1"})
other = Client(headers={"host": "127.0.0.1", "cookie": "x=1"})
# Neither the visitor's own token, nor the clock, which the page itself counts down.
TOKEN, CLOCK = r'(value="|Token": ")[A-Za-z0-9]{64}"', r'<section class="fo-clock.*?</section>'
bare = lambda text: re.sub(CLOCK, "", re.sub(TOKEN, "", text), flags=re.S)

def page(path, client=visitor):
    answer = client.get(path, secure=True)
    assert answer.status_code == 200, (path, answer.status_code)
    return bare(answer.content.decode())

def queries(path):
    with CaptureQueriesContext(connection) as seen:
        page(path)
    return len(seen)

def differences(kept, anew):
    return [line for line in difflib.unified_diff(kept.splitlines(), anew.splitlines(), n=0, lineterm="")]

def same(*paths):
    for path in paths:
        kept, anew = page(path), page(path, other)
        assert kept == anew, (path, differences(kept, anew))
        assert page(path) == anew, path
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Installation]:
    folder: Path = tmp_path_factory.mktemp("page-cache")
    with throwaway_postgres(migrated=True) as url:
        settings: dict[str, Any] = production(
            database=url,
            redis=redis_url,
            FOSSATO_HOSTS="127.0.0.1",
            FOSSATO_SITE_URL="https://127.0.0.1",
            FOSSATO_MEDIA=str(folder / "media"),
            FOSSATO_STATIC=str(collected_static()),
        )
        with installation("postgresql", folder, settings) as running:
            running.do(PRELUDE)
            yield running


def test_page_is_kept_until_something_changes(site: Installation) -> None:
    found = site.do("""
event = reporting.homologated_event(players=13)
path = f"/eventi/{event.slug}/"
first, second = queries(path), queries(path)
ranking = queries("/ranking/"), queries("/ranking/")
Event.objects.filter(pk=event.pk).update(venue="Sala spostata")
shown = "Sala spostata" in page(path)
result = {"first": first, "second": second, "ranking": ranking, "shown": shown}
""")
    # The version is read by a connection of the process.
    assert found["second"] == found["ranking"][1] == 0
    assert min(found["first"], found["ranking"][0]) > 8
    assert found["shown"]


def test_version_is_read_again_after_the_database_ended_its_connection(site: Installation) -> None:
    found = site.do("""
event = make.check_in_event()
path = f"/eventi/{event.slug}/"
page(path)
with connection.cursor() as cursor:
    cursor.execute("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                   "WHERE datname = current_database() AND pid <> pg_backend_pid()")
    ended = cursor.fetchone()[0]
kept = queries(path)
Event.objects.filter(pk=event.pk).update(venue="Sala dopo il riavvio")
result = {"ended": ended > 0, "kept": kept, "shown": "Sala dopo il riavvio" in page(path)}
""")
    assert found == {"ended": True, "kept": 0, "shown": True}


@pytest.mark.soak
def test_pages_follow_an_event_through_its_day(site: Installation) -> None:
    """After each step the kept pages equal pages made anew, also those of another event and the Ranking."""
    site.do("""
done = reporting.homologated_event(players=13)
event = make.check_in_event(players=12, **make.around_today())
paths = (f"/eventi/{event.slug}/", f"/eventi/{done.slug}/", "/ranking/")
same(*paths)
make.opened(make.draw_round(event))
same(*paths)
for table in make.tables_of(make.last_round(event)):
    make.report(table)
    same(paths[0])
make.play_round(event)
same(*paths)
entry = event.entries.order_by("number").last()
entries.entry_leave(entry=entry, by=None, reason="Treno")
same(*paths)
make.agree(done.entries.first().person, consent=False)
same(*paths)
Person.objects.filter(entries__event=done).update(last_name="Cambiato")
same(*paths)
with transaction.atomic():
    Organiser.objects.filter(pk=event.organiser_id).update(name="Circolo rinominato")
same(*paths)
""")


def test_kept_page_shows_a_fault_of_the_server_after_a_second(site: Installation) -> None:
    found = site.do("""
import time
from django.core.cache import cache
from tournament.core.server_faults import DISK_FULL, fault_note
path = f"/eventi/{make.check_in_event().slug}/"
page(path)
fault_note(DISK_FULL)
noted, line = time.monotonic(), page(path, other)
while page(path) != line and time.monotonic() - noted < 30:
    pass
is_shown = page(path) == line
cache.delete(f"server-fault:{DISK_FULL.code}")
result = {"is_shown": is_shown, "is_told": "disco" in line}
""")
    assert found == {"is_shown": True, "is_told": True}


def test_visitor_gets_a_token_of_their_own(site: Installation) -> None:
    found = site.do("""
event = make.check_in_event()
path = f"/eventi/{event.slug}/"
page(path)
tokens, cookies = [], []
for number in range(2):
    one = Client(headers={"host": "127.0.0.1"}, enforce_csrf_checks=True)
    answer = one.get(path, secure=True)
    found = re.findall(r'(?:csrfmiddlewaretoken" value="|X-CSRFToken": ")(.{64})"', answer.content.decode())
    assert len(set(found)) == 1
    tokens += found[:1]
    cookies.append(one.cookies["csrftoken"].value)
    form = {"language": "en", "next": path, "csrfmiddlewaretoken": tokens[-1]}
    sent = one.post("/i18n/setlang/", form, secure=True, headers={"referer": "https://127.0.0.1/"})
    assert sent.status_code in (302, 204), sent.status_code
result = {"tokens": len(set(tokens)), "cookies": len(set(cookies))}
""")
    assert found == {"tokens": 2, "cookies": 2}


def test_page_depends_on_language_host_and_session(site: Installation) -> None:
    found = site.do("""
event = make.check_in_event()
path = f"/eventi/{event.slug}/"
italian, english = (Client(headers={"host": "127.0.0.1", "accept-language": code}) for code in ("it", "en"))
pages = [page(path, client) for client in (italian, english, italian)]
user = make.make_user()
signed = Client(headers={"host": "127.0.0.1"})
signed.force_login(user)
result = {"same": pages[0] == pages[2], "differ": pages[0] != pages[1], "own": page(path, signed) != pages[0]}
""")
    assert found == {"same": True, "differ": True, "own": True}


def test_uncommitted_change_is_not_shown_and_not_missed(site: Installation) -> None:
    """A page made while a change is not committed is made again afterwards."""
    site.do("""
import threading
event = make.check_in_event()
path = f"/eventi/{event.slug}/"
before = page(path)
changed, seen = threading.Event(), threading.Event()
def change():
    with transaction.atomic():
        Event.objects.filter(pk=event.pk).update(venue="Sala del segreto")
        changed.set()
        seen.wait(30)
    connection.close()
thread = threading.Thread(target=change)
thread.start()
changed.wait(30)
Event.objects.filter(pk=event.pk).exists()
assert page(path) == before
seen.set()
thread.join()
assert Event.objects.get(pk=event.pk).venue == "Sala del segreto"
same(path)
assert "Sala del segreto" in page(path, other), "not on the page"
assert "Sala del segreto" in page(path)
""")


def test_every_public_table_has_its_trigger_once(site: Installation) -> None:
    found = site.do("""
missing = public_changes.missing()
public_changes.install()
with connection.cursor() as cursor:
    joined = "pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
    cursor.execute(f"SELECT c.relname FROM {joined} WHERE tgname LIKE 'public_change_%%'")
    there = sorted(name for (name,) in cursor.fetchall())
for label in public_changes.NOT_PUBLIC:
    apps.get_model(label)
result = [there, sorted(model._meta.db_table for model in public_changes.public_models()), missing]
""")
    assert found[0] == found[1]
    # The database was migrated with other settings than the site's.
    assert found[2] == []


#: ``triggers`` are those of the schema that pages are made from.
TRIGGERS = """
def triggers():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
            "WHERE tgname LIKE 'public_change_%%' AND relnamespace = 'public'::regnamespace"
        )
        return dict(cursor.fetchall())
"""


def test_migrate_mends_triggers(site: Installation) -> None:
    """One is missing, though another schema has its name, as while a backup is restored; one is of another version."""
    site.do(TRIGGERS)
    found = site.do("""
before = triggers()
name = next(name for name, table in before.items() if table == "tournament_event")
say("CREATE SCHEMA aside CREATE TABLE tournament_event (id bigint)")
say(f"CREATE TRIGGER {name} AFTER INSERT ON aside.tournament_event FOR EACH ROW EXECUTE FUNCTION {name}()")
say(f"DROP TRIGGER {name} ON tournament_event")
say("CREATE FUNCTION public_change_0() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$")
say("CREATE TRIGGER public_change_0 AFTER INSERT ON tournament_event FOR EACH ROW EXECUTE FUNCTION public_change_0()")
missing = public_changes.missing()
command("migrate", "--verbosity", "0")
result = [missing == [name], public_changes.missing(), triggers() == before]
say("DROP SCHEMA aside CASCADE")
""")
    assert found == [True, [], True]


def test_pages_are_made_for_every_request_without_the_table(site: Installation) -> None:
    """It is missing: no page fails, one line is logged, the check of production names it, ``migrate`` makes it."""
    site.do(TRIGGERS)
    found = site.do("""
import logging
from ops.checks import services
lines = []
handler = logging.Handler()
handler.emit = lambda record: lines.append(record.getMessage())
logging.getLogger("ops.versions").addHandler(handler)
checked = lambda: [str(message.msg) for message in services.kept_pages()]

event = make.check_in_event()
path = f"/eventi/{event.slug}/"
say(f"DROP TABLE {public_changes.TABLE}")
for name in triggers():
    say(f"DROP FUNCTION {name}() CASCADE")
unlucky = Client(headers={"host": "127.0.0.1"})
page(path, unlucky)
Event.objects.filter(pk=event.pk).update(venue="Sala senza tabella")
shown = ["Sala senza tabella" in page(path, unlucky), bool(page("/ranking/", unlucky))]
without = checked()

command("migrate", "--verbosity", "0")
say(f"DROP TRIGGER {min(triggers())} ON {triggers()[min(triggers())]}")
some = checked()
command("migrate", "--verbosity", "0")
first, second = queries(path), queries(path)
logging.getLogger("ops.versions").removeHandler(handler)
result = {
    "shown": shown, "lines": lines, "without": without, "some": some, "after": checked(),
    "kept": [first > 5, second],
}
""")
    table = "fossato_public_change"
    assert found["shown"] == [True, True]
    assert found["lines"] == [f"No page is kept: the table {table} is missing. manage.py migrate makes it."]
    assert found["without"] == [f"No page is kept: the table {table} is missing"]
    assert len(found["some"]) == 1
    assert found["some"][0].startswith("Kept pages miss changes for some seconds: 1 triggers are missing")
    assert found["after"] == ["versions of kept pages"]
    assert found["kept"] == [True, 0]


@pytest.mark.soak
def test_old_rows_go_with_later_writes(site: Installation) -> None:
    """Also where no page is requested, such as with FOSSATO_PAGE_CACHE off."""
    found = site.do("""
table = public_changes.TABLE
event = make.check_in_event()
old = "SELECT -1, clock_timestamp() - interval '1 hour' FROM generate_series(1, 1500)"
say(f"INSERT INTO {table} (event_id, at) {old}")
versions = Versions()
before = versions.version(event.pk)
with transaction.atomic():
    for number in range(public_changes.PRUNE_ROWS):
        Event.objects.filter(pk=event.pk).update(venue=f"Sala {number}")
with connection.cursor() as cursor:
    cursor.execute(f"SELECT count(*) FILTER (WHERE event_id = -1) FROM {table}")
    result = {"old": cursor.fetchone()[0], "changed": versions.version(event.pk) != before}
""")
    assert found == {"old": 0, "changed": True}
