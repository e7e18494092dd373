"""A throw-away PostgreSQL from Debian's package: made in a temporary folder, on a free port, gone afterwards.

As a program it runs a command beside such a server, with FOSSATO_DATABASE_URL set:

    python -m tests.integration.servers.postgres -- pytest -m database
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.integration.servers.leftovers import watch_folder
from tests.integration.servers.ports import free_port
from tests.integration.servers.site import ROOT, clean_environment
from tests.state import database_state, get_or_build, template_name

DATABASE = "fossato"
# Nothing here must survive the machine, so nothing waits for the disk.
OPTIONS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "60"}


class ServerMissingError(RuntimeError):
    """The server's programs are not installed."""


def programs_folder() -> Path:
    """Return the folder of initdb and pg_ctl, of the newest PostgreSQL on the machine.

    Raises ServerMissingError where there is none.
    """
    initdb_paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    on_path = shutil.which("initdb")
    if initdb_paths:
        return initdb_paths[-1].parent
    if on_path:
        return Path(on_path).resolve().parent
    raise ServerMissingError("PostgreSQL is not installed: run script/bootstrap --dev")


def _owner() -> str | None:
    """Return the account that runs the server, as PostgreSQL refuses root; None is the current user."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _run(command: list[str | Path], owner: str | None, folder: Path) -> None:
    log = folder / "commands.log"
    with log.open("ab") as output:
        # PGDATABASE and similar variables of the caller would send the commands to another server.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        done = subprocess.run(
            command, user=owner, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    if done.returncode:
        server = folder / "server.log"
        logged = log.read_text() + (server.read_text() if server.exists() else "")
        raise RuntimeError(f"{Path(command[0]).name} failed:\n{logged}")


class Postgres:
    """A running server that can be stopped and started again. Raises ServerMissingError."""

    def __init__(self, **options: str) -> None:
        self._programs = programs_folder()
        self._owner = _owner()
        self._folder = Path(tempfile.mkdtemp(prefix="fossato-postgres-"))
        watch_folder(self._folder)
        self._data = self._folder / "data"
        self.port = free_port()
        self._options = {
            **OPTIONS,
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(self._folder),
            **options,
        }
        if self._owner:
            shutil.chown(self._folder, self._owner)

    def make(self) -> None:
        """Copy the migrated cluster and start it."""
        shutil.copytree(migrated_cluster(), self._data)
        self._own_data()
        self.start()

    def make_migrated(self) -> None:
        """Create an empty cluster, start it and migrate its database ``template_name()``."""
        self._do("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        self.start()
        environment = clean_environment(
            DJANGO_SETTINGS_MODULE="config.settings.test", FOSSATO_DATABASE_URL=self.database(template_name())
        )
        command = [sys.executable, "manage.py", "migrate", "--no-input", "--run-syncdb", "--verbosity", "0"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"migrate failed:\n{done.stderr}")

    def copy_to(self, folder: Path) -> None:
        """Stop the server in good order and copy its data."""
        self.stop("fast")
        shutil.copytree(self._data, folder)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        flags = " ".join(f"-c {name}={value}" for name, value in self._options.items())
        self._control("-o", flags, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: ``fast`` disconnects clients in good order, ``immediate`` is a crash."""
        self._control("-m", mode, "stop")

    def database(self, name: str = DATABASE, template: str = "template1") -> str:
        """Create a database, as a copy of an unused one, and return its URL."""
        self._do("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-T", template, name)
        return f"postgres://postgres@127.0.0.1:{self.port}/{name}"

    def remove(self) -> None:
        """Delete the server's folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _own_data(self) -> None:
        self._data.chmod(0o700)
        if self._owner:
            for path in (self._data, *self._data.rglob("*")):
                shutil.chown(path, self._owner)

    def _control(self, *words: str) -> None:
        self._do("pg_ctl", "-D", self._data, "-l", self._folder / "server.log", "-w", *words)

    def _do(self, program: str, *words: str | Path) -> None:
        _run([self._programs / program, *words], self._owner, self._folder)


def _build_cluster(folder: Path) -> None:
    server = Postgres()
    try:
        server.make_migrated()
        server.copy_to(folder)
    finally:
        server.remove()


def migrated_cluster() -> Path:
    """Return the data of a stopped server that holds a migrated database, built once for a state of the code."""
    return get_or_build("cluster", database_state(), _build_cluster)


@contextmanager
def running_postgres(**options: str) -> Iterator[Postgres]:
    """Run a separate server; it and its folder are removed at the end.

    Arguments:
        options: settings of the server beside or instead of OPTIONS.
    """
    server = Postgres(**options)
    try:
        server.make()
        try:
            yield server
        finally:
            server.stop()
    finally:
        server.remove()


@contextmanager
def throwaway_postgres(*, migrated: bool = False) -> Iterator[str]:
    """Start a server, create an empty or a migrated database, yield its URL, and remove both at the end."""
    with running_postgres() as server:
        yield server.database(template=template_name()) if migrated else server.database()


def main(arguments: list[str]) -> int:
    """Run a command beside a throw-away server; return its exit status."""
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if not command:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with throwaway_postgres() as url:
            return subprocess.run(command, env={**os.environ, "FOSSATO_DATABASE_URL": url}).returncode
    except ServerMissingError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
