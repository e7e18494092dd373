"""Art. 1.6: whose word shows a name, where, and for how long: every way by which somebody else could say it."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests import factories as make
from tournament.access import links
from tournament.consents import papers as consent_papers
from tournament.consents import services as consents
from tournament.core.consent_errors import (
    AddressOfDesk,
    CardUnknown,
    ConsentBeforeAuthorisation,
    EntriesNotOpen,
    NoAddress,
    PaperDecided,
    PaperWithoutNames,
    PersonOfAnotherClub,
    RefusedByPerson,
)
from tournament.core.errors import AlreadyDone, ReasonMissing
from tournament.entries import services as entries
from tournament.models import Consent, ConsentPaper, Entry, Event, Person, PrivateLink
from tournament.pages.event import open_player, shown_name
from tournament.personal_data import erasure as privacy

pytestmark = pytest.mark.django_db
Source = Consent.Source


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Callable[..., Any]) -> Callable[..., Any]:
    """Runs what waits for the commit: the mails are sent."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def a_photo(colour: str = "white") -> BytesIO:
    out = BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "PNG")
    out.seek(0)
    return out


def entered(event: Event | None = None, **facts: Any) -> Entry:
    """Somebody in an authorised event, whose name nobody has said anything about."""
    person = make.make_person(**{"consent": False, "email": "ada@example.org", **facts})
    return entries.entry_add(event=event or make.authorised_event(), person=person, by=None)


def club(user: Any) -> Event:
    """An authorised event of a club's account, which runs it."""
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
    link = next(one for one in links.participant_links_make(event=entry.event, by=None) if one.entry_id == entry.pk)
    return links.link_path(link.kind, str(links.link_token(link)))


def test_a_club_account_cannot_publish_the_name_of_somebody_of_the_national_list() -> None:
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

    # Even where the club knows the person: what it can print does not reach the Ranking.
    entry = entries.entry_add(event=event, person=victim, by=None)
    answer = client.post(reverse("player_links_print", args=[event.slug]))
    assert answer["Content-Type"] == "application/pdf"
    Client().post(f"{desk_path(entry)}consenso/", {"consent": "yes"})
    assert not Person.objects.get(pk=victim.pk).consent
    assert fresh(entry).shows_name
    assert [(row.source, row.given, row.entry_id) for row in Consent.objects.all()] == [("link", True, entry.pk)]


def test_the_own_link_is_on_no_page_and_no_paper_of_the_desk() -> None:
    user = make.make_user("circolo")
    event = club(user)
    entry = entered(event)
    token = own_path(entry).strip("/").rpartition("/")[2]
    client = signed_in(user)
    for name in ("player_links", "entries", "history", "consent_papers", "desk"):
        page = client.get(reverse(name, args=[event.slug]))
        assert page.status_code == 200
        assert token not in page.content.decode()
    own = PrivateLink.objects.get(kind="own")
    assert client.post(reverse("link_revoke", args=[event.slug, own.pk]), {"confirmed": "1"}).status_code == 404
    assert own.pk not in {link.pk for link in links.participant_links_print(event=event, by=user)}


def test_the_mailed_link_decides_everywhere_and_tells_the_person(committed: Callable[..., Any]) -> None:
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


def test_by_the_mailed_link_a_name_is_shown_in_one_event_alone() -> None:
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


def test_an_address_of_who_runs_events_proves_nothing() -> None:
    user = make.make_user("circolo")
    entry = entered(club(user), email=user.email.upper())
    assert "Ranking" in Client().get(own_path(entry)).content.decode()
    Client().post(own_path(entry), {"consent": "yes"})
    assert not fresh(entry).person.consent
    with pytest.raises(AddressOfDesk):
        consents.consent_set(person=entry.person, consent=True, source=Source.MAIL, by=None)
    # An organiser who plays agrees from their own account.
    entry.person.user = user
    entry.person.save()
    assert consents.consent_set(person=entry.person, consent=True, source=Source.MAIL, by=user).consent


def test_what_somebody_refused_themselves_is_not_changed_at_the_desk() -> None:
    entry = entered()
    consents.consent_set(person=entry.person, consent=False, source=Source.ACCOUNT, by=None)
    for source in (Source.LINK, Source.DESK, Source.FILE):
        with pytest.raises(RefusedByPerson):
            consents.consent_for_event(entry=entry, consent=True, source=source, by=None)
    assert not fresh(entry).shows_name
    page = Client().post(f"{desk_path(entry)}consenso/", {"consent": "yes"}, follow=True).content.decode()
    assert "ha già detto di no" in page


