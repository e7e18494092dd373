"""Two processes of the production server: no personal data in the log, client addresses, metrics."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests import factories as make
from tests.integration.servers.installation import installation
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.production import PATIENCE, ProductionSite, collected_static, production_site
from tests.integration.servers.worker import production

pytestmark = [pytest.mark.postgres, pytest.mark.soak(gate="tests/unit/ops/test_logs.py::test_personal_data_redacted")]

NAME, SURNAME, MAIL = "Ermenegilda", "Sanguinetti", "ermenegilda@esempio-privato.example"
ACCOUNT, ACCOUNT_MAIL = "segretaria.del.circolo", "segreteria@esempio-privato.example"
WRONG = "la-mia-parola-vera-di-prima"
PHONE, CLAIMED = "203.0.113.77", "198.51.100.66"
GUESSED = "Qx7_wrongTokenOf22Char"
METRICS = "un-segreto-abbastanza-lungo-per-prometheus"
BUILD = f"""
from tests import factories as make
from tournament.access import links
user = make.make_user("{ACCOUNT}")
user.email = "{ACCOUNT_MAIL}"
user.save()
event = make.check_in_event(players=12, name="Torneo riservatissimo")
make.grant(event, user)
link = links.participant_links_make(event=event, by=None)[0]
people = [entry.person for entry in event.entries.all()]
names = [part for one in people for part in (str(one), one.email) if part]
result = {{"slug": event.slug, "token": links.link_token(link), "names": names}}
"""


@dataclass
class Visitor:
    """An HTTP client behind the proxy that ends TLS."""

    site: ProductionSite
    cookies: dict[str, str] = field(default_factory=dict)
    #: The connection's source address: the proxy's, which is trusted, or another.
    source: str = "127.0.0.1"

    def ask(
        self, path: str, form: dict[str, str] | None = None, **headers: str
    ) -> tuple[int, str, http.client.HTTPMessage]:
        """Return status, page and headers of a response."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.site.port, timeout=60, source_address=(self.source, 0)
        )
        request_headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": f"{CLAIMED}, {PHONE}", "Host": "127.0.0.1"}
        request_headers |= {"Referer": "https://127.0.0.1/", **headers}
        if self.cookies:
            request_headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": self.cookies.get("__Host-csrftoken", "")})
            request_headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request("POST" if body is not None else "GET", path, body, request_headers)
        response = connection.getresponse()
        for header in response.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        page = response.read().decode()
        connection.close()
        return response.status, page, response.headers


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return {"folder": tmp_path_factory.mktemp("production")}


@pytest.fixture(scope="module")
def site(facts: dict[str, Any], redis_url: str) -> Iterator[ProductionSite]:
    folder: Path = facts["folder"]
    figures = folder / "metrics"
    figures.mkdir()
    with throwaway_postgres(migrated=True) as url:
        settings = production(
            database=url,
            redis=redis_url,
            FOSSATO_HOSTS="127.0.0.1",
            FOSSATO_SITE_URL="https://127.0.0.1",
            FOSSATO_MEDIA=str(folder / "media"),
            FOSSATO_STATIC=str(collected_static()),
            FOSSATO_METRICS_TOKEN=METRICS,
            FOSSATO_API_RATE="3/h",
            PROMETHEUS_MULTIPROC_DIR=str(figures),
        )
        with installation("postgresql", folder, settings) as site_installation:
            facts |= site_installation.do(BUILD)
        facts["database"] = url
        with production_site(settings, folder) as running:
            yield running


@pytest.fixture(scope="module")
def lived(site: ProductionSite, facts: dict[str, Any]) -> dict[str, Any]:
    """Simulate visitors: a sign-in after a wrong password, links, an entry with an e-mail, a forgotten password."""
    desk = Visitor(site)
    assert desk.ask("/accounts/login/")[0] == 200
    assert desk.ask("/accounts/login/", {"login": ACCOUNT, "password": WRONG})[0] == 200
    assert desk.ask("/accounts/login/", {"login": ACCOUNT, "password": make.PASSWORD})[0] == 302
    assert "__Host-sessionid" in desk.cookies
    entry = {"first_name": NAME, "last_name": SURNAME, "email": MAIL, "city": "Roccacannuccia", "new": "1"}
    path = f"/organizza/{facts['slug']}/iscritti/nuovo/"
    status, page, _headers = desk.ask(path)
    assert status == 200
    status, page, _headers = desk.ask(path, entry)
    assert status == 302, page
    assert SURNAME in desk.ask(f"/organizza/{facts['slug']}/iscritti/")[1]

    phone = Visitor(site)
    status, _page, headers = phone.ask(f"/g/{facts['token']}/", **{"X-Request-ID": "da-nginx-0123456789"})
    assert (status, headers["X-Request-ID"]) == (200, "da-nginx-0123456789")
    assert phone.ask(f"/t/{GUESSED}/")[0] == 404
    phone.ask("/accounts/password/reset/")
    assert phone.ask("/accounts/password/reset/", {"email": ACCOUNT_MAIL})[0] == 302
    return facts


