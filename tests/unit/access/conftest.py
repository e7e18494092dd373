"""A shared data set per test file, and the visitors of the tournament's pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings

from tests.unit.tournament.web.conftest import visitor

__all__ = ["visitor"]


@pytest.fixture(scope="module")
def one_world(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Create data shared by every test of the file, and delete it afterwards.

    Each test's own transaction is nested inside this one.
    """
    # Not an assignment: the storage of files learns of the folder by Django's signal.
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media"))
    with media, django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
