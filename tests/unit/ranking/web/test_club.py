"""Test the public page of an organiser: names only with consent, few queries, found from elsewhere."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests import reporting
from tournament.federation.services import organiser_disqualify, organiser_update
from tournament.models import Event, Organiser

pytestmark = pytest.mark.django_db


def _page(client: Client, club: Organiser) -> str:
    answer = client.get(reverse("club", args=[club.pk]))
    assert answer.status_code == 200
    return answer.content.decode().partition("<main")[2].partition("</main>")[0]


def test_club_page_names_the_winner_with_consent_only(client: Client) -> None:
    event = reporting.homologated_event()
    winner = event.final_places.get(place=1).entry.person
    make.agree(winner, consent=True)
    page = _page(client, event.organiser)
    assert str(winner) in page
    assert event.get_absolute_url() in page
    make.agree(winner, consent=False)
    page = _page(client, event.organiser)
    assert winner.last_name not in page
    assert "nome non mostrato" in page
    export = client.get(reverse("club", args=[event.organiser_id]) + "?formato=csv").content.decode()
    assert (event.name in export, winner.last_name in export) == (True, False)


def test_club_page_shows_next_events_and_what_the_organiser_wrote(client: Client) -> None:
    club = make.make_organiser()
    coming, draft = make.announced_event(organiser=club, **make.upcoming()), make.make_event(organiser=club)
    organiser_update(organiser=club, by=None, about="Ogni giovedì", contact_mail="giochi@example.org")
    page = _page(client, club)
    assert (coming.name in page, draft.name in page) == (True, False)
    assert ("Ogni giovedì" in page, "mailto:giochi@example.org" in page) == (True, True)
    assert "mailto:giochi@example.org" in client.get(coming.get_absolute_url()).content.decode()
    organiser_disqualify(organiser=club, by=None, reason="Foto false")
    page = _page(client, club)
    assert ("squalificato" in page, "mailto:" in page, "Foto false" in page) == (True, False, False)


def test_club_page_takes_at_most_twelve_queries(client: Client) -> None:
    club = make.make_organiser()
    counts = []
    for _ in range(2):
        make.concluded_event(organiser=club)
        make.announced_event(organiser=club, **make.upcoming())
        with CaptureQueriesContext(connection) as run:
            _page(client, club)
        counts.append(len(run))
    assert counts[0] == counts[1] <= 12


def test_club_page_linked_from_event_search_and_sitemap(client: Client) -> None:
    event = make.announced_event(organiser=make.make_organiser(name="Circolo del Colle"))
    hidden = make.make_event()
    url = reverse("club", args=[event.organiser_id])
    for address in (event.get_absolute_url(), "/cerca/?q=colle", "/sitemap.xml"):
        assert url in client.get(address).content.decode()
    assert reverse("club", args=[hidden.organiser_id]) not in client.get("/sitemap.xml").content.decode()
    assert Event.objects.count() == 2


def test_club_page_draws_the_attendance_of_ratified_events(client: Client) -> None:
    club = make.make_organiser()
    first, second = (reporting.homologated_event(players=players, organiser=club) for players in (12, 13))
    page = _page(client, club)
    assert page.count('<svg class="fo-chart') == 2
    for event, players in ((first, 12), (second, 13)):
        assert f"<title>{event.name}, 4 luglio 2009: {players}</title>" in page
    assert "<dd>25</dd>" in page
