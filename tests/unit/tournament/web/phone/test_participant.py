"""A participant's page behind a private link, and the desk's list of these links and of the tables that call."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories as make
from tests.unit.tournament.web.conftest import ROLES, text_of, told
from tournament.access import links
from tournament.models import Entry, Event, HelpCall, LeaveWish, PrivateLink, Seat, SeatConfirmation
from tournament.rounds.help_calls import help_call
from tournament.sheets import services as sheets
from tournament.web.phone import urls as phone

pytestmark = pytest.mark.django_db

#: What the page of the question sends.
SURE = {"confirmed": "1"}


def _token(entry: Entry) -> str:
    made = links.participant_links_make(event=entry.event, by=None)
    return str(links.link_token(next(one for one in made if one.entry_id == entry.pk)))


def _at(entry: Entry, name: str = "") -> str:
    return reverse(f"player_phone_{name}" if name else "player_phone", args=[_token(entry)])


def _seated(event: Event) -> Seat:
    return Seat.objects.filter(round__event=event).select_related("entry__event", "table__round").latest("pk")


def test_where_do_i_sit_and_when(client: Client) -> None:
    event = make.drawn_event()
    seat = _seated(event)
    answer = client.get(_at(seat.entry))
    page = text_of(answer)
    assert f"Siedi al tavolo {seat.table.number}, sedia {seat.position}." in page
    assert [name for _position, name, _me in answer.context["day"].mates] == [
        str(one.entry) for one in seat.table.seats.order_by("position")
    ]
    assert len(answer.context["day"].cards) == 10
    assert "data-deadline=" in page
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (lambda: make.check_in_event(present=0), "Sei iscritto: presentati al banco"),
        (make.check_in_event, "Sei presente"),
        (make.played_event, "I tavoli del prossimo turno non sono ancora usciti"),
        (make.concluded_event, "Il tuo posto in classifica"),
    ],
    ids=["registered", "present", "between rounds", "concluded"],
)
def test_at_every_point_of_the_day_it_says_what_is_next(client: Client, event: Callable[[], Event], words: str) -> None:
    entry = event().entries.select_related("event").earliest("pk")
    assert words in text_of(client.get(_at(entry)))


def test_my_results_and_why(client: Client) -> None:
    event = make.played_event()
    seat = _seated(event)
    answer = client.get(_at(seat.entry))
    day = answer.context["day"]
    assert [(one.seat.place, one.title) for one in day.results] == [(seat.place, "1º turno")]
    assert reverse("table_result", args=[event.slug, 1, seat.table.number]) in text_of(answer)
    assert [row["place"] for row in day.standings if row["me"]] == [
        seat.entry.standing_rows.get(round__number=1).position
    ]


def test_names_without_consent_stay_hidden_but_my_own(client: Client) -> None:
    """Art. 1.6 (AMB-19)."""
    event = make.played_event()
    mine, other = Entry.objects.filter(event=event).select_related("person", "event")[:2]
    for entry in (mine, other):
        entry.person.consent = False
        entry.person.save()
    page = text_of(client.get(_at(mine)))
    assert str(mine.person) in page
    assert str(other.person) not in page


def test_the_page_asks_again_and_hears_only_of_changes(client: Client) -> None:
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


def test_a_player_confirms_the_sheet_of_the_table(client: Client, organiser: Callable[[Event], Client]) -> None:
    event = make.drawn_event()
    seat = _seated(event)
    table = seat.table
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    assert "Hai confermato il modulo del tuo tavolo." in told(
        client.post(_at(seat.entry, "confirm"), {"version": "1"}, follow=True)
    )
    made = SeatConfirmation.objects.get()
    assert (made.seat, made.link) == (seat, PrivateLink.objects.get(entry=seat.entry))
    desk = organiser(event)
    assert f"ha confermato 1 giocatore su {table.seats.count()}" in text_of(
        desk.get(reverse("desk", args=[event.slug]))
    )
    assert "ha confermato alle" in text_of(desk.get(reverse("sheet", args=[event.slug, 1, table.number])))


@pytest.mark.parametrize("version", ["", "0", "2", "x"])
def test_a_version_that_was_not_read_is_not_confirmed(client: Client, version: str) -> None:
    seat = _seated(make.drawn_event())
    sheets.sheet_submit(table=seat.table, data=make.simple_sheet(seat.table), by=None)
    answer = client.post(_at(seat.entry, "confirm"), {"version": version}, follow=True)
    assert "non c’è questa versione" in " ".join(told(answer))
    assert SeatConfirmation.objects.count() == 0


def test_without_a_table_there_is_nothing_to_confirm_and_nobody_to_call(client: Client) -> None:
    entry = make.played_event().entries.select_related("event").earliest("pk")
    for name in ("confirm", "help"):
        answer = client.post(_at(entry, name), {"version": "1"}, follow=True)
        assert "non siede adesso a nessun tavolo aperto" in " ".join(told(answer))
    assert HelpCall.objects.count() == 0


def test_consent_is_given_and_taken_back(client: Client) -> None:
    entry = make.drawn_event().entries.select_related("event").earliest("pk")
    client.post(_at(entry, "consent"), {"consent": "no"})
    entry.refresh_from_db()
    assert (entry.consent, entry.shows_name) == (False, False)
    client.post(_at(entry, "consent"), {"consent": "yes"})
    client.post(_at(entry, "consent"), {"consent": "perhaps"})
    entry.refresh_from_db()
    assert (entry.consent, entry.shows_name) == (True, True)
    # The desk can print this link: what holds everywhere is not touched by it.
    entry.person.refresh_from_db()
    assert entry.person.consent is True


def test_leaving_after_this_round_reaches_the_desk_and_can_be_taken_back(
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


def test_leaving_where_it_makes_no_sense_is_refused_with_a_sentence(client: Client) -> None:
    entry = make.concluded_event().entries.select_related("event").earliest("pk")
    answer = client.post(_at(entry, "leave"), follow=True)
    assert answer.status_code == 200
    assert len(told(answer)) == 1


def test_a_call_reaches_the_desk_and_is_closed_there(client: Client, referee: Callable[[Event], Client]) -> None:
    event = make.drawn_event()
    seat = _seated(event)
    client.post(_at(seat.entry, "help"))
    desk = referee(event)
    assert f"Serve aiuto al tavolo {seat.table.number} (turno 1)" in text_of(desk.get(reverse("referee_home")))
    call = HelpCall.objects.get()
    assert call.caller == str(seat.entry)
    close = reverse("help_close", args=[event.slug, call.pk])
    assert "Serve aiuto" not in text_of(desk.post(close, headers={"hx-request": "true"}))
    assert desk.post(close).status_code == 302
    call.refresh_from_db()
    assert call.closed_by == desk.user


def test_a_call_of_another_event_is_not_there(organiser: Callable[[Event], Client]) -> None:
    call = help_call(table=_seated(make.drawn_event()).table, caller="Anna", by=None)
    other = make.drawn_event()
    assert organiser(other).post(reverse("help_close", args=[other.slug, call.pk])).status_code == 404
    call.refresh_from_db()
    assert call.closed_at is None


def test_the_qr_codes_of_everybody_are_printed(organiser: Callable[[Event], Client]) -> None:
    event = make.check_in_event(players=5)
    answer = organiser(event).post(reverse("player_links_print", args=[event.slug]))
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    for entry in event.entries.select_related("person"):
        assert str(entry.person) in " ".join(text.split())
    assert PrivateLink.objects.filter(event=event).count() == 5


def test_the_qr_code_of_one_player_is_shown_at_the_check_in(organiser: Callable[[Event], Client]) -> None:
    event, other = make.check_in_event(players=5), make.check_in_event(players=3)
    desk, address = organiser(event), reverse("player_links_print", args=[event.slug])
    chosen, *others = event.entries.select_related("person").order_by("number")
    page = text_of(desk.get(reverse("player_links", args=[event.slug])))
    assert f'name="entry" value="{chosen.pk}"' in page
    answer = desk.post(address, {"entry": chosen.pk})
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split())
    assert str(chosen.person) in text
    assert [one for one in others if str(one.person) in text] == []
    for wrong in ("", "0", "abc", other.entries.earliest("pk").pk):
        assert desk.post(address, {"entry": wrong}).status_code == 404


def test_a_revoked_link_and_its_successor(client: Client, organiser: Callable[[Event], Client]) -> None:
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
    assert "aperto il" in text_of(desk.get(reverse("player_links", args=[event.slug])))
    entry.person.refresh_from_db()
    assert entry.person.consent is True


def test_a_link_of_another_event_is_not_revoked_here(organiser: Callable[[Event], Client]) -> None:
    entry = make.check_in_event(players=3).entries.select_related("event").earliest("pk")
    _token(entry)
    other = make.check_in_event(players=3)
    link = PrivateLink.objects.get(entry=entry)
    assert organiser(other).post(reverse("link_revoke", args=[other.slug, link.pk])).status_code == 404
    link.refresh_from_db()
    assert link.revoked_at is None


def test_the_paper_form_carries_the_link_and_the_list_of_tables_revokes_it(
    client: Client, organiser: Callable[[Event], Client]
) -> None:
    event = make.drawn_event()
    desk = organiser(event)
    assert desk.get(reverse("print_form", args=[event.slug, 1, 2])).status_code == 200
    link = PrivateLink.objects.get(event=event, table__number=2)
    address = f"/t/{links.link_token(link)}/"
    assert client.get(address).status_code == 200
    assert "Tavolo 2, turno 1" in text_of(desk.get(reverse("table_links", args=[event.slug])))
    revoke = reverse("link_revoke", args=[event.slug, link.pk])
    assert "Revocare il link del tavolo 2?" in text_of(desk.post(revoke))
    assert client.get(address).status_code == 200
    assert desk.post(revoke, SURE)["Location"] == reverse("table_links", args=[event.slug])
    assert client.get(address).status_code == 410


#: Name -> (method, arguments after the slug, who may).
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


@pytest.mark.parametrize("name", DESK)
def test_who_comes_in(name: str, visitor: Callable[..., Client]) -> None:
    assert {one.name for one in phone.by_account} == set(DESK)
    method, args, may = DESK[name]
    event = make.drawn_event()
    table = _seated(event).table
    facts = {
        "round": 1,
        "table": table.number,
        "entry": event.entries.earliest("pk").pk,
        "link": links.participant_links_make(event=event, by=None)[0].pk,
        "call": help_call(table=table, caller="Anna", by=None).pk,
    }
    address = reverse(name, args=[event.slug, *(facts[one] for one in args.split())])
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


def test_queries_do_not_grow_with_the_players(
    client: Client, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    event = make.played_event(players=28)
    address = _at(_seated(event).entry)
    client.get(address)
    with django_assert_max_num_queries(13):
        assert client.get(address).status_code == 200
    make.next_round(event)
    with django_assert_max_num_queries(13):
        assert client.get(address).status_code == 200
