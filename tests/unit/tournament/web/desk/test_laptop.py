"""Test the desk's page of an event on a laptop: it leaves, its file is saved, it returns or is given up."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.unit.ranking.pages import queries_of, text_of
from tournament.laptop.services import event_take
from tournament.models import Event, EventRole, LaptopStay, Notice

pytestmark = pytest.mark.django_db

MOST_QUERIES = 9


@pytest.fixture
def event(client: Client) -> Event:
    """Return an event in its check-in whose organiser is signed in."""
    user = make.make_user("organiser")
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    event = make.check_in_event(players=12)
    make.grant(event, user)
    return event


def _page(event: Event) -> str:
    return reverse("laptop", args=[event.slug])


def test_event_leaves_and_nothing_can_be_changed_until_it_is_back(client: Client, event: Event) -> None:
    assert _page(event) in text_of(client.get(reverse("desk", args=[event.slug])))
    answer = client.post(_page(event), {"act": "take", "take-holder": " Anna,  il portatile blu "}, follow=True)
    assert "Il torneo è pronto per il portatile" in text_of(answer)
    assert LaptopStay.objects.get().holder == "Anna, il portatile blu"
    desk = text_of(client.get(reverse("desk", args=[event.slug])))
    assert "Riprendi il torneo dal portatile" in desk
    assert "Si gioca su un portatile senza rete" in text_of(client.get(event.get_absolute_url()))
    refused = client.post(reverse("entries_present", args=[event.slug]), follow=True)
    assert "finché non torna il suo file" in text_of(refused)


def test_file_is_saved_by_who_runs_the_event_alone(client: Client, event: Event) -> None:
    referee = make.make_user("arbitro")
    make.grant(event, referee, EventRole.Role.REFEREE)
    event_take(event=event, holder="Anna", by=None)
    address = reverse("laptop_file", args=[event.slug])
    answer = client.post(address)
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-portatile.fossato"'
    assert answer["Cache-Control"] == "no-store"
    assert answer.content == client.post(address).content
    client.force_login(referee, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.post(address).status_code == 404


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"act": "return"}, "obbligatorio"),
        ({"act": "return", "return-file": b"non e un file"}, "Non è il file di un torneo su un portatile"),
        ({"act": "give_up", "give_up-reason": " "}, "obbligatorio"),
    ],
)
def test_wrong_answers_are_said_beside_the_field(
    client: Client, event: Event, fields: dict[str, str | bytes], words: str
) -> None:
    event_take(event=event, holder="Anna", by=None)
    sent = {
        name: SimpleUploadedFile("x.fossato", value) if isinstance(value, bytes) else value
        for name, value in fields.items()
    }
    answer = client.post(_page(event), sent)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert Event.objects.get().away_since is not None


def test_lost_laptop_is_given_up_and_stays_in_the_list(client: Client, event: Event) -> None:
    referee, account = Client(), make.make_user()
    make.grant(event, account, "referee")
    referee.force_login(account)
    assert referee.get(_page(event)).status_code == 404
    event_take(event=event, holder="Anna", by=None)
    assert "Nessuno chiede più" in text_of(referee.get(_page(event), follow=True))
    asked = client.post(_page(event), {"act": "give_up", "give_up-reason": "Caduto nel fosso"}, follow=True)
    assert "Annotato" in text_of(asked)
    assert Event.objects.get().away_since is not None
    assert "Caduto nel fosso" in text_of(referee.get(_page(event)))
    assert client.post(_page(event), {"act": "agree"}).status_code == 422
    assert Event.objects.get().away_since is not None
    agreed = text_of(referee.post(_page(event), {"act": "agree"}, follow=True))
    assert "com’era quando è passato sul portatile" in agreed
    page = text_of(client.get(_page(event)))
    assert "Anna: dato per perso, Caduto nel fosso" in page
    assert Event.objects.get().away_since is None


def test_who_may_agree_learns_that_a_lost_laptop_waits(client: Client, event: Event) -> None:
    referee, account, referent = Client(), make.make_user(), make.make_user(referent=True)
    make.grant(event, account, "referee")
    referee.force_login(account)
    event_take(event=event, holder="Anna", by=None)
    client.post(_page(event), {"act": "give_up", "give_up-reason": "Caduto nel fosso"})
    notices = Notice.objects.filter(code="give_up_asked")
    assert set(notices.values_list("account", "path")) == {(account.pk, _page(event)), (referent.pk, _page(event))}
    for visitor, name, args in ((client, "desk", [event.slug]), (referee, "referee_home", [])):
        page = visitor.get(reverse(name, args=args)).content.decode()
        assert "Caduto nel fosso" in page
        assert f'href="{_page(event)}">Accetta o ritira' in page
    assert f"http://testserver{_page(event)}" in text_of(client.get(_page(event)))
    client.post(_page(event), {"act": "found"})
    assert "Caduto nel fosso" not in text_of(referee.get(reverse("referee_home")))


def test_laptop_says_where_the_event_is_at_home_and_makes_the_file(client: Client, event: Event) -> None:
    """A laptop is a site with an event of another one."""
    LaptopStay.objects.create(
        event=event, key="0" * 32, holder="Anna", first_number=10**6, started_at=timezone.now(),
        home="https://fossato.example", private_key="11" * 32,
    )  # fmt: skip
    Event.objects.update(guest_of="https://fossato.example")
    page = text_of(client.get(_page(event)))
    assert "Il sito del torneo è https://fossato.example" in page
    assert "Non parte nessuna mail" in page
    made = text_of(client.post(_page(event), {"act": "make"}, follow=True))
    assert "Salva il file di ritorno" in made
    answer = client.post(reverse("laptop_file", args=[event.slug]))
    assert f'filename="{event.slug}-ritorno.fossato"' in answer["Content-Disposition"]
    went_on = text_of(client.post(_page(event), {"act": "go_on", "go_on-reason": "Manca la finale"}, follow=True))
    assert "Il torneo continua qui" in went_on
    assert Event.objects.get().away_since is None


def test_event_leaves_only_between_authorisation_and_conclusion(client: Client) -> None:
    user = make.make_user("organiser")
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    event = make.make_event()
    make.grant(event, user)
    assert "tra l’autorizzazione e la conclusione" in text_of(client.get(_page(event)))
    answer = client.post(_page(event), {"act": "take", "take-holder": "Anna"})
    assert answer.status_code == 422
    assert not LaptopStay.objects.exists()


def test_page_queries(client: Client, event: Event) -> None:
    assert queries_of(client, "laptop", event.slug) <= MOST_QUERIES
    event_take(event=event, holder="Anna", by=None)
    assert queries_of(client, "laptop", event.slug) <= MOST_QUERIES
