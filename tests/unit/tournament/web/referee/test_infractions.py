"""The pages of the register of infractions (AMB-44)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.tournament.printing import papers
from tournament.access.links import link_path, link_token, table_links_make
from tournament.infractions.services import InfractionFacts, appeal_note, infraction_record
from tournament.models import Event, Infraction
from tournament.personal_data.erasure import person_erase
from tournament.printing.documents import report

pytestmark = pytest.mark.django_db


def test_referee_enters_and_organiser_decides_in_the_pages(
    visitor: Callable[..., Client],
) -> None:
    event = make.drawn_event()
    assert visitor("referee", event).get(reverse("infractions", args=[event.slug])).status_code == 404
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", sanctions="register"))
    entry, page = event.entries.earliest("pk"), reverse("infractions", args=[event.slug])
    referee, organiser = visitor("referee", event), visitor("organiser", event)
    sent = {"entry": entry.pk, "kind": "warning", "table": "99", "minute": "7", "what": "Guardava le carte"}
    assert referee.post(page, sent).status_code == 422
    assert not Infraction.objects.exists()
    assert referee.post(page, sent | {"table": ""}).status_code == 302
    row = Infraction.objects.get()
    at = reverse("infraction_appeal", args=[event.slug, row.pk])
    referee.post(at, {"words": "Non è vero"})
    assert referee.post(at, {"words": "Sì", "grant": "1"}).status_code == 404
    assert organiser.post(at, {"words": "", "reject": "1"}).status_code == 302
    row.refresh_from_db()
    assert row.appeal == "open"
    organiser.post(at, {"words": "Due testimoni", "reject": "1"})
    seen = visitor("referent").get(reverse("sanctions")).content.decode()
    assert "Guardava le carte" in seen
    assert "Due testimoni" in seen


def test_sanction_with_an_effect_is_confirmed_and_a_mistake_is_deleted(visitor: Callable[..., Client]) -> None:
    event = make.drawn_event()
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", sanctions="register"))
    entry, page = event.entries.earliest("pk"), reverse("infractions", args=[event.slug])
    referee = visitor("referee", event)
    sent = {"entry": entry.pk, "kind": "disqualified", "what": "Insulti"}
    asked = referee.post(page, sent).content.decode()
    assert "squalifica dal torneo?" in asked
    assert 'name="confirmed"' in asked
    assert not Infraction.objects.exists()
    referee.post(page, sent | {"kind": "caution"})
    mistake = Infraction.objects.get()
    referee.post(page, sent | {"confirmed": "1"})
    at = reverse("infraction_appeal", args=[event.slug, mistake.pk])
    referee.post(at, {"words": "", "delete": "1"})
    assert Infraction.objects.count() == 2
    referee.post(at, {"words": "Era un altro", "delete": "1"})
    stands = Infraction.objects.get()
    referee.post(reverse("infraction_appeal", args=[event.slug, stands.pk]), {"words": "No", "delete": "1"})
    assert Infraction.objects.get().kind == "disqualified"
    assert "Infrazione cancellata" in _with_acts(visitor("organiser", event), reverse("history", args=[event.slug]))


@pytest.mark.soak
def test_referent_and_report_see_the_infractions(visitor: Callable[..., Client]) -> None:
    event = make.drawn_event()
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", sanctions="register"))
    event = Event.objects.get(pk=event.pk)
    row = infraction_record(entry=event.entries.earliest("pk"), facts=InfractionFacts("warning", "Lento"), by=None)
    appeal_note(infraction=row, words="Non è vero", by=None)
    Event.objects.filter(pk=event.pk).update(state=Event.State.CONCLUDED)
    assert "Lento" in visitor("referent").get(reverse("homologation", args=[event.slug])).content.decode()
    paper = papers.words(report(Event.objects.get(pk=event.pk)))
    assert f"{row.entry.person}: ammonizione, 1º turno. Lento Reclamo da decidere: Non è vero" in paper


def test_sheet_of_the_referee_leads_to_the_register_and_the_players_link_does_not(
    visitor: Callable[..., Client],
) -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    sheet = reverse("sheet", args=[event.slug, 1, table.number])
    register = f"{reverse('infractions', args=[event.slug])}?tavolo={table.number}"
    referee = visitor("referee", event)
    assert register not in referee.get(sheet).content.decode()
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", sanctions="register"))
    assert register in referee.get(sheet).content.decode()
    assert f'value="{table.number}"' in referee.get(register).content.decode()
    link = link_path("table", link_token(table_links_make(round=make.last_round(event), by=None)[0]))
    assert register not in Client().get(link).content.decode()
    make.report(table)
    assert register in referee.get(sheet).content.decode()


def _with_acts(client: Client, history: str) -> str:
    """Return the page of an event's history together with the page of each of its acts."""
    page = client.get(history).content.decode()
    acts = re.findall(r'href="(\?atto=[^"]+)"', page)
    assert acts
    return page + "".join(client.get(history + unescape(act)).content.decode() for act in acts)


@pytest.mark.soak
def test_history_of_the_event_shows_the_infraction_and_forgets_the_erased(visitor: Callable[..., Client]) -> None:
    event = make.drawn_event()
    Event.objects.filter(pk=event.pk).update(regulation=make.regulation_published("9.8", sanctions="register"))
    entry = Event.objects.get(pk=event.pk).entries.select_related("person").earliest("pk")
    row = infraction_record(entry=entry, facts=InfractionFacts("warning", "Guardava le carte"), by=None)
    appeal_note(infraction=row, words=f"{entry.person}: non è vero", by=None)
    history, organiser = reverse("history", args=[event.slug]), visitor("organiser", event)
    shown = _with_acts(organiser, history)
    assert f"Infrazione: {entry.person}, ammonizione" in shown
    assert f"{entry.person}: non è vero" in shown
    assert visitor("player").get(history).status_code == 404
    assert Client().get(history).status_code == 302
    name = str(entry.person)
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    person_erase(person=entry.person, by=None)
    after = _with_acts(organiser, history)
    assert name not in after
