"""Test the card pack pages: public to read, corrected by organisers and the Referent, stored atomically."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element

import pytest
import tinyhtml5
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tests.card_packs import edited
from tests.refusals import refuses
from tests.unit.tournament.web.conftest import ROLES, text_of
from tests.volume import one_in
from tournament.card_packs.services import pack_add
from tournament.models import CardPack, Event
from tournament.sheets.table_sheet import read_table_sheet

pytestmark = pytest.mark.django_db

ERA, MEGA = "eok-assumed-1", "mega-assumed-1"
CORRECTORS = {"organiser", "other_organiser", "referent"}


def corrected_pack(based_on: str = ERA, **facts: Any) -> CardPack:
    values = {"walls.cost_wood": 3} if based_on.startswith("eok") else {"values.dwarf": 8}
    stated = {"label": "lucca", "edited": edited(based_on, values), "note": "printed cards", "by": None, **facts}
    return pack_add(based_on=based_on, **stated)


def page_of(answer: Any) -> Element:
    """Return the page of a response as a tree."""
    return tinyhtml5.parse(answer.content.decode(), namespace_html_elements=False)


def by_id(page: Element, ident: str) -> Element:
    """Return the element with this id."""
    return next(element for element in page.iter() if element.get("id") == ident)


def fields_of(form: Element) -> dict[str, str]:
    """Return the fields of a form as a browser would submit them."""
    sent = {}
    for element in form.iter():
        name, kind = element.get("name", ""), element.get("type", "")
        chosen = kind not in ("checkbox", "radio", "file") or element.get("checked") is not None
        if element.tag == "input" and name and chosen:
            sent[name] = element.get("value", "on" if kind == "checkbox" else "")
        elif element.tag == "select":
            sent[name] = next(option for option in element.iter("option") if option.get("selected") is not None).get(
                "value", ""
            )
    return sent


def rows_of(page: Element) -> dict[str, list[str]]:
    """Map each row of a pack's tables to the provenance titles of its figures."""
    rows = [row for body in page.iter("tbody") for row in body.iter("tr")]
    return {
        "".join(row[0].itertext()).strip(): [span.get("title", "") for span in row.iter("span") if span.get("title")]
        for row in rows
    }


@pytest.fixture
def referent(visitor: Callable[..., Client]) -> Client:
    """Return a client signed in as the National Referent."""
    return visitor("referent")


@pytest.mark.parametrize("role", one_in(3, ROLES))
def test_pack_pages_are_public_and_corrected_by_some_roles(role: str, visitor: Callable[..., Client]) -> None:
    client = visitor(role, make.make_event())
    for address in (
        reverse("packs"),
        *(reverse(name, args=[pack]) for pack in (ERA, MEGA) for name in ("pack", "pack_file")),
    ):
        assert client.get(address).status_code == 200
    may = role in {"other_organiser", "referent"}
    address = reverse("pack_correct", args=[ERA])
    expected = 200 if may else 302 if role == "anonymous" else 403
    assert client.get(address).status_code == expected
    assert client.post(address, {"label": "lucca", "note": "x"}).status_code == (422 if may else expected)
    assert ("correggi" in text_of(client.get(reverse("packs")))) == may
    assert not CardPack.objects.exists()


@pytest.mark.parametrize("name", ["eok-nowhere-1", "dominion-x-1"])
def test_pack_pages_unknown_pack_answers_404(name: str, referent: Client) -> None:
    for page in ("pack", "pack_file", "pack_correct"):
        assert referent.get(reverse(page, args=[name])).status_code == 404


@pytest.mark.parametrize(
    ("language", "words"),
    [("it", "I valori di questa edizione sono presunti."), ("en", "The figures of this pack are assumed.")],
)
@pytest.mark.parametrize("name", [ERA, MEGA])
def test_pack_page_shows_whether_the_pack_is_assumed(language: str, words: str, name: str, client: Client) -> None:
    client.cookies["django_language"] = language
    assert words in text_of(client.get(reverse("pack", args=[name])))
    printed = corrected_pack(name, all_compared=True)
    assert words not in text_of(client.get(reverse("pack", args=[printed.name])))


