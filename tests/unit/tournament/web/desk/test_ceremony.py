"""Test the desk's pages of a draw's ceremony, and its seal on the board, in papers and in mails."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from ranking.web.printing import ranking_paper
from tests import factories as make
from tests.unit.tournament.web.conftest import text_of
from tests.unit.tournament.web.desk_pages import AsOrganiser, at
from tournament.access import links
from tournament.draws.ceremonies import day_seal
from tournament.models import Draw, DrawCeremony, DrawRequest, Entry, Event, PrivateLink, Round
from tournament.notifications.notices import registration_notice
from tournament.printing.documents import SEAL_DIGITS
from tournament.printing.documents import report as report_paper
from tournament.rounds.ceremonies import ceremony_open, ceremony_stop

pytestmark = pytest.mark.django_db
DICE = "416253 416253 416253 416253"


@pytest.fixture
def event() -> Event:
    return make.check_in_event(players=12, **make.around_today())


def _sequence(event: Event, **changes: Any) -> dict[str, Any]:
    first, second = event.entries.order_by("number")[:2]
    fields = {"by_sequence": "1", "sequence": DICE, "first_witness": first.pk, "second_witness": second.pk}
    return fields | changes


def _agree(event: Event, *players: Entry) -> None:
    """Agree to the open request on the players' own pages."""
    for entry in players:
        link = links.participant_link_renew(entry=entry, by=None)
        request = DrawRequest.objects.get(event=event)
        Client().post(reverse("player_phone_agree", args=[links.link_token(link)]), {"request": str(request.pk)})


def test_witnesses_learn_which_links_count_before_and_after_they_are_asked(
    event: Event, organiser: AsOrganiser
) -> None:
    client = organiser(event)
    page = text_of(client.get(at("round_new", event)))
    assert "Un link stampato qui, o mandato a chi gestisce il torneo, non conta" in page
    assert "oppure sorteggia con i telefoni o con la sola parola" in page
    client.post(at("round_new", event), _sequence(event))
    link = links.participant_link_renew(entry=event.entries.order_by("number")[0], by=None)
    PrivateLink.objects.filter(pk=link.pk).update(printed_at=timezone.now())
    phone = text_of(Client().get(reverse("player_phone", args=[links.link_token(link)])))
    assert "Conta con un link che il banco manda al tuo indirizzo." in phone
    # Of a sequence no account can agree in a witness's place.
    assert "può accettare un arbitro" not in phone


def test_organiser_who_names_two_witnesses_draws_nothing_before_both_agree(
    event: Event, organiser: AsOrganiser
) -> None:
    client, (first, second, third) = organiser(event), event.entries.order_by("number")[:3]
    assert client.post(at("round_new", event), _sequence(event)).url == at("draw_request", event)
    assert DICE in text_of(client.get(at("draw_request", event)))
    request = DrawRequest.objects.get(event=event)
    account, referee = make.make_user(), Client()
    make.grant(event, account, "referee")
    referee.force_login(account)
    assert "Accetto" not in text_of(referee.get(at("draw_request", event)))
    referee.post(at("draw_request_agree", event, request.pk))
    _agree(event, third, first)
    assert [row.entry for row in request.agreements.all()] == [first]
    assert not Round.objects.filter(event=event).exists()
    phone = reverse("player_phone", args=[links.link_token(links.participant_link_renew(entry=second, by=None))])
    assert DICE in text_of(Client().get(phone))
    _agree(event, second)
    assert Round.objects.filter(event=event).exists()


def test_sequence_draws_and_the_page_of_the_draw_names_the_witnesses(event: Event, organiser: AsOrganiser) -> None:
    assert organiser(event).post(at("round_new", event), _sequence(event)).status_code == 302
    _agree(event, *event.entries.order_by("number")[:2])
    draw = Draw.objects.get(event=event, purpose="tables")
    page = text_of(organiser(event).get(draw.get_absolute_url()))
    first, second = event.entries.order_by("number")[:2]
    assert f"parola di: {first.person}, {second.person}." in page
    assert "parola" in text_of(Client().get(draw.get_absolute_url()))


@pytest.mark.parametrize("changes", [{"sequence": "123"}, {"second_witness": ""}])
def test_sequence_that_is_wrong_draws_nothing(event: Event, organiser: AsOrganiser, changes: dict[str, Any]) -> None:
    assert organiser(event).post(at("round_new", event), _sequence(event, **changes)).status_code == 422
    same = _sequence(event, second_witness=_sequence(event)["first_witness"])
    assert organiser(event).post(at("round_new", event), same).status_code == 422
    assert not Round.objects.filter(event=event).exists()


