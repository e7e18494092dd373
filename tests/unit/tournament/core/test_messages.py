"""Test the sentences of errors and findings."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils.translation import override

from games.findings import Finding, Severity
from tests import factories as make
from tournament.core import messages
from tournament.draws.refusals import DrawByHandWrong
from tournament.models import Event
from tournament.regulation.event_file.parse import parse
from tournament.regulation.refusals import BadEventFile, OutsideSeason
from tournament.regulation.refused import Refused
from tournament.sheets.services import sheet_preview


def test_sentence_uses_the_active_language_and_readable_dates() -> None:
    days = {
        "first_day": date(2009, 5, 31),
        "last_day": date(2009, 5, 31),
        "season_first": date(2009, 6, 1),
        "season_last": date(2009, 10, 15),
    }
    error = OutsideSeason(**days)
    with override("it"):
        assert "31 Maggio 2009" in messages.sentence(error) or "31 maggio 2009" in messages.sentence(error)
    with override("en"):
        assert "must lie between" in messages.sentence(error)
    assert "deve stare" in messages.sentence(error, "it")
    assert error.first_day == date(2009, 5, 31)


@pytest.mark.parametrize(
    ("language", "edition", "name"),
    [("it", "regulation", "Miglioria"), ("it", "rulebook", "Restauratore"), ("en", "regulation", "Remodel")],
)
def test_sentence_names_cards_in_the_edition_of_the_event(language: str, edition: str, name: str) -> None:
    finding = Finding("KINGDOM_DUPLICATE", Severity.ERROR, "drawn[1]", {"card": "remodel"}, "1.5")
    assert name in messages.sentence(finding, language, edition)


@pytest.mark.django_db
def test_findings_for_page_puts_errors_first_with_proof_and_article() -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    data = make.simple_sheet(table)
    data["seats"][1]["coins"] = 1
    data["ended_by"] = 1
    findings = sheet_preview(table=table, data=data).check.findings
    stored = [messages.as_data(finding) for finding in findings]
    with override("it"):
        page = messages.findings_for_page(stored, event)
        assert page == messages.findings_for_page(findings, event)
    assert {row["code"] for row in page} >= {"S1", "T2"}
    assert [row["severity"] for row in page] == sorted(row["severity"] for row in page)
    s1 = next(row for row in page if row["code"] == "S1")
    assert set(s1) == {"code", "severity", "path", "sentence", "proof", "article", "value", "bound"}
    assert s1["path"] == "seats[1].coins"
    assert s1["sentence"]
    assert s1["proof"]


@pytest.mark.parametrize(
    ("path", "italian", "english"),
    [
        ("seats[0].points", "«sedia 1, punti»", "“seat 1, points”"),
        ("seats[2].deck.gold", "«sedia 3, Oro»", "“seat 3, Gold”"),
        ("seats[1]", "«sedia 2»", "“seat 2”"),
        ("end", "«end»", "“end”"),
    ],
)
def test_sentence_names_seat_and_field_instead_of_the_path(path: str, italian: str, english: str) -> None:
    finding = Finding("F1", Severity.ERROR, path, {"expected": "integer", "found": "text"})
    assert messages.sentence(finding, "it") == f"{italian}: qui serve un numero intero, c’è un testo."
    assert messages.sentence(finding, "en") == f"{english}: this must be a whole number, it is a text."


def test_unreadable_file_is_explained_in_the_language_of_the_reader() -> None:
    with pytest.raises(BadEventFile) as not_json:
        parse("{")
    assert messages.sentence(not_json.value, "it") == (
        "$: non è JSON alla riga 1, colonna 2; atteso: tournament-event/2."
    )
    assert str(not_json.value) == "$: not JSON at line 1, column 2; expected: tournament-event/2."
    with pytest.raises(BadEventFile) as no_text:
        parse({"format": "tournament-event/2", "event": {"name": 7}})
    assert messages.sentence(no_text.value, "it").endswith("; atteso: testo.")


def test_params_are_written_in_the_language_of_the_reader() -> None:
    finding = Finding("KINGDOM_DUPLICATE", Severity.ERROR, "drawn[1]", {"card": "remodel"}, "1.5")
    by_hand = DrawByHandWrong(reasons=(finding,), findings=[finding])
    assert messages.sentence(by_hand, "it").endswith("«Miglioria» compare due volte nell’estrazione.")
    assert messages.sentence(by_hand, "en").endswith("“Remodel” appears twice in the draw.")
    assert "8,3 MB" in messages.sentence(Refused("PHOTO_TOO_BIG", size=8.3, most=8), "it")
    with override("it"):
        frozen = Refused("EVENT_FROZEN", state=Event.State.REPORTED.label)
    assert "“reported”" in messages.sentence(frozen, "en")
