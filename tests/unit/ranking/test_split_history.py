"""Test the migration that splits "verb|who: reason" of old history rows into columns, and back."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from tests import factories as make
from tournament.models import Entry, Season

pytestmark = pytest.mark.django_db

migration = import_module("ranking.migrations.0009_split_history_reasons")

#: Old change reason -> verb, actor, reason.
ROWS = {
    "season_create|": ("season_create", "", ""),
    "season_update|Letta | due volte: sì": ("season_update", "", "Letta | due volte: sì"),
    "sheet_submit|[[LINK_OF_TABLE:7]]": ("sheet_submit", "[[LINK_OF_TABLE:7]]", ""),
    "help_call|[[LINK_OF_PLAYER:Ada | Neri]]: Manca\nun dado": (
        "help_call",
        "[[LINK_OF_PLAYER:Ada | Neri]]",
        "Manca\nun dado",
    ),
    "report_overdue|[[NO_REPORT]]": ("report_overdue", "", "[[NO_REPORT]]"),
    "note|Si veda |[[LINK_OF_TABLE:7]]": ("note", "", "Si veda |[[LINK_OF_TABLE:7]]"),
    "|senza verbo": ("", "", "senza verbo"),
    "saved without a service": ("", "", "saved without a service"),
    None: ("", "", None),
}


def _old_rows() -> list[int]:
    season = make.make_season()
    history = Season.history.model
    history.objects.filter(id=season.pk).update(history_verb="", history_change_reason="season_create|")
    (first,) = history.objects.filter(id=season.pk)
    pks = []
    for text in ROWS:
        first.pk, first.history_change_reason = None, text
        first.save()
        pks.append(first.pk)
    return pks


def _columns(pks: list[int]) -> list[tuple[str, str, str | None]]:
    rows = Season.history.model.objects.in_bulk(pks)
    return [(rows[pk].history_verb, rows[pk].history_actor, rows[pk].history_change_reason) for pk in pks]


def test_split_history_fills_columns_and_join_undoes_it() -> None:
    pks = _old_rows()
    editor = connection.schema_editor()
    migration.split(apps, editor)
    assert _columns(pks) == list(ROWS.values())
    migration.split(apps, editor)
    assert _columns(pks) == list(ROWS.values())
    migration.join(apps, editor)
    assert [reason for _verb, _actor, reason in _columns(pks)] == [
        "senza verbo" if text == "|senza verbo" else text for text in ROWS
    ]


def test_split_history_covers_every_history_model() -> None:
    names = {model.__name__ for model in migration.history_models(apps)}
    assert names == {model.__name__ for model in apps.get_models() if model.__name__.startswith("Historical")}
    assert Entry.history.model.__name__ in names
