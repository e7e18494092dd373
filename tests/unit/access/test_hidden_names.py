"""A name without consent is on no public page that reads results: lists, statistics, their files (art. 1.6, AMB-19)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests import reporting
from tournament.models import Entry, Event, Person
from tournament.personal_data.erasure import person_erase

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMB-19")]


def _addresses(event: Event, shown: list[Person]) -> Iterator[str]:
    """Return the public pages that read the results of an event, and the files of their lists."""
    season = event.season.slug
    pages = {
        reverse("home"): (),
        reverse("ranking_season", args=[season]): ("ranking",),
        reverse("cards_season", args=[season]): ("carte",),
        reverse("roll_of_honour"): ("albo",),
        reverse("club", args=[event.organiser_id]): ("eventi",),
    }
    pages |= {reverse("player", args=[person.pk]): ("risultati", "partite", "avversari", "rating") for person in shown}
    for page, lists in pages.items():
        yield page
        yield from (f"{page}?lista={name}&formato=csv" for name in lists)
    yield reverse("ranking_json", args=[season])
    yield from (reverse(name, args=[event.game]) for name in ("ratings_csv", "ratings_json"))
    yield reverse("sitemap")


@pytest.mark.soak(gate="tests/unit/access/test_hidden_as_unknown.py::test_public_pages_without_consent_anonymous")
def test_hidden_and_erased_players_on_no_page_of_results(client: Client) -> None:
    event = reporting.homologated_event()
    Event.objects.filter(pk=event.pk).update(is_national_final=True)
    people = [place.entry.person for place in event.final_places.select_related("entry__person").order_by("place")]
    hidden_here, hidden, erased, *others = people
    shown = others[:3]
    Person.objects.filter(pk__in=[person.pk for person in (hidden, erased)]).update(city="Roccacannuccia")
    make.agree(hidden, consent=False)
    Entry.objects.filter(event=event, person=hidden_here).update(consent=False)
    person_erase(person=erased, by=make.make_user(referent=True))
    for address in _addresses(event, shown):
        answer = client.get(address)
        assert answer.status_code == 200, address
        text = b"".join(answer).decode()
        for person in (hidden, erased):
            assert str(person) not in text, address
            assert f"/giocatori/{person.pk}/" not in text, address
        assert "Roccacannuccia" not in text, address
        assert "Anonimo" not in text, address
        if any(part in address for part in ("/giocatori/", "albo", "/organizzatori/")):
            assert str(hidden_here) not in text, address
    for person in (hidden, erased):
        for name in ("player", "player_card"):
            assert client.get(reverse(name, args=[person.pk])).status_code == 404
