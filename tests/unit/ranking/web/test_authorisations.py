"""Test the pages of events to authorise and of organisers (articles 1.2 and 1.4)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from ranking.models import Decision
from tests import factories as make
from tests import reporting
from tests.unit.ranking.pages import shown_messages, text_of
from tournament.models import Event, Organiser

pytestmark = pytest.mark.django_db

State = Event.State
QUEUE = "/referente/autorizzazioni/"
CLUBS = "/referente/organizzatori/"


def _again(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def _decide(event: Event, decision: str, reason: str) -> dict[str, str]:
    return {"event": event.slug, "decision": decision, f"{event.slug}-reason": reason}


def test_authorisations_empty_queue_shows_a_notice(referent: Client) -> None:
    with override("it"):
        message = gettext("No announced event is waiting. An organiser announces one, and it appears here.")
    assert message in text_of(referent.get(QUEUE))


def test_authorisations_queue_shows_the_data_of_the_event(referent: Client) -> None:
    event = make.announced_event(fascia_declared="III", venue="Sala dei Trenta")
    page = text_of(referent.get(QUEUE))
    for fact in (
        event.name,
        "Sala dei Trenta",
        event.organiser.name,
        "4 luglio 2009",
        "https://forum.example/avviso/1",
    ):
        assert fact in page
    with override("it"):
        assert gettext("minimum %(n)s") % {"n": 16} in page


@pytest.mark.rule("REQ-303")
@pytest.mark.parametrize(
    ("decision", "state", "kind"),
    [("authorise", State.AUTHORISED, "authorised"), ("refuse", State.DRAFT, "not_authorised")],
)
def test_req_303_answer_is_stored_with_user_and_reason(decision: str, state: str, kind: str, referent: Client) -> None:
    event = make.announced_event(**make.upcoming())
    answer = referent.post(QUEUE, _decide(event, decision, "Avviso letto sul Forum"), follow=True)
    assert answer.redirect_chain == [(QUEUE, 302)]
    assert event.name in shown_messages(answer)[0]
    assert _again(event).state == state
    decision_row = Decision.objects.get()
    assert (decision_row.kind, decision_row.event, decision_row.by, decision_row.reason) == (
        kind,
        event,
        referent.user,
        "Avviso letto sul Forum",
    )
    version = event.history.latest()
    assert version.history_user == referent.user
    assert version.history_change_reason == "Avviso letto sul Forum"
    assert version.history_date is not None


def test_authorise_without_reason_is_accepted(referent: Client) -> None:
    event = make.announced_event(**make.upcoming())
    assert referent.post(QUEUE, _decide(event, "authorise", "  ")).status_code == 302
    assert _again(event).state == State.AUTHORISED
    assert Decision.objects.get().reason == ""


@pytest.mark.parametrize("reason", ["", "   "], ids=["empty", "blank"])
def test_refuse_without_reason_is_rejected(reason: str, referent: Client) -> None:
    event = make.announced_event()
    other = make.announced_event()
    answer = referent.post(QUEUE, _decide(event, "refuse", reason))
    assert answer.status_code == 422
    page = text_of(answer)
    assert page.count('class="fo-field__error"') == 1
    assert f'id="id_{event.slug}-reason_error"' in page
    assert (_again(event).state, _again(other).state) == (State.ANNOUNCED, State.ANNOUNCED)
    assert not Decision.objects.exists()


def test_authorise_twice_counts_once(referent: Client) -> None:
    event = make.announced_event(**make.upcoming())
    data = _decide(event, "authorise", "In regola")
    assert referent.post(QUEUE, data).status_code == 302
    repeated = referent.post(QUEUE, data)
    assert repeated.status_code == 422
    with override("it"):
        assert gettext("the event is authorised") in text_of(repeated)
    assert Decision.objects.count() == 1


@pytest.mark.rule("AMB-18")
@pytest.mark.parametrize(("language", "article"), [("it", "art. 1.4"), ("en", "art. 1.4")])
def test_amb_18_disqualified_organiser_is_not_authorised(language: str, article: str, referent: Client) -> None:
    event = make.announced_event()
    Organiser.objects.filter(pk=event.organiser_id).update(disqualified_at=reporting.NEXT_DAY)
    answer = referent.post(QUEUE, _decide(event, "authorise", "In regola"), headers={"accept-language": language})
    assert answer.status_code == 422
    assert article in "".join(answer.context["items"][0]["form"].non_field_errors())
    assert _again(event).state == State.ANNOUNCED


@pytest.mark.parametrize("slug", ["", "niente"])
def test_authorisations_unknown_event_or_draft_answers_404(slug: str, referent: Client) -> None:
    assert referent.post(QUEUE, {"event": slug, "decision": "authorise"}).status_code == 404
    draft = make.make_event()
    assert referent.post(QUEUE, _decide(draft, "authorise", "Sì")).status_code == 404


# ---------------------------------------------------------------- organisers


def _out(club: Organiser, reason: str, **more: str) -> dict[str, str]:
    return {"disqualify": str(club.pk), f"o{club.pk}-reason": reason, **more}


def test_organiser_create_links_the_account(referent: Client) -> None:
    user = make.make_user("ludoteca")
    form_data = {"new": "1", "name": "  Ludoteca   Alta ", "city": "Trento", "username": "ludoteca"}
    answer = referent.post(CLUBS, form_data, follow=True)
    club = Organiser.objects.get()
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
    answer = referent.post(CLUBS, {"new": "1", **facts})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in text_of(answer)
    assert Organiser.objects.count() == 1


def test_organiser_create_twice_creates_one(referent: Client) -> None:
    form_data = {"new": "1", "name": "Ludoteca"}
    assert [referent.post(CLUBS, form_data).status_code for _ in range(2)] == [302, 422]
    assert Organiser.objects.count() == 1


@pytest.mark.rule("AMB-18")
def test_amb_18_disqualify_requires_reason_and_confirmation(referent: Client) -> None:
    event = reporting.reported_event()
    club = event.organiser
    for reason in ("", "  "):
        answer = referent.post(CLUBS, _out(club, reason, confirmed="1"))
        assert answer.status_code == 422
        assert f'id="id_o{club.pk}-reason_error"' in text_of(answer)
    confirmation = referent.post(CLUBS, _out(club, "Torneo mai giocato"))
    page = text_of(confirmation)
    assert confirmation.status_code == 200
    assert 'name="confirmed" value="1"' in page
    assert "Torneo mai giocato" in page
    assert not Decision.objects.exists()
    answer = referent.post(CLUBS, _out(club, "Torneo mai giocato", confirmed="1"), follow=True)
    club.refresh_from_db()
    assert club.disqualified_at is not None
    assert club.name in shown_messages(answer)[0]
    assert _again(event).state == State.NOT_HOMOLOGATED
    assert "Torneo mai giocato" in text_of(answer)
    kinds = Decision.objects.order_by("pk").values_list("kind", "by")
    assert list(kinds) == [("disqualified", referent.user.pk), ("refused", referent.user.pk)]
    repeated = referent.post(CLUBS, _out(club, "Torneo mai giocato", confirmed="1"))
    assert repeated.status_code == 422
    assert Decision.objects.count() == 2


@pytest.mark.parametrize("which", ["999999", "x", "", "-1"])
def test_disqualify_unknown_organiser_answers_404(which: str, referent: Client) -> None:
    assert referent.post(CLUBS, {"disqualify": which, "confirmed": "1"}).status_code == 404


def test_organisers_list_counts_their_events(referent: Client) -> None:
    club = make.make_organiser(make.make_user("gestore"))
    make.announced_event(organiser=club)
    make.make_event(organiser=club)
    (row,) = referent.get(CLUBS).context["rows"]
    assert row["organiser"].held == 1
    assert "gestore" in text_of(referent.get(CLUBS))


def test_referent_overview_counts_one_organiser_in_the_singular(referent: Client) -> None:
    make.make_organiser()
    with override("it"):
        message = ngettext("%(n)s organiser", "%(n)s organisers", 1) % {"n": 1}
    assert message in text_of(referent.get(reverse("referent")))


def test_restore_organiser_requires_reason_and_confirmation(referent: Client) -> None:
    club = make.make_organiser(disqualified_at=reporting.NEXT_DAY, disqualified_reason="Foto false")
    form = {"restore": str(club.pk), f"o{club.pk}-reason": "Era un altro circolo"}
    assert referent.post(CLUBS, {**form, f"o{club.pk}-reason": " ", "confirmed": "1"}).status_code == 422
    assert 'name="confirmed" value="1"' in text_of(referent.post(CLUBS, form))
    assert club.name in shown_messages(referent.post(CLUBS, {**form, "confirmed": "1"}, follow=True))[0]
    club.refresh_from_db()
    assert club.disqualified_at is None
    assert list(Decision.objects.values_list("kind", flat=True)) == ["restored"]
