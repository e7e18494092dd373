"""An attacker sends many requests, or few that cost much, with what every visitor has: a phone and a link."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import uvicorn
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.urls import reverse
from PIL import Image

from practice.tables.guest_tables import fixed_table
from practice.tables.opponents import PERSON
from practice.web import game_viewer
from tests import factories as make
from tests.integration.servers.ports import free_port
from tests.refusals import refuses
from tournament.access.links import link_token, table_links_make
from tournament.core.lists.tables import read_tables
from tournament.core.refusals import ListFileWrong
from tournament.models import Sheet
from tournament.printing import cache as printing
from tournament.records import photo_decoding
from tournament.sheets.services import sheet_submit
from tournament.web import sse

ROOT = Path(__file__).resolve().parents[2]
NGINX = (ROOT / "deploy" / "nginx.conf").read_text()
SERVER = (ROOT / "script" / "server").read_text()


@pytest.mark.django_db
def test_versions_of_a_sheet_are_bounded_by_minute(settings: Any, time_machine: Any) -> None:
    settings.FOSSATO_SHEETS_A_MINUTE = 3
    time_machine.move_to("2026-03-01T12:00:00+01:00", tick=False)
    table = make.tables_of(make.last_round(make.drawn_event(players=12)))[0]
    for _number in range(3):
        sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    with refuses("SHEETS_TOO_MANY"):
        sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    assert Sheet.objects.filter(table=table).count() == 3
    time_machine.move_to("2026-03-01T12:01:01+01:00", tick=False)
    assert sheet_submit(table=table, data=make.simple_sheet(table), by=None).version == 4


@pytest.mark.django_db
def test_flood_of_versions_is_answered_without_the_sheet_and_a_phone_sends_later(settings: Any) -> None:
    settings.FOSSATO_SHEETS_A_MINUTE = 1
    table = make.tables_of(make.last_round(make.drawn_event()))[0]
    link = next(link for link in table_links_make(round=table.round, by=None) if link.table_id == table.pk)
    sheet, address = make.simple_sheet(table), f"/t/{link_token(link)}/"
    rows = {f"s{seat}_{name}": value for seat, row in enumerate(sheet["seats"]) for name, value in row.items()}
    form = {"mode": "numbers", "end": sheet["end"], "ended_by": sheet["ended_by"], "deliver": "1", **rows}
    assert Client().post(address, {**form, "key": "k1"}).status_code == 302
    page = Client().post(address, {**form, "key": "k2", "s0_points": "1"})
    assert (page.status_code, "s0_points" in page.content.decode()) == (429, False)
    phone = Client().post(address, {**form, "key": "k3", "s0_points": "1"}, headers={"accept": "application/json"})
    assert (phone.status_code, phone.json()["state"]) == (429, "waiting")
    assert Sheet.objects.filter(table=table).count() == 1


def test_streams_of_one_address_are_bounded_and_free_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MOST_BY_ADDRESS", 2)

    async def messages() -> AsyncIterator[str]:
        while True:
            yield sse.sse_message("time")
            await asyncio.sleep(0)

    def ask(address: str) -> Any:
        return sse.sse_response(RequestFactory().get("/", REMOTE_ADDR=address), messages())

    async def work() -> None:
        opened = [ask("203.0.113.7").streaming_content.__aiter__() for _number in range(2)]
        for stream in opened:
            await anext(stream)
        assert ask("203.0.113.7").status_code == 204
        assert ask("198.51.100.9").status_code == 200
        await opened.pop().aclose()
        # The event loop ends what a dropped stream was reading from.
        await asyncio.sleep(0.01)
        assert ask("203.0.113.7").status_code == 200
        await opened.pop().aclose()

    asyncio.run(work())


def test_photo_of_many_pixels_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    image = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(image, "PNG")
    assert image.tell() < photo_decoding.MOST_BYTES
    monkeypatch.setattr(Image.Image, "load", lambda *_args: pytest.fail("it was decoded"))
    with refuses("PHOTO_TOO_LARGE"):
        photo_decoding.photo_clean(ContentFile(image.getvalue()))


def test_photo_of_many_bytes_is_not_read_to_its_end() -> None:
    with refuses("PHOTO_TOO_BIG"):
        photo_decoding.photo_clean(ContentFile(b"\xff" * (photo_decoding.MOST_BYTES + 2)))


def test_half_sent_requests_and_connections_of_one_address_are_capped_by_nginx() -> None:
    times = {
        name: int(re.search(rf"{name} (\d+)s;", NGINX)[1]) for name in ("client_header_timeout", "client_body_timeout")
    }
    assert max(times.values()) <= 15
    # A hall of 300 phones, each with a page and a stream, still fits.
    assert 600 <= int(re.search(r"limit_conn fossato_connections (\d+);", NGINX)[1]) <= 2000


def test_half_sent_requests_take_the_places_of_a_server_without_nginx() -> None:
    """Nothing ends them there, and the next visitor gets 503: such a server is for a hall, not for the Internet."""
    places = int(re.search(r"--http h11 --limit-concurrency (\d+) ", SERVER)[1])
    # A hall of 300 phones, each with a page and a stream, still fits, and a process may open 1,024 files.
    assert 600 <= places < 1000
    asyncio.run(_half_sent())


async def _half_sent() -> None:
    """Take the places of a small server with half requests, ask for a page meanwhile and afterwards."""

    async def page(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})

    port = free_port()
    server = uvicorn.Server(
        uvicorn.Config(page, port=port, http="h11", limit_concurrency=4, lifespan="off", log_level="critical")
    )
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)

    async def ask(text: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(text)
        return reader, writer

    async def status() -> bytes:
        reader, writer = await ask(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        line = await reader.readline()
        writer.close()
        return line.split()[1]

    assert await status() == b"200"
    half = [await ask(b"GET / HTTP/1.1\r\nHost: x\r\nX-") for _place in range(3)]
    assert await status() == b"503"
    for _reader, writer in half:
        writer.close()
    while await status() != b"200":
        await asyncio.sleep(0.01)
    # A head without an end is refused.
    reader, writer = await ask(b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 2**17)
    assert (await reader.readline()).split()[1] == b"400"
    writer.close()
    server.should_exit = True
    await serving


def test_spreadsheet_whose_entities_multiply_is_refused() -> None:
    assert openpyxl.DEFUSEDXML
    packed, book = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(book)
    entities = "".join(f'<!ENTITY a{number} "{f"&a{number - 1};" * 10}">' for number in range(1, 9))
    bomb = f'<!DOCTYPE x [<!ENTITY a0 "aaaaaaaaaa">{entities}]>'
    with zipfile.ZipFile(book) as source, zipfile.ZipFile(packed, "w") as target:
        for name in source.namelist():
            text = source.read(name).decode()
            target.writestr(name, f"{bomb}{text}" if name == "xl/workbook.xml" else text)
    with pytest.raises(ListFileWrong):
        read_tables(packed.getvalue())


@pytest.mark.django_db
def test_records_of_games_are_played_through_for_a_bounded_number_only(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"practice": "3/m/ip"}
    cache.clear()
    game = next((ROOT / "games" / "dominion" / "examples").glob("*.json")).read_bytes()
    address = reverse("practice")
    sent = [Client().post(address, {"record": SimpleUploadedFile("partita.json", game)}) for _number in range(4)]
    assert [answer.status_code for answer in sent] == [302, 302, 302, 429]
    assert Client().get(address).status_code == 200
    cache.clear()


@pytest.mark.django_db
def test_pages_of_all_figures_of_a_pack_are_bounded(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"figures": "2/m/ip"}
    cache.clear()
    address = reverse("pack", args=["eok-assumed-1"])
    assert [Client().get(address).status_code for _number in range(3)] == [200, 200, 429]
    cache.clear()


@pytest.mark.django_db
def test_pages_that_play_a_record_again_are_bounded_by_its_length(settings: Any, monkeypatch: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"play": "6/m/ip"}
    cache.clear()
    # The record has 218 choices.
    monkeypatch.setattr(game_viewer, "CHOICES_OF_A_UNIT", 100)
    client, address = Client(), reverse("practice_own", args=[3])
    game = (ROOT / "games" / "dominion" / "examples" / "01-first-game.json").read_bytes()
    client.post(reverse("practice"), {"record": SimpleUploadedFile("partita.json", game)})
    assert [client.get(address).status_code for _number in range(3)] == [200, 200, 429]
    assert Client().get(reverse("practice_game", args=["01-first-game", 3])).status_code == 429
    cache.clear()


@pytest.mark.django_db
def test_hints_in_a_visitors_game_are_bounded_at_all_tables_together(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"play_hint": "2/m/ip"}
    cache.clear()
    lesson = str(Client().get(reverse("play_lesson", args=["dominion"])).url).partition("?")[0]
    other = fixed_table("dominion", (PERSON, "medio"), {"kingdom": "first_game", "turn_limit": 400}, "un altro tavolo")
    tables = [lesson, reverse("play_table", args=[other.seal()]), lesson, lesson]
    asked = [Client().get(address, {"m": "", "aiuto": "1"}) for address in tables]
    assert [answer.status_code for answer in asked] == [200, 200, 429, 429]
    assert all(answer.context["hint"]["option"] in answer.context["step"].options for answer in asked[:2])
    # Without the hint the game goes on.
    assert Client().get(lesson, {"m": ""}).status_code == 200
    cache.clear()


@pytest.mark.django_db
def test_paper_asked_for_many_times_is_made_once() -> None:
    cache.clear()
    made: list[bytes] = []

    def make_paper() -> bytes:
        made.append(b"%PDF")
        return made[-1]

    assert {printing.get_or_build_pdf("the same page", make_paper) for _time in range(100)} == {b"%PDF"}
    assert len(made) == 1


@pytest.mark.django_db
def test_private_links_are_guessed_for_a_bounded_number_only_and_the_right_one_still_opens() -> None:
    table = make.tables_of(make.last_round(make.drawn_event()))[0]
    link = next(link for link in table_links_make(round=table.round, by=None) if link.table_id == table.pk)
    guessed = [Client().get(f"/t/{number:022}/").status_code for number in range(8)]
    assert (guessed[0], guessed[-1]) == (404, 429)
    assert Client().get(f"/t/{link_token(link)}/").status_code == 200
