"""Run the site under a real ASGI server on a copy of the test's database: streams need it, and it can be restarted."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.integration.servers.ports import free_port
from tests.integration.servers.site import ROOT, clean_environment, wait_for_line
from tournament.models import Table

READY = "Uvicorn running on"


class Site:
    """A server process. Sessions opened by ``force_login`` in the test are valid there too."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "site.sqlite3"
        self._server: subprocess.Popen[str] | None = None
        connection.ensure_connection()
        copy = sqlite3.connect(self.database)
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=WAL")
        copy.close()

    def start(self) -> None:
        """Start the server on the same port as before."""
        settings = {
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "FOSSATO_DATABASE_URL": f"sqlite:///{self.database}",
        }
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(self.port)]
        self._server = subprocess.Popen(
            [*command, "--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "1"],
            cwd=ROOT,
            env=clean_environment(**settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._server.stdout is not None
        wait_for_line(self._server, READY)

    def kill(self) -> None:
        """Kill the server without any shutdown, as in a power cut."""
        assert self._server is not None
        self._server.kill()
        self._server.communicate()
        self._server = None

    def stop(self) -> None:
        """Stop the server, reading its output so that it cannot block."""
        if self._server is None:
            return
        if self._server.poll() is None:
            os.kill(self._server.pid, signal.SIGTERM)
        self._server.communicate()
        self._server = None

    def post(self, client: Client, name: str, args: list[Any], data: dict[str, Any]) -> int:
        """Post a form as the signed-in user of ``client``; return the response's status."""
        cookies = {"sessionid": client.cookies["sessionid"].value, "csrftoken": "t" * 32}
        request = urllib.request.Request(
            f"{self.url}{reverse(name, args=args)}",
            data=urlencode({**data, "csrfmiddlewaretoken": "t" * 32}).encode(),
            headers={"Cookie": "; ".join(f"{key}={value}" for key, value in cookies.items())},
        )
        with urllib.request.build_opener(_Stay).open(request, timeout=20) as response:
            return int(response.status)

    def confirm(self, client: Client, table: Table) -> None:
        """Confirm, as the referee, a table's sheet that was entered before the copy was made."""
        args = [table.round.event.slug, table.round.number, table.number]
        assert self.post(client, "sheet_confirm", args, {"version": "1", "accept_warnings": "on"}) == 302


class _Stay(urllib.request.HTTPRedirectHandler):
    """Do not follow redirects."""

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp
