"""Test a participant's page behind a private link, and the desk's lists of links and help calls."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories as make
from tests.unit.tournament.web.conftest import ROLES, shown_messages, text_of
from tests.volume import one_in
from tournament.access import links
from tournament.entries import services as entries
from tournament.events import lifecycle
from tournament.models import Entry, Event, HelpCall, LeaveWish, PrivateLink, Seat, SeatConfirmation
from tournament.rounds.help_calls import help_call
from tournament.sheets import services as sheets
from tournament.web.phone import urls as phone

pytestmark = pytest.mark.django_db

#: The form data of a confirmation page.
SURE = {"confirmed": "1"}


def _token(entry: Entry) -> str:
    created_links = links.participant_links_make(event=entry.event, by=None)
    return str(links.link_token(next(link for link in created_links if link.entry_id == entry.pk)))


def _at(entry: Entry, name: str = "") -> str:
    return reverse(f"player_phone_{name}" if name else "player_phone", args=[_token(entry)])


def _seated(event: Event) -> Seat:
    return Seat.objects.filter(round__event=event).select_related("entry__event", "table__round").latest("pk")


def test_participant_page_shows_seat_mates_and_clock(client: Client) -> None:
    event = make.drawn_event()
    seat = _seated(event)
    answer = client.get(_at(seat.entry))
    page = text_of(answer)
    assert f"Siedi al tavolo {seat.table.number}, sedia {seat.position}." in page
    assert [name for _position, name, _me in answer.context["day"].table_mates] == [
        str(table_seat.entry) for table_seat in seat.table.seats.order_by("position")
    ]
    assert len(answer.context["day"].cards) == 10
    assert "data-deadline=" in page
    assert "no-store" in answer["Cache-Control"]


def _entered_event() -> Event:
    """Return an event before its day with one player."""
    event = make.authorised_event()
    entries.entry_add(event=event, person=make.make_person(), by=None)
    return event


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (_entered_event, "La tua iscrizione c’è </h2>"),
        (lambda: make.check_in_event(present=0), "Sei nell’elenco: presentati al banco"),
        (make.check_in_event, "Sei presente"),
        (make.played_event, "I tavoli del prossimo turno non sono ancora usciti"),
        (make.concluded_event, "Il tuo posto in classifica"),
    ],
    ids=["before the day", "registered", "present", "between rounds", "concluded"],
)
def test_participant_page_shows_the_next_step_in_every_phase(
    client: Client, event: Callable[[], Event], words: str
) -> None:
    entry = event().entries.select_related("event").earliest("pk")
    assert words in text_of(client.get(_at(entry)))


def test_participant_page_of_a_void_event_has_no_code_and_no_act(client: Client) -> None:
    for event in (_entered_event(), make.drawn_event()):
        entry = event.entries.select_related("event").earliest("pk")
        lifecycle.event_void(event=event, by=None, reason="Neve")
        answer = client.get(_at(entry))
        page = text_of(answer)
        assert "Neve" in page
        assert answer.context["code"] == ""
        assert not answer.context["may_withdraw"]
        assert "Sei al tavolo" not in page


def test_participant_page_shows_results_and_standings(client: Client) -> None:
    event = make.played_event()
    seat = _seated(event)
    answer = client.get(_at(seat.entry))
    day = answer.context["day"]
    assert [(result.seat.place, result.title) for result in day.results] == [(seat.place, "1º turno")]
    assert reverse("table_result", args=[event.slug, 1, seat.table.number]) in text_of(answer)
    assert [row["place"] for row in day.standings if row["me"]] == [
        seat.entry.standing_rows.get(round__number=1).position
    ]


def test_participant_page_hides_names_without_consent_but_the_own(client: Client) -> None:
    """Art. 1.6 (AMB-19)."""
    event = make.played_event()
    mine, other = Entry.objects.filter(event=event).select_related("person", "event")[:2]
    for entry in (mine, other):
        entry.person.consent = False
        entry.person.save()
    page = text_of(client.get(_at(mine)))
    assert str(mine.person) in page
    assert str(other.person) not in page


def test_participant_page_unchanged_version_answers_204(client: Client) -> None:
    event = make.drawn_event()
    seat = _seated(event)
    version = client.get(_at(seat.entry)).context["day"].version
    htmx = {"hx-request": "true"}
    assert client.get(_at(seat.entry) + f"?v={version}", headers=htmx).status_code == 204
    sheets.sheet_submit(table=seat.table, data=make.simple_sheet(seat.table), by=None)
    part = client.get(_at(seat.entry) + f"?v={version}", headers=htmx)
    assert part.status_code == 200
    assert "<html" not in text_of(part)
    assert "Questi numeri sono giusti" in text_of(part)


def test_participant_confirm_stores_the_confirmation_of_the_sheet(
    client: Client, organiser: Callable[[Event], Client]
) -> None:
    event = make.drawn_event()
    seat = _seated(event)
    table = seat.table
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    assert "Hai confermato il modulo del tuo tavolo." in shown_messages(
        client.post(_at(seat.entry, "confirm"), {"version": "1"}, follow=True)
    )
    confirmation = SeatConfirmation.objects.get()
    assert (confirmation.seat, confirmation.link) == (seat, PrivateLink.objects.get(entry=seat.entry))
    desk = organiser(event)
    assert "ha confermato alle" in text_of(desk.get(reverse("sheet", args=[event.slug, 1, table.number])))


@pytest.mark.parametrize("version", ["", "0", "2", "x"])
def test_participant_confirm_of_an_unread_version_is_refused(client: Client, version: str) -> None:
    seat = _seated(make.drawn_event())
    sheets.sheet_submit(table=seat.table, data=make.simple_sheet(seat.table), by=None)
    answer = client.post(_at(seat.entry, "confirm"), {"version": version}, follow=True)
    assert "non c’è questa versione" in " ".join(shown_messages(answer))
    assert SeatConfirmation.objects.count() == 0


def test_participant_confirm_and_help_without_a_table_are_refused(client: Client) -> None:
    entry = make.played_event().entries.select_related("event").earliest("pk")
    for name in ("confirm", "help"):
        answer = client.post(_at(entry, name), {"version": "1"}, follow=True)
        assert "non siede adesso a nessun tavolo aperto" in " ".join(shown_messages(answer))
    assert HelpCall.objects.count() == 0


def test_participant_consent_is_given_and_withdrawn_for_the_event(client: Client) -> None:
    entry = make.drawn_event().entries.select_related("event").earliest("pk")
    client.post(_at(entry, "consent"), {"consent": "no"})
    entry.refresh_from_db()
    assert (entry.consent, entry.shows_name) == (False, False)
    client.post(_at(entry, "consent"), {"consent": "yes"})
    client.post(_at(entry, "consent"), {"consent": "perhaps"})
    entry.refresh_from_db()
    assert (entry.consent, entry.shows_name) == (True, True)
    # The desk can print this link, so it must not change the national consent.
    entry.person.refresh_from_db()
    assert entry.person.consent is True


def test_participant_leave_is_shown_at_the_desk_and_undone(
    client: Client, organiser: Callable[[Event], Client]
) -> None:
    event = make.drawn_event()
    entry = _seated(event).entry
    client.post(_at(entry, "leave"))
    calls = organiser(event).get(reverse("desk", args=[event.slug]))
    assert str(entry) in text_of(calls)
    assert "Anzi, resto" in text_of(client.get(_at(entry)))
    client.post(_at(entry, "leave"), {"undo": "1"})
    assert LeaveWish.objects.count() == 0


def test_live_refresh_leaves_the_notice_of_a_form_to_the_page_after_it(client: Client) -> None:
    """The stream may reach the old page before the browser has followed the form's redirect."""
    entry = _seated(make.drawn_event()).entry
    page = _at(entry)
    client.post(_at(entry, "leave"))
    assert "fo-toast--success" not in client.get(page, headers={"Fossato-Refresh": "1"}).text
    assert "fo-toast--success" in client.get(page).text


def test_participant_leave_of_a_concluded_event_is_refused_with_a_sentence(client: Client) -> None:
    entry = make.concluded_event().entries.select_related("event").earliest("pk")
    answer = client.post(_at(entry, "leave"), follow=True)
    assert answer.status_code == 200
    assert len(shown_messages(answer)) == 1


def test_participant_help_call_reaches_the_desk_and_is_closed_there(
    client: Client, referee: Callable[[Event], Client]
) -> None:
    event = make.drawn_event()
    seat = _seated(event)
    client.post(_at(seat.entry, "help"))
    desk = referee(event)
    assert f"Serve aiuto al tavolo {seat.table.number} (1º turno)" in text_of(desk.get(reverse("referee_home")))
    call = HelpCall.objects.get()
    assert call.caller == str(seat.entry)
    close = reverse("help_close", args=[event.slug, call.pk])
    assert "Serve aiuto" not in text_of(desk.post(close, headers={"hx-request": "true"}))
    assert desk.post(close).status_code == 302
    call.refresh_from_db()
    assert call.closed_by == desk.user


def test_help_close_of_another_event_answers_404(organiser: Callable[[Event], Client]) -> None:
    call = help_call(table=_seated(make.drawn_event()).table, caller="Anna", by=None)
    other = make.drawn_event()
    assert organiser(other).post(reverse("help_close", args=[other.slug, call.pk])).status_code == 404
    call.refresh_from_db()
    assert call.closed_at is None


def test_player_links_print_has_everybody(organiser: Callable[[Event], Client]) -> None:
    event = make.check_in_event(players=5)
    answer = organiser(event).post(reverse("player_links_print", args=[event.slug]))
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    for entry in event.entries.select_related("person"):
        assert str(entry.person) in " ".join(text.split())
    assert PrivateLink.objects.filter(event=event).count() == 5


