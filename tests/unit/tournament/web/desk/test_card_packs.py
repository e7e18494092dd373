"""The pages of the card packs: read by everybody, corrected by organisers and the Referent, whole or not at all."""

from __future__ import annotations

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
from tests.unit.tournament.web.conftest import ROLES, text_of
from tournament.card_packs.services import pack_correct
from tournament.models import CardPack, Event

pytestmark = pytest.mark.django_db

ERA, MEGA = "eok-assumed-1", "mega-assumed-1"
CORRECTORS = {"organiser", "other_organiser", "referent"}


def made(based_on: str = ERA, **facts: Any) -> CardPack:
    values = {"walls.cost_wood": "3"} if based_on.startswith("eok") else {"values.dwarf": "8"}
    return pack_correct(
        based_on=based_on, **{"label": "lucca", "values": values, "note": "printed cards", "by": None, **facts}
    )


def page_of(answer: Any) -> Element:
    """The page of an answer as a tree."""
    return tinyhtml5.parse(answer.content.decode(), namespace_html_elements=False)


def by_id(page: Element, ident: str) -> Element:
    """The one element of an id."""
    return next(one for one in page.iter() if one.get("id") == ident)


def fields_of(form: Element) -> dict[str, str]:
    """The fields of a form as a browser would send them back."""
    sent = {}
    for one in form.iter():
        name, kind = one.get("name", ""), one.get("type", "")
        if one.tag == "input" and name and (kind not in ("checkbox", "file") or one.get("checked") is not None):
            sent[name] = one.get("value", "on" if kind == "checkbox" else "")
        elif one.tag == "select":
            sent[name] = next(each for each in one.iter("option") if each.get("selected") is not None).get("value", "")
    return sent


def form_of(client: Client, name: str) -> dict[str, str]:
    """The fields of a pack's correction."""
    page = page_of(client.get(reverse("pack_correct", args=[name])))
    forms = map(fields_of, page.iter("form"))
    return next(sent for sent in forms if any(key.startswith("f:") for key in sent))


def rows_of(page: Element) -> dict[str, list[str]]:
    """Per row of the tables of a pack: what its figures say of their provenance."""
    rows = [row for body in page.iter("tbody") for row in body.iter("tr")]
    return {
        "".join(row[0].itertext()).strip(): [one.get("title", "") for one in row.iter("span") if one.get("title")]
        for row in rows
    }


@pytest.fixture
def referent(visitor: Callable[..., Client]) -> Client:
    """The National Referent's browser."""
    return visitor("referent")


@pytest.mark.parametrize("role", ROLES)
def test_everybody_reads_and_some_correct(role: str, visitor: Callable[..., Client]) -> None:
    client = visitor(role, make.make_event())
    for address in (
        reverse("packs"),
        *(reverse(name, args=[pack]) for pack in (ERA, MEGA) for name in ("pack", "pack_csv", "pack_file")),
    ):
        assert client.get(address).status_code == 200
    may = role in {"other_organiser", "referent"}
    for name in ("pack_correct", "pack_import"):
        address = reverse(name, args=[ERA])
        expected = 200 if may else 302 if role == "anonymous" else 403
        assert client.get(address).status_code == expected
        assert client.post(address, {"label": "lucca", "note": "x"}).status_code == (422 if may else expected)
    assert ("correggi" in text_of(client.get(reverse("packs")))) == may
    assert not CardPack.objects.exists()


@pytest.mark.parametrize("name", ["eok-nowhere-1", "dominion-x-1"])
def test_a_pack_that_is_not_there(name: str, referent: Client) -> None:
    for page in ("pack", "pack_csv", "pack_file", "pack_correct", "pack_import"):
        assert referent.get(reverse(page, args=[name])).status_code == 404


@pytest.mark.parametrize(("language", "words"), [("it", "Questo mazzo è supposto."), ("en", "This pack is assumed.")])
@pytest.mark.parametrize("name", [ERA, MEGA])
def test_the_pages_say_plainly_while_a_pack_is_assumed(language: str, words: str, name: str, client: Client) -> None:
    client.cookies["django_language"] = language
    assert words in text_of(client.get(reverse("pack", args=[name])))
    printed = made(name, printed=True, all_compared=True)
    assert words not in text_of(client.get(reverse("pack", args=[printed.name])))


def test_each_figure_shows_its_provenance(client: Client) -> None:
    pack = made()
    marks = rows_of(page_of(client.get(reverse("pack", args=[pack.name]))))["Mura"]
    assert "carte stampate o altra fonte esterna: printed cards" in marks
    assert sum(mark.startswith("supposto") for mark in marks) == 13


