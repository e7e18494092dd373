"""A throw-away PostgreSQL from Debian's package: made in a temporary folder, on a free port, gone afterwards.

As a program it runs a command beside such a server, with FOSSATO_DATABASE_URL set:

    python -m tests.servers.postgres -- pytest -m database
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

from tests.servers.ports import free_port

DATABASE = "fossato"
# Nothing here must survive the machine, so nothing waits for the disk.
OPTIONS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "60"}


class ServerMissingError(RuntimeError):
    """The server's programs are not installed."""


def programs_folder() -> Path:
    """The folder of initdb and pg_ctl, of the newest PostgreSQL that the machine has.

    Raises ServerMissingError where there is none.
    """
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).resolve().parent
    raise ServerMissingError("PostgreSQL is not installed: run script/bootstrap --dev")


def _owner() -> str | None:
    """The account that runs the server: PostgreSQL refuses root; None is ourselves."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _run(command: list[str | Path], owner: str | None, folder: Path) -> None:
    log = folder / "commands.log"
    with log.open("ab") as output:
        # PGDATABASE and its kin of the caller would send the commands to another server.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        done = subprocess.run(
            command, user=owner, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    if done.returncode:
        server = folder / "server.log"
        told = log.read_text() + (server.read_text() if server.exists() else "")
        raise RuntimeError(f"{Path(command[0]).name} failed:\n{told}")


@contextmanager
def throwaway_postgres() -> Iterator[str]:
    """Start a server, make an empty database, give its URL, and take both away at the end."""
    programs = programs_folder()
    owner = _owner()
    folder = Path(tempfile.mkdtemp(prefix="fossato-postgres-"))
    if owner:
        shutil.chown(folder, owner)
    data = folder / "data"
    port = free_port()
    try:
        _run([programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"], owner, folder)
        options = {
            **OPTIONS,
            "port": str(port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": str(folder),
        }
        flags = " ".join(f"-c {name}={value}" for name, value in options.items())
        control = [programs / "pg_ctl", "-D", data, "-l", folder / "server.log", "-w"]
        _run([*control, "-o", flags, "start"], owner, folder)
        try:
            address = ["-h", "127.0.0.1", "-p", str(port), "-U", "postgres"]
            _run([programs / "createdb", *address, DATABASE], owner, folder)
            yield f"postgres://postgres@127.0.0.1:{port}/{DATABASE}"
        finally:
            _run([*control, "-m", "immediate", "stop"], owner, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(arguments: list[str]) -> int:
    """Run a command beside a throw-away server; its exit status is ours."""
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