def test_pack_page_shows_the_provenance_of_each_figure(client: Client) -> None:
    pack = corrected_pack()
    marks = rows_of(page_of(client.get(reverse("pack", args=[pack.name]))))["Mura"]
    assert "carte stampate o altra fonte esterna: printed cards" in marks
    assert sum(mark.startswith("presunto") for mark in marks) == 13


def upload(client: Client, name: str, text: str | bytes, **more: str) -> Any:
    """Send the edited file of a pack."""
    file = SimpleUploadedFile("pack.json", text if isinstance(text, bytes) else text.encode(), "application/json")
    return client.post(reverse("pack_correct", args=[name]), {"file": file, "label": "lucca", "note": "carte", **more})


def confirm(client: Client, name: str, answer: Any) -> Any:
    """Press the button below the changes that a page shows."""
    fields = next(sent for sent in map(fields_of, page_of(answer).iter("form")) if "edited" in sent)
    return client.post(reverse("pack_correct", args=[name]), fields)


@pytest.mark.parametrize("name", [ERA, MEGA])
def test_pack_file_is_downloaded_edited_previewed_and_stored(name: str, referent: Client) -> None:
    file = referent.get(reverse("pack_file", args=[name]))
    assert (file["Content-Type"], f"{name}.json" in file["Content-Disposition"]) == ("application/json", True)
    assert "niente di diverso" in text_of(upload(referent, name, file.content))
    is_era = name == ERA
    values, confirmed = ({"walls.cost_wood": 3}, "walls.count") if is_era else ({"values.dwarf": 8}, "values.peasant")
    answer = upload(referent, name, edited(name, values, [confirmed]))
    ((path, value),) = values.items()
    shown = {
        change.path: (change.after, change.is_confirmed, change.source) for change in answer.context["differences"]
    }
    assert shown.pop(path) == (str(value), False, "carte")
    assert {path: facts[1:] for path, facts in shown.items()} == {confirmed: (True, "carte")}
    assert not CardPack.objects.exists()
    stored = confirm(referent, name, answer)
    pack = CardPack.objects.get()
    assert stored.url == reverse("pack", args=[pack.name])
    assert (pack.made_by, pack.note, pack.is_printed) == (referent.user, "carte", False)
    assert json.loads(referent.get(reverse("pack_file", args=[pack.name])).content)["pack"] == pack.name
    page = page_of(referent.get(reverse("pack_correct", args=[pack.name])))
    assert next(sent for sent in map(fields_of, page.iter("form")) if "note" in sent)["label"] == "lucca"


def test_pack_correct_shows_every_fault_at_its_path_and_stores_nothing(referent: Client) -> None:
    answer = upload(referent, ERA, edited(ERA, {"walls.count": 9, "farm.attack": 1000, "farm.level": 3}))
    assert answer.status_code == 422
    alerts = ["".join(each.itertext()) for each in page_of(answer).iter() if each.get("role") == "alert"]
    words = " ".join(alerts[0].split())
    assert "totals.base (Mazzo base): le carte elencate sono 147, devono essere 142" in words
    assert "farm.attack (Fattoria, Attacco): «1000» non va: serve un numero intero" in words
    assert "farm.level (Fattoria, Livello)" in words
    assert not answer.context["edited"]
    assert not CardPack.objects.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"pack": \n "x", }', "riga 2, colonna 7"),
        ("[]", "non è quello di un’edizione delle carte"),
        ("{}", "Manca."),
        (b"\xff", "non è un testo UTF-8"),
        (b" " * 200_001, "troppo grande"),
        (edited(MEGA, {"values.dwarf": "many"}), "serve un numero intero"),
        (edited(MEGA, {"values.dwarf": 4}), "Un rango più alto vale di più"),
        (edited(MEGA, {"crystals": 4}), "scritto nel regolamento del gioco (S49)"),
    ],
)
def test_pack_correct_invalid_file_stores_nothing(text: str | bytes, words: str, referent: Client) -> None:
    answer = upload(referent, MEGA, text)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not CardPack.objects.exists()


def test_pack_correct_missing_label_and_note_are_named(referent: Client) -> None:
    answer = upload(referent, ERA, edited(ERA, {"walls.cost_wood": 3}), label="", note="")
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"label", "note"}