@pytest.mark.parametrize("name", [ERA, MEGA])
def test_a_correction_through_the_form_changes_only_what_was_typed(name: str, referent: Client) -> None:
    fields = form_of(referent, name)
    path = "f:walls.cost_wood" if name == ERA else "f:values.dwarf"
    assert "f:farm.level" not in fields
    sent = fields | {path: "8", "label": "lucca", "note": "carte stampate 2018"}
    answer = referent.post(reverse("pack_correct", args=[name]), sent)
    pack = CardPack.objects.get()
    assert answer.url == reverse("pack", args=[pack.name])
    assert (pack.made_by, pack.note, pack.is_printed) == (referent.user, "carte stampate 2018", False)
    again = form_of(referent, pack.name)
    assert {key: value for key, value in again.items() if key.startswith("f:")} == {
        key: value for key, value in sent.items() if key.startswith("f:")
    }
    assert again["label"] == "lucca"


def test_wrong_figures_are_told_beside_their_fields_and_nothing_is_stored(referent: Client) -> None:
    sent = form_of(referent, ERA) | {"f:walls.count": "9", "f:farm.cost_wood": "due", "label": "lucca", "note": "carte"}
    answer = referent.post(reverse("pack_correct", args=[ERA]), sent)
    assert answer.status_code == 422
    page = page_of(answer)
    field = by_id(page, "f-farm-cost_wood")
    assert (field.get("value"), field.get("aria-invalid")) == ("due", "true")
    assert "numero intero" in "".join(by_id(page, field.get("aria-describedby", "")).itertext())
    assert by_id(page, "f-walls-count").get("value") == "9"
    said = "".join("".join(one.itertext()) for one in page.iter() if one.get("role") == "alert")
    told = " ".join(said.split())
    assert "Mazzo base: le carte elencate sono 147, devono essere 142" in told
    assert "Fattoria, Costo: legno" in told
    assert not CardPack.objects.exists()


def test_what_is_missing_beside_the_figures_is_told_and_nothing_typed_is_lost(referent: Client) -> None:
    sent = form_of(referent, ERA) | {"f:walls.cost_wood": "3", "ok:walls": "on", "label": "", "note": ""}
    answer = referent.post(reverse("pack_correct", args=[ERA]), sent)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"label", "note"}
    page = page_of(answer)
    assert by_id(page, "f-walls-cost_wood").get("value") == "3"
    assert by_id(page, "ok-walls").get("checked") is not None


def test_a_row_is_confirmed_with_a_tick(referent: Client) -> None:
    sent = form_of(referent, ERA) | {"ok:walls": "on", "label": "lucca", "note": "carte"}
    referent.post(reverse("pack_correct", args=[ERA]), sent)
    marks = rows_of(page_of(referent.get(reverse("pack", args=["eok-lucca-1"]))))["Mura"]
    assert marks
    assert not [mark for mark in marks if mark.startswith("supposto")]


def test_the_printed_pack_wants_every_figure_compared(referent: Client) -> None:
    sent = form_of(referent, MEGA) | {"label": "lucca", "note": "carte", "printed": "on"}
    answer = referent.post(reverse("pack_correct", args=[MEGA]), sent)
    assert answer.status_code == 422
    assert "mancano ancora 37 dati supposti" in text_of(answer)
    referent.post(reverse("pack_correct", args=[MEGA]), sent | {"all_compared": "on"})
    assert CardPack.objects.get().is_printed


def _upload(client: Client, name: str, text: str, **more: str) -> Any:
    file = SimpleUploadedFile("pack.csv", text.encode(), "text/csv")
    return client.post(reverse("pack_import", args=[name]), {"file": file, "label": "lucca", "note": "carte", **more})


def test_csv_is_looked_at_first_and_then_stored(referent: Client) -> None:
    exported = referent.get(reverse("pack_csv", args=[MEGA])).content.decode("utf-8-sig")
    answer = _upload(referent, MEGA, exported)
    assert "niente di diverso" in text_of(answer)
    corrected = exported.replace("Nano,Valore,7,assumed", "Nano,Valore,8,assumed")
    corrected = corrected.replace("Contadino,Valore,1,assumed", "Contadino,Valore,1,outside")
    answer = _upload(referent, MEGA, corrected)
    assert [(one.place, one.before, one.after, one.is_confirmed) for one in answer.context["differences"]] == [
        ("Contadino, Valore", "1", "1", True),
        ("Nano, Valore", "7", "8", False),
    ]
    assert not CardPack.objects.exists()
    sent = next(sent for sent in map(fields_of, page_of(answer).iter("form")) if "content" in sent)
    stored = referent.post(reverse("pack_import", args=[MEGA]), sent)
    assert stored.url == reverse("pack", args=["mega-lucca-1"])
    assert CardPack.objects.get().note == "carte"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("path;number\na;1", "mancano le colonne value"),
        ("path,value\nvalues.dwarf,many", "serve un numero intero"),
        ("path,value\nvalues.dwarf,4", "Un rango più alto vale di più"),
        ("path,value\ncrystals,4", "scritto nel regolamento del gioco (S49)"),
        ("path,value\nnothing,4", "non c’è questo dato"),
    ],
)
def test_a_csv_that_will_not_do_stores_nothing(text: str, words: str, referent: Client) -> None:
    answer = _upload(referent, MEGA, text)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not answer.context["content"]
    assert not CardPack.objects.exists()