def test_a_printed_link_hides_a_name_in_its_event_alone() -> None:
    entry = entered()
    make.agree(entry.person)
    Client().post(f"{desk_path(entry)}consenso/", {"consent": "no"})
    after = fresh(entry)
    assert (after.person.consent, after.shows_name) == (True, False)
    # The person's newest word for everywhere ends what was decided for single events.
    consents.consent_set(person=after.person, consent=True, source=Source.MAIL, by=None)
    assert fresh(entry).shows_name


def test_the_mail_with_the_own_link_is_asked_for_on_the_printed_one(committed: Callable[..., Any]) -> None:
    entry = entered()
    with committed():
        Client().post(f"{desk_path(entry)}consenso/", {"consent": "mail"})
    assert [one.to for one in mail.outbox] == [["ada@example.org"]]
    assert own_path(entry) in mail.outbox[0].body
    with pytest.raises(AlreadyDone):
        links.own_link_mail(person=entry.person, by=None)
    with pytest.raises(NoAddress):
        links.own_link_mail(person=entered(email="").person, by=None)


def test_the_registration_mail_carries_the_own_link(committed: Callable[..., Any]) -> None:
    with committed():
        entry = entered()
    assert own_path(entry) in mail.outbox[-1].body


def test_no_entry_no_link_and_no_word_about_names_before_the_authorisation() -> None:
    for event in (make.make_event(), make.announced_event()):
        person = make.make_person(consent=False)
        with pytest.raises(EntriesNotOpen):
            entries.entry_add(event=event, person=person, by=None)
        with pytest.raises(EntriesNotOpen):
            entries.entry_add_new(event=event, first_name="Ada", last_name="Riva", by=None)
        with pytest.raises(EntriesNotOpen):
            links.participant_links_make(event=event, by=None)
        # One that was entered while an authorisation stood which the Referent then took back.
        entry = Entry.objects.create(event=event, person=person, number=1)
        with pytest.raises(EntriesNotOpen):
            links.participant_link_renew(entry=entry, by=None)
        with pytest.raises(ConsentBeforeAuthorisation):
            consents.consent_for_event(entry=entry, consent=True, source=Source.LINK, by=None)


def test_somebody_of_another_club_is_entered_by_card_and_name_or_by_their_own_request() -> None:
    user = make.make_user("circolo")
    event, client = club(user), signed_in(user)
    person = make.make_person(consent=False, first_name="Ada", last_name="Riva", card_number="RM-17")
    page = client.get(reverse("entry_add", args=[event.slug]), {"q": "Riva"}).content.decode()
    assert f'name="person" value="{person.pk}"' not in page
    with pytest.raises(PersonOfAnotherClub):
        entries.entry_add(event=event, person=person, by=user)
    with pytest.raises(CardUnknown):
        entries.entry_add(event=event, person=person, by=user, card_number="RM-18")
    address = reverse("entry_add", args=[event.slug])
    wrong = {"by_card": "1", "card-first_name": "Ada", "card-last_name": "Rivi", "card-card_number": "RM-17"}
    assert client.post(address, wrong).status_code == 422
    assert not event.entries.exists()
    assert client.post(address, {**wrong, "card-last_name": "riva"}).status_code == 302
    assert event.entries.get().person == person

    asking = make.make_person(consent=False)
    asking.user = make.make_user()
    asking.save()
    theirs = signed_in(asking.user)
    assert reverse("entry_ask", args=[event.slug]) in theirs.get(event.get_absolute_url()).content.decode()
    for _time in range(2):
        theirs.post(reverse("entry_ask", args=[event.slug]))
    assert event.entry_requests.count() == 1
    assert str(asking) in client.get(reverse("entries", args=[event.slug])).content.decode()
    client.post(address, {"person": asking.pk})
    assert event.entries.filter(person=asking).exists()
    assert not event.entry_requests.exists()


def test_who_played_at_the_clubs_is_entered_by_name() -> None:
    user = make.make_user("circolo")
    first = club(user)
    person = entered(first).person
    again = make.authorised_event(organiser=first.organiser, season=first.season)
    make.grant(again, user)
    page = signed_in(user).get(reverse("entry_add", args=[again.slug]), {"q": person.last_name}).content.decode()
    assert f'name="person" value="{person.pk}"' in page
    assert entries.entry_add(event=again, person=person, by=user).person == person


def test_a_taken_card_number_does_not_say_whose_it_is_to_a_club() -> None:
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


def test_a_tick_at_the_desk_holds_for_the_event_alone() -> None:
    event = make.authorised_event()
    entry = entries.entry_add_new(event=event, first_name="Ada", last_name="Riva", consent=True, by=None)
    assert (entry.person.consent, fresh(entry).shows_name) == (False, True)
    assert Consent.objects.get().source == Source.DESK
    with pytest.raises(IntegrityError), transaction.atomic():
        Consent.objects.create(person=entry.person, given=True, source=Source.DESK)
    with pytest.raises(ValueError, match="desk"):
        consents.consent_set(person=entry.person, consent=True, source=Source.DESK, by=None)


