"""Fixtures of the PDF tests: the documents of both events are rendered once per package and rolled back."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.unit.tournament.printing import papers


@pytest.fixture(scope="package")
def rendered_papers(django_db_setup: Any, django_db_blocker: Any) -> dict[str, bytes]:
    """Return every document by name, as rendered by ``papers.all_papers``."""
    with django_db_blocker.unblock(), transaction.atomic():
        contents = papers.all_papers()
        transaction.set_rollback(True)
    return contents
