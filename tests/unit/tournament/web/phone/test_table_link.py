"""Test a table's sheet behind its private link: no account, this table and round only, no actions of referees."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from games import registry
from tests import factories as make
from tests.unit.tournament.web.conftest import shown_messages, text_of
from tests.unit.tournament.web.sheet_forms import typed
from tournament.access import links
from tournament.events.timeline import event_history
from tournament.models import Event, HelpCall, Photo, PrivateLink, Seat, Sheet, Table
from tournament.sheets import services as sheets

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.last_round(make.drawn_event()))[0]


def _token(table: Table) -> str:
    created_links = links.table_links_make(round=table.round, by=None)
    return str(links.link_token(next(link for link in created_links if link.table_id == table.pk)))


def _at(table: Table, name: str = "") -> str:
    return reverse(f"table_link_{name}" if name else "table_link", args=[_token(table)])


def _jpeg(side: int = 40) -> bytes:
    out = BytesIO()
    Image.new("RGB", (side, side), "green").save(out, "JPEG")
    return out.getvalue()


def test_table_link_enters_and_confirms_a_sheet_without_an_account(table: Table, client: Client) -> None:
    page = text_of(client.get(_at(table)))
    for seat in Seat.objects.filter(table=table).select_related("entry__person"):
        assert str(seat.entry.person) in page
    assert 'inputmode="numeric"' in page
    live = client.post(_at(table, "preview"), typed(table))
    assert live.status_code == 200
    answer = client.post(
        _at(table), {**typed(table), "deliver_and_confirm": "1", "key": "k1", "seen": "0"}, follow=True
    )
    assert answer.redirect_chain == [(_at(table), 302)]
    table.refresh_from_db()
    assert table.state == Table.State.CONFIRMED
    sheet = Sheet.objects.get()
    assert (sheet.entered_by, sheet.entered_with, sheet.entered_with_params) == (None, "link_of_table", {"table": 1})
    assert sheet.entered_name == "link del tavolo 1"
    page = text_of(client.get(_at(table)))
    assert "link del tavolo 1" in page
    assert "LINK_OF_TABLE" not in page
    rows = [row for row in event_history(table.round.event) if row.kind == "sheet"]
    assert {(row.verb, row.reason, row.who) for row in rows} == {
        ("sheet_submit", "link del tavolo 1", None),
        ("sheet_confirm", "link del tavolo 1", None),
    }


def test_history_of_a_sheet_without_a_link_names_no_link(table: Table) -> None:
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    assert {row.reason for row in event_history(table.round.event) if row.kind == "sheet"} == {""}
    assert Sheet.objects.get().entered_with == ""


def test_table_link_page_has_no_links_that_need_an_account(table: Table, client: Client) -> None:
    client.post(_at(table), {**typed(table), "deliver": "1"})
    for page in (text_of(client.get(_at(table))), text_of(client.get(_at(table) + "?scrivi"))):
        main = page.partition("<main")[2].partition("</main>")[0] + page.partition('id="sheet"')[2]
        assert "/arbitro/" not in main
        assert "/organizza/" not in main


def test_table_link_revoked_answers_410_and_stores_nothing(table: Table, client: Client) -> None:
    address = _at(table)
    links.link_revoke(link=PrivateLink.objects.get(table=table), by=None)
    for answer in (client.get(address), client.post(address, {**typed(table), "deliver": "1"})):
        assert answer.status_code == 410
        assert "revocato" in text_of(answer)
    assert Sheet.objects.count() == 0


def test_table_link_reaches_its_own_table_only(table: Table, client: Client) -> None:
    other = make.tables_of(make.last_round(make.drawn_event()))[0]
    client.post(_at(other), {**typed(other), "deliver": "1", "key": "k1"})
    assert [sheet.table for sheet in Sheet.objects.all()] == [other]
    event = table.round.event
    assert client.get(reverse("sheet", args=[event.slug, 1, table.number])).status_code == 302
    again = client.post(_at(table), {**typed(table), "deliver": "1", "key": "k1"})
    assert again.status_code == 422
    assert Sheet.objects.filter(table=table).count() == 0


def test_table_link_after_its_round_answers_410(table: Table, client: Client) -> None:
    address = _at(table)
    make.play_round(table.round.event)
    answer = client.get(address)
    assert answer.status_code == 410
    assert "Il 1º turno è chiuso" in text_of(answer)


def test_table_link_reads_a_confirmed_sheet_without_correcting_it(table: Table, client: Client) -> None:
    make.report(table)
    assert client.get(_at(table) + "?scrivi").templates[0].name == "web/referee/delivered.html"
    values = {**typed(table, [2, 1, 3, 4]), "deliver": "1", "reason": "Ho cambiato idea"}
    answer = client.post(_at(table), values, follow=True)
    assert Sheet.objects.filter(table=table).count() == 1
    assert "confermato" in " ".join(shown_messages(answer))
    refused = client.post(_at(table), values, headers={"accept": "application/json"})
    assert (refused.status_code, refused.json()["state"]) == (422, "refused")


def test_table_link_cannot_confirm_against_an_error(table: Table, client: Client) -> None:
    client.post(_at(table), {**typed(table, s0_coins=1), "deliver": "anyway"})
    sheet = Sheet.objects.get()
    assert any(finding["severity"] == "error" for finding in sheet.findings)
    assert 'name="forced_reason"' not in text_of(client.get(_at(table)))
    values = {"version": "1", "forced_reason": "Fidatevi"}
    answer = client.post(_at(table, "confirm"), values, follow=True)
    assert "solo un arbitro" in " ".join(shown_messages(answer))
    table.refresh_from_db()
    assert table.state == Table.State.SUBMITTED


def test_table_link_draws_lots(table: Table, client: Client) -> None:
    sheets.sheet_submit(table=table, data=make.tied_sheet(table), by=None)
    client.post(_at(table, "lots"), {"word": "melograno"})
    client.post(_at(table, "confirm"), {"version": "2", "accept_warnings": "on"})
    table.refresh_from_db()
    assert table.state == Table.State.CONFIRMED


def test_table_link_photo_is_stored_with_its_table(table: Table, client: Client) -> None:
    photo = SimpleUploadedFile("IMG_1.jpg", _jpeg(), "image/jpeg")
    answer = client.post(_at(table, "photo"), {"photo": photo}, follow=True)
    assert "La foto del modulo è salvata." in shown_messages(answer)
    assert Photo.objects.get().table == table


def test_table_link_photo_is_shown_to_the_referee(
    table: Table, client: Client, referee: Callable[[Event], Client]
) -> None:
    """The holder of the link does not see it: photos are visible to users with a role in the event."""
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    client.post(_at(table, "photo"), {"photo": SimpleUploadedFile("IMG_1.jpg", _jpeg(), "image/jpeg")})
    event = table.round.event
    address = reverse("photo", args=[event.slug, Photo.objects.get().pk])
    referee_client = referee(event)
    page = text_of(referee_client.get(reverse("sheet", args=[event.slug, table.round.number, table.number])))
    assert f'href="{address}"' in page
    assert referee_client.get(address).getvalue().startswith(b"\xff\xd8")
    linked = text_of(client.get(_at(table)))
    assert "1 foto del modulo" in linked
    assert address not in linked


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\xff\xd8" + b"0" * (20 * 1024 * 1024), "20"), (b"GIF89a nothing", "JPEG"), (b"", "foto")],
    ids=["20 MB", "no picture", "empty"],
)
def test_table_link_photo_invalid_file_is_refused(table: Table, client: Client, content: bytes, words: str) -> None:
    photo = SimpleUploadedFile("foto.jpg", content, "image/jpeg")
    answer = client.post(_at(table, "photo"), {"photo": photo}, follow=True)
    assert answer.status_code == 200
    assert words in " ".join(shown_messages(answer))
    assert Photo.objects.count() == 0


def test_table_link_help_calls_the_desk(table: Table, client: Client) -> None:
    client.post(_at(table, "help"), {"words": "Chi comincia?"})
    call = HelpCall.objects.get()
    assert (call.table, call.caller, call.words) == (table, "", "Chi comincia?")
    assert call.caller_name == "link del tavolo 1"
    assert "L’organizzatore sa" in text_of(client.get(_at(table)))


def test_table_link_actions_require_post(table: Table, client: Client) -> None:
    for name in ("preview", "confirm", "lots", "photo", "help"):
        assert client.get(_at(table, name)).status_code == 405


def test_table_link_requires_the_csrf_token(table: Table) -> None:
    answer = Client(enforce_csrf_checks=True).post(_at(table), {**typed(table), "deliver": "1"})
    assert answer.status_code == 403
    assert Sheet.objects.count() == 0


def test_table_link_guessing_is_throttled_and_valid_links_work(table: Table, client: Client) -> None:
    wrong = reverse("table_link", args=["A" * 22])
    assert [client.get(wrong).status_code for _ in range(7)] == [404] * 5 + [429] * 2
    assert client.get(_at(table)).status_code == 200
    assert client.get(reverse("account_login")).status_code == 200


class TestTheQueueOfAPhone:
    """A phone resends queued sheets as JSON and needs the outcome."""

    def _send(self, client: Client, table: Table, **values: Any) -> Any:
        data = {**typed(table), "deliver": "1", "key": "k1", "seen": "0", **values}
        return client.post(_at(table), data, headers={"accept": "application/json"})

    def test_queued_sheet_repeated_is_one_version(self, table: Table, client: Client) -> None:
        responses = [self._send(client, table) for _ in range(2)]
        assert [response.json() for response in responses] == [{"state": "stored", "url": _at(table)}] * 2
        assert Sheet.objects.count() == 1

    def test_queued_sheet_repeated_after_the_confirmation_is_stored(self, table: Table, client: Client) -> None:
        values = {"deliver_and_confirm": "1"}
        responses = [self._send(client, table, **values) for _ in range(2)]
        assert [response.json()["state"] for response in responses] == ["stored", "stored"]
        assert Sheet.objects.count() == 1

    def test_queued_sheet_with_other_numbers_entered_since_is_a_conflict(self, table: Table, client: Client) -> None:
        sheets.sheet_submit(table=table, data=make.simple_sheet(table, [2, 1, 3, 4]), by=make.make_user("berta"))
        answer = self._send(client, table)
        assert answer.status_code == 409
        assert answer.json()["state"] == "conflict"
        assert "berta" in answer.json()["words"]
        assert Sheet.objects.count() == 1

    def test_queued_sheet_with_the_same_numbers_entered_since_is_stored(self, table: Table, client: Client) -> None:
        client.post(_at(table), {**typed(table), "deliver": "1", "key": "other"})
        assert self._send(client, table).json()["state"] == "stored"
        assert Sheet.objects.count() == 1

    def test_queued_sheet_incomplete_is_refused(self, table: Table, client: Client) -> None:
        answer = self._send(client, table, s0_points="")
        assert answer.status_code == 422
        assert answer.json() == {
            "state": "refused",
            "words": "Manca qualcosa: scrivilo, oppure consegna il modulo così com’è.",
        }
        assert Sheet.objects.count() == 0


def test_table_link_conflict_shows_both_versions_and_overwrites_nothing(table: Table, client: Client) -> None:
    first = make.simple_sheet(table, [2, 1, 3, 4])
    sheets.sheet_submit(table=table, data=first, by=make.make_user("berta"))
    values = {**typed(table), "deliver": "1", "key": "k1", "seen": "0"}
    page = client.post(_at(table), values)
    assert page.status_code == 409
    groups = page.context["groups"]
    assert [group.differs for group in groups] == [True, True, False, False, False]
    pairs = {pair.label: (pair.theirs, pair.mine) for pair in groups[0].pairs}
    assert (pairs["PT"], pairs["Turni"]) == (("27", "33"), ("20", "20"))
    assert "Niente è stato sovrascritto" in text_of(page)
    assert Sheet.objects.count() == 1
    resubmission = {**values, "key": page.context["key"], "seen": "1", "deliver": "anyway"}
    client.post(_at(table), resubmission)
    assert list(Sheet.objects.order_by("version").values_list("version", "state")) == [
        (1, "superseded"),
        (2, "submitted"),
    ]


@pytest.mark.parametrize("game", ["dominion", "era_of_kingdoms", "megalomania"])
def test_table_link_conflict_works_for_every_game(game: str, client: Client) -> None:
    table = make.tables_of(make.last_round(make.drawn_event(game=game)))[0]
    theirs, mine = make.real_sheet(table, "one"), make.real_sheet(table, "two")
    to_values = registry.get(game).form.to_values
    values = {"deliver": "anyway", "seen": "0"}
    client.post(_at(table), {**to_values(theirs), **values})
    again = client.post(_at(table), {**to_values(theirs), **values})
    assert (again.status_code, Sheet.objects.count()) == (302, 1)
    page = client.post(_at(table), {**to_values(mine), **values})
    assert page.status_code == 409
    differing = [pair for group in page.context["groups"] for pair in group.pairs if pair.differs]
    assert differing
    assert all(pair.label and str(pair.theirs) in text_of(page) for pair in differing)
    assert Sheet.objects.count() == 1


def test_table_link_preview_reports_a_newer_version(table: Table, client: Client) -> None:
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=make.make_user("berta"))
    live = text_of(client.post(_at(table, "preview"), {**typed(table), "seen": "0"}))
    assert "Intanto è arrivata la versione 1 da berta" in live
    assert "Intanto" not in text_of(client.post(_at(table, "preview"), {**typed(table), "seen": "1"}))


def _queued(client: Client, table: Table, content: bytes) -> Any:
    """Send a photo as the phone's queue does."""
    photo = SimpleUploadedFile("photo.jpg", content, "image/jpeg")
    return client.post(_at(table, "photo"), {"photo": photo}, headers={"accept": "application/json"})


def test_queued_photo_repeated_is_stored_once(table: Table, client: Client) -> None:
    for _again in range(2):
        answer = _queued(client, table, _jpeg())
        assert (answer.status_code, answer.json()) == (200, {"state": "stored"})
    assert Photo.objects.get().table == table
    assert shown_messages(client.get(_at(table))) == []


@pytest.mark.parametrize(
    ("content", "words"), [(b"x" * (13 * 1024 * 1024), "12 MB"), (b"Non sono una foto", "JPEG")], ids=["13 MB", "none"]
)
def test_queued_photo_invalid_file_is_refused(table: Table, client: Client, content: bytes, words: str) -> None:
    answer = _queued(client, table, content)
    assert (answer.status_code, answer.json()["state"]) == (422, "refused")
    assert words in answer.json()["words"]
    assert client.post(_at(table, "photo"), headers={"accept": "application/json"}).status_code == 422
    assert Photo.objects.count() == 0
