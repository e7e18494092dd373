"""Test the mails: recipients, sent once, language, players without an address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from ranking.call_up import services as call_up_services
from tests import factories, reporting
from tests.unit.ranking.credit import credit
from tests.volume import rows_in
from tournament.core.tokens import link_path, link_token
from tournament.delivery.mail import NAMES, mail_enqueue
from tournament.delivery.notices import registration_notices
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Event, EventRole, Job, Person, PrivateLink, Season
from tournament.reports import services as reports

pytestmark = pytest.mark.django_db

SITE = "https://fossato.example.org"


@pytest.fixture(autouse=True)
def _site(settings: Any, tmp_path: Any) -> None:
    settings.FOSSATO_SITE_URL = SITE + "/"
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Return a context manager that runs the on-commit callbacks, including those of jobs enqueued by a job."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def _sent() -> Iterator[tuple[str, EmailMessage]]:
    for message in mail.outbox:
        assert len(message.to) == 1
        yield message.to[0], message


def _to() -> list[str]:
    return sorted(address for address, _ in _sent())


def _open_event(language: str = "it") -> Event:
    return factories.authorised_event(language=language, name="Torneo del ponte")


# ---------------------------------------------------------------- registration


@pytest.mark.parametrize(
    ("language", "subject", "day"),
    [
        ("it", "Iscrizione registrata: Torneo del ponte", "4 luglio 2009"),
        ("en", "You are registered: Torneo del ponte", "4 July 2009"),
    ],
)
def test_registration_mail_content_follows_the_language(
    committed: Callable[..., Any], language: str, subject: str, day: str
) -> None:
    event = _open_event(language)
    with committed():
        entry = entries.entry_add(
            event=event, person=factories.make_person(email="anna@example.org", consent=False), by=None
        )
    ((address, message),) = _sent()
    assert address == "anna@example.org"
    assert message.subject == subject
    assert f"{day}\n" in message.body
    assert "Sala grande, Forlì\n" in message.body
    assert entry.person.first_name in message.body
    assert f"{SITE}{event.get_absolute_url()}calendario.ics\n" in message.body
    # Art. 1.6: the link to decide about one's name, created when the mail is sent.
    own_link = PrivateLink.objects.get(entry=entry, kind="own")
    assert message.body.endswith(f"{SITE}{link_path(own_link.kind, str(link_token(own_link)))}\n")


def test_registration_mail_is_sent_once(committed: Callable[..., Any]) -> None:
    with committed():
        entry = entries.entry_add(
            event=_open_event(), person=factories.make_person(email="a@example.org", consent=False), by=None
        )
    with committed():
        registration_notices(entry.event, [entry])
    assert len(mail.outbox) == 1


def test_registration_mail_without_an_address_is_not_enqueued(committed: Callable[..., Any]) -> None:
    with committed():
        entries.entry_add(event=_open_event(), person=factories.make_person(), by=None)
    assert mail.outbox == []
    assert not Job.objects.filter(kind="mail").exists()


def test_registration_mail_keeps_apostrophes_in_names(committed: Callable[..., Any]) -> None:
    event = factories.authorised_event(name="Città d'Este & dintorni")
    with committed():
        entries.entry_add(event=event, person=factories.make_person(email="a@example.org", consent=False), by=None)
    assert "Città d'Este & dintorni" in mail.outbox[0].subject


def _calendar_of(message: EmailMessage) -> str:
    """Return the calendar file attached to a mail, with its folded lines joined."""
    part = next(part for part in message.message().walk() if part.get_content_type() == "text/calendar")
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content.decode().replace("\r\n ", "")


def test_registration_mail_holds_calendar_file_and_code_of_the_page(committed: Callable[..., Any]) -> None:
    event = _open_event()
    with committed():
        entry = entries.entry_add(
            event=event, person=factories.make_person(email="a@example.org", consent=False), by=None
        )
    (message,) = mail.outbox
    page = PrivateLink.objects.get(entry=entry, kind="participant")
    assert page.mailed_at is not None
    assert f"{SITE}{link_path(page.kind, str(link_token(page)))}\n" in message.body
    assert "SUMMARY:Torneo del ponte" in _calendar_of(message)
    (picture,) = (part for part in message.message().walk() if part.get_content_type() == "image/png")
    assert picture["Content-ID"] == "<qr>"
    (html,) = (part for part in message.message().walk() if part.get_content_type() == "text/html")
    assert re.findall(r'src="([^"]*)"', str(html.get_payload(decode=True), "utf-8")) == ["cid:qr"]
    # The mail itself is stored without the token: a reader of the database cannot open the page.
    assert str(link_token(page)) not in str(Job.objects.get(kind="mail").args)


def test_cancelled_event_leaves_the_calendar_of_those_entered(committed: Callable[..., Any]) -> None:
    event = _open_event()
    with committed():
        entries.entry_add(event=event, person=factories.make_person(email="a@example.org", consent=False), by=None)
    with committed():
        lifecycle.event_void(event=event, reason="Neve", by=None)
    registered, cancelled = (_calendar_of(message) for message in mail.outbox)
    identity = next(line for line in registered.splitlines() if line.startswith("UID:"))
    assert {"METHOD:CANCEL", "STATUS:CANCELLED", identity} <= set(cancelled.splitlines())


# ---------------------------------------------------------------- tables published


def _drawn_with_addresses(language: str = "it") -> Event:
    """Return an event with round 1 drawn: two players share an address, one has an own address, the others none."""
    event = factories.check_in_event(players=12, language=language)
    people = [entry.person for entry in event.entries.order_by("number")]
    for person, address in zip(people, ("casa@example.org", "casa@example.org", "solo@example.org"), strict=False):
        person.email = address
        person.save()
    factories.draw_round(event)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize(("language", "words"), rows_in(2, [("it", "tavolo {}"), ("en", "table {}")]), ids=["it", "en"])
def test_tables_mail_gives_each_player_the_seat(committed: Callable[..., Any], language: str, words: str) -> None:
    with committed():
        event = _drawn_with_addresses(language)
    assert _to() == ["casa@example.org", "casa@example.org", "solo@example.org"]
    bodies = [message.body for _, message in _sent()]
    for entry in event.entries.exclude(person__email="").select_related("person"):
        seat = entry.seats.get()
        own_bodies = [body for body in bodies if entry.person.first_name in body]
        assert any(words.format(seat.table.number) in body for body in own_bodies)
        assert all(f"{SITE}{event.get_absolute_url()}" in body for body in own_bodies)


# ---------------------------------------------------------------- report due


def _due_event(language: str = "it") -> Event:
    """Return a concluded event with an organiser by account, one by role, and a referee, who is not reminded."""
    organiser = factories.make_organiser(factories.make_user("circolo"))
    event = factories.concluded_event(organiser=organiser, language=language)
    factories.grant(event, factories.make_user("aiuto"))
    factories.grant(event, factories.make_user("arbitro"), EventRole.Role.REFEREE)
    return event


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(
    ("language", "subject"),
    rows_in(2, [("it", "scadenza 11 luglio 2009"), ("en", "is due on 11 July 2009")]),
)
def test_report_due_mail_reaches_the_organisers_once(
    committed: Callable[..., Any], language: str, subject: str
) -> None:
    event = _due_event(language)
    deadline = reports.report_deadline(event)
    with committed():
        assert reports.reports_remind(now=deadline - timedelta(days=2, seconds=1)) == 0
    assert mail.outbox == []
    for moment in (deadline - timedelta(days=2), deadline - timedelta(days=1), deadline):
        with committed():
            reports.reports_remind(now=moment)
    assert _to() == ["aiuto@example.org", "circolo@example.org"]
    assert all(subject in message.subject for _, message in _sent())


@pytest.mark.rule("1.2")
def test_report_due_mail_is_not_sent_after_the_report(committed: Callable[..., Any]) -> None:
    event = _due_event()
    deadline = reports.report_deadline(event)
    reporting.submit(event)
    with committed():
        assert reports.reports_remind(now=deadline - timedelta(days=1)) == 0
    assert mail.outbox == []


# ---------------------------------------------------------------- call-up


def _ranked(number: int, *, finalists: int, **season: Any) -> Season:
    new_season = factories.make_season(finalists=finalists, **season)
    for position in range(1, number + 1):
        address = "" if position == 2 else f"posto{position}@example.org"
        credit(new_season, factories.make_person(email=address), 500 - 2 * position)
    return new_season


@pytest.mark.rule("1.7")
def test_call_up_mail_reaches_the_called_and_later_substitutes(committed: Callable[..., Any]) -> None:
    season = _ranked(16, finalists=12, final_place="Perugia", final_day=date(2009, 11, 7))
    with committed():
        calls = call_up_services.call_up(season=season, by=None)
    assert _to() == sorted(f"posto{rank}@example.org" for rank in range(1, 13) if rank != 2)
    body = next(message.body for address, message in _sent() if address == "posto7@example.org")
    assert "Sei al 7º posto della Ranking" in body
    assert "Perugia, 7 novembre 2009" in body
    assert f"{SITE}/" in body
    mail.outbox.clear()
    with committed():
        call_up_services.call_answer(call=calls[0], state="declined", by=None)
        call_up_services.call_substitutes(season=season, by=None)
    assert _to() == ["posto13@example.org"]


@pytest.mark.rule("1.7")
def test_call_up_mail_without_place_and_day_announces_them(committed: Callable[..., Any]) -> None:
    season = _ranked(12, finalists=12)
    with committed():
        call_up_services.call_up(season=season, by=None)
    assert all("Luogo e giorno sono ancora da fissare" in message.body for _, message in _sent())


# ---------------------------------------------------------------- the mail itself


@pytest.mark.parametrize("name", ["registration", "tables_published", "report_due", "call_up", "event_cancelled"])
@pytest.mark.parametrize("language", ["it", "en"])
def test_mail_has_subject_body_and_address(committed: Callable[..., Any], name: str, language: str) -> None:
    assert name in NAMES
    keys = ("name", "event", "day", "place", "where", "round", "table", "seat", "deadline", "rank")
    context = {word: f"<{word}>" for word in keys} | {"path": "/pagina/", "call_path": "/convocazione/segreto/"}
    with committed():
        mail_enqueue(name=name, to=["a@example.org"], key="prova", context=context, language=language)
    (message,) = mail.outbox
    assert message.subject
    assert "\n" not in message.subject
    assert f"{SITE}/pagina/" in message.body
    assert "%(" not in message.body + message.subject
    assert "&lt;" not in message.body + message.subject


def test_mail_enqueue_strips_and_deduplicates_addresses(committed: Callable[..., Any]) -> None:
    to = [" a@example.org", "a@example.org", "", "  ", "b@example.org"]
    with committed():
        mail_jobs = mail_enqueue(name="call_up", to=to, key="prova", context={"path": "/"})
    assert len(mail_jobs) == 2
    assert _to() == ["a@example.org", "b@example.org"]


def test_mail_enqueue_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="newsletter"):
        mail_enqueue(name="newsletter", to=["a@example.org"], key="prova", context={})
    assert not Job.objects.exists()


# ---------------------------------------------------------------- the nightly sweep


@pytest.mark.rule("1.2")
@pytest.mark.parametrize(
    ("last_day", "overdue"),
    [
        (date(2009, 7, 4), "2009-07-12T00:00:00+02:00"),
        # Daylight saving time starts on 29 March and ends on 25 October, so these nights have an hour less or more.
        (date(2009, 3, 21), "2009-03-29T00:00:00+01:00"),
        (date(2009, 3, 22), "2009-03-30T00:00:00+02:00"),
        (date(2009, 10, 17), "2009-10-25T00:00:00+02:00"),
        (date(2009, 10, 18), "2009-10-26T00:00:00+01:00"),
    ],
    ids=["summer", "eve of summer time", "first day of summer time", "eve of winter time", "first day of winter time"],
)
def test_reports_sweep_invalidates_after_the_seventh_day_in_rome(last_day: date, overdue: str) -> None:
    event = factories.concluded_event()
    Event.objects.filter(pk=event.pk).update(first_day=last_day, last_day=last_day)
    event.refresh_from_db()
    first_late = datetime.fromisoformat(overdue)
    assert reports.report_deadline(event) == first_late
    assert reports.reports_sweep(now=first_late - timedelta(microseconds=1)) == []
    assert [swept.pk for swept in reports.reports_sweep(now=first_late)] == [event.pk]
    event.refresh_from_db()
    assert event.state == Event.State.INVALIDATED
    assert reports.reports_sweep(now=first_late + timedelta(days=1)) == []


@pytest.mark.rule("1.2")
def test_reports_sweep_ignores_events_that_owe_no_report() -> None:
    late = datetime(2009, 12, 1, tzinfo=reporting.ROME)
    reported, void = reporting.reported_event(), factories.drawn_event()
    lifecycle.event_void(event=void, reason="Annullato dalla sala", by=None)
    assert reports.reports_sweep(now=late) == []
    assert {Event.objects.get(pk=event.pk).state for event in (reported, void)} == {"reported", "void"}


def test_players_entered_are_told_of_another_start_and_of_a_cancelled_event(committed: Callable[..., Any]) -> None:
    event = _open_event()
    for address in ("anna@example.org", ""):
        entries.entry_add(event=event, person=factories.make_person(email=address, consent=False), by=None)
    with committed():
        lifecycle.event_update(event=event, by=None, starts_at=time(15, 30), description="Portate le carte")
        lifecycle.event_update(event=event, by=None, description="Portate le bustine")
        lifecycle.event_void(event=event, by=None, reason="La sala è allagata")
    (first, start), (second, cancelled) = _sent()
    assert {first, second} == {"anna@example.org"}
    assert start.subject == "Cambia l’orario: Torneo del ponte"
    assert "ora si comincia alle 15:30." in start.body
    assert "Quando: sabato 4 luglio 2009, ore 15:30\n" in start.body
    assert cancelled.subject == "Non si gioca: Torneo del ponte"
    assert "4 luglio 2009, Sala grande, Forlì, non si gioca" in cancelled.body
    assert "La sala è allagata" in cancelled.body


def test_event_void_in_the_hall_sends_no_mail() -> None:
    event = factories.drawn_event()
    Person.objects.update(email="anna@example.org")
    lifecycle.event_void(event=event, reason="È saltata la corrente", by=None)
    assert not Job.objects.filter(args__name="event_cancelled").exists()
