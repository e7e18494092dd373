"""The client for Python that script/client makes: enough for a whole event."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.utils import timezone

from ranking.models import LedgerEntry
from tests import factories as make
from tests.conftest import ROOT
from tests.entering import enter_with_account
from tests.integration.in_flight import InFlight
from tests.reporting import picture
from tournament.access.api_tokens import token_issue
from tournament.models import Entry, Event


@pytest.fixture(scope="module")
def client_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package that the description gives."""
    folder: Path = tmp_path_factory.mktemp("client")
    subprocess.run([sys.executable, ROOT / "script/client", folder], check=True)
    return folder


@pytest.fixture
def _client_package(client_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(client_folder))


@pytest.fixture
def site(live_server: Any, in_flight: InFlight) -> Iterator[str]:
    """Yield the site's address; wait for the ends of its requests, which still look at the database."""
    yield live_server.url
    in_flight.none_left()


@pytest.fixture
def club_and_referent(site: str, _client_package: None) -> tuple[Any, Any]:
    """Return a client of who runs a club, and one of a Referent."""
    from fossato_api import connect

    club = make.make_organiser(user=make.make_user()).user
    holders = ((club, ("results", "desk")), (make.make_user(referent=True), ("decisions",)))
    tokens = [token_issue(user=user, name="prova", days=7, scopes=scopes)[1] for user, scopes in holders]
    return connect(site, tokens[0]), connect(site, tokens[1])


def test_client_plays_a_thirteen_player_event(club_and_referent: tuple[Any, Any]) -> None:
    from tests.deployment.playing import PLAYERS, play_event

    club, referent = club_and_referent
    season = make.around_today()["season"]
    said: list[str] = []
    event = play_event(club, referent, season=season.slug, photo=picture(kind="JPEG").getvalue(), say=said.append)
    assert (event["state"], len(event["final_places"])) == ("homologated", PLAYERS)
    assert LedgerEntry.objects.filter(event__slug=event["slug"]).count() == PLAYERS
    assert said[-1].endswith("homologated")


def _authorised(club: Any, referent: Any, **facts: Any) -> str:
    """Return the slug of an event of next week that players may enter."""
    days = make.upcoming()
    place = {"name": "Coppa del Borgo", "city": "Forlì", "venue": "Sala grande"}
    when = {"first_day": str(days["first_day"]), "last_day": str(days["first_day"])}
    slug = str(club.event_create({"season": days["season"].slug, **place, **when})["event"])
    club.event_change(slug, facts)
    earlier = days["first_day"] - timedelta(days=20)
    club.announce(slug, {"address": "https://forum.example/1", "day": str(earlier)})
    assert referent.decide(slug, {"decision": "authorise"})["state"] == "authorised"
    return slug


def test_client_runs_a_waiting_list(club_and_referent: tuple[Any, Any]) -> None:
    club, referent = club_and_referent
    slug = _authorised(club, referent, capacity=3, entry_mode="open")
    people = [{"first_name": "Anna", "last_name": name} for name in ("Prima", "Seconda", "Terza")]
    assert club.entries_add(slug, {"people": people})["count"] == 3
    asked = enter_with_account(Event.objects.get(slug=slug), 1)
    (waiting,) = club.requests(slug)["items"]
    assert (waiting["request"], waiting["state"], waiting["entry"]) == (asked.pk, "waiting", None)
    club.entry_remove(slug, 1)
    assert club.requests(slug)["items"][0]["state"] == "promoted"
    taken = club.request_decide(slug, asked.pk, {"decision": "accept"})
    assert (taken["state"], taken["entry"]) == ("entered", 4)
    assert club.check_in_open(slug, early=True)["state"] == "checkin"


def test_client_gives_roles_and_links(club_and_referent: tuple[Any, Any], site: str) -> None:
    club, referent = club_and_referent
    slug = _authorised(club, referent)
    club.entry_add(slug, {"first_name": "Anna", "last_name": "Prima"})
    assert [role["role"] for role in club.roles(slug)["items"]] == ["organiser"]
    invited = club.role_invite(slug, {"address": "arbitro@example.org", "role": "referee"})
    assert invited["address"] == mail.outbox[-1].to[0] == "arbitro@example.org"
    (link,) = club.links(slug)["items"]
    with urllib.request.urlopen(site + urlsplit(link["url"]).path) as page:
        assert "Anna Prima" in page.read().decode()


def test_client_reads_changes(club_and_referent: tuple[Any, Any]) -> None:
    club, referent = club_and_referent
    slug = _authorised(club, referent)
    club.entry_add(slug, {"first_name": "Anna", "last_name": "Prima"})
    # A change shows ten seconds later: here it was made a minute ago.
    now = timezone.now()
    Event.history.update(history_date=now - timedelta(minutes=1))
    Entry.history.update(history_date=now - timedelta(minutes=1))
    since = (now - timedelta(hours=1)).isoformat()
    changed = club.changes(after=since)
    assert ([one["event"] for one in changed["items"]], changed["more"]) == ([slug], False)
    assert club.changes(after=changed["cursor"])["items"] == []


@pytest.mark.usefixtures("_client_package")
def test_client_names_the_problem_of_a_refusal(site: str) -> None:
    from fossato_api import ProblemError, connect

    with pytest.raises(ProblemError) as refused:
        connect(site).event("none")
    assert (refused.value.status, refused.value.code) == (404, "NOT_FOUND")
    assert refused.value.problem["detail"].startswith("There is nothing here")
