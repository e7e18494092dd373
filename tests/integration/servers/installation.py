"""A separate installation to back up, drop and restore: a process with Django set up that executes given code."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.integration.servers.site import ROOT

#: Functions available to the code, besides its own variables.
PRELUDE = '''
import io, json, sys, traceback
import django
django.setup()
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction

def command(*words):
    """Runs a command: exit status, what it said, what it complained of."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command(*words, stdout=out, stderr=err)
    except CommandError as error:
        status = 1
        err.write(str(error))
    except SystemExit as end:
        status = end.code
    return {"status": status, "out": out.getvalue(), "err": err.getvalue()}

def say(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)

def stable(value):
    """Return a value whose repr does not depend on the database: PostgreSQL orders the names of a JSON object anew."""
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else value

def everything():
    """Return one digest of each table and of each file; hidden files are locks, no data."""
    import hashlib, os
    from django.apps import apps
    found = {}
    for model in apps.get_models():
        names = [column.attname for column in model._meta.concrete_fields]
        rows = model._default_manager.order_by().values_list(*names)
        rows = repr(sorted(repr([stable(value) for value in row]) for row in rows))
        found[model._meta.label] = hashlib.sha256(rows.encode()).hexdigest()
    for folder, _folders, files in os.walk(settings.MEDIA_ROOT):
        for name in (name for name in files if not name.startswith(".")):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, settings.MEDIA_ROOT)] = hashlib.sha256(file.read()).hexdigest()
    return found

answers = sys.stdout
sys.stdout = sys.stderr
known = {"command": command, "say": say, "everything": everything, "connection": connection}
for line in sys.stdin:
    known["result"], error = None, ""
    try:
        exec(json.loads(line), known)
    except Exception:
        error = traceback.format_exc()
    answers.write(json.dumps([error, known["result"]]) + "\\n")
    answers.flush()
'''


@dataclass
class Installation:
    """Paths of an installation, and a channel to its process."""

    vendor: str
    folder: Path
    environment: dict[str, str]
    _process: subprocess.Popen[str]

    def do(self, code: str) -> Any:
        """Run code in the process; return its ``result``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, (self.folder / "errors").read_text()
        error, result = json.loads(answer)
        assert not error, error
        return result

    def command(self, *words: str) -> dict[str, Any]:
        """Run a command of manage.py in the process."""
        result: dict[str, Any] = self.do(f"result = command(*{words!r})")
        return result

    def everything(self) -> dict[str, str]:
        """Return a digest of every table and file."""
        digests: dict[str, str] = self.do("result = everything()")
        return digests

    @property
    def database_name(self) -> str:
        """Return the name that the operator has to type."""
        name: str = self.do("from ops.backup.databases import database_name; result = database_name()")
        return name


@contextmanager
def installation(vendor: str, folder: Path, environment: dict[str, str]) -> Iterator[Installation]:
    """Start the process; end it at the end of the block."""
    with (folder / "errors").open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", PRELUDE],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            yield Installation(vendor, folder, environment, process)
        finally:
            process.communicate()