def test_pack_correct_confirmation_is_checked_again(referent: Client) -> None:
    address = reverse("pack_correct", args=[MEGA])
    sent = {"label": "lucca", "note": "carte"}
    assert referent.post(address, sent | {"edited": "{"}).status_code == 422
    assert referent.post(address, {"edited": edited(MEGA)}).status_code == 422
    for refused in ({"edited": edited(MEGA)}, {"edited": edited(MEGA, {"values.dwarf": 8}), "label": "di Lucca"}):
        assert referent.post(address, sent | refused).url == address
    assert not CardPack.objects.exists()


def test_pack_compared_whole_becomes_the_printed_one(referent: Client) -> None:
    answer = upload(referent, MEGA, edited(MEGA), all_compared="on")
    assert len(answer.context["differences"]) == 37
    assert all(difference.is_confirmed for difference in answer.context["differences"])
    confirm(referent, MEGA, answer)
    assert CardPack.objects.get().is_printed


def test_packs_list_queries_are_independent_of_the_packs(referent: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert referent.get(reverse("packs")).status_code == 200
        return len(caught)

    corrected_pack()
    count_of_one = queries()
    for label in ("rimini", "pisa", "roma"):
        corrected_pack(label=label, by=make.make_user())
    assert queries() == count_of_one
    with CaptureQueriesContext(connection) as caught:
        referent.get(reverse("pack", args=["eok-rimini-1"]))
    assert len(caught) <= 6


def test_event_form_offers_the_packs_of_the_game(organiser: Callable[[Event], Client]) -> None:
    pack, other = corrected_pack(), corrected_pack(MEGA)
    event = make.make_event(game="era_of_kingdoms")
    client = organiser(event)
    page = text_of(client.get(reverse("event_edit", args=[event.slug])))
    assert f"{pack.name} (valori presunti)" in page
    assert other.name not in page
    dominion = make.make_event()
    assert 'name="pack"' not in text_of(organiser(dominion).get(reverse("event_edit", args=[dominion.slug])))


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_card_packs.py::test_pack_file_is_downloaded_edited_previewed_and_stored"
)
def test_event_and_table_pages_name_the_pack(client: Client) -> None:
    first = corrected_pack()
    event = make.drawn_event(players=12, game="era_of_kingdoms", pack=first.name)
    make.play_round(event, sheet=make.real_sheet)
    Event.objects.filter(pk=event.pk).update(pack=ERA)
    assert f'{ERA}</a> <span class="fo-label">valori presunti' in text_of(client.get(event.get_absolute_url()))
    table = text_of(client.get(reverse("table_result", args=[event.slug, 1, 1])))
    assert "Controllato con" in table
    assert first.name in table
    dominion = make.make_event()
    Event.objects.filter(pk=dominion.pk).update(state=Event.State.ANNOUNCED)
    assert "Edizione delle carte" not in text_of(client.get(dominion.get_absolute_url()))


def test_event_edit_accepts_only_a_pack_of_its_game(organiser: Callable[[Event], Client]) -> None:
    pack, other = corrected_pack(), corrected_pack(MEGA)
    event = make.make_event(game="era_of_kingdoms")
    client, edit = organiser(event), reverse("event_edit", args=[event.slug])
    page = text_of(client.get(edit))
    assert pack.name in page
    assert other.name not in page
    form_data = {
        **{"name": "Coppa", "pack": other.name, "city": "Forlì", "venue": "Sala"},
        **{"first_day": "2009-07-04", "last_day": "2009-07-04", "fascia_declared": "I", "clock_minutes": "45"},
        **{"language": "it", "card_names": "regulation", "final_has_clock": "on", "entry_mode": "open"},
        "answer_hours": "24",
    }
    answer = client.post(edit, form_data)
    assert answer.status_code == 422
    (refusal,) = answer.context["form"].errors["pack"]
    assert refusal == "Questa edizione non è del gioco del torneo: scegline una dell’elenco."
    assert f'value="{pack.name}"' in text_of(answer)
    client.post(edit, form_data | {"pack": pack.name, "trade": "on"})
    event.refresh_from_db()
    assert (event.pack, event.game_options) == (pack.name, {"trade": True})
    assert fields_of(page_of(client.get(edit)))["trade"] == "on"
    assert client.post(edit, form_data | {"pack": ""}).status_code == 302
    event.refresh_from_db()
    assert (event.pack, event.game_options) == ("", {})


