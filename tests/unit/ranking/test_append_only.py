"""Test that the ledger and the decisions are append-only, in the models and in the database."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from ranking import append_only
from ranking.models import AppendOnlyError, Decision, LedgerEntry
from tests import reporting

pytestmark = pytest.mark.django_db

MODELS = pytest.mark.parametrize("model", [LedgerEntry, Decision], ids=["ledger", "decisions"])
ATTEMPTS: dict[str, Callable] = {
    "save": lambda model: model.objects.first().save(),
    "delete": lambda model: model.objects.first().delete(),
    "update many": lambda model: model.objects.update(at=None),
    "delete many": lambda model: model.objects.all().delete(),
    "bulk update": lambda model: model.objects.bulk_update(list(model.objects.all()), ["at"]),
}


@MODELS
@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_append_only_model_refuses_changes(model: type, attempt: Callable) -> None:
    reporting.homologated_event()
    before = list(model.objects.values())
    with pytest.raises(AppendOnlyError):
        attempt(model)
    assert list(model.objects.values()) == before != []


@MODELS
@pytest.mark.parametrize("statement", ["UPDATE {} SET at = at", "DELETE FROM {}"], ids=["update", "delete"])
def test_append_only_database_refuses_changes(model: type, statement: str) -> None:
    reporting.homologated_event()
    before = model.objects.count()
    with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
        connection.cursor().execute(statement.format(model._meta.db_table))
    assert model.objects.count() == before > 0


def test_append_only_triggers_exist_after_migrations() -> None:
    names = {f"{table}_no_{verb}" for table in append_only.TABLES for verb in append_only.VERBS}
    query = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(query)
        assert names <= {name for (name,) in cursor.fetchall()}


@pytest.mark.django_db(transaction=True)
def test_append_only_tables_can_be_flushed_after_a_transactional_test() -> None:
    reporting.homologated_event()
    assert LedgerEntry.objects.exists()
