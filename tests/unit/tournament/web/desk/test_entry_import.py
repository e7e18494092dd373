"""Test the import of players from a spreadsheet at the desk: previewed, then entered completely and once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from tests import factories as make
from tests.spreadsheets import workbook
from tests.unit.tournament.web.conftest import shown_messages, text_of
from tournament.entries.services import entry_add
from tournament.models import Event, Person
from tournament.web.lists import SentList

pytestmark = pytest.mark.django_db

AsOrganiser = Callable[[Event], Client]
LISTS = Path(__file__).parents[4] / "data" / "lists"
LIST = "Cognome;Nome;Città;Tessera;Consenso\nRiva;Ada;Forlì;A-17;sì\nSala;Ivo;Pisa;;no\n"


def _address(event: Event) -> str:
    return reverse("entries_import", args=[event.slug])


def _file(content: str | bytes = LIST, name: str = "elenco.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


def _names(event: Event) -> list[str]:
    return [str(entry.person) for entry in event.entries.order_by("number")]


def _sent(text: str) -> dict[str, str]:
    """Return the hidden fields in which a list travels between two pages."""
    return dict(SentList(text.encode()).fields())


def _confirmation(preview: Any) -> dict[str, str]:
    """Return the fields of the confirmation form of a preview."""
    sent = {**dict(preview.context["sent"]), "confirm": "1", "entries_seen": str(preview.context["entries_seen"])}
    return {**sent, "match_names": "1"} if preview.context["match_names"] else sent


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_entries_import_is_previewed_and_then_entered(kind: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=1)
    client = organiser(event)
    content = LIST if kind == "csv" else workbook(("Lista", [row.split(";") for row in LIST.splitlines()]))
    people = Person.objects.count()
    preview = client.post(_address(event), {"file": _file(content, f"elenco.{kind}")})
    page = text_of(preview)
    assert preview.status_code == 200
    assert "Ada Riva" in page
    with override("it"):
        message = ngettext("%(n)s player will be registered", "%(n)s players will be registered", 2) % {"n": 2}
    assert message in page
    assert (len(_names(event)), Person.objects.count()) == (1, people)
    answer = client.post(_address(event), _confirmation(preview), follow=True)
    assert answer.redirect_chain == [(reverse("entries", args=[event.slug]), 302)]
    with override("it"):
        message = ngettext("%(n)s player is registered.", "%(n)s players are registered.", 2) % {"n": 2}
    assert shown_messages(answer) == [message]
    assert _names(event)[1:] == ["Ada Riva", "Ivo Sala"]
    ada = Person.objects.get(first_name="Ada", last_name="Riva")
    assert (ada.city, ada.card_number, ada.consent) == ("Forlì", "A-17", False)
    assert event.entries.get(person=ada).shows_name
    assert ada.history.get().history_user == client.user


@pytest.mark.rule("AMB-25")
def test_entries_import_shows_a_bar_while_it_reads_and_while_it_writes(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=1)
    client = organiser(event)
    english = {"accept-language": "en"}
    chosen = text_of(client.get(_address(event), headers=english))
    assert chosen.count('<form method="post" enctype="multipart/form-data" data-long>') == 1
    assert '<label for="job-choosing">Reading the list</label>' in chosen
    assert '<progress id="job-choosing"></progress>' in chosen
    seen = text_of(client.post(_address(event), {"file": _file()}, headers=english))
    form = seen.split('name="confirm"')[1].split("</form>")[0]
    assert '<progress id="job-writing"></progress>' in form


def test_amb_25_entries_import_confirmed_twice_is_entered_once(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=1)
    client = organiser(event)
    data = _confirmation(client.post(_address(event), {"file": _file()}))
    assert client.post(_address(event), data).status_code == 302
    people = Person.objects.count()
    again = client.post(_address(event), data)
    assert again.status_code == 422
    assert "ora sono 3" in str(again.context["form"].errors)
    assert (len(_names(event)), Person.objects.count()) == (3, people)
    assert [row.entered for row in again.context["rows"] if row.facts.last_name == "Riva"] == [True]


def test_entries_import_shows_a_concurrent_registration_first(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=1)
    client = organiser(event)
    data = _confirmation(client.post(_address(event), {"file": _file()}))
    entry_add(event=event, person=make.make_person(), by=None)
    again = client.post(_address(event), data)
    assert (again.status_code, len(_names(event))) == (422, 2)
    assert client.post(_address(event), _confirmation(again)).status_code == 302
    assert len(_names(event)) == 4


@pytest.mark.rule("AMB-25")
def test_amb_25_entries_import_known_name_is_shown_and_joined_only_on_request(organiser: AsOrganiser) -> None:
    ivo = make.make_person(first_name="Ivo", last_name="Sala", city="Lucca")
    event = make.check_in_event(players=1)
    client = organiser(event)
    # Art. 1.6: a player of another club needs the card number; one who has played at this club is entered by name.
    stranger = client.post(_address(event), {**_sent(LIST), "match_names": "1"})
    assert stranger.status_code == 422
    before = make.authorised_event(organiser=event.organiser, season=event.season)
    entry_add(event=before, person=ivo, by=None)
    page = text_of(client.post(_address(event), {"file": _file()}))
    assert "Lucca" in page
    with override("it"):
        assert gettext("new, with a name that is there already") in page
    joined = client.post(_address(event), {**_sent(LIST), "match_names": "1"})
    with override("it"):
        assert gettext("on the national list") in text_of(joined)
    client.post(_address(event), _confirmation(joined))
    assert event.entries.filter(person=ivo).exists()
    assert Person.objects.filter(last_name="Sala").count() == 1


@pytest.mark.parametrize("language", ["it", "en"])
def test_entries_import_wrong_row_is_first_and_blocks_the_confirmation(language: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=1)
    client = organiser(event)
    text = LIST + "Conti;;;;\nNeri;Lea;;;forse\n"
    answer = client.post(_address(event), {"file": _file(text)}, headers={"accept-language": language})
    assert answer.status_code == 422
    assert [(row.number, row.state) for row in answer.context["rows"][:2]] == [(4, "wrong"), (5, "wrong")]
    assert all(row.problems for row in answer.context["rows"][:2])
    assert 'name="confirm"' not in text_of(answer)
    data = {"confirm": "1", **_sent(text), "entries_seen": "1"}
    refused = client.post(_address(event), data, headers={"accept-language": language})
    assert refused.status_code == 422
    assert "4, 5" in str(refused.context["form"].errors)
    assert len(_names(event)) == 1


@pytest.mark.parametrize("content", [b"\0\0\0", b"PK\x03\x04 not a spreadsheet", b"Nome;Cognome\n"])
@pytest.mark.parametrize("language", ["it", "en"])
def test_entries_import_unreadable_file_shows_an_error_at_the_field(
    language: str, content: bytes, organiser: AsOrganiser
) -> None:
    event = make.check_in_event(players=1)
    answer = organiser(event).post(_address(event), {"file": _file(content)}, headers={"accept-language": language})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["file"]
    assert 'id="id_file_error"' in text_of(answer)


def test_entries_import_missing_or_empty_file_is_refused(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=1)
    client = organiser(event)
    for data in ({}, {"file": _file(b"")}):
        answer = client.post(_address(event), data)
        assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["file"])


@pytest.mark.parametrize("content", ["***", "", "AAAA"])
def test_entries_import_incomplete_confirmation_enters_nobody(content: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=1)
    answer = organiser(event).post(_address(event), {"confirm": "1", "content": content, "entries_seen": "1"})
    assert answer.status_code in (302, 422)
    assert len(_names(event)) == 1


def test_entries_import_after_the_draw_is_refused(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    data = {"confirm": "1", **_sent(LIST), "entries_seen": "12"}
    answer = organiser(event).post(_address(event), data)
    assert answer.status_code == 422
    assert event.entries.count() == 12
    assert not Person.objects.filter(last_name="Riva", first_name="Ada").exists()


#: As other tools write their lists: both names in one column, or headings that say nothing.
OTHER_TOOLS = {
    "Player,Email,Seed\nAda Riva,ada@example.org,1\nIvo Sala,ivo@example.org,2\n": [],
    "Cognome e nome;Punti\nRiva Ada;12\nSala Ivo;9\n": [],
    'Partecipante\n"Riva, Ada"\n"Sala, Ivo"\n': [],
    "A,B,C\n1,Ada,Riva\n2,Ivo,Sala\n": ["", "first_name", "last_name"],
}


@pytest.mark.parametrize(("content", "columns"), OTHER_TOOLS.items())
def test_entries_import_takes_lists_of_other_tools(content: str, columns: list[str], organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=0)
    client = organiser(event)
    preview = client.post(_address(event), {"file": _file(content)})
    if columns:
        page = text_of(preview)
        assert (preview.status_code, _names(event)) == (200, [])
        with override("it"):
            assert gettext("Which column is what?") in page
        chosen = {f"column-{index}": name or "-" for index, name in enumerate(columns)}
        preview = client.post(_address(event), {"answer": "1", **_sent(content), **chosen})
    assert preview.status_code == 200, text_of(preview)
    client.post(_address(event), _confirmation(preview))
    assert _names(event) == ["Ada Riva", "Ivo Sala"]


def test_entries_import_asks_again_for_columns_that_do_not_do(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=0)
    client, content = organiser(event), "A,B\nAda,Riva\n"
    assert 'name="column-1"' in text_of(client.post(_address(event), {"file": _file(content)}))
    chosen = {"answer": "1", "column-0": "first_name", "column-1": "-"}
    again = client.post(_address(event), {**_sent(content), **chosen})
    assert again.status_code == 422
    assert 'name="column-1"' in text_of(again)
    lost = client.post(_address(event), {**_sent(content), **chosen, "content": "%"}, follow=True)
    with override("it"):
        assert gettext("The list did not arrive complete: choose the file again.") in str(shown_messages(lost))


def test_entries_import_list_without_headings_loses_no_player(organiser: AsOrganiser) -> None:
    """Case 04-no-headings."""
    event = make.check_in_event(players=0)
    client, content = organiser(event), (LISTS / "no-headings.csv").read_text()
    asked = text_of(client.post(_address(event), {"file": _file(content)}))
    assert re.search(r'name="no_headings"[^>]*checked', asked)
    columns = {f"column-{index}": key for index, key in enumerate(["-", "-", "-", "first_name", "last_name"])}
    preview = client.post(_address(event), {"answer": "1", **_sent(content), "no_headings": "on", **columns})
    client.post(_address(event), _confirmation(preview))
    assert _names(event) == ["Anna Bo", "Bruno De Castro", "Carla O'Neill", "Dario D'Alba"]


@pytest.mark.parametrize(
    ("name", "people"),
    [
        pytest.param("blank-first-line.csv", ["Anna Bo", "Bruno Conti"], id="05-blank-first-line"),
        pytest.param("title-above-headings.xlsx", ["Ada Rossi", "Ugo Verdi"], id="06-title-above-headings"),
        pytest.param("utf16.txt", ["Ada Rossi", "Ugo Niccolò"], id="07-utf16"),
        pytest.param("one-cell-too-many.csv", ["Ada Rossi", "Ugo Verdi"], id="08-one-cell-too-many"),
        pytest.param("headings-of-forms.csv", ["Ada Rossi", "Ugo Verdi"], id="03-headings-of-forms"),
    ],
)
def test_entries_import_reads_lists_of_other_programs_at_once(
    name: str, people: list[str], organiser: AsOrganiser
) -> None:
    event = make.check_in_event(players=0)
    client = organiser(event)
    preview = client.post(_address(event), {"file": _file((LISTS / name).read_bytes(), name)})
    client.post(_address(event), _confirmation(preview))
    assert _names(event) == people


def test_entries_import_names_columns_and_cells_that_are_not_read(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=0)
    client = organiser(event)
    page = text_of(client.post(_address(event), {"file": _file((LISTS / "headings-of-forms.csv").read_bytes())}))
    assert "Informazioni cronologiche" in page
    assert "D-0001" in page
    page = text_of(client.post(_address(event), {"file": _file((LISTS / "one-cell-too-many.csv").read_bytes())}))
    assert "porta un amico" in page


def test_entries_import_of_one_name_in_four_spellings_is_one_player(organiser: AsOrganiser) -> None:
    """Case 01-names-accents: the same name and the same address are one player, said at each row."""
    event = make.check_in_event(players=0)
    client, content = organiser(event), (LISTS / "names-accents.csv").read_bytes()
    preview = client.post(_address(event), {"file": _file(content)})
    assert [(row.state, row.repeats) for row in preview.context["preview"].rows] == [
        ("new", None),
        *[("repeat", 2)] * 3,
    ]
    client.post(_address(event), _confirmation(preview))
    assert _names(event) == ["Niccolò Ferri"]


def test_entries_import_asks_once_whether_equal_names_are_one_person(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=0)
    client, content = organiser(event), "Nome;Cognome\nNiccolò;D’Angelo\nNiccolo';D' Angelo\n"
    page = text_of(client.post(_address(event), {"file": _file(content)}))
    with override("it"):
        assert gettext("Same name, same person") in page
    joined = client.post(_address(event), {**_sent(content), "match_names": "1"})
    client.post(_address(event), _confirmation(joined))
    assert _names(event) == ["Niccolò D’Angelo"]


@pytest.mark.parametrize(("answer", "shown"), [("yes", ["Ada Riva"]), ("", [])])
def test_list_without_a_consent_column_asks_once_for_all_and_never_shows_a_minor(
    answer: str, shown: list[str], organiser: AsOrganiser
) -> None:
    event = make.authorised_event()
    client = organiser(event)
    asked = client.post(
        _address(event), {"file": _file("Nome;Cognome;Data di nascita\nAda;Riva;\nPia;Minuti;03/05/2000\n")}
    )
    assert 'name="consent_of_all"' in asked.content.decode()
    client.post(_address(event), {**_confirmation(asked), "consent_of_all": answer})
    assert [str(entry.person) for entry in event.entries.select_related("person") if entry.shows_name] == shown
    assert event.entries.count() == 2


def test_list_with_a_consent_column_asks_nothing_and_its_answers_hold(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    client = organiser(event)
    preview = client.post(_address(event), {"file": _file()})
    assert "consent_of_all" not in preview.content.decode()
    client.post(_address(event), {**_confirmation(preview), "consent_of_all": "yes"})
    assert [str(entry.person) for entry in event.entries.select_related("person") if entry.shows_name] == ["Ada Riva"]
