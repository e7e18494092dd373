"""Test the migration that stores labels of private links as codes with parameters, and back."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests import factories as make
from tournament.access import links
from tournament.models import Event, HelpCall, PrivateLink, Sheet, Table
from tournament.models.stored_sentences import SENTENCES, stored_sentence

pytestmark = pytest.mark.django_db

migration = import_module("ranking.migrations.0011_stored_sentences")

#: Old label -> its code and parameters.
LABELS: dict[str, tuple[str, dict[str, Any]]] = {
    "[[LINK_OF_TABLE:7]]": ("link_of_table", {"table": 7}),
    "[[LINK_OF_PLAYER:Ada | Neri: sì]]": ("link_of_player", {"name": "Ada | Neri: sì"}),
    "[[LINK_MAILED:Ada Neri]]": ("link_mailed", {"name": "Ada Neri"}),
    "link del tavolo 7, 100%": ("free_text", {"text": "link del tavolo 7, 100%"}),
}


def _copies(row: Any, column: str, texts: list[str], **more: Any) -> list[int]:
    """Store a history row once for each text and return the primary keys."""
    pks = []
    for text in texts:
        row.pk, columns = None, {column: text, **more}
        for name, value in columns.items():
            setattr(row, name, value)
        row.save()
        pks.append(row.pk)
    return pks


def _values(model: Any, pks: list[int], *columns: str) -> list[Any]:
    rows = model.objects.in_bulk(pks)
    return [tuple(getattr(rows[pk], column) for column in columns) for pk in pks]


def test_stored_labels_become_codes_and_texts_again() -> None:
    table = make.tables_of(make.last_round(make.drawn_event()))[0]
    make.report(table)
    sheet = Sheet.objects.get()
    Sheet.objects.update(entered_with="[[LINK_OF_TABLE:7]]")
    history = Event.history.model
    pks = _copies(Event.history.first(), "history_actor", ["", *LABELS])
    editor = connection.schema_editor()
    migration.to_codes(apps, editor)
    assert _values(history, pks, "history_actor", "history_actor_params") == [("", {}), *LABELS.values()]
    sheet.refresh_from_db()
    assert (sheet.entered_with, sheet.entered_with_params) == ("link_of_table", {"table": 7})
    assert stored_sentence(*LABELS["link del tavolo 7, 100%"]) == "link del tavolo 7, 100%"
    assert {code for code, _params in LABELS.values()} <= set(SENTENCES)
    migration.to_texts(apps, editor)
    assert _values(history, pks, "history_actor", "history_actor_params") == [(text, {}) for text in ("", *LABELS)]
    sheet.refresh_from_db()
    assert (sheet.entered_with, sheet.entered_with_params) == ("[[LINK_OF_TABLE:7]]", {})


def test_reasons_that_other_columns_state_are_emptied_and_stored_again() -> None:
    event = make.drawn_event()
    table = make.tables_of(make.last_round(event))[0]
    calls = [HelpCall.objects.create(table=table, caller="[[LINK_OF_TABLE:1]]", closed_at=event.created_at)]
    calls.append(HelpCall.objects.create(table=table, caller="Ada Neri"))
    label, reason = "[[LINK_OF_TABLE:1]]", "history_change_reason"
    called_with = ["[[LINK_OF_TABLE:1]]", "[[LINK_OF_TABLE:1]]: Manca\nun [[dado]]"]
    called = _copies(Table.history.first(), reason, called_with, history_verb="help_call", history_actor=label)
    named = _copies(Table.history.first(), reason, ["Ada: un dado"], history_verb="help_call", history_actor="")
    overdue = {"history_verb": "report_overdue", "state_reason_code": "no_report"}
    invalidated = _copies(Event.history.first(), reason, ["[[NO_REPORT]]"], **overdue)
    typed = _copies(Event.history.first(), reason, ["[[NO_REPORT]]"], history_verb="x", state_reason_code="")

    def stored() -> list[Any]:
        tables = _values(Table.history.model, [*called, *named], reason)
        events = _values(Event.history.model, [*invalidated, *typed], reason)
        return [text for (text,) in (*tables, *events)] + [HelpCall.objects.get(pk=call.pk).caller for call in calls]

    before, editor = stored(), connection.schema_editor()
    migration.to_codes(apps, editor)
    assert stored() == ["", "Manca\nun [[dado]]", "Ada: un dado", "", "[[NO_REPORT]]", "", "Ada Neri"]
    migration.to_texts(apps, editor)
    assert stored() == before


def test_reason_of_a_revoked_link_is_emptied() -> None:
    event = make.drawn_event()
    links.table_links_make(round=make.last_round(event), by=None)
    texts = ["[[LINK_OF_TABLE:1]]", "[[LINK_OF_TABLE:1]], perso", ""]
    pks = _copies(PrivateLink.history.first(), "history_change_reason", texts, history_verb="link_revoke")
    migration.to_codes(apps, connection.schema_editor())
    assert [text for (text,) in _values(PrivateLink.history.model, pks, "history_change_reason")] == ["", texts[1], ""]


def test_columns_cover_every_history_model() -> None:
    names = {model.__name__ for model, column in migration.columns(apps) if column == "history_actor"}
    assert names == {model.__name__ for model in apps.get_models() if model.__name__.startswith("Historical")}
