"""Decisions that are replaced after a ratification, and visits to events (art. 1.3, 1.4)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from ranking.homologation import services
from ranking.homologation.ledger import ledger_check
from ranking.models import Decision, LedgerEntry
from tests import factories as make
from tests.refusals import refuses
from tests.reporting import homologated_event
from tournament.models import Event

pytestmark = pytest.mark.django_db


def _points(event: Event) -> list[int]:
    """Return the sums of half points in the ledger, the largest first."""
    sums: dict[int, int] = {}
    for entry in LedgerEntry.objects.filter(event=event):
        sums[entry.person_id] = sums.get(entry.person_id, 0) + entry.half_points
    return sorted(sums.values(), reverse=True)


@pytest.mark.rule("REQ-502")
def test_fascia_of_a_ratified_event_is_replaced_in_one_act() -> None:
    event = homologated_event()
    before = _points(event)
    decision = services.fascia_replace(event=event, to="II", by=None, reason="Molti giocatori")
    event.refresh_from_db()
    assert (event.state, event.fascia_effective, decision.kind) == ("homologated", "II", Decision.Kind.PROMOTED)
    assert _points(event) == [2 * points for points in before]
    players = len(before)
    assert LedgerEntry.objects.filter(event=event).count() == 3 * players
    assert LedgerEntry.objects.filter(decision=decision, reverses__isnull=False).count() == players
    assert ledger_check(event.season) == []
    services.fascia_replace(event=event, to="I", by=None, reason="Era giusto prima")
    assert _points(Event.objects.get(pk=event.pk)) == before


def test_replacement_that_the_version_does_not_allow_changes_nothing() -> None:
    event = homologated_event()
    entries = LedgerEntry.objects.count()
    for to, reason, refusal in (
        ("III", "Perché", "FASCIA_CHANGE_REFUSED"),
        ("I", "Perché", "ALREADY_DONE"),
        ("II", " ", "REASON_NEEDED"),
    ):
        with refuses(refusal):
            services.fascia_replace(event=event, to=to, by=None, reason=reason)
    assert LedgerEntry.objects.count() == entries


def test_referent_replaces_the_fascia_on_the_page_after_a_confirmation() -> None:
    event, client = homologated_event(), Client()
    client.force_login(make.make_user(referent=True))
    address = reverse("homologation", args=[event.slug])
    asked = {"decision": "promote-II", "reason": "Molti giocatori"}
    assert "confirmed" in client.post(address, asked).content.decode()
    assert client.post(address, asked | {"confirmed": "1"})["Location"] == address
    assert Event.objects.get(pk=event.pk).fascia_effective == "II"


def test_visit_is_recorded_with_what_it_found() -> None:
    event, client = make.drawn_event(), Client()
    client.force_login(make.make_user(referent=True))
    address = reverse("homologation", args=[event.slug])
    client.post(address, {"decision": "inspect", "reason": "Visita alle 15: tutto in ordine"})
    decision = Decision.objects.get(event=event, kind=Decision.Kind.INSPECTED)
    assert decision.reason in client.get(address).content.decode()
    with refuses("EVENT_STATE_WRONG"):
        services.event_inspect(event=make.make_event(), by=None, reason="Non c’era nessuno")