def test_printing_links_is_in_the_history() -> None:
    user = make.make_user("circolo")
    event = club(user)
    entry = entered(event)
    client = signed_in(user)
    client.post(reverse("player_links_print", args=[event.slug]), {"entry": entry.pk})
    page = client.get(reverse("history", args=[event.slug])).content.decode()
    assert f"Link privato stampato: {entry.person}" in page
    assert "stampato" in client.get(reverse("player_links", args=[event.slug])).content.decode()


def test_a_signed_form_is_photographed_accepted_and_only_then_shows_the_names(committed: Callable[..., Any]) -> None:
    user, referent = make.make_user("circolo"), make.make_user(referent=True)
    event = club(user)
    one, two = entered(event), entered(event, email="")
    client, theirs = signed_in(user), signed_in(referent)
    page = reverse("consent_papers", args=[event.slug])
    assert client.get(page).status_code == 200
    a_photo_of = a_photo()
    a_photo_of.name = "modulo.png"
    assert client.post(page, {"file": a_photo_of}).status_code == 422
    a_photo_of.seek(0)
    assert client.post(page, {"file": a_photo_of, "entries": [one.pk, two.pk]}).status_code == 302
    paper = ConsentPaper.objects.get()
    assert not Person.objects.filter(consent=True).exists()
    picture = client.get(reverse("consent_photo", args=[event.slug, paper.pk]))
    assert b"".join(picture.streaming_content).startswith(b"\xff\xd8")
    picture.close()
    assert signed_in(make.make_user()).get(reverse("consent_photo", args=[event.slug, paper.pk])).status_code == 404
    assert client.get(reverse("consents")).status_code == 403
    assert str(one.person) in theirs.get(reverse("consents")).content.decode()
    # The second signature is not there: the Referent takes the tick away.
    with committed():
        theirs.post(reverse("consents"), {"paper": paper.pk, "decision": "accept", "entries": [one.pk]})
    assert set(Person.objects.filter(consent=True)) == {one.person}
    row = Consent.objects.get()
    assert (row.source, row.paper, row.by) == (Source.PAPER, paper, referent)
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    with pytest.raises(PaperDecided):
        consent_papers.consent_paper_accept(paper=paper, entries=[two.pk], by=referent)


def test_a_form_is_refused_with_a_reason_and_its_photo_goes() -> None:
    entry = entered()
    paper = consent_papers.consent_paper_add(event=entry.event, file=a_photo(), entries=[entry.pk], by=None)
    storage, name = paper.file.storage, paper.file.name
    client = signed_in(make.make_user(referent=True))
    facts = {"paper": paper.pk, "decision": "refuse", "reason": ""}
    assert client.post(reverse("consents"), facts).status_code == 422
    with pytest.raises(ReasonMissing):
        consent_papers.consent_paper_refuse(paper=paper, reason=" ", by=None)
    assert storage.exists(name)
    with pytest.raises(PaperWithoutNames):
        consent_papers.consent_paper_accept(paper=paper, entries=[], by=None)
    client.post(reverse("consents"), {**facts, "reason": "Non si legge la firma"})
    assert not Person.objects.get(pk=entry.person_id).consent
    assert ConsentPaper.objects.get().state == "refused"


def test_an_erasure_takes_the_photos_of_signed_forms(committed: Callable[..., Any]) -> None:
    event = make.authorised_event()
    one, two = entered(event), entered(event)
    paper = consent_papers.consent_paper_add(event=event, file=a_photo(), entries=[one.pk, two.pk], by=None)
    consent_papers.consent_paper_accept(paper=paper, entries=[one.pk, two.pk], by=None)
    storage, name = paper.file.storage, paper.file.name
    event.state = Event.State.VOID
    event.save()
    with committed():
        receipt = privacy.person_erase(person=one.person, by=None)
    assert receipt.receipt["forms"] == 1
    assert not storage.exists(name)
    assert Person.objects.get(pk=two.person_id).consent


def test_joined_records_keep_the_versions_and_stop_the_other_address() -> None:
    event = make.authorised_event()
    keep, other = entered(event), entered(email="altra@example.org")
    make.agree(keep.person)
    path = own_path(other)
    entries.person_merge(keep=keep.person, merge=other.person, by=None, reason="È la stessa")
    assert Client().post(path, {"consent": "yes"}).status_code == 410
    assert not Person.objects.get(pk=keep.person_id).consent
    assert Consent.objects.filter(person=keep.person, source=Source.MERGE, given=False).exists()
