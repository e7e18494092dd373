"""Errors of a laptop's server are logged to its console."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.integration.servers.site import ROOT, clean_environment

#: A request to the embedded site whose database has no tables.
REQUEST = """
import django
django.setup()
from django.test import Client
print(Client(raise_request_exception=False).get("/").status_code)
"""


@pytest.mark.soak(gate="tests/unit/ops/test_logs.py::test_exception_logged_without_text")
def test_error_logged_to_console_with_traceback(tmp_path: Path) -> None:
    settings = clean_environment(
        DJANGO_SETTINGS_MODULE="config.settings.embedded", FOSSATO_SQLITE=str(tmp_path / "empty.sqlite3")
    )
    done = subprocess.run(
        [sys.executable, "-c", REQUEST], cwd=ROOT, env=settings, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "500"
    assert "django.request: Internal Server Error: /" in done.stderr
    assert "Traceback (most recent call last)" in done.stderr
    assert "no such table" in done.stderr
