"""The Referent's pages of organisers: list, a new one, disqualification on the page of each (art. 1.2, 1.4)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from ranking.models import Decision
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import shown_messages, text_of
from tournament.models import Event, Organiser

pytestmark = pytest.mark.django_db

CLUBS = "/referente/organizzatori/"


def _page(club: Organiser) -> str:
    return reverse("organiser", args=[club.pk])


def test_organiser_create_links_the_account(referent: Client) -> None:
    user = make.make_user("ludoteca")
    form_data = {"name": "  Ludoteca   Alta ", "city": "Trento", "username": "ludoteca"}
    answer = referent.post(CLUBS, form_data, follow=True)
    club = Organiser.objects.get()
    assert answer.redirect_chain == [(_page(club), 302)]
    assert (club.name, club.city, club.user) == ("Ludoteca Alta", "Trento", user)
    assert user.has_perm("tournament.create_event")
    assert "Ludoteca Alta" in shown_messages(answer)[0]
    assert club.history.get().history_user == referent.user


@pytest.mark.parametrize(
    ("field", "facts"),
    [
        ("name", {"name": ""}),
        ("name", {"name": "x" * 121}),
        ("name", {"name": "circolo LUDICO"}),
        ("username", {"name": "Nuovo", "username": "nessuno"}),
    ],
    ids=["no name", "long name", "a name that is taken", "nobody"],
)
def test_organiser_create_wrong_field_shows_its_error(field: str, facts: dict[str, str], referent: Client) -> None:
    Organiser.objects.create(name="Circolo ludico")
    answer = referent.post(CLUBS, {"city": "", **facts})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in text_of(answer)
    assert Organiser.objects.count() == 1


def test_organiser_create_twice_creates_one(referent: Client) -> None:
    assert [referent.post(CLUBS, {"name": "Ludoteca"}).status_code for _ in range(2)] == [302, 422]
    assert Organiser.objects.count() == 1


@pytest.mark.rule("AMB-18")
def test_amb_18_disqualify_requires_reason_and_confirmation(referent: Client) -> None:
    event = reporting.reported_event()
    club = event.organiser
    for reason in ("", "  "):
        answer = referent.post(_page(club), {"disqualify": "1", "reason": reason, "confirmed": "1"})
        assert answer.status_code == 422
        assert 'id="id_reason_error"' in text_of(answer)
    data = {"disqualify": "1", "reason": "Torneo mai giocato"}
    confirmation = referent.post(_page(club), data)
    page = text_of(confirmation)
    assert confirmation.status_code == 200
    assert 'name="confirmed" value="1"' in page
    assert "Torneo mai giocato" in page
    assert not Decision.objects.exists()
    answer = referent.post(_page(club), {**data, "confirmed": "1"}, follow=True)
    club.refresh_from_db()
    assert club.disqualified_at is not None
    assert club.name in shown_messages(answer)[0]
    assert Event.objects.get(pk=event.pk).state == Event.State.NOT_HOMOLOGATED
    assert "Torneo mai giocato" in text_of(answer)
    assert 'name="disqualify"' not in text_of(answer)
    kinds = Decision.objects.order_by("pk").values_list("kind", "by")
    assert list(kinds) == [("disqualified", referent.user.pk), ("refused", referent.user.pk)]
    repeated = referent.post(_page(club), {**data, "confirmed": "1"})
    assert repeated.status_code == 422
    assert Decision.objects.count() == 2


def test_restore_organiser_requires_reason_and_confirmation(referent: Client) -> None:
    club = make.make_organiser(disqualified_at=reporting.NEXT_DAY, disqualified_reason="Foto false")
    form = {"restore": "1", "reason": "Era un altro circolo"}
    assert referent.post(_page(club), {**form, "reason": " ", "confirmed": "1"}).status_code == 422
    assert 'name="confirmed" value="1"' in text_of(referent.post(_page(club), form))
    assert club.name in shown_messages(referent.post(_page(club), {**form, "confirmed": "1"}, follow=True))[0]
    club.refresh_from_db()
    assert club.disqualified_at is None
    assert list(Decision.objects.values_list("kind", flat=True)) == ["restored"]


def test_unknown_organiser_answers_404(referent: Client) -> None:
    assert referent.get(reverse("organiser", args=[999999])).status_code == 404


def test_organisers_list_counts_their_events_and_leads_to_their_pages(referent: Client) -> None:
    club = make.make_organiser(make.make_user("gestore"))
    event = make.announced_event(organiser=club)
    make.make_event(organiser=club, name="Una bozza")
    answer = referent.get(CLUBS)
    (row,) = answer.context["rows"]
    assert row.held == 1
    assert "gestore" in text_of(answer)
    assert f'href="{_page(club)}"' in text_of(answer)
    page = text_of(referent.get(_page(club)))
    assert event.name in page
    assert "Una bozza" not in page
