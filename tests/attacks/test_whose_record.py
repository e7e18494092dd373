"""A new club, a second account and a list of every address are tried against a person's record.

Whatever they do, no name is shown more than before, and no data of the record are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournament.access import links
from tournament.entries.services import entry_add
from tournament.models import Consent, Entry, Event, Person, PersonClaim, PrivateLink
from tournament.records.claims import claim_confirm
from tournament.records.consents import consent_set

pytestmark = pytest.mark.django_db

NAMES = {"first_name": "Ildegarda", "last_name": "Zanzottera"}
SECRETS = ("ilde@example.org", "Roccacannuccia", "TESS-90210", "1957")


@pytest.fixture(autouse=True)
def _counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def victim() -> Person:
    """Return the record of a person who played and refused to show the name."""
    person = make.make_person(
        **NAMES,
        email=SECRETS[0],
        city=SECRETS[1],
        card_number=SECRETS[2],
        birth_date=timezone.localdate().replace(year=1957, day=1),
        consent=False,
    )
    event = make.concluded_event()
    Entry.objects.filter(pk=event.entries.earliest("pk").pk).update(person=person)
    consent_set(person=person, consent=False, source=Consent.Source.MAIL, by=None)
    return person


@pytest.fixture
def club() -> tuple[Client, Event]:
    """Return a new club's account, and its authorised event."""
    user = make.make_user()
    event = make.check_in_event(players=3, organiser=make.make_organiser(user))
    make.grant(event, user)
    client = Client()
    client.force_login(user)
    return client, event


def _account(*addresses: str, verified: bool = False) -> tuple[Client, Any]:
    """Return an account that has added addresses, and confirmed none but its own."""
    user = make.make_user()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    for address in addresses:
        EmailAddress.objects.create(user=user, email=address, verified=verified)
    client = Client()
    client.force_login(user)
    return client, user


def _pages(client: Client, event: Event | None = None) -> str:
    """Return what an account reads on its own pages, and on those of its event."""
    names = ["account", "my_games", "claim", "notices"]
    addresses = [reverse(name) for name in names]
    if event is not None:
        addresses += [reverse(name, args=[event.slug]) for name in ("desk", "entries")]
    return "".join(client.get(address, follow=True).content.decode() for address in addresses)


def _is_as_before(victim: Person) -> bool:
    fresh = Person.objects.get(pk=victim.pk)
    shown = Entry.objects.filter(person=victim, consent=True).exists()
    return (fresh.consent, shown, fresh.user_id, fresh.email, fresh.merged_into_id) == (
        False,
        False,
        None,
        victim.email,
        None,
    )


def test_new_club_gets_nothing_of_a_record(victim: Person, club: tuple[Client, Event]) -> None:
    desk, event = club
    address = reverse("entry_add", args=[event.slug])
    desk.post(address, {"person": victim.pk})
    desk.post(reverse("walk_in", args=[event.slug]), {**NAMES, "consent": "on"})
    for number in range(5):
        card = {"card-card_number": f"TESS-{number}", **{f"card-{name}": value for name, value in NAMES.items()}}
        desk.post(address, {"by_card": "1", **card})
    # A list with the person's name, the club's own address and a consent.
    rows = f"nome,cognome,email,consenso\nIldegarda,Zanzottera,{event.organiser.user.email},sì\n"
    file = SimpleUploadedFile("lista.csv", rows.encode(), content_type="text/csv")
    assert desk.post(reverse("entries_import", args=[event.slug]), {"file": file}).status_code == 200
    for name in ("referent", "people", "people_duplicates"):
        assert desk.get(reverse(name)).status_code == 403
    assert _is_as_before(victim)
    read = _pages(desk, event)
    assert not [secret for secret in SECRETS if secret in read]
    assert desk.get(reverse("person", args=[victim.pk])).status_code == 403
    assert desk.get(reverse("player", args=[victim.pk])).status_code == 404


