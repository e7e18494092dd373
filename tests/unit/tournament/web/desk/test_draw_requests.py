"""Test the pages that undo a draw or record one by hand: one user requests, another agrees."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import AsOrganiser, at, levels
from tournament.access import links
from tournament.models import DrawRequest, Entry, Event, Person, PrivateLink, Round

pytestmark = pytest.mark.django_db
KINGDOM = "Mercato, Miniera, Fossato, Milizia, Villaggio, Fucina, Cantina, Cappella, Festival, Laboratorio"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def _referee(event: Event) -> Client:
    user, client = make.make_user(), Client()
    make.grant(event, user, "referee")
    client.force_login(user, backend=BACKEND)
    return client


def _phone(entry: Entry, what: str, **form: Any) -> Any:
    link = links.participant_link_renew(entry=entry, by=None)
    return Client().post(f"/g/{links.link_token(link)}/{what}/", form)


def test_round_undo_by_an_organiser_alone_only_requests_it(organiser: AsOrganiser) -> None:
    """REQ-809: an organiser alone cannot repeat a draw until the result suits."""
    event = make.drawn_event(start=False)
    client = organiser(event)
    assert client.post(at("round_undo", event, 1), {"reason": "Manca un giocatore"}).status_code == 302
    assert event.round_set.count() == 1
    request = DrawRequest.objects.get(event=event)
    own_agreement = client.post(at("draw_request_agree", event, request.pk), follow=True)
    assert (levels(own_agreement)[-1], event.round_set.count()) == ("error", 1)


def test_draw_request_is_agreed_by_a_referee(organiser: AsOrganiser) -> None:
    event = make.drawn_event(start=False)
    organiser(event).post(at("round_undo", event, 1), {"reason": "Manca un giocatore"})
    client = _referee(event)
    home = text_of(client.get("/arbitro/"))
    assert at("draw_request", event) in home
    page = text_of(client.get(at("draw_request", event)))
    assert "Manca un giocatore" in page
    request = DrawRequest.objects.get(event=event)
    assert client.post(at("draw_request_withdraw", event, request.pk)).status_code == 404
    assert client.post(at("draw_request_agree", event, request.pk)).status_code == 302
    assert event.round_set.count() == 0
    assert "Nessuna richiesta aperta" in text_of(client.get(at("draw_request", event)))
    again = client.post(at("draw_request_agree", event, request.pk), follow=True)
    assert levels(again) == ["info"]


def test_draw_request_is_agreed_by_two_players(organiser: AsOrganiser) -> None:
    event = make.drawn_event(players=12)
    organiser(event).post(at("round_undo", event, 1), {"reason": "Manca un giocatore"})
    request = DrawRequest.objects.get(event=event)
    first, second = event.entries.select_related("event", "person").order_by("number")[:2]
    link = links.participant_link_renew(entry=first, by=None)
    address = f"/g/{links.link_token(link)}/"
    assert "Manca un giocatore" in text_of(Client().get(address))
    assert Client().post(f"{address}sorteggio/", {"request": str(request.pk)}).status_code == 302
    assert event.round_set.count() == 1
    assert "1 giocatore su 2 ha accettato" in text_of(Client().get(address))
    assert _phone(second, "sorteggio", request=str(request.pk)).status_code == 302
    assert event.round_set.count() == 0


@pytest.mark.soak
def test_agreement_through_a_printed_link_is_noted_and_does_not_count(organiser: AsOrganiser) -> None:
    """REQ-809: an organiser who prints the players' links could agree in their place."""
    event = make.drawn_event(players=12)
    client = organiser(event)
    client.post(at("round_undo", event, 1), {"reason": "Il regno non piaceva"})
    request = DrawRequest.objects.get(event=event)
    printed_links = links.participant_links_print(event=event, by=None)
    for link in printed_links[:4]:
        address = f"/g/{links.link_token(link)}/"
        assert "non conta" in text_of(Client().get(address))
        answer = Client().post(f"{address}sorteggio/", {"request": str(request.pk)}, follow=True)
        assert "non conta" in str(list(answer.context["messages"])[-1])
    assert event.round_set.count() == 1
    page = text_of(client.get(at("draw_request", event)))
    assert "0 giocatori su 2" in page
    assert "Altri 4 giocatori hanno accettato con un link stampato" in page
    for link in printed_links[:2]:
        assert link.entry is not None
        assert _phone(link.entry, "sorteggio", request=str(request.pk)).status_code == 302
    assert event.round_set.count() == 0


