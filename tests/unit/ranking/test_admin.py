"""Test the administration site: everything is listed, evidence is read-only."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from ranking.call_up import services as call_up_services
from ranking.closing.services import season_close, season_reopen
from ranking.models import CallUp, Decision, LedgerEntry, PastSeason
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import text_of
from tests.volume import one_in
from tournament import models
from tournament.admin import ReadOnlyAdmin

pytestmark = pytest.mark.django_db

#: The models that an administrator may edit; all others of this project are evidence.
RECORDS = (models.Person, models.Organiser)


#: The models behind results, places and points.
EVIDENCE = (
    models.Event,
    models.Entry,
    models.Round,
    models.Table,
    models.Seat,
    models.Sheet,
    models.StandingRow,
    models.FinalPlace,
    models.Draw,
    models.Report,
    Decision,
    LedgerEntry,
    CallUp,
)


def _ours() -> list[type[Model]]:
    """Return the models of the project that are registered in the administration site."""
    return [model for model in admin.site._registry if model._meta.app_label in ("tournament", "ranking")]


def _address(model: type[Model], what: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=args)


@pytest.fixture
def administrator() -> Client:
    """Return a client signed in as a superuser; the user is ``client.user``."""
    client = Client()
    client.user = make.make_user(superuser=True)
    client.force_login(client.user)
    return client


@pytest.fixture
def world() -> models.Event:
    """Return a homologated event, with one row of every kind in the database."""
    event = reporting.homologated_event()
    season = event.season
    season.finalists = 4
    season.save()
    past = PastSeason.objects.create(name="Prima", first_day=date(1999, 6, 1), last_day=date(1999, 10, 15))
    past.places.create(list="final", place=1, name="Ada Riva")
    season_close(season=season, by=None)
    season_reopen(season=season, reason="Prova", by=None)
    call_up_services.call_up(season=season, word=make.WORD, by=None)
    make.grant(event, make.make_user())
    models.Job.objects.create(kind="papers", key="papers/1")
    return event


def test_admin_registers_all_evidence_read_only() -> None:
    assert [model for model in EVIDENCE if not isinstance(admin.site._registry.get(model), ReadOnlyAdmin)] == []
    assert {model for model in _ours() if not isinstance(admin.site._registry[model], ReadOnlyAdmin)} == set(RECORDS)


@pytest.mark.parametrize("language", one_in(2, ["it", "en"]))
def test_admin_every_page_opens(language: str, administrator: Client, world: models.Event) -> None:
    for model in _ours():
        row = model._default_manager.first()
        assert row is not None, model
        for address in (_address(model, "changelist"), _address(model, "change", row.pk)):
            answer = administrator.get(address, headers={"accept-language": language})
            assert (address, answer.status_code) == (address, 200)
        search_page = administrator.get(_address(model, "changelist"), {"q": "x"})
        assert (model, search_page.status_code) == (model, 200)


@pytest.mark.soak(gate="tests/unit/ranking/test_admin.py::test_admin_registers_all_evidence_read_only")
def test_admin_evidence_cannot_be_added_changed_or_deleted(administrator: Client, world: models.Event) -> None:
    for model in _ours():
        if model in RECORDS:
            continue
        row = model._default_manager.first()
        assert row is not None
        before = model._default_manager.filter(pk=row.pk).values().get()
        page = text_of(administrator.get(_address(model, "change", row.pk)))
        assert 'name="_save"' not in page
        for address in (
            _address(model, "add"),
            _address(model, "change", row.pk),
            _address(model, "delete", row.pk),
        ):
            answer = administrator.post(address, {"post": "yes", "reason": "x", "state": "x", "place": "1"})
            assert (address, answer.status_code) == (address, 403)
        action = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        administrator.post(_address(model, "changelist"), action)
        assert model._default_manager.filter(pk=row.pk).values().get() == before


def test_admin_seed_is_hidden_until_the_draw(administrator: Client) -> None:
    event = make.drawn_event()
    drawn = event.draws.filter(drawn_at__isnull=False).exclude(seed="")[0]
    waiting = event.draws.filter(drawn_at=None).exclude(seed="")[0]
    assert drawn.seed in text_of(administrator.get(_address(models.Draw, "change", drawn.pk)))
    page = text_of(administrator.get(_address(models.Draw, "change", waiting.pk)))
    assert waiting.commitment in page
    assert waiting.seed not in page
    assert waiting.seed not in text_of(administrator.get(_address(models.Draw, "changelist")))


def test_admin_person_update_is_stored_with_history(administrator: Client) -> None:
    person = make.make_person(city="Forli", consent=False)
    account = make.make_user()
    form_data = {
        "first_name": person.first_name,
        "last_name": person.last_name,
        "city": "Forlì",
        "user": str(account.pk),
    }
    address = _address(models.Person, "change", person.pk)
    answer = administrator.post(address, form_data | {"consent": "on", "merged_into": str(person.pk)})
    assert answer.status_code == 302
    person.refresh_from_db()
    assert (person.city, person.user, person.consent, person.merged_into) == ("Forlì", account, False, None)
    version = person.history.latest()
    assert (version.history_user, version.history_verb) == (administrator.user, "person_update")
    assert version.history_change_reason == "city, user"
    versions = person.history.count()
    assert administrator.post(address, form_data).status_code == 302
    assert person.history.count() == versions
    assert administrator.post(_address(models.Person, "delete", person.pk), {"post": "yes"}).status_code == 403


@pytest.mark.rule("AMB-18")
def test_amb_18_admin_cannot_disqualify_or_readmit_an_organiser(administrator: Client) -> None:
    club = make.make_organiser(disqualified_at=datetime(2009, 7, 1, tzinfo=UTC), disqualified_reason="Inventato")
    form_data = {"name": "Circolo nuovo", "city": "", "disqualified_at_0": "", "disqualified_reason": ""}
    assert administrator.post(_address(models.Organiser, "change", club.pk), form_data).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.disqualified_reason) == ("Circolo nuovo", "Inventato")
    assert club.disqualified_at is not None


def test_admin_redirects_anonymous_and_referent(referent: Client) -> None:
    for client in (Client(), referent):
        assert client.get(reverse("admin:index")).status_code == 302
        assert client.get(_address(LedgerEntry, "changelist")).status_code == 302
