"""Test whose consent shows a name, where and how long, against every path by which others could give it (art. 1.6)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests import factories as make
from tests.refusals import refuses
from tournament.access import links
from tournament.core.refusals import AlreadyDone
from tournament.entries import services as entries
from tournament.entries.refusals import CardUnknown
from tournament.models import Consent, ConsentPaper, Entry, Event, Person, PrivateLink, RecordPair
from tournament.pages.event import open_player, shown_name
from tournament.personal_data import erasure as privacy
from tournament.records import consent_papers, consents, joining
from tournament.records.refusals import AddressOfDesk

pytestmark = pytest.mark.django_db
Source = Consent.Source


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Return a context manager that runs the on-commit callbacks: the mails are sent."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def a_photo(colour: str = "white") -> BytesIO:
    out = BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    out.seek(0)
    return out


def entered(event: Event | None = None, **facts: Any) -> Entry:
    """Return an entry in an authorised event, of a person without any consent on record."""
    person = make.make_person(**{"consent": False, "email": "ada@example.org", **facts})
    return entries.entry_add(event=event or make.authorised_event(), person=person, by=None)


def club(user: Any) -> Event:
    """Return an authorised event that is run by the account of a club."""
    event = make.authorised_event(organiser=make.make_organiser(user))
    make.grant(event, user)
    return event


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def fresh(entry: Entry) -> Entry:
    return Entry.objects.select_related("person", "event").get(pk=entry.pk)


def own_path(entry: Entry) -> str:
    link = links.own_link_make(person=entry.person, by=None)
    assert link is not None
    return links.link_path(link.kind, str(links.link_token(link)))


def desk_path(entry: Entry) -> str:
    link = next(
        candidate
        for candidate in links.participant_links_make(event=entry.event, by=None)
        if candidate.entry_id == entry.pk
    )
    return links.link_path(link.kind, str(links.link_token(link)))


def test_club_cannot_publish_a_name_of_the_national_list() -> None:
    victim, user = make.make_person(consent=False), make.make_user("circolo")
    draft = make.make_event(organiser=make.make_organiser(user))
    make.grant(draft, user)
    client = signed_in(user)
    client.post(reverse("entry_add", args=[draft.slug]), {"person": victim.pk})
    assert not Entry.objects.filter(event=draft).exists()
    assert client.post(reverse("player_links_print", args=[draft.slug])).status_code == 302
    assert not PrivateLink.objects.exists()

    event = club(user)
    client.post(reverse("entry_add", args=[event.slug]), {"person": victim.pk})
    assert not Entry.objects.filter(event=event).exists()

    # Even where the club has entered the person, a printed link does not affect the Ranking.
    entry = entries.entry_add(event=event, person=victim, by=None)
    answer = client.post(reverse("player_links_print", args=[event.slug]))
    assert answer["Content-Type"] == "application/pdf"
    Client().post(f"{desk_path(entry)}consenso/", {"consent": "yes"})
    assert not Person.objects.get(pk=victim.pk).consent
    assert fresh(entry).shows_name
    assert [(row.source, row.given, row.entry_id) for row in Consent.objects.all()] == [("link", True, entry.pk)]


def test_own_link_is_on_no_page_and_no_paper_of_the_desk() -> None:
    user = make.make_user("circolo")
    event = club(user)
    entry = entered(event)
    token = own_path(entry).strip("/").rpartition("/")[2]
    client = signed_in(user)
    for name in ("player_links", "entries", "history", "consent_papers", "desk"):
        page = client.get(reverse(name, args=[event.slug]))
        assert page.status_code == 200
        assert token not in page.content.decode()
    own_link = PrivateLink.objects.get(kind="own")
    assert client.post(reverse("link_revoke", args=[event.slug, own_link.pk]), {"confirmed": "1"}).status_code == 404
    assert own_link.pk not in {link.pk for link in links.participant_links_print(event=event, by=user)}


def test_mailed_link_sets_national_consent_and_notifies_the_person(committed: Callable[..., Any]) -> None:
    entry = entered()
    path, client = own_path(entry), Client()
    assert client.get(path).status_code == 200
    assert not fresh(entry).person.consent
    with committed():
        client.post(path, {"consent": "yes"})
    assert fresh(entry).person.consent
    assert fresh(entry).shows_name
    row = Consent.objects.get()
    assert (row.source, row.given, row.entry, row.words) == (Source.MAIL, True, None, "1")
    assert path in mail.outbox[0].body
    with committed():
        client.post(path, {"consent": "no"})
    assert not fresh(entry).person.consent
    client.post(path, {"consent": "perhaps"})
    assert Consent.objects.count() == 2
    assert len(mail.outbox) == 2


def test_mailed_link_can_consent_for_one_event_only() -> None:
    entry = entered()
    path, client = own_path(entry), Client()
    client.post(path, {"consent": "yes"})
    client.post(path, {"consent": "event"})
    after = fresh(entry)
    assert (after.person.consent, after.consent) == (False, True)
    assert shown_name(after, sees_names=False) == str(entry.person)
    assert shown_name(after, sees_names=False, national=True) != str(entry.person)
    assert open_player(after) == {"entry": entry.number, "name": str(entry.person), "person": None}
    other = entries.entry_add(event=make.authorised_event(), person=after.person, by=None)
    assert not other.shows_name


def test_mailed_link_to_an_organiser_address_is_no_proof() -> None:
    user = make.make_user("circolo")
    entry = entered(club(user), email=user.email.upper())
    assert "Ranking" in Client().get(own_path(entry)).content.decode()
    Client().post(own_path(entry), {"consent": "yes"})
    assert not fresh(entry).person.consent
    with pytest.raises(AddressOfDesk):
        consents.consent_set(person=entry.person, consent=True, source=Source.MAIL, by=None)
    # An organiser who plays gives consent from the own account.
    entry.person.user = user
    entry.person.save()
    assert consents.consent_set(person=entry.person, consent=True, source=Source.MAIL, by=user).consent


def test_consent_refused_by_the_person_is_not_changed_by_others() -> None:
    entry = entered()
    consents.consent_set(person=entry.person, consent=False, source=Source.ACCOUNT, by=None)
    for source in (Source.LINK, Source.DESK, Source.FILE):
        with refuses("CONSENT_REFUSED_BY_PERSON"):
            consents.consent_for_event(entry=entry, consent=True, source=source, by=None)
    assert not fresh(entry).shows_name
    page = Client().post(f"{desk_path(entry)}consenso/", {"consent": "yes"}, follow=True).content.decode()
    assert "ha già deciso di no" in page


def test_printed_link_hides_a_name_in_its_event_only() -> None:
    entry = entered()
    make.agree(entry.person)
    Client().post(f"{desk_path(entry)}consenso/", {"consent": "no"})
    after = fresh(entry)
    assert (after.person.consent, after.shows_name) == (True, False)
    # A newer national consent of the person replaces the decisions for single events.
    consents.consent_set(person=after.person, consent=True, source=Source.MAIL, by=None)
    assert fresh(entry).shows_name


def test_own_link_mail_is_requested_on_the_printed_link(committed: Callable[..., Any]) -> None:
    entry = entered()
    with committed():
        Client().post(f"{desk_path(entry)}consenso/", {"consent": "mail"})
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    assert own_path(entry) in mail.outbox[0].body
    with pytest.raises(AlreadyDone):
        links.own_link_mail(person=entry.person, by=None)
    with refuses("CONSENT_NO_ADDRESS"):
        links.own_link_mail(person=entered(email="").person, by=None)


def test_registration_mail_carries_the_own_link(committed: Callable[..., Any]) -> None:
    with committed():
        entry = entered()
    assert own_path(entry) in mail.outbox[-1].body


def test_entries_links_and_consent_before_the_authorisation_are_refused() -> None:
    for event in (make.make_event(), make.announced_event()):
        person = make.make_person(consent=False)
        with refuses("ENTRIES_NOT_OPEN"):
            entries.entry_add(event=event, person=person, by=None)
        with refuses("ENTRIES_NOT_OPEN"):
            entries.entry_add_new(event=event, first_name="Ada", last_name="Riva", by=None)
        with refuses("ENTRIES_NOT_OPEN"):
            links.participant_links_make(event=event, by=None)
        # An entry made under an authorisation that the Referent then withdrew.
        entry = Entry.objects.create(event=event, person=person, number=1)
        with refuses("ENTRIES_NOT_OPEN"):
            links.participant_link_renew(entry=entry, by=None)
        with refuses("CONSENT_BEFORE_AUTHORISATION"):
            consents.consent_for_event(entry=entry, consent=True, source=Source.LINK, by=None)


def test_person_of_another_club_is_entered_by_card_or_request() -> None:
    user = make.make_user("circolo")
    event, client = club(user), signed_in(user)
    person = make.make_person(consent=False, first_name="Ada", last_name="Riva", card_number="RM-17")
    page = client.get(reverse("entry_add", args=[event.slug]), {"q": "Riva"}).content.decode()
    assert f'name="person" value="{person.pk}"' not in page
    with refuses("PERSON_OF_ANOTHER_CLUB"):
        entries.entry_add(event=event, person=person, by=user)
    with pytest.raises(CardUnknown):
        entries.entry_add(event=event, person=person, by=user, card_number="RM-18")
    address = reverse("entry_add", args=[event.slug])
    wrong = {"by_card": "1", "card-first_name": "Ada", "card-last_name": "Rivi", "card-card_number": "RM-17"}
    assert client.post(address, wrong).status_code == 422
    assert not event.entries.exists()
    assert client.post(address, {**wrong, "card-last_name": "riva"}).status_code == 302
    assert event.entries.get().person == person

    applicant = make.make_person(consent=False)
    applicant.user = make.make_user()
    applicant.save()
    applicant_client = signed_in(applicant.user)
    page, says = reverse("entry_page", args=[event.slug]), {"age": "adult", "show_name": "no", "photo_consent": "no"}
    Event.objects.filter(pk=event.pk).update(requests_close_at=timezone.now())
    assert f'href="{page}"' not in applicant_client.get(event.get_absolute_url()).content.decode()
    applicant_client.post(page, says)
    assert not event.entry_requests.exists()
    Event.objects.filter(pk=event.pk).update(requests_close_at=timezone.now() + timedelta(days=1))
    assert f'href="{page}"' in applicant_client.get(event.get_absolute_url()).content.decode()
    for _time in range(2):
        applicant_client.post(page, says)
    request = event.entry_requests.get()
    assert str(applicant) in client.get(reverse("entries", args=[event.slug])).content.decode()
    client.post(reverse("entry_request_approve", args=[event.slug, request.pk]))
    assert event.entries.filter(person=applicant).exists()
    assert event.entry_requests.get().state == "entered"


def test_person_who_played_at_the_club_is_entered_by_name() -> None:
    user = make.make_user("circolo")
    first = club(user)
    person = entered(first).person
    again = make.authorised_event(organiser=first.organiser, season=first.season)
    make.grant(again, user)
    page = signed_in(user).get(reverse("entry_add", args=[again.slug]), {"q": person.last_name}).content.decode()
    assert f'name="person" value="{person.pk}"' in page
    assert entries.entry_add(event=again, person=person, by=user).person == person


def test_taken_card_number_does_not_reveal_its_holder() -> None:
    user = make.make_user("circolo")
    event = club(user)
    holder = make.make_person(card_number="RM-17")
    answer = signed_in(user).post(
        reverse("entry_add", args=[event.slug]),
        {"new": "1", "first_name": "Uno", "last_name": "Qualunque", "card_number": "RM-17"},
    )
    assert answer.status_code == 422
    assert "RM-17" in answer.content.decode()
    assert str(holder) not in answer.content.decode()


def test_desk_consent_is_valid_for_the_event_only() -> None:
    event = make.authorised_event()
    entry = entries.entry_add_new(event=event, first_name="Ada", last_name="Riva", consent=True, by=None)
    assert (entry.person.consent, fresh(entry).shows_name) == (False, True)
    assert Consent.objects.get().source == Source.DESK
    with pytest.raises(IntegrityError), transaction.atomic():
        Consent.objects.create(person=entry.person, given=True, source=Source.DESK)
    with pytest.raises(ValueError, match="desk"):
        consents.consent_set(person=entry.person, consent=True, source=Source.DESK, by=None)


def test_printed_links_are_in_the_history() -> None:
    user = make.make_user("circolo")
    event = club(user)
    entry = entered(event)
    client = signed_in(user)
    client.post(reverse("player_links_print", args=[event.slug]), {"entry": entry.pk})
    page = client.get(reverse("history", args=[event.slug])).content.decode()
    assert f"Link privato stampato: {entry.person}" in page
    assert "stampato" in client.get(reverse("player_links", args=[event.slug])).content.decode()


def test_consent_paper_shows_names_only_when_accepted(committed: Callable[..., Any]) -> None:
    user, referent = make.make_user("circolo"), make.make_user(referent=True)
    event = club(user)
    first, second = entered(event), entered(event, email="")
    client, referent_client = signed_in(user), signed_in(referent)
    page = reverse("consent_papers", args=[event.slug])
    assert client.get(page).status_code == 200
    a_photo_of = a_photo()
    a_photo_of.name = "modulo.png"
    assert client.post(page, {"file": a_photo_of}).status_code == 422
    a_photo_of.seek(0)
    assert client.post(page, {"file": a_photo_of, "entries": [first.pk, second.pk]}).status_code == 302
    paper = ConsentPaper.objects.get()
    assert not Person.objects.filter(consent=True).exists()
    picture = client.get(reverse("consent_photo", args=[event.slug, paper.pk]))
    assert b"".join(picture.streaming_content).startswith(b"\xff\xd8")
    assert signed_in(make.make_user()).get(reverse("consent_photo", args=[event.slug, paper.pk])).status_code == 404
    answer = reverse("todo_answer", args=["consent", paper.pk])
    assert client.post(answer, {"decision": "yes", "entries": [first.pk]}).status_code == 403
    assert str(first.person) in referent_client.get(reverse("referent")).content.decode()
    # The second signature is missing: the Referent unticks that entry.
    with committed():
        referent_client.post(answer, {"decision": "yes", "entries": [first.pk]})
    assert set(Person.objects.filter(consent=True)) == {first.person}
    row = Consent.objects.get()
    assert (row.source, row.paper, row.by) == (Source.PAPER, paper, referent)
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    with refuses("CONSENT_PAPER_DECIDED"):
        consent_papers.consent_paper_accept(paper=paper, entries=[second.pk], by=referent)


def test_consent_paper_refuse_needs_a_reason_and_stores_no_consent() -> None:
    entry = entered()
    paper = consent_papers.consent_paper_add(event=entry.event, file=a_photo(), entries=[entry.pk], by=None)
    storage, name = paper.file.storage, paper.file.name
    client = signed_in(make.make_user(referent=True))
    answer, reason = reverse("todo_answer", args=["consent", paper.pk]), f"consent-{paper.pk}-reason"
    assert client.post(answer, {"decision": "no", reason: ""}).status_code == 422
    with refuses("DECISION_REASON_MISSING"):
        consent_papers.consent_paper_refuse(paper=paper, reason=" ", by=None)
    assert storage.exists(name)
    with refuses("CONSENT_PAPER_WITHOUT_NAMES"):
        consent_papers.consent_paper_accept(paper=paper, entries=[], by=None)
    client.post(answer, {"decision": "no", reason: "Non si legge la firma"})
    assert not Person.objects.get(pk=entry.person_id).consent
    assert ConsentPaper.objects.get().state == "refused"


def test_person_erase_deletes_photos_of_signed_forms(committed: Callable[..., Any]) -> None:
    event = make.authorised_event()
    first, second = entered(event), entered(event)
    paper = consent_papers.consent_paper_add(event=event, file=a_photo(), entries=[first.pk, second.pk], by=None)
    consent_papers.consent_paper_accept(paper=paper, entries=[first.pk, second.pk], by=None)
    storage, name = paper.file.storage, paper.file.name
    event.state = Event.State.VOID
    event.save()
    with committed():
        receipt = privacy.person_erase(person=first.person, by=None)
    assert receipt.receipt["forms"] == 1
    assert not storage.exists(name)
    assert Person.objects.get(pk=second.person_id).consent


def test_person_merge_keeps_consents_and_revokes_the_other_link() -> None:
    event = make.authorised_event()
    keep, other = entered(event), entered(email="altra@example.org")
    make.agree(keep.person)
    path = own_path(other)
    joining.records_ask(keep=keep.person, merge=other.person, by=None)
    RecordPair.objects.update(told_at=timezone.now() - timedelta(days=15))
    joining.person_merge(keep=keep.person, merge=other.person, by=None, reason="È la stessa")
    assert Client().post(path, {"consent": "yes"}).status_code == 410
    assert not Person.objects.get(pk=keep.person_id).consent
    assert Consent.objects.filter(person=keep.person, source=Source.MERGE, given=False).exists()
