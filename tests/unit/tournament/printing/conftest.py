"""The papers of both events are made once; nothing of them stays in the database."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.unit.tournament.printing import papers


@pytest.fixture(scope="package")
def made(django_db_setup: Any, django_db_blocker: Any) -> dict[str, bytes]:
    """Every paper by name, as ``papers.all_papers`` makes them."""
    with django_db_blocker.unblock(), transaction.atomic():
        contents = papers.all_papers()
        transaction.set_rollback(True)
    return contents
