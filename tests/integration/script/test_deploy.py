"""The files of deploy/: existing programs are started, with existing settings, and nginx handles the streams."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml
from django.urls import reverse

from config.settings import base
from ops import metrics
from tests.conftest import ROOT
from tests.integration.script.test_server import COMPLETE
from tournament.core.tokens import TOKEN_LENGTH
from tournament.records import photo_decoding

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
NGINX = (DEPLOY / "nginx.conf").read_text()
#: Hardening that limits what a compromised process can do.
HARDENED = {"NoNewPrivileges": "true", "ProtectSystem": "strict", "ProtectHome": "true", "PrivateTmp": "true"}


def _unit(path: Path) -> dict[str, str]:
    """Parse the [Service] section of a unit; a repeated key keeps its last value."""
    text = path.read_text().replace("\\\n", " ")
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(text)
    return dict(parser["Service"])


def test_units_hardened_with_own_user_and_limited_memory() -> None:
    assert UNITS
    for path in UNITS:
        unit = _unit(path)
        assert {name: unit.get(name) for name in HARDENED} == HARDENED, path
        assert (unit["User"], unit["EnvironmentFile"], unit["UMask"]) == ("fossato", "/etc/fossato.env", "0027"), path
        assert unit["StateDirectory"] == "fossato", path
        number, magnitude = re.fullmatch(r"(\d+)([MG])", unit["MemoryMax"]).groups()
        assert 128 <= int(number) * {"M": 1, "G": 1024}[magnitude] <= 1536, path


def test_units_read_by_systemd_without_a_complaint(tmp_path: Path) -> None:
    # systemd does not run here; its own reader still names unknown settings, bad values and programs that do not exist.
    for path in [*UNITS, *DEPLOY.glob("*.timer")]:
        name = path.name.replace("web@", "web@8000").replace("worker@", "worker@mail")
        text = path.read_text().replace("/srv/fossato/.venv/bin", str(Path(sys.executable).parent))
        (tmp_path / name).write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    reader = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (reader.returncode, reader.stderr) == (0, "")


def test_site_listens_on_loopback_behind_proxy() -> None:
    words = shlex.split(_unit(DEPLOY / "fossato-web@.service")["ExecStart"])
    assert words[1] == base.ASGI_APPLICATION.replace(".application", ":application")
    assert words[words.index("--host") + 1] == "127.0.0.1"
    assert {"--proxy-headers", "--no-access-log"} <= set(words)
    assert (ROOT / words[words.index("--log-config") + 1]).is_file()
    assert words[words.index("--port") + 1] == "%i"
    ports = re.findall(r"fossato-web@\{([\d,]+)\}", (DEPLOY / "README.md").read_text())[0].split(",")
    assert re.findall(r"server 127\.0\.0\.1:(\d+) max_fails=0;", NGINX) == ports


def test_environment_example_complete_and_documented() -> None:
    lines = (DEPLOY / "fossato.env.example").read_text().splitlines()
    names = {line.partition("=")[0] for line in lines if line.startswith("FOSSATO_")}
    page = (ROOT / "docs" / "deployment.md").read_text()
    assert set(COMPLETE) <= names
    assert [name for name in names if f"`{name}`" not in page] == []


STREAMS = (
    reverse("board_events", args=["torneo-di-prova-2026"]),
    reverse("event_news", args=["torneo-di-prova-2026"]),
    reverse("desk_news", args=["torneo-di-prova-2026"]),
    reverse("player_news", args=["x" * TOKEN_LENGTH]),
)


@pytest.mark.parametrize("stream", STREAMS)
def test_nginx_streams_unbuffered(stream: str) -> None:
    locations = re.findall(r"location ~ (\S+) \{([^}]*)\}", NGINX)
    (body,) = [body for pattern, body in locations if re.search(pattern, stream)]
    assert "proxy_buffering off;" in body
    assert "gzip off;" in body
    # Tokens can be guessed here too.
    assert "limit_req zone=fossato_pages " in body


def test_failed_erasure_list_keeps_previous_one(tmp_path: Path) -> None:
    """The list is needed when the database is lost: it is replaced only by a complete one."""
    text = (DEPLOY / "fossato-backup.service").read_text()
    (command,) = re.findall(r"^ExecStart=/bin/sh -c '([^']*erasures[^']*)'$", text, re.MULTILINE)
    program = tmp_path / ".venv/bin/python"
    program.parent.mkdir(parents=True)
    program.symlink_to("/bin/sh")
    local_command = command.replace("/var/lib/fossato/backup", str(tmp_path)).replace("/srv/fossato", str(tmp_path))
    for script, status, expected in (("echo new", 0, "new\n"), ("echo half; exit 1", 1, "new\n")):
        (tmp_path / "manage.py").write_text(script)
        assert subprocess.run(["/bin/sh", "-c", local_command], check=False).returncode == status
        assert (tmp_path / "erasures.json").read_text() == expected


def test_nginx_sets_client_address_and_logs_no_path() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX
    (form,) = re.findall(r"log_format fossato '([^']*)';", NGINX)
    assert not {"$request", "$request_uri", "$uri", "$remote_addr", "$http_referer"} & set(form.split())


def test_nginx_accepts_photo_size() -> None:
    size_match = re.search(r"client_max_body_size (\d+)m;", NGINX)
    assert size_match is not None
    assert int(size_match[1]) * 1024 * 1024 > photo_decoding.MOST_BYTES


def test_alert_rules_name_metrics_that_exist(db: None) -> None:
    text = (DEPLOY / "alerts.yml").read_text()
    rules = [rule for group in yaml.safe_load(text)["groups"] for rule in group["rules"]]
    assert all(rule["expr"] and rule["annotations"]["summary"] for rule in rules)
    names = {family.name for family in metrics.ChampionshipCollector().collect()}
    assert set(re.findall(r"fossato_\w+", text)) <= names