def test_log_json_without_personal_data(site: ProductionSite, lived: dict[str, Any]) -> None:
    text = site.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    views = {line["view"] for line in lines if "view" in line}
    assert views >= {"account_login", "account_reset_password", "entry_add", "entries", "player_phone", "table_link"}
    assert "health_live" in views
    assert len({line["process"] for line in lines}) >= 3
    roles = {line["view"]: line["role"] for line in lines if line.get("view") in ("entries", "player_phone", "login")}
    assert roles["player_phone"] == "link"
    assert roles["entries"] == "account"
    assert {line["request"] for line in lines if line.get("view") == "player_phone"} == {"da-nginx-0123456789"}
    people = [NAME, SURNAME, MAIL, ACCOUNT, ACCOUNT_MAIL, WRONG, make.PASSWORD, "Roccacannuccia", *lived["names"]]
    secrets = [lived["token"], GUESSED, METRICS, lived["slug"], "Torneo riservatissimo"]
    leaked = [secret for secret in [*people, *secrets, PHONE, CLAIMED] if secret in text]
    assert leaked == []


def test_lock_out_by_address_seen_by_proxy(lived: dict[str, Any]) -> None:
    """Values the visitor puts into the header stand left of the proxy's own, and are ignored."""
    with psycopg.connect(lived["database"]) as connection:
        attempts = connection.execute("SELECT username, ip_address::text FROM axes_accessattempt").fetchall()
    # The right password resets the account's failures; the guessed link is counted.
    assert [(name, address.partition("/")[0]) for name, address in attempts] == [("private link", PHONE)]


@pytest.mark.parametrize(
    ("source", "header"),
    [
        ("127.0.0.1", "198.51.100.{}, 203.0.113.80"),
        ("127.0.0.9", "198.51.100.{}"),
        ("127.0.0.8", "127.0.0.1, 10.0.0.{}"),
    ],
    ids=["through the proxy", "past the proxy", "past the proxy as if through it"],
)
def test_forged_address_gives_no_extra_api_requests(site: ProductionSite, source: str, header: str) -> None:
    """Three an hour: of eight requests at most six succeed, should an hour end among them; by forging, all eight."""
    visitor = Visitor(site, source=source)
    responses = [visitor.ask("/api/v1/seasons", **{"X-Forwarded-For": header.format(number)}) for number in range(1, 9)]
    statuses = [status for status, _page, _headers in responses]
    assert set(statuses) <= {200, 429}
    assert statuses.count(429) >= 2
    other = Visitor(site).ask("/api/v1/seasons", **{"X-Forwarded-For": f"198.51.100.1, {source}0"})
    assert other[0] == 200


def test_secure_cookies_and_redirect_to_tls(site: ProductionSite) -> None:
    plain = Visitor(site)
    status, _page, headers = plain.ask("/", **{"X-Forwarded-Proto": "http"})
    assert (status, headers["location"]) == (301, "https://127.0.0.1/")
    status, _page, headers = plain.ask("/accounts/login/")
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert re.search(r"__Host-csrftoken=.*; Secure", headers["set-cookie"])
    assert plain.ask("/health/live", **{"X-Forwarded-Proto": "http"})[0] == 200


def _figures(site: ProductionSite) -> tuple[str, dict[str, float]]:
    status, text, _headers = Visitor(site).ask("/metrics", Authorization=f"Bearer {METRICS}")
    assert status == 200
    families = list(text_string_to_metric_families(text))
    sums: dict[str, float] = {}
    for family in families:
        for sample in family.samples:
            name = f"{sample.name} {sample.labels.get('view', '')}".strip()
            sums[name] = sums.get(name, 0) + sample.value
    return text, sums


def test_metrics_aggregated_and_anonymous(site: ProductionSite, lived: dict[str, Any]) -> None:
    assert Visitor(site).ask("/metrics")[0] == 404
    name = "django_http_responses_total_by_status_view_method_total player_phone"
    before = _figures(site)[1][name]
    for _ in range(12):
        assert Visitor(site).ask(f"/g/{lived['token']}/")[0] == 200
    text, figures = _figures(site)
    assert figures[name] == before + 12
    assert [
        secret for secret in (lived["token"], lived["slug"], ACCOUNT, SURNAME, PHONE, "/g/") if secret in text
    ] == []


def test_stream_gauges_of_both_processes_reset_at_end(site: ProductionSite, lived: dict[str, Any]) -> None:
    streams = []
    for _ in range(6):
        stream = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
        headers = {"X-Forwarded-Proto": "https", "Host": "127.0.0.1"}
        stream.request("GET", f"/parete/{lived['slug']}/novita/", headers=headers)
        response = stream.getresponse()
        assert response.status == 200
        assert response.readline().startswith(b"retry")
        streams.append(stream)
    assert _figures(site)[1]["fossato_live_viewers"] == 6
    for stream in streams:
        stream.close()
    deadline = time.monotonic() + PATIENCE
    while _figures(site)[1]["fossato_live_viewers"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)
