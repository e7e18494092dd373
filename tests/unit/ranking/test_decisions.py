"""Test the Referent's decisions: homologation, fascia, refusal, revocation, reopening, disqualification."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from ranking.homologation import ledger
from ranking.homologation import selectors as homologation_selectors
from ranking.homologation import services as homologation_services
from ranking.models import Decision, LedgerEntry
from ranking.national import selectors as national_selectors
from ranking.refusals import HomologationRefused
from tests import factories, reporting
from tests.entering import enter, open_event
from tests.refusals import refuses
from tournament.core.refusals import AlreadyDone
from tournament.events import lifecycle
from tournament.events.next_step import next_step
from tournament.models import Event, Job
from tournament.regulation.refusals import FasciaChangeRefused, FasciaUndecided, TooFewPlayers
from tournament.reports import services as reports

pytestmark = pytest.mark.django_db

State = Event.State


def _again(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def _points(event: Event) -> list[float]:
    rows = LedgerEntry.objects.filter(event=event, reverses=None).order_by("place")
    return [row.half_points / 2 for row in rows]


@pytest.mark.rule("REQ-608")
def test_req_608_homologation_feeds_the_ranking() -> None:
    referent = factories.make_user(referent=True)
    event = reporting.reported_event(players=13)
    decision = homologation_services.event_homologate(event=event, by=referent, reason="I conti tornano")
    assert _again(event).state == State.HOMOLOGATED
    assert (decision.kind, decision.by, decision.reason, decision.fascia) == (
        "homologated",
        referent,
        "I conti tornano",
        "I",
    )
    assert decision.report == event.reports.get()
    assert _points(event) == [10, 7, 5, 3, 2, 2, 2, 2, 2, 2, 1.5, 1.5, 1.5]
    assert sum(_points(event)) == 41.5
    rows = LedgerEntry.objects.filter(event=event)
    assert sum(row.wins for row in rows) == 4 + 4 + 1
    assert sum(row.ordinary_wins for row in rows) == 8
    assert {row.players for row in rows} == {13}


def test_homologate_twice_is_refused_and_counts_once() -> None:
    event = reporting.homologated_event()
    with refuses("EVENT_STATE_WRONG"):
        homologation_services.event_homologate(event=event, by=None, reason="Di nuovo")
    assert LedgerEntry.objects.filter(event=event).count() == 12


DECISIONS: dict[str, Callable[[Event, str], Any]] = {
    "refuse": lambda event, why: homologation_services.event_refuse(event=event, by=None, reason=why),
    "promote": lambda event, why: homologation_services.fascia_promote(event=event, by=None, reason=why),
    "demote": lambda event, why: homologation_services.fascia_demote(event=event, to="II", by=None, reason=why),
    "revoke": lambda event, why: homologation_services.homologation_revoke(event=event, by=None, reason=why),
    "reopen": lambda event, why: homologation_services.event_reopen(event=event, by=None, reason=why),
    "refuse authorisation": lambda event, why: homologation_services.event_refuse_authorisation(
        event=event, by=None, reason=why
    ),
    "disqualify": lambda event, why: homologation_services.organiser_disqualify(
        organiser=event.organiser, by=None, reason=why
    ),
}


@pytest.mark.parametrize("decide", DECISIONS.values(), ids=DECISIONS.keys())
@pytest.mark.parametrize("reason", ["", "   "], ids=["empty", "blank"])
def test_decision_without_reason_is_refused(decide: Callable[[Event, str], Any], reason: str) -> None:
    event = factories.make_event()
    with refuses("REASON_NEEDED"):
        decide(event, reason)
    assert not Decision.objects.exists()


@pytest.mark.rule("REQ-503")
def test_ex_34_fascia_iii_with_14_players_needs_a_demotion() -> None:
    event = reporting.reported_event(players=14, fascia_declared="III")
    assert event.rounds == 2
    with pytest.raises(FasciaUndecided):
        homologation_services.event_homologate(event=event, by=None, reason="Prova")
    item = homologation_selectors.homologation_queue()[0]
    assert (item.attendance, item.possible, item.undecided) == (14, ("II", "I"), True)
    homologation_services.fascia_demote(event=event, to="II", by=None, reason="Presenti in 14")
    homologation_services.event_homologate(event=event, by=None, reason="Prova")
    assert _points(event)[0] == 20
    assert sum(_points(event)) == 86


@pytest.mark.rule("REQ-503")
def test_ex_34_fascia_iii_demoted_to_i_gives_the_winner_ten() -> None:
    event = reporting.reported_event(players=14, fascia_declared="III")
    homologation_services.fascia_demote(event=event, to="I", by=None, reason="Presenti in 14")
    homologation_services.event_homologate(event=event, by=None, reason="Prova")
    assert _points(event)[0] == 10
    assert _again(event).fascia_declared == "III"


@pytest.mark.rule("AMB-14")
def test_ex_34_fascia_iii_with_16_players_is_not_demoted() -> None:
    event = reporting.reported_event(players=16, fascia_declared="III")
    with pytest.raises(FasciaChangeRefused):
        homologation_services.fascia_demote(event=event, to="II", by=None, reason="Pochi")
    homologation_services.event_homologate(event=event, by=None, reason="Prova")
    assert sum(_points(event)) == 184


@pytest.mark.rule("REQ-402")
def test_ex_34_fascia_iii_with_11_players_cannot_be_demoted() -> None:
    event = factories.check_in_event(players=11, fascia_declared="III")
    lifecycle.event_make_unofficial(event=event, reason="Giochiamo lo stesso", by=None)

    factories.draw_round(event)
    with pytest.raises(FasciaChangeRefused):
        homologation_services.fascia_demote(event=event, to="I", by=None, reason="Presenti in 11")


def test_homologate_below_every_minimum_is_refused() -> None:
    event = reporting.reported_event(players=12)
    last = factories.last_round(event)
    assert last.is_final
    first = event.round_set.get(number=1)
    first.tables.order_by("number").last().seats.order_by("-position").first().delete()
    with pytest.raises(TooFewPlayers):
        homologation_services.event_homologate(event=event, by=None, reason="Prova")
    assert not LedgerEntry.objects.exists()


@pytest.mark.rule("REQ-502")
def test_ex_35_fascia_i_promoted_doubles_the_points() -> None:
    event = reporting.reported_event(players=40)
    homologation_services.fascia_promote(event=event, by=None, reason="Quaranta presenti")
    homologation_services.event_homologate(event=event, by=None, reason="Prova")
    points = _points(event)
    assert (points[0], set(points[20:]), sum(points)) == (20, {2}, 144)
    assert _again(event).fascia_reason == "Quaranta presenti"


@pytest.mark.rule("AMB-14")
def test_promote_fascia_i_to_iii_is_refused() -> None:
    event = reporting.reported_event()
    with pytest.raises(FasciaChangeRefused):
        homologation_services.fascia_promote(event=event, to="III", by=None, reason="Tantissimi")


@pytest.mark.rule("REQ-606")
def test_ex_43_wrong_report_is_not_homologated_and_keeps_its_findings() -> None:
    event = reporting.reported_event(players=16, fascia_declared="III")
    report = event.reports.get()
    second = report.content["final_places"][1]
    assert report.content["points"][second]["multiplied"] == 56
    report.content["points"][second]["multiplied"] = 54
    report.save()
    with pytest.raises(HomologationRefused) as refused:
        homologation_services.event_homologate(event=event, by=None, reason="Prova")
    errors = [finding for finding in refused.value.findings if finding.is_error]
    assert [(finding.path, finding.value, finding.bound) for finding in errors] == [("points[1]", 54, 56)]
    assert _again(event).state == State.REPORTED
    assert not LedgerEntry.objects.exists()
    decision = homologation_services.event_refuse(event=event, by=None, reason="27 invece di 28")
    assert "points[1]" in {finding["path"] for finding in decision.findings}
    assert _again(event).state == State.NOT_HOMOLOGATED


@pytest.mark.rule("AMB-18")
def test_ex_44_disqualified_organiser_keeps_homologated_events_only() -> None:
    organiser = factories.make_organiser()
    season = factories.make_season()
    homologated = reporting.homologated_event(organiser=organiser, season=season)
    reported = reporting.reported_event(organiser=organiser, season=season)
    announced = factories.announced_event(organiser=organiser, season=season)
    homologation_services.organiser_disqualify(organiser=organiser, by=None, reason="Torneo mai giocato")
    assert _again(homologated).state == State.HOMOLOGATED
    assert sum(_points(homologated)) == 40
    assert _again(reported).state == State.NOT_HOMOLOGATED
    with refuses("ORGANISER_DISQUALIFIED"):
        factories.make_event(organiser=organiser, season=season)
    assert _again(announced).state == State.VOID
    kinds = list(homologation_selectors.event_decisions(reported).values_list("kind", flat=True))
    assert kinds == ["refused", "disqualified"]


def test_revoke_adds_reversing_entries() -> None:
    event = reporting.homologated_event()
    homologation_services.homologation_revoke(event=event, by=None, reason="Ispezione")
    rows = LedgerEntry.objects.filter(event=event)
    assert rows.count() == 24
    assert sum(row.half_points for row in rows) == sum(row.wins for row in rows) == 0
    assert rows.filter(reverses__isnull=False).count() == 12
    assert national_selectors.national_ranking(event.season) == []
    assert _again(event).state == State.NOT_HOMOLOGATED
    with refuses("EVENT_STATE_WRONG"):
        homologation_services.homologation_revoke(event=event, by=None, reason="Di nuovo")


def test_homologate_after_revoke_and_reopen_counts_again() -> None:
    event = reporting.homologated_event()
    homologation_services.homologation_revoke(event=event, by=None, reason="Ispezione")
    homologation_services.event_reopen(event=event, by=None, reason="L’ispezione era sbagliata")
    assert _again(event).state == State.REPORTED
    homologation_services.event_homologate(event=event, by=None, reason="Tutto chiarito")
    assert LedgerEntry.objects.filter(event=event).count() == 36
    assert len(national_selectors.national_ranking(event.season)) == 12
    assert ledger.ledger_check(event.season) == []
    kinds = Decision.objects.filter(event=event).values_list("kind", flat=True)
    assert list(kinds) == ["homologated", "reopened", "revoked", "homologated"]


@pytest.mark.rule("AMB-16")
def test_amb_16_invalidated_event_reopens_with_a_new_week() -> None:
    event = reporting.complete(factories.concluded_event())
    late = datetime(2009, 8, 1, 10, tzinfo=reporting.ROME)
    reports.reports_sweep(now=late)
    homologation_services.event_reopen(event=event, by=None, reason="Il Forum era fermo", at=late)
    event = _again(event)
    assert event.state == State.CONCLUDED
    assert reports.report_deadline(event) == datetime(2009, 8, 9, tzinfo=reporting.ROME)
    assert reports.reports_sweep(now=late + timedelta(days=7)) == []
    reports.report_submit(event=event, by=None, at=late + timedelta(days=2))
    decision = homologation_services.event_homologate(event=event, by=None, reason="Relazione completa")
    assert {finding["code"] for finding in decision.findings} == {"REPORT_WEEK_MOVED", "WORD_BY_OPERATOR"}


def test_reopen_a_report_makes_the_event_concluded() -> None:
    event = reporting.reported_event()
    homologation_services.event_reopen(event=event, by=None, reason="Manca il premio")
    assert _again(event).state == State.CONCLUDED


def test_authorise_and_refuse_are_stored_as_decisions() -> None:
    season = factories.make_season()
    yes, no = factories.announced_event(season=season), factories.announced_event(season=season)
    homologation_services.event_authorise(event=yes, by=None, reason="Avviso in regola", at=factories.in_time(yes))
    homologation_services.event_refuse_authorisation(event=no, by=None, reason="Avviso incompleto")
    assert (_again(yes).state, _again(no).state) == (State.AUTHORISED, State.DRAFT)
    assert set(Decision.objects.values_list("kind", flat=True)) == {"authorised", "not_authorised"}


@pytest.mark.rule("AMB-36")
def test_amb_36_national_final_has_no_fascia() -> None:
    event = factories.drawn_event(is_national_final=True)
    with refuses("NO_FASCIA"):
        homologation_services.fascia_promote(event=event, by=None, reason="È la finale")


def test_disqualification_stops_events_and_tells_everybody_entered() -> None:
    club = factories.make_organiser()
    draft, ratified = factories.make_event(organiser=club), reporting.homologated_event(organiser=club)
    running = factories.drawn_event(organiser=club)
    waiting = open_event(capacity=3, organiser=club)
    for number in range(4):
        enter(waiting, number)
    homologation_services.organiser_disqualify(organiser=club, by=None, reason="Foto inventate")
    states = [Event.objects.get(pk=event.pk).state for event in (draft, ratified, running, waiting)]
    assert states == ["draft", "homologated", "void", "void"]
    told = Job.objects.filter(kind="mail", args__name="event_cancelled").values_list("args__to", flat=True)
    assert sorted(told) == [f"z{number}@example.org" for number in range(4)]
    page = Client().get(waiting.get_absolute_url()).content.decode()
    assert Event.objects.get(pk=waiting.pk).state_reason in unescape(page)
    assert next_step(Event.objects.get(pk=running.pk)).verb == ""


def test_disqualification_by_mistake_taken_back_with_reason_history_and_mail(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    owner, referent = factories.make_user("gestore"), factories.make_user(referent=True)
    club = factories.make_organiser(owner)
    with django_capture_on_commit_callbacks(execute=True):
        homologation_services.organiser_disqualify(organiser=club, by=referent, reason="Foto inventate")
        with refuses("REASON_NEEDED"):
            homologation_services.organiser_restore(organiser=club, by=referent, reason=" ")
        decision = homologation_services.organiser_restore(organiser=club, by=referent, reason="Era un altro circolo")
    club.refresh_from_db()
    assert (club.disqualified_at, club.disqualified_reason, decision.kind) == (None, "", "restored")
    verbs = club.history.order_by("history_id").values_list("history_verb", "history_change_reason")
    assert list(verbs)[-2:] == [
        ("organiser_disqualify", "Foto inventate"),
        ("organiser_restore", "Era un altro circolo"),
    ]
    assert [sent.to for sent in mail.outbox] == [[owner.email]] * 2
    assert ["Foto inventate" in mail.outbox[0].body, "Era un altro circolo" in mail.outbox[1].body] == [True, True]
    factories.announced_event(organiser=club)
    with pytest.raises(AlreadyDone):
        homologation_services.organiser_restore(organiser=club, by=referent, reason="Ancora")


@pytest.mark.rule("REQ-502")
def test_req_502_change_of_fascia_is_mailed_to_the_organisers(django_capture_on_commit_callbacks: Any) -> None:
    club = factories.make_user("torre", email="torre@example.org")
    event = reporting.reported_event(players=20, organiser=factories.make_organiser(club))
    with django_capture_on_commit_callbacks(execute=True):
        homologation_services.fascia_promote(event=event, by=None, reason="Erano in venti")
    (message,) = [sent for sent in mail.outbox if "Fascia II" in sent.subject]
    assert message.to == ["torre@example.org"]
    assert "Erano in venti" in message.body