@pytest.mark.soak
def test_closing_page_draws_with_a_sequence_too(event: Event, organiser: AsOrganiser) -> None:
    make.draw_round(event)
    make.play_round(event, close=False)
    page = text_of(organiser(event).get(at("round_close", event, 1)))
    assert "?dadi" in page
    assert 'name="sequence"' in text_of(organiser(event).get(at("round_close", event, 1) + "?dadi"))
    assert organiser(event).post(at("round_close", event, 1), _sequence(event)).status_code == 302
    _agree(event, *event.entries.order_by("number")[:2])
    assert make.last_round(event).number == 2


def test_word_alone_after_a_failure_asks_for_somebody_else(event: Event, organiser: AsOrganiser) -> None:
    ceremony_stop(ceremony=ceremony_open(event=event, word=make.WORD, by=None), by=None)
    assert "Chiedi di sorteggiare con la sola parola" in text_of(organiser(event).get(at("round_new", event)))
    without_reason = organiser(event).post(at("round_new", event), {"word": make.WORD})
    assert (without_reason.status_code, DrawRequest.objects.count()) == (422, 0)
    asked = organiser(event).post(at("round_new", event), {"word": make.WORD, "second_reason": "Niente rete"})
    assert asked.url == at("draw_request", event)
    assert not Round.objects.filter(event=event).exists()


def test_stopping_an_attempt_only_asks(event: Event, organiser: AsOrganiser) -> None:
    ceremony_open(event=event, word=make.WORD, by=None)
    assert "Chiedi di fermarlo" in text_of(organiser(event).get(at("ceremony_desk", event)))
    asked = organiser(event).post(at("ceremony_desk", event), {"stop": "1", "reason": "Allarme"})
    assert asked.url == at("draw_request", event)
    assert DrawCeremony.objects.get().stage == DrawCeremony.Stage.COLLECTING
    page = text_of(organiser(event).get(at("draw_request", event)))
    assert "Fermare il sorteggio del 1º turno" in page


def test_seal_is_the_anchor_first_and_then_the_one_of_the_last_attempt(event: Event) -> None:
    assert day_seal(event) == event.draw_chain.anchor
    ceremony = ceremony_open(event=event, word=make.WORD, by=None)
    assert day_seal(event) == event.draw_chain.anchor
    ceremony_stop(ceremony=ceremony, by=None)
    ceremony.refresh_from_db()
    assert day_seal(event) == ceremony.seal != event.draw_chain.anchor
    assert day_seal(make.make_event()) == ""


def test_board_and_phone_say_how_the_attempt_before_failed(event: Event) -> None:
    board, entry = reverse("board", args=[event.slug]), event.entries.earliest("pk")
    phone = reverse("player_phone_part", args=[links.link_token(links.participant_link_renew(entry=entry, by=None))])
    for number, said in enumerate(("", "Tentativo 1 fallito: ", "Tentativo 2 fallito: ")):
        ceremony = ceremony_open(event=event, word=make.WORD, by=None)
        assert ceremony.number == number + 1
        assert said in text_of(Client().get(board))
        before = Client().get(phone).json()["before"]
        assert before == (f"{said}fermato, oppure i giocatori sono cambiati." if said else "")
        ceremony_stop(ceremony=ceremony, by=None)


def _paper(content: bytes) -> str:
    """Return the text of a paper's first page without its spaces."""
    return "".join(PdfReader(BytesIO(content)).pages[0].extract_text().split())


@pytest.mark.soak
def test_seal_is_shown_outside_the_database(event: Event, django_capture_on_commit_callbacks: Any) -> None:
    """A photo of the board, a paper or a mail shows that the database was rewritten."""
    ceremony_stop(ceremony=ceremony_open(event=event, word=make.WORD, by=None), by=None)
    seal = day_seal(event)
    client = Client()
    assert seal in text_of(client.get(reverse("board", args=[event.slug])))
    assert seal in text_of(client.get(reverse("draws", args=[event.slug])))
    link = links.participant_link_renew(entry=event.entries.earliest("pk"), by=None)
    assert seal in text_of(client.get(reverse("player_phone", args=[links.link_token(link)])))
    assert seal[:SEAL_DIGITS] in _paper(report_paper(event))
    assert seal[:SEAL_DIGITS] not in _paper(ranking_paper(event.season, [], "it"))
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    assert f"{event.name}{seal[:SEAL_DIGITS]}.".replace(" ", "") in _paper(ranking_paper(event.season, [], "it"))
    person = make.make_person(email="anna@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        registration_notice(event.entries.create(person=person, number=99))
    assert seal in str(mail.outbox[-1].body)
