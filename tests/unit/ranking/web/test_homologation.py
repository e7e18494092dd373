"""Test the page of a report: its content and every decision with its reason (articles 1.3 and 1.4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from ranking.homologation import services as homologation_services
from ranking.models import Decision, LedgerEntry
from ranking.national import selectors as national_selectors
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import shown_messages, text_of
from tests.volume import one_in
from tournament.models import Event
from tournament.reports import services as reports

pytestmark = pytest.mark.django_db

State = Event.State
WHY = "Letta la relazione, contati i presenti"


def _address(event: Event) -> str:
    return reverse("homologation", args=[event.slug])


def _again(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def _choices(client: Client, event: Event) -> list[str]:
    return [choice.name for choice in client.get(_address(event)).context["choices"]]


def _wrong_report(event: Event) -> None:
    """Take two half-points from the second place of the report."""
    report = event.reports.get()
    second = report.content["final_places"][1]
    report.content["points"][second]["multiplied"] -= 2
    report.save()


def _revoked(event: Event) -> Event:
    homologation_services.event_homologate(event=event, by=None, reason=WHY)
    homologation_services.homologation_revoke(event=event, by=None, reason=WHY)
    return _again(event)


def _homologated(event: Event) -> Event:
    homologation_services.event_homologate(event=event, by=None, reason=WHY)
    return _again(event)


def _invalidated(event: Event) -> Event:
    event = reporting.complete(make.concluded_event())
    reports.reports_sweep(now=reports.report_deadline(event))
    return _again(event)


#: Decision -> (fascia declared, players, preparation of the report, kind, state after, needs a confirmation).
DECISIONS: dict[str, tuple[str, int, Callable[[Event], Event] | None, str, str, bool]] = {
    "homologate": ("I", 12, None, "homologated", State.HOMOLOGATED, False),
    "refuse": ("I", 12, None, "refused", State.NOT_HOMOLOGATED, True),
    "promote-II": ("I", 12, None, "promoted", State.REPORTED, False),
    "demote-II": ("III", 14, None, "demoted", State.REPORTED, False),
    "demote-I": ("III", 14, None, "demoted", State.REPORTED, False),
    "revoke": ("I", 12, _homologated, "revoked", State.NOT_HOMOLOGATED, True),
    "reopen": ("I", 12, None, "reopened", State.CONCLUDED, False),
    "reopen the refused": ("I", 12, _revoked, "reopened", State.REPORTED, False),
    "reopen the late": ("I", 12, _invalidated, "reopened", State.CONCLUDED, False),
}


@pytest.mark.parametrize("case", one_in(4, DECISIONS))
def test_decision_requires_a_reason_and_is_stored_once(case: str, referent: Client) -> None:
    fascia, players, before, kind, state, asks = DECISIONS[case]
    name = case.split()[0]
    event = reporting.reported_event(players=players, fascia_declared=fascia)
    event = before(event) if before else event
    state_before, decisions_before = event.state, Decision.objects.count()
    for reason in () if name == "homologate" else ("", "  "):
        refused = referent.post(_address(event), {"decision": name, "reason": reason, "confirmed": "1"})
        assert refused.status_code == 422
        assert 'id="id_reason_error"' in text_of(refused)
    if asks:
        confirmation = referent.post(_address(event), {"decision": name, "reason": WHY})
        assert confirmation.status_code == 200
        assert 'name="confirmed" value="1"' in text_of(confirmation)
        assert f'name="reason" value="{WHY}"' in text_of(confirmation)
    assert (_again(event).state, Decision.objects.count()) == (state_before, decisions_before)

    answer = referent.post(_address(event), {"decision": name, "reason": WHY, "confirmed": "1"}, follow=True)
    assert answer.redirect_chain == [(_address(event), 302)]
    assert shown_messages(answer)
    assert WHY in text_of(answer)
    decision = Decision.objects.order_by("pk").last()
    assert decision is not None
    assert (decision.kind, decision.event, decision.by, decision.reason) == (kind, event, referent.user, WHY)
    assert _again(event).state == state
    version = event.history.latest()
    assert (version.history_user, version.history_change_reason) == (referent.user, WHY)

    repeated = referent.post(_address(event), {"decision": name, "reason": WHY, "confirmed": "1"})
    if case == "reopen the refused":
        # Reported again, the event can be sent back to the organiser: another decision of the same name.
        assert repeated.status_code == 302
    else:
        assert repeated.status_code == 422
        assert Decision.objects.count() == decisions_before + 1


def test_homologate_without_reason_is_accepted(referent: Client) -> None:
    event = reporting.reported_event()
    answer = referent.post(_address(event), {"decision": "homologate", "reason": ""})
    assert answer.status_code == 302
    assert _again(event).state == State.HOMOLOGATED
    assert Decision.objects.get(event=event, kind="homologated").reason == ""


def test_homologate_twice_counts_once(referent: Client) -> None:
    event = reporting.reported_event()
    for _ in range(2):
        referent.post(_address(event), {"decision": "homologate", "reason": WHY})
    assert LedgerEntry.objects.filter(event=event).count() == 12
    assert national_selectors.national_ranking(event.season)[0].half_points == 20


@pytest.mark.parametrize("decision", ["", "niente", "promote-III", "demote-I", "revoke"])
def test_decision_not_allowed_by_the_state_is_refused(decision: str, referent: Client) -> None:
    event = reporting.reported_event()
    answer = referent.post(_address(event), {"decision": decision, "reason": WHY, "confirmed": "1"})
    assert answer.status_code == 422
    with override("it"):
        assert gettext("This decision cannot be taken now: somebody may have decided already.") in text_of(answer)
    assert (_again(event).state, Decision.objects.count()) == (State.REPORTED, 0)


@pytest.mark.rule("REQ-606")
@pytest.mark.parametrize("language", one_in(2, ["it", "en"]))
def test_ex_43_every_difference_is_shown_and_homologation_refused(language: str, referent: Client) -> None:
    event = reporting.reported_event(players=16, fascia_declared="III")
    _wrong_report(event)
    page = text_of(referent.get(_address(event), headers={"accept-language": language}))
    value, bound = ("27", "28")
    assert f"<del>{value}</del>" in page
    assert f"<ins>{bound}</ins>" in page
    assert "art. 1.6" in page
    with override(language):
        assert ngettext("%(n)s difference", "%(n)s differences", 1) % {"n": 1} in page
        assert gettext("A report with open differences is not ratified.") in page
    second = event.final_places.get(place=2).entry.person
    assert str(second) in page.split("<del>")[0].rsplit("<tr>", 1)[1]
    answer = referent.post(
        _address(event), {"decision": "homologate", "reason": WHY}, headers={"accept-language": language}
    )
    assert answer.status_code == 422
    assert "art. 1.4" in "".join(answer.context["form"].non_field_errors())
    assert _again(event).state == State.REPORTED
    assert not LedgerEntry.objects.exists()


def test_homologate_button_with_differences_is_blocked_and_reopen_is_primary(referent: Client) -> None:
    event = reporting.reported_event()
    right = referent.get(_address(event)).context["choices"]
    assert [(choice.name, choice.style, choice.blocked) for choice in right[:2]] == [
        ("homologate", "primary", False),
        ("reopen", "quiet", False),
    ]
    _wrong_report(event)
    wrong = referent.get(_address(event)).context["choices"]
    assert [(choice.name, choice.style, choice.blocked) for choice in wrong[:2]] == [
        ("reopen", "primary", False),
        ("homologate", "quiet", True),
    ]


@pytest.mark.rule("AMB-14")
def test_amb_14_page_offers_only_fasce_that_the_attendance_allows(referent: Client) -> None:
    season = make.make_season()
    promotable = reporting.reported_event(season=season)
    small = reporting.reported_event(players=14, fascia_declared="III", season=season)
    full = reporting.reported_event(players=16, fascia_declared="III", season=season)
    assert [name for name in _choices(referent, promotable) if "-" in name] == ["promote-II"]
    assert [name for name in _choices(referent, small) if "-" in name] == ["demote-II", "demote-I"]
    assert [name for name in _choices(referent, full) if "-" in name] == []
    homologation_services.fascia_promote(event=promotable, by=None, reason=WHY)
    assert [name for name in _choices(referent, promotable) if "-" in name] == ["promote-I"]


@pytest.mark.rule("REQ-503")
def test_ex_34_fascia_iii_with_14_is_not_homologated_before_its_demotion(referent: Client) -> None:
    event = reporting.reported_event(players=14, fascia_declared="III")
    answer = referent.post(_address(event), {"decision": "homologate", "reason": WHY})
    assert answer.status_code == 422
    assert "art. 1.3" in "".join(answer.context["form"].non_field_errors())
    with override("it"):
        assert gettext("the Fascia has to be decided") in text_of(referent.get(reverse("referent")))
    for name in ("demote-II", "homologate"):
        assert referent.post(_address(event), {"decision": name, "reason": WHY}).status_code == 302
    assert LedgerEntry.objects.get(event=event, place=1).half_points == 40


@pytest.mark.rule("AMB-15")
def test_amb_15_attendance_is_shown_beside_the_average_of_the_season(referent: Client) -> None:
    season = make.make_season()
    reporting.homologated_event(players=12, season=season)
    event = reporting.reported_event(players=13, season=season)
    page = referent.get(_address(event))
    with override("it"):
        assert gettext("Seated in round 1: %(n)s.") % {"n": 13} in text_of(page)
    assert (page.context["attendance"], str(page.context["average"])) == (13, "12.5")


def test_forced_sheet_is_shown_before_the_decision(referent: Client) -> None:
    event = reporting.reported_event()
    sheet = make.tables_of(event.round_set.get(number=1))[0].sheets.get()
    sheet.forced_reason = "Foglio bagnato, letto in due"
    sheet.save()
    page = referent.get(_address(event))
    with override("it"):
        assert ngettext("%(n)s forced", "%(n)s forced", 1) % {"n": 1} in text_of(page)
    # The sentence of the forced sheet names its table, so the table is not printed a second time.
    assert text_of(page).count("1º turno, tavolo 1: chiuso dall’arbitro") == 1
    assert [check.ok for check in page.context["checks"]].count(False) >= 1


@pytest.mark.rule("AMB-27")
@pytest.mark.parametrize("language", one_in(2, ["it", "en"]))
def test_amb_27_homologating_an_own_event_warns_without_blocking(language: str, referent: Client) -> None:
    event = make.concluded_event(by=referent.user)
    winner = event.final_places.get(place=1).entry.person
    winner.user = referent.user
    winner.save()
    reporting.submit(event)
    answer = referent.get(_address(event), headers={"accept-language": language})
    codes = [item["code"] for item in answer.context["warnings"]]
    assert codes == ["WORD_BY_OPERATOR", "ORGANISER_PLAYS", "REFERENT_WON", "REFERENT_HOMOLOGATES_OWN"]
    page = text_of(answer)
    assert all(item["sentence"] in page for item in answer.context["warnings"])
    assert referent.post(_address(event), {"decision": "homologate", "reason": WHY}).status_code == 302
    stored_codes = [finding["code"] for finding in Decision.objects.get(kind="homologated").findings]
    assert stored_codes == codes


@pytest.mark.rule("AMB-26")
def test_amb_26_player_of_two_events_on_one_day_is_reported(referent: Client) -> None:
    season = make.make_season()
    first, second = make.concluded_event(season=season), make.concluded_event(season=season)
    entry = second.entries.order_by("number")[0]
    entry.person = first.entries.order_by("number")[0].person
    entry.save()
    reporting.submit(second)
    answer = referent.get(_address(second))
    assert [item["code"] for item in answer.context["warnings"]] == ["WORD_BY_OPERATOR", "EVENTS_OVERLAP"]
    assert first.name in text_of(answer)


def test_report_checks_of_a_correct_report_all_pass(referent: Client) -> None:
    event = reporting.reported_event(players=13)
    checks = referent.get(_address(event)).context["checks"]
    assert len(checks) == 6
    assert all(check.ok for check in checks)
    assert checks[0].words.startswith("13")


def test_decision_without_a_report_is_refused(referent: Client) -> None:
    event = make.concluded_event()
    page = text_of(referent.get(_address(event)))
    with override("it"):
        assert gettext("no report has arrived") in page
    assert 'value="homologate"' not in page
    answer = referent.post(_address(event), {"decision": "homologate", "reason": WHY})
    assert answer.status_code == 422
    assert _again(event).state == State.CONCLUDED


@pytest.mark.rule("AMB-36")
def test_amb_36_national_final_has_no_fascia_to_change(referent: Client) -> None:
    event = make.drawn_event(is_national_final=True)
    assert _choices(referent, event) == ["inspect"]


@pytest.mark.rule("AMB-18")
def test_amb_18_report_leads_to_the_page_that_disqualifies_its_organiser(referent: Client) -> None:
    event = reporting.reported_event()
    club = reverse("organiser", args=[event.organiser_id])
    assert f'href="{club}"' in text_of(referent.get(_address(event)))
    assert 'name="disqualify"' in text_of(referent.get(club))


def test_homologation_queue_counts_the_differences(referent: Client) -> None:
    season = make.make_season()
    good = reporting.reported_event(season=season)
    bad = reporting.reported_event(season=season)
    _wrong_report(bad)
    answer = referent.get(reverse("referent"))
    assert {card.waiting.key: card.facts.errors for card in answer.context["cards"]} == {good.slug: 0, bad.slug: 1}
    page = text_of(answer)
    with override("it"):
        assert gettext("Everything adds up") in page
        assert ngettext("%(n)s difference", "%(n)s differences", 1) % {"n": 1} in page