def test_event_form_stores_pack_and_trade_after_the_part_of_the_game_was_read_again(
    organiser: Callable[[Event], Client],
) -> None:
    pack = corrected_pack()
    event = make.make_event(game="era_of_kingdoms", pack=pack.name, game_options={"trade": True})
    client, address = organiser(event), reverse("event_edit", args=[event.slug])
    page = page_of(client.get(address))
    form = next(element for element in page.iter("form") if "hx-params" in element.attrib)
    read_again = form.attrib["hx-params"].split(",")
    typed = {name: value for name, value in fields_of(page).items() if name in read_again} | {"name": "Coppa"}
    part = page_of(client.get(address, typed, headers={"hx-request": "true"}))
    fields = fields_of(page) | {"pack": "", "trade": ""} | fields_of(by_id(part, "event-game")) | {"name": "Coppa"}
    assert client.post(address, fields).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.pack, event.game_options) == ("Coppa", pack.name, {"trade": True})


def test_event_form_of_dominion_has_no_trade_field(organiser: Callable[[Event], Client]) -> None:
    event = make.make_event()
    assert 'name="trade"' not in text_of(organiser(event).get(reverse("event_edit", args=[event.slug])))


@pytest.mark.parametrize("game", ["era_of_kingdoms", "megalomania"])
def test_event_form_offers_no_readings_and_ignores_them(organiser: Callable[[Event], Client], game: str) -> None:
    event = make.make_event(game=game)
    client, address = organiser(event), reverse("event_edit", args=[event.slug])
    fields = fields_of(page_of(client.get(address)))
    assert not [name for name in fields if "reading" in name]
    assert client.post(address, fields | {"reading_riches_vp": "1", "reading_scroll_12": "1"}).status_code == 302
    event.refresh_from_db()
    assert event.game_options == {}


def test_sheet_that_names_another_reading_is_refused_at_a_table() -> None:
    event = make.drawn_event(game="era_of_kingdoms")
    table = make.tables_of(make.last_round(event))[0]
    sheet = make.real_sheet(table)
    decided = read_table_sheet(table).check({**sheet, "readings": {"riches_vp": 0}})
    assert decided.check.findings == ()
    assert "readings" not in decided.check.sheet
    refused = read_table_sheet(table).check({**sheet, "readings": {"riches_vp": 1}})
    assert [finding.code for finding in refused.check.findings] == ["READING_GONE"]


@pytest.mark.soak(
    gate="tests/unit/tournament/web/desk/test_card_packs.py::test_pack_file_is_downloaded_edited_previewed_and_stored"
)
def test_dominant_colours_of_a_pad_are_chosen_and_wrong_ones_refused(organiser: Callable[[Event], Client]) -> None:
    event = make.make_event(game="megalomania")
    client, address = organiser(event), reverse("event_edit", args=[event.slug])
    fields = fields_of(page_of(client.get(address)))
    colours = ["rosso", "blu", "giallo", "nero"] * 3
    for wrong in ("rosso, blu", ", ".join([*colours[:11], "verde"])):
        assert client.post(address, fields | {"dominant": wrong}).status_code == 422
    assert client.post(address, fields | {"dominant": ", ".join(colours).upper()}).status_code == 302
    event.refresh_from_db()
    assert event.game_options["dominant"][:4] == ["red", "blue", "yellow", "black"]
    assert fields_of(page_of(client.get(address)))["dominant"] == ", ".join(colours)
    drawn = make.drawn_event(game="megalomania", game_options=event.game_options)
    assert make.last_round(drawn).setup["dominant"] == event.game_options["dominant"]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("era_of_kingdoms", {"readings": {"riches_vp": 0}}),
        ("era_of_kingdoms", {"trade": "yes"}),
        ("era_of_kingdoms", {"dominant": ["red"] * 12}),
        ("megalomania", {"dominant": ["green"] * 12}),
        ("megalomania", {"readings": {"scroll_12": "six"}}),
        ("dominion", {"trade": True}),
    ],
)
def test_impossible_option_of_a_game_is_refused(game: str, options: dict[str, Any]) -> None:
    with refuses("FIELD_WRONG"):
        make.make_event(game=game, game_options=options)