def test_a_confirmation_that_did_not_arrive_whole(referent: Client) -> None:
    address = reverse("pack_import", args=[MEGA])
    answer = referent.post(address, {"content": "?", "label": "lucca", "note": "carte"})
    assert answer.url == address
    same = {"content": "cGF0aCx2YWx1ZQo=", "label": "lucca", "note": "carte"}
    assert referent.post(address, same).url == address
    assert not CardPack.objects.exists()


def test_a_list_of_packs_asks_no_more_with_more_packs(referent: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert referent.get(reverse("packs")).status_code == 200
        return len(caught)

    made()
    one = queries()
    for label in ("rimini", "pisa", "roma"):
        made(label=label, by=make.make_user())
    assert queries() == one
    with CaptureQueriesContext(connection) as caught:
        referent.get(reverse("pack", args=["eok-rimini-1"]))
    assert len(caught) <= 6


def test_the_event_form_offers_the_packs_of_the_game(organiser: Callable[[Event], Client]) -> None:
    pack, other = made(), made(MEGA)
    event = make.make_event(game="era_of_kingdoms")
    client = organiser(event)
    page = text_of(client.get(reverse("event_edit", args=[event.slug])))
    assert f"{pack.name} (valori supposti)" in page
    assert other.name not in page
    dominion = make.make_event()
    assert 'name="pack"' not in text_of(organiser(dominion).get(reverse("event_edit", args=[dominion.slug])))


def test_event_and_table_say_which_pack(client: Client) -> None:
    first = made()
    event = make.drawn_event(players=12, game="era_of_kingdoms", pack=first.name)
    make.play_round(event, sheet=make.real_sheet)
    Event.objects.filter(pk=event.pk).update(pack=ERA)
    assert f'{ERA}</a> <span class="fo-label">valori supposti' in text_of(client.get(event.get_absolute_url()))
    table = text_of(client.get(reverse("table_result", args=[event.slug, 1, 1])))
    assert "Controllato con" in table
    assert first.name in table
    dominion = make.make_event()
    Event.objects.filter(pk=dominion.pk).update(state=Event.State.ANNOUNCED)
    assert "Mazzo di carte" not in text_of(client.get(dominion.get_absolute_url()))


def test_a_new_event_takes_only_a_pack_of_its_game(visitor: Callable[..., Client]) -> None:
    pack, other = made(), made(MEGA)
    season = make.make_season(game="era_of_kingdoms")
    client = visitor("other_organiser")
    page = text_of(client.get(reverse("event_new")))
    assert '<optgroup label="Era of Kingdoms">' in page
    facts = {
        "organiser": str(client.user.organisations.get().pk),
        "season": str(season.pk),
        **{"name": "Coppa", "pack": other.name, "city": "Forlì", "venue": "Sala"},
        **{"first_day": "2009-07-04", "last_day": "2009-07-04", "fascia_declared": "I", "clock_minutes": "45"},
        **{"language": "it", "card_names": "regulation", "final_has_clock": "on"},
    }
    answer = client.post(reverse("event_new"), facts)
    assert answer.status_code == 422
    assert f"uno tra {ERA}, {pack.name}" in text_of(answer)
    client.post(reverse("event_new"), facts | {"pack": pack.name, "trade": "on"})
    event = Event.objects.get(name="Coppa")
    assert (event.pack, event.game_options) == (pack.name, {"trade": True})
    edit = reverse("event_edit", args=[event.slug])
    assert fields_of(page_of(client.get(edit)))["trade"] == "on"
    assert client.post(edit, facts | {"pack": ""}).status_code == 302
    event.refresh_from_db()
    assert (event.pack, event.game_options) == ("", {})


def test_an_event_of_dominion_is_asked_for_no_trade(organiser: Callable[[Event], Client]) -> None:
    event = make.make_event()
    assert 'name="trade"' not in text_of(organiser(event).get(reverse("event_edit", args=[event.slug])))