def test_agreement_through_a_link_mailed_to_the_organiser_does_not_count(organiser: AsOrganiser) -> None:
    event = make.drawn_event(players=12)
    client = organiser(event)
    account = event.roles.get(role="organiser").user
    account.email = "capo@example.org"
    account.save()
    client.post(at("round_undo", event, 1), {"reason": "Il regno non piaceva"})
    request = DrawRequest.objects.get(event=event)
    entries = list(event.entries.select_related("event", "person").order_by("number")[:3])
    for entry, address in zip(entries, ("Capo@example.org", "capo+2@example.org", "ada@example.net"), strict=True):
        Person.objects.filter(pk=entry.person_id).update(email=address)
        assert _phone(entry, "sorteggio", request=str(request.pk)).status_code == 302
    assert [row.is_by_printed_link for row in request.agreements.order_by("entry__number")] == [True, True, False]
    assert event.round_set.count() == 1
    page = text_of(Client().get(f"/g/{links.link_token(links.participant_link_renew(entry=entries[0], by=None))}/"))
    assert "spedito a un indirizzo di chi gestisce il torneo" in page


@pytest.mark.parametrize("wanted", ["", "0", "x", "9" * 5000, "999999"])
def test_draw_request_agreement_with_a_wrong_id_is_ignored(wanted: str, organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    organiser(event).post(at("round_undo", event, 1), {"reason": "Manca un giocatore"})
    entry = event.entries.select_related("event", "person").earliest("number")
    assert _phone(entry, "sorteggio", request=wanted).status_code == 302
    assert not DrawRequest.objects.get(event=event).agreements.exists()


def test_draw_request_is_withdrawn_at_the_desk(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    client = organiser(event)
    client.post(at("round_undo", event, 1), {"reason": "Manca un giocatore"})
    assert "Manca un giocatore" in text_of(client.get(at("desk", event)))
    request = DrawRequest.objects.get(event=event)
    client.post(at("draw_request_withdraw", event, request.pk))
    assert "Manca un giocatore" not in text_of(client.get(at("draw_request", event)))
    assert event.round_set.count() == 1


def test_draw_by_hand_waits_for_the_agreement_of_another_user(organiser: AsOrganiser) -> None:
    event = make.check_in_event(**make.around_today())
    numbers = list(event.entries.order_by("number").values_list("number", flat=True))
    tables = "\n".join(" ".join(map(str, numbers[at : at + 4])) for at in (0, 4, 8))
    form = {"by_hand": "1", "tables": tables, "kingdom": KINGDOM}
    client = organiser(event)
    refused = client.post(at("round_new", event), form)
    assert (refused.status_code, set(refused.context["hand"].errors)) == (422, {"reason"})
    answer = client.post(at("round_new", event), {**form, "reason": "Niente rete"})
    assert answer.status_code == 302, answer.context["refusal"] or answer.context["hand"].errors
    assert event.round_set.count() == 0
    request = DrawRequest.objects.get(event=event)
    assert _referee(event).post(at("draw_request_agree", event, request.pk)).status_code == 302
    assert all(draw.by_hand for draw in event.draws.filter(drawn_at__isnull=False, scope="round-1"))
    first = Round.objects.get(event=event).tables.get(number=1)
    assert [seat.entry.number for seat in first.seats.order_by("position")] == numbers[:4]


def test_draw_request_of_another_event_answers_404(organiser: AsOrganiser) -> None:
    event, other = make.drawn_event(), make.drawn_event()
    client = organiser(event)
    client.post(at("round_undo", event, 1), {"reason": "Manca un giocatore"})
    request = DrawRequest.objects.get(event=event)
    assert _referee(other).post(at("draw_request_agree", other, request.pk)).status_code == 404
    assert _referee(other).get(at("draw_request", event)).status_code == 404
    assert PrivateLink.objects.count() == 0