def test_club_that_knows_the_person_links_no_second_account(victim: Person) -> None:
    """The organiser prints the code of the person's page and knows the card; the record has a mail address."""
    event = Entry.objects.get(person=victim).event
    organiser = make.make_user()
    make.grant(event, organiser)
    found = links.participant_links_make(event=event, by=organiser)
    link = next(link for link in found if link.entry is not None and link.entry.person_id == victim.pk)
    client, user = _account()
    client.post(reverse("claim"), {**NAMES, "card_number": SECRETS[2], "code": str(links.link_address(link))})
    claim = PersonClaim.objects.get(account=user)
    club = Client()
    club.force_login(organiser)
    assert club.post(reverse("claim_answer", args=[claim.pk]), {"record": victim.pk}).status_code == 403
    # The code opens the player's page of that event; a consent by it does not override the refusal.
    phone = links.link_path(link.kind, str(links.link_token(link)))
    Client().post(f"{phone}consenso/", {"consent": "yes"})
    assert _is_as_before(victim)
    read = _pages(client)
    # The page of the claim shows the card number that was typed.
    assert not [secret for secret in SECRETS if secret in read and secret != SECRETS[2]]


def test_list_of_every_address_gets_nothing_of_a_record(
    victim: Person, django_capture_on_commit_callbacks: Any
) -> None:
    """An account adds every address without confirming it, and asks for an entry and for links with each."""
    addresses = [f"persona{number}@example.org" for number in range(5)] + [victim.email, victim.email.upper()]
    event = make.authorised_event(entry_mode="open")
    client, user = _account(*addresses[:-1])
    seen = set()
    with django_capture_on_commit_callbacks(execute=True):
        for address in addresses:
            facts = {**NAMES, "email": address, "age": "adult", "show_name": "yes", "photo_consent": "no"}
            answer = Client().post(reverse("entry_page", args=[event.slug]), facts)
            seen.add((answer.status_code, answer.get("Location")))
    assert len(seen) == 1
    assert {status for status, _where in seen} <= {200, 302}
    for _ in range(5):
        client.post(reverse("claim"), {**NAMES, "card_number": "TESS-1"})
        client.post(reverse("claim_back"))
    assert PersonClaim.objects.filter(account=user).count() == 3
    assert _is_as_before(victim)
    read = _pages(client)
    assert not [secret for secret in SECRETS if secret in read]
    # The person is told, at the address of the record alone.
    assert {message.to[0].lower() for message in mail.outbox} <= {address.lower() for address in addresses}


def test_account_linked_by_mistake_shows_and_reads_nothing_for_14_days(victim: Person) -> None:
    """The Referent errs after 14 days of silence; the person was told before and is told again."""
    client, _user = _account()
    client.post(reverse("claim"), NAMES)
    PersonClaim.objects.update(told_at=timezone.now() - timedelta(days=14))
    claim_confirm(claim=PersonClaim.objects.get(), person_id=victim.pk, by=make.make_user(referent=True))
    client.post(reverse("account_consent"), {"consent": "yes"})
    event = make.authorised_event(season=Entry.objects.get(person=victim).event.season)
    entry = entry_add(event=event, person=victim, by=None)
    link = links.participant_links_make(event=event, by=None)[0]
    Client().post(f"{links.link_path(link.kind, str(links.link_token(link)))}consenso/", {"consent": "yes"})
    entry.refresh_from_db()
    assert not Person.objects.get(pk=victim.pk).consent
    assert not entry.shows_name
    assert client.get(reverse("own_data_file"))["Location"] == reverse("account")
    read = _pages(client)
    assert not [secret for secret in SECRETS if secret in read]


def test_row_of_a_link_written_into_the_database_opens_no_record(victim: Person) -> None:
    link = links.own_link_make(person=victim, by=None)
    assert link is not None
    token = str(links.link_token(link))
    stolen = "B" * 22
    digest = "a" * 64
    PrivateLink.objects.filter(pk=link.pk).update(token_sha256=digest)
    for tried in (token, stolen):
        assert Client().post(links.link_path(link.kind, tried), {"consent": "yes"}).status_code == 404
    assert _is_as_before(victim)
