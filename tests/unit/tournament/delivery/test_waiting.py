"""The table of everything that waits: who is told and how, where it is decided, how long it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ranking.homologation.services import event_homologate
from ranking.models import CallUp
from tests import factories as make
from tests import reporting
from tests.entering import enter, open_event
from tournament.delivery.waiting import KINDS, Pace, Told, waiting_for, waiting_in, waiting_number, waiting_things
from tournament.delivery.waiting_mails import waiting_mails_sweep
from tournament.demo.clock import Clock, frozen_clock
from tournament.entries import requests
from tournament.entries import services as entries
from tournament.entries.error_reports import error_report, error_report_close
from tournament.events import lifecycle
from tournament.events.moving import event_move_ask, event_move_withdraw
from tournament.federation.requests import (
    organiser_request_ask_back,
    organiser_request_make,
    organiser_request_withdraw,
)
from tournament.models import (
    ConsentPaper,
    Entry,
    EntryRequest,
    ErrorReport,
    Event,
    EventMove,
    Job,
    Organiser,
    OrganiserRequest,
    Person,
    RecordPair,
    Season,
    WaitingMail,
)
from tournament.personal_data.erasure import erasure_request, erasure_withdraw
from tournament.records.claims import claim_make, claim_withdraw
from tournament.records.consent_papers import consent_paper_add, consent_paper_refuse
from tournament.records.joining import records_ask, two_people
from tournament.reports.services import reports_remind

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def purposes_put_back(settings: Any) -> None:
    """Undo after each test what a step writes into the settings."""
    settings.FOSSATO_PURPOSES = settings.FOSSATO_PURPOSES


@dataclass(frozen=True)
class People:
    """Accounts of a test: the Referent, an organiser with their club, and somebody who asks for something."""

    referent: Any
    organiser: Any
    club: Organiser
    asker: Any

    def run(self, event: Event) -> Event:
        """Make the organiser run an event, without a mail about the role."""
        event.roles.get_or_create(user=self.organiser, role="organiser")
        return event


@pytest.fixture
def people() -> People:
    organiser = make.make_user("gestore", email="gestore@example.org")
    club = make.make_organiser(user=organiser)
    return People(make.make_user("referente", referent=True), organiser, club, make.make_user("chiede"))


def _announce(people: People) -> None:
    event = people.run(make.make_event(organiser=people.club))
    day = event.first_day - timedelta(days=14)
    lifecycle.event_announce(event=event, announcement_url="https://forum.example/1", announced_on=day, by=None)


def _authorise(people: People) -> None:
    event = Event.objects.get()
    lifecycle.event_refuse_authorisation(event=event, by=None, reason="No")


def _move(people: People) -> None:
    event = people.run(open_event(organiser=people.club))
    day = event.first_day + timedelta(days=7)
    facts = {"announcement_url": "https://forum.example/2", "announced_on": timezone.localdate(), "reason": "Neve"}
    event_move_ask(event=event, first_day=day, last_day=day, by=people.organiser, **facts)


def _stay(people: People) -> None:
    event_move_withdraw(move=EventMove.objects.get(), by=people.organiser)


def _request(people: People) -> None:
    enter(people.run(open_event(entry_mode="approval", organiser=people.club)), 1)


def _accept(people: People) -> None:
    requests.request_approve(request=EntryRequest.objects.get(), by=people.organiser)


def _cancel(people: People) -> None:
    event = people.run(open_event(organiser=people.club))
    person = make.make_person()
    requests.entry_withdraw(entry=entries.entry_add(event=event, person=person, by=None), by=None)


def _check_in(people: People) -> None:
    lifecycle.event_open_check_in(event=Event.objects.get(), by=None, early=True)


def _played(people: People) -> Event:
    return people.run(make.drawn_event(organiser=people.club))


def _error(people: People) -> None:
    error_report(entry=_played(people).entries.earliest("pk"), words="Il nome")


def _error_of_report(people: People) -> None:
    event = people.run(make.concluded_event(organiser=people.club))
    Event.objects.filter(pk=event.pk).update(state=Event.State.INVALIDATED)
    error_report(entry=event.entries.earliest("pk"), words="Il posto")


def _answer_error(people: People) -> None:
    error_report_close(report=ErrorReport.objects.get(), by=None)


def _conclude(people: People) -> None:
    event = people.run(make.concluded_event(organiser=people.club))
    today = timezone.localdate()
    Event.objects.filter(pk=event.pk).update(report_due_at=timezone.now() + timedelta(days=1), last_day=today)
    Event.objects.filter(pk=event.pk).update(first_day=today)
    reports_remind()


def _send_report(people: People) -> None:
    Event.objects.update(state=Event.State.REPORTED)


def _report(people: People) -> None:
    people.run(reporting.reported_event(organiser=people.club))
    Job.objects.filter(key__contains="authorisation").delete()


def _homologate(people: People) -> None:
    event_homologate(event=Event.objects.get(), by=people.referent)


def _ask_to_organise(people: People) -> None:
    organiser_request_make(user=people.asker, **make.REQUEST)


def _ask_back(people: People) -> None:
    _ask_to_organise(people)
    Job.objects.all().delete()
    organiser_request_ask_back(request=OrganiserRequest.objects.get(), question="Quanti posti?", by=people.referent)


def _withdraw_request(people: People) -> None:
    organiser_request_withdraw(request=OrganiserRequest.objects.get(), by=people.asker)


def _claim(people: People) -> None:
    event = people.run(make.authorised_event(organiser=people.club))
    person = make.make_person(first_name="Ada", last_name="Riva")
    entries.entry_add(event=event, person=person, by=None)
    claim_make(user=people.asker, first_name="Ada", last_name="Riva")


def _withdraw_claim(people: People) -> None:
    claim_withdraw(user=people.asker)


def _consent(people: People) -> None:
    event = people.run(make.authorised_event(organiser=people.club))
    entry = entries.entry_add(event=event, person=make.make_person(consent=False), by=None)
    consent_paper_add(event=event, file=reporting.picture(), entries=[entry.pk], by=people.organiser)


def _refuse_consent(people: People) -> None:
    consent_paper_refuse(paper=ConsentPaper.objects.get(), reason="Illeggibile", by=people.referent)


def _erasure(people: People) -> None:
    erasure_request(person=make.make_person(user=people.asker))


def _withdraw_erasure(people: People) -> None:
    erasure_withdraw(person=Person.objects.get(user=people.asker), by=people.asker)


def _publish(people: People) -> None:
    make.regulation_published("2.1")


def _upload(people: People) -> None:
    make.regulation_text("2.1")


def _season_begins(people: People) -> None:
    make.make_season(first_day=timezone.localdate(), last_day=timezone.localdate())


def _upload_printed(people: People) -> None:
    make.regulation_text()


def _fail(people: People) -> None:
    Job.objects.create(kind="mail", key="failed", state=Job.State.FAILED, finished_at=timezone.now())


def _restart(people: People) -> None:
    Job.objects.filter(key="failed").update(state=Job.State.DONE)


def _told_long_ago(people: People) -> None:
    kept, other = make.make_person(), make.make_person()
    records_ask(keep=kept, merge=other, by=None)
    RecordPair.objects.update(told_at=timezone.now() - timedelta(days=15))
    Job.objects.all().delete()


def _two_people(people: People) -> None:
    pair = RecordPair.objects.get()
    two_people(one=pair.kept, other=pair.other, by=None)


def _taken_for_another(people: People) -> None:
    known = make.make_person()
    Person.objects.filter(pk=make.make_person().pk).update(said_to_be=known)


def _told_apart(people: People) -> None:
    person = Person.objects.exclude(said_to_be=None).get()
    two_people(one=person, other=person.said_to_be, by=None)


def _setting_missing(people: People) -> None:
    settings.FOSSATO_PURPOSES = ""


def _setting_filled(people: People) -> None:
    settings.FOSSATO_PURPOSES = "Il campionato"


def _season_ends(people: People) -> None:
    event = reporting.homologated_event(organiser=people.club)
    Job.objects.all().delete()
    assert event.season.last_day < timezone.localdate()


def _season_reopens(people: People) -> None:
    Season.objects.update(last_day=timezone.localdate() + timedelta(days=9))


def _call(people: People) -> None:
    facts = {"order": 1, "rank": 1, "called_at": timezone.now()}
    CallUp.objects.create(season=make.make_season(), person=make.make_person(), **facts)


def _called_answers(people: People) -> None:
    CallUp.objects.update(state=CallUp.State.ACCEPTED)


@dataclass(frozen=True)
class Case:
    """How a thing begins to wait and is decided; who gets a mail, and who finds it in the bell."""

    begin: Callable[[People], None]
    end: Callable[[People], None]
    mailed: tuple[str, ...]
    decides: tuple[str, ...]


CASES = {
    "authorisation": Case(_announce, _authorise, ("referent",), ("referent",)),
    "move": Case(_move, _stay, ("referent",), ("referent",)),
    "homologation": Case(_report, _homologate, ("referent",), ("referent",)),
    "report": Case(_conclude, _send_report, ("organiser",), ("organiser",)),
    "organiser_request": Case(_ask_to_organise, _withdraw_request, ("referent",), ("referent",)),
    "organiser_answer": Case(_ask_back, _withdraw_request, ("asker",), ()),
    "entry": Case(_request, _accept, ("organiser",), ("organiser",)),
    "cancelled": Case(_cancel, _check_in, ("organiser",), ("organiser",)),
    "error": Case(_error, _answer_error, ("organiser",), ("organiser",)),
    "error_of_report": Case(_error_of_report, _answer_error, ("referent",), ("referent",)),
    "claim": Case(_claim, _withdraw_claim, ("referent",), ("referent",)),
    "consent": Case(_consent, _refuse_consent, ("referent",), ("referent",)),
    "erasure": Case(_erasure, _withdraw_erasure, ("referent",), ("referent",)),
    "document": Case(_publish, _upload, (), ("referent",)),
    "season_document": Case(_season_begins, _upload_printed, (), ("referent",)),
    "join": Case(_told_long_ago, _two_people, (), ("referent",)),
    "same_person": Case(_taken_for_another, _told_apart, (), ("referent",)),
    "text": Case(_setting_missing, _setting_filled, (), ("referent",)),
    "failure": Case(_fail, _restart, (), ("referent",)),
    "closing": Case(_season_ends, _season_reopens, (), ("referent",)),
    "call": Case(_call, _called_answers, (), ()),
}


def test_waiting_every_kind_has_a_case() -> None:
    assert set(CASES) == set(KINDS)


@pytest.mark.parametrize("name", CASES)
def test_waiting_is_told_shown_and_gone_once_decided(name: str, people: People) -> None:
    case, kind = CASES[name], KINDS[name]
    case.begin(people)
    thing = next(thing for thing in waiting_things() if thing.kind == name)
    sent = Job.objects.filter(kind="mail", state=Job.State.WAITING)
    mails = [job.args for job in sent if kind.sentence and _mailed_sentence(job) == kind.sentence]
    assert sorted(mail["to"] for mail in mails) == sorted(getattr(people, reader).email for reader in case.mailed)
    for reader in ("organiser", "referent"):
        user = type(people.asker).objects.get(pk=getattr(people, reader).pk)
        mine = [found for found in waiting_for(user) if found.kind == name]
        assert bool(mine) == (reader in case.decides)
        assert waiting_number(user) == len(waiting_for(user))
        client = Client()
        client.force_login(user)
        if mine:
            assert client.get(mine[0].path).status_code == 200
            assert mine[0].path in client.get(reverse("notices")).content.decode()
        if reader == "referent":
            assert client.get(thing.referents_path).status_code == 200
    case.end(people)
    assert name not in {thing.kind for thing in waiting_things()}


def _mailed_sentence(job: Job) -> str:
    """Return the code of the sentence that a mail consists of; the name of the mail if it has a text of its own."""
    return job.args["context"].get("notice", job.args["name"])


def test_waiting_table_names_a_reader_for_each_mail() -> None:
    for kind in KINDS.values():
        assert bool(kind.told) == bool(kind.sentence or Told.OPERATOR in kind.told), kind.name
        assert (kind.pace is not Pace.HOURLY) or kind.event, kind.name


def test_waiting_requests_are_mailed_once_an_hour(people: People) -> None:
    with frozen_clock(timezone.now()) as clock:
        _requests_for_two_hours(people, clock)


def _requests_for_two_hours(people: People, clock: Clock) -> None:
    event = people.run(open_event(entry_mode="approval", organiser=people.club))
    for number in (1, 2, 3):
        enter(event, number)
    assert _numbers_mailed() == [1]
    assert waiting_mails_sweep() == 0
    clock.advance(minutes=61)
    assert (waiting_mails_sweep(), waiting_mails_sweep()) == (1, 0)
    assert _numbers_mailed() == [1, 3]
    clock.advance(minutes=30)
    enter(event, 4)
    assert _numbers_mailed() == [1, 3]
    for request in EntryRequest.objects.all():
        requests.request_approve(request=request, by=people.organiser)
    clock.advance(minutes=31)
    waiting_mails_sweep()
    assert _numbers_mailed() == [1, 3]
    assert not WaitingMail.objects.filter(has_more=True).exists()


def _numbers_mailed() -> list[int]:
    mails = Job.objects.filter(kind="mail", args__context__notice="entry_requests").order_by("pk")
    return [mail.args["context"]["params"]["number"] for mail in mails]


def test_waiting_things_of_an_event_stand_on_its_desk(people: People) -> None:
    event = people.run(open_event(entry_mode="approval", organiser=people.club))
    other = people.run(open_event(entry_mode="approval", organiser=people.club))
    enter(event, 1)
    enter(event, 2)
    assert [(thing.kind, thing.number) for thing in waiting_in(event)] == [("entry", 2)]
    assert waiting_in(other) == []
    client = Client()
    client.force_login(people.organiser)
    # A request is decided on the desk itself; a cancelled place is listed.
    first, second = event.entry_requests.order_by("pk")
    accept = reverse("entry_request_approve", args=[event.slug, first.pk])
    assert accept in client.get(reverse("desk", args=[event.slug])).content.decode()
    assert 'id="h-waiting"' not in client.get(reverse("desk", args=[other.slug])).content.decode()
    requests.request_approve(request=second, by=people.organiser)
    requests.entry_withdraw(entry=event.entries.get(), by=None)
    assert 'id="h-waiting"' in client.get(reverse("desk", args=[event.slug])).content.decode()


def test_waiting_practice_event_tells_nobody(people: People) -> None:
    event = people.run(make.make_event(is_practice=True, organiser=people.club))
    entry = Entry.objects.create(event=event, person=make.make_person(), number=1)
    error_report(entry=entry, words="Il nome")
    assert not Job.objects.filter(kind="mail").exists()
    assert not WaitingMail.objects.exists()


def test_waiting_runs_one_query_and_one_for_each_kind(django_assert_num_queries: Callable[..., Any]) -> None:
    make.regulation_text()
    with django_assert_num_queries(1):
        waiting_things()
    for _time in range(2):
        make.announced_event()
        enter(open_event(entry_mode="approval"), 1)
        with django_assert_num_queries(3):
            waiting_things()
    player = make.make_user()
    with django_assert_num_queries(1):
        waiting_number(player)
