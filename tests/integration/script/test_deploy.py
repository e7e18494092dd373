"""The files of deploy/: they start what there is, with the settings that there are, and nginx knows the streams."""

from __future__ import annotations

import re
import shlex
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from django.urls import reverse

from config.settings import base
from tests.conftest import ROOT
from tests.integration.script.test_server import COMPLETE
from tournament.core import photo_decoding
from tournament.core.tokens import TOKEN_LENGTH

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
NGINX = (DEPLOY / "nginx.conf").read_text()
#: Without these a process that is broken into could do more than its work.
HARDENED = {"NoNewPrivileges": "true", "ProtectSystem": "strict", "ProtectHome": "true", "PrivateTmp": "true"}


def _unit(path: Path) -> dict[str, str]:
    """The [Service] of a unit; a word that comes twice keeps its last value."""
    text = path.read_text().replace("\\\n", " ")
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(text)
    return dict(parser["Service"])


def test_there_are_the_site_workers_one_clock_and_a_backup() -> None:
    assert [path.name for path in UNITS] == [
        "fossato-backup.service",
        "fossato-clock.service",
        "fossato-web.service",
        "fossato-worker@.service",
    ]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_runs_as_nobody_else_and_may_write_its_own_folder_alone(path: Path) -> None:
    unit = _unit(path)
    assert {name: unit.get(name) for name in HARDENED} == HARDENED
    assert (unit["User"], unit["EnvironmentFile"], unit["UMask"]) == ("fossato", "/etc/fossato.env", "0027")
    assert unit["StateDirectory"] == "fossato"


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_cannot_take_the_whole_memory_of_the_machine(path: Path) -> None:
    number, unit = re.fullmatch(r"(\d+)([MG])", _unit(path)["MemoryMax"]).groups()
    assert 128 <= int(number) * {"M": 1, "G": 1024}[unit] <= 1536


def test_the_site_listens_on_the_machine_alone_and_believes_the_proxy() -> None:
    words = shlex.split(_unit(DEPLOY / "fossato-web.service")["ExecStart"])
    assert words[1] == base.ASGI_APPLICATION.replace(".application", ":application")
    assert words[words.index("--host") + 1] == "127.0.0.1"
    assert {"--proxy-headers", "--no-access-log"} <= set(words)
    assert (ROOT / words[words.index("--log-config") + 1]).is_file()
    assert f"server 127.0.0.1:{words[words.index('--port') + 1]};" in NGINX


def test_the_example_of_the_environment_holds_what_is_needed_and_what_is_documented() -> None:
    lines = (DEPLOY / "fossato.env.example").read_text().splitlines()
    names = {line.partition("=")[0] for line in lines if line.startswith("FOSSATO_")}
    page = (ROOT / "docs" / "deployment.md").read_text()
    assert set(COMPLETE) <= names
    assert [name for name in names if f"`{name}`" not in page] == []


STREAMS = (
    reverse("board_events", args=["torneo-di-prova-2026"]),
    reverse("desk_news", args=["torneo-di-prova-2026"]),
    reverse("player_news", args=["x" * TOKEN_LENGTH]),
)


@pytest.mark.parametrize("stream", STREAMS)
def test_nginx_does_not_hold_the_streams_back(stream: str) -> None:
    locations = re.findall(r"location ~ (\S+) \{([^}]*)\}", NGINX)
    (body,) = [body for pattern, body in locations if re.search(pattern, stream)]
    assert "proxy_buffering off;" in body
    assert "gzip off;" in body
    # Tokens are tried here too.
    assert "limit_req zone=fossato " in body


def test_a_night_without_a_database_leaves_the_last_list_of_erasures(tmp_path: Path) -> None:
    """The list is what is needed where the database is lost: it is exchanged only for a whole one."""
    text = (DEPLOY / "fossato-backup.service").read_text()
    (command,) = re.findall(r"^ExecStart=/bin/sh -c '([^']*erasures[^']*)'$", text, re.MULTILINE)
    program = tmp_path / ".venv/bin/python"
    program.parent.mkdir(parents=True)
    program.symlink_to("/bin/sh")
    here = command.replace("/var/lib/fossato/backup", str(tmp_path)).replace("/srv/fossato", str(tmp_path))
    for script, status, kept in (("echo new", 0, "new\n"), ("echo half; exit 1", 1, "new\n")):
        (tmp_path / "manage.py").write_text(script)
        assert subprocess.run(["/bin/sh", "-c", here], check=False).returncode == status
        assert (tmp_path / "erasures.json").read_text() == kept


def test_nginx_sets_the_visitors_address_and_writes_no_path_down() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX
    (form,) = re.findall(r"log_format fossato '([^']*)';", NGINX)
    assert not {"$request", "$request_uri", "$uri", "$remote_addr", "$http_referer"} & set(form.split())


def test_nginx_lets_a_photo_through() -> None:
    found = re.search(r"client_max_body_size (\d+)m;", NGINX)
    assert found is not None
    assert int(found[1]) * 1024 * 1024 > photo_decoding.MOST_BYTES