def test_player_links_print_of_one_entry_shows_only_that_player(organiser: Callable[[Event], Client]) -> None:
    event, other = make.check_in_event(players=5), make.check_in_event(players=3)
    desk, address = organiser(event), reverse("player_links_print", args=[event.slug])
    chosen_entry, *others = event.entries.select_related("person").order_by("number")
    page = text_of(desk.get(reverse("player_links", args=[event.slug])))
    assert f'name="entry" value="{chosen_entry.pk}"' in page
    answer = desk.post(address, {"entry": chosen_entry.pk})
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split())
    assert str(chosen_entry.person) in text
    assert [entry for entry in others if str(entry.person) in text] == []
    for wrong in ("", "0", "abc", other.entries.earliest("pk").pk):
        assert desk.post(address, {"entry": wrong}).status_code == 404


def test_player_link_revoke_and_renew_need_confirmation(client: Client, organiser: Callable[[Event], Client]) -> None:
    event = make.check_in_event(players=3)
    entry = event.entries.select_related("event").earliest("pk")
    address, desk = _at(entry), organiser(event)
    revoke = reverse("link_revoke", args=[event.slug, PrivateLink.objects.get(entry=entry).pk])
    assert f"Revocare il link di {entry.person}?" in text_of(desk.post(revoke))
    assert client.get(address).status_code == 200
    desk.post(revoke, SURE)
    assert client.get(address).status_code == 410
    assert client.post(f"{address}consenso/", {"consent": "no"}).status_code == 410
    renew = reverse("player_link_renew", args=[event.slug, entry.pk])
    assert f"Creare un nuovo link per {entry.person}?" in text_of(desk.post(renew))
    desk.post(renew, SURE)
    assert _at(entry) != address
    assert client.get(_at(entry)).status_code == 200
    entry.person.refresh_from_db()
    assert entry.person.consent is True


def test_link_revoke_of_another_event_answers_404(organiser: Callable[[Event], Client]) -> None:
    entry = make.check_in_event(players=3).entries.select_related("event").earliest("pk")
    _token(entry)
    other = make.check_in_event(players=3)
    link = PrivateLink.objects.get(entry=entry)
    assert organiser(other).post(reverse("link_revoke", args=[other.slug, link.pk])).status_code == 404
    link.refresh_from_db()
    assert link.revoked_at is None


def test_table_link_is_on_the_printed_form_and_revoked_at_the_desk(
    client: Client, organiser: Callable[[Event], Client]
) -> None:
    event = make.drawn_event()
    desk = organiser(event)
    assert desk.get(reverse("print_form", args=[event.slug, 1, 2])).status_code == 200
    link = PrivateLink.objects.get(event=event, table__number=2)
    address = f"/t/{links.link_token(link)}/"
    assert client.get(address).status_code == 200
    assert "Tavolo 2, 1º turno" in text_of(desk.get(reverse("table_links", args=[event.slug])))
    revoke = reverse("link_revoke", args=[event.slug, link.pk])
    assert "Revocare il link del tavolo 2?" in text_of(desk.post(revoke))
    assert client.get(address).status_code == 200
    assert desk.post(revoke, SURE)["Location"] == reverse("table_links", args=[event.slug])
    assert client.get(address).status_code == 410


#: URL name -> (method, arguments after the slug, roles with access).
DESK = {
    "table_photo": ("post", "round table", "referee organiser referent"),
    "table_help": ("post", "round table", "referee organiser referent"),
    "player_links": ("get", "", "organiser referent"),
    "player_links_print": ("post", "", "organiser referent"),
    "player_links_mail": ("post", "", "organiser referent"),
    "player_link_renew": ("post", "entry", "organiser referent"),
    "link_revoke": ("post", "link", "organiser referent"),
    "table_links": ("get", "", "organiser referent"),
    "desk_news": ("get", "", "referee organiser referent"),
    "help_close": ("post", "call", "referee organiser referent"),
}


@pytest.mark.parametrize("name", one_in(4, DESK))
def test_phone_addresses_are_open_to_their_roles_only(name: str, visitor: Callable[..., Client]) -> None:
    # The stream of the public page is everybody's.
    assert {item.name for item in phone.for_accounts} == {*DESK, "event_news"}
    method, args, may = DESK[name]
    event = make.drawn_event()
    table = _seated(event).table
    arguments = {
        "round": 1,
        "table": table.number,
        "entry": event.entries.earliest("pk").pk,
        "link": links.participant_links_make(event=event, by=None)[0].pk,
        "call": help_call(table=table, caller="Anna", by=None).pk,
    }
    address = reverse(name, args=[event.slug, *(arguments[item] for item in args.split())])
    for role in ROLES:
        client = visitor(role, event)
        answer = (client.post if method == "post" else client.get)(address)
        if role in may.split():
            assert answer.status_code in (200, 204, 302), role
            assert "/accounts/login/" not in answer.get("Location", ""), role
        else:
            assert answer.status_code == (302 if role == "anonymous" else 404), role
    if method == "post":
        assert visitor("organiser", event).get(address).status_code == 405


def test_participant_page_queries_are_bounded(
    client: Client, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    event = make.played_event(players=28)
    address = _at(_seated(event).entry)
    client.get(address)
    with django_assert_max_num_queries(11):
        assert client.get(address).status_code == 200
    make.next_round(event)
    with django_assert_max_num_queries(11):
        assert client.get(address).status_code == 200
