"""The shipped nginx file: it loads, serves a venue behind one address, and keeps pages of everybody for two seconds.

Beyond its limits it responds 429 with Retry-After. ``tests/integration/browser/test_production.py`` does its tasks
through it; in ``script/test --soak`` an event of many concurrent users passes through it too
(``tests/integration/concurrency/test_sixty_four.py``).
"""

from __future__ import annotations

import gzip
import http.client
import math
import random
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from ssl import SSLContext
from threading import Event, local
from typing import Any

import pytest

from ops.checks.site import check_redirect
from tests.integration.servers.installation import installation
from tests.integration.servers.nginx import Proxy, command, fitted_nginx, running_nginx
from tests.integration.servers.ports import free_port
from tests.integration.servers.postgres import throwaway_postgres
from tests.integration.servers.production import ProductionSite, collected_static, production_site
from tests.integration.servers.site import ROOT
from tests.integration.servers.worker import production
from tests.volume import VOLUME

#: Per venue: phones; simultaneous page requests of a burst, and the static files requested with them.
PHONES, BURST, FILES = VOLUME.venue_phones, VOLUME.venue_burst, 8 * VOLUME.venue_burst
#: Seconds from one request of a phone to its next: ten and the answer, which is slow beside other tests.
PACE = 15 if math.isfinite(VOLUME.venue_slow_seconds) else 60
#: Requests from one address after which the limit must apply.
FLOOD = 20_000
BUILD = """
from tests import factories as make
from tournament.access import links
event = make.check_in_event(players=12)
tokens = [links.link_token(link) for link in links.participant_links_make(event=event, by=None)]
from django.conf import settings
from django.test import Client
client = Client()
client.force_login(make.make_user(first_name="Ilaria", last_name="Testa"))
session = client.cookies[settings.SESSION_COOKIE_NAME].value
one = event.entries.select_related("person").earliest("number")
result = {"slug": event.slug, "token": tokens[0], "tokens": tokens, "session": session}
result |= {"player": str(one.person), "entry": one.pk}
"""
#: Withdraws the consent of a player of the event, in a process of its own.
WITHDRAW = """
from tournament.records.consents import consent_set
from tournament.models import Consent, Entry
consent_set(person=Entry.objects.get(pk=%d).person, consent=False, source=Consent.Source.MAIL, by=None)
"""


def test_nginx_file_loads() -> None:
    with fitted_nginx() as proxy:
        done = subprocess.run(command(proxy, "-t"), capture_output=True, text=True, check=False)
        begun = (proxy.folder / "begin.log").read_text()
    assert done.returncode == 0, done.stderr
    assert "test is successful" in done.stderr
    assert "[warn]" not in done.stderr + begun


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    return {}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, redis_url: str, facts: dict[str, Any]) -> Iterator[ProductionSite]:
    folder: Path = tmp_path_factory.mktemp("behind-nginx")
    with throwaway_postgres(migrated=True) as url:
        settings = production(
            database=url,
            redis=redis_url,
            FOSSATO_HOSTS="127.0.0.1",
            FOSSATO_SITE_URL="https://127.0.0.1",
            FOSSATO_MEDIA=str(folder / "media"),
            FOSSATO_STATIC=str(collected_static()),
        )
        with installation("postgresql", folder, settings) as site_installation:
            facts |= {**site_installation.do(BUILD), "settings": settings}
        with production_site(settings, folder) as running:
            yield running


@pytest.fixture
def proxy(site: ProductionSite) -> Iterator[Proxy]:
    """Start an nginx with empty rate limit counters."""
    with running_nginx(upstream=site.port, static=collected_static()) as running:
        yield running


@pytest.fixture
def ask(proxy: Proxy) -> Iterator[Callable[..., tuple[int, Any, bytes]]]:
    with asking(proxy) as send_request:
        yield send_request


@contextmanager
def asking(proxy: Proxy) -> Iterator[Callable[..., tuple[int, Any, bytes]]]:
    """Yield a function that sends requests on a connection per thread."""
    thread_local, opened, trusted = local(), [], proxy.trusting()

    def send_request(path: str, method: str = "GET", **headers: str) -> tuple[int, Any, bytes]:
        if not hasattr(thread_local, "way"):
            thread_local.way = http.client.HTTPSConnection("127.0.0.1", proxy.port, timeout=120, context=trusted)
            opened.append(thread_local.way)
        thread_local.way.request(method, path, headers=headers)
        response = thread_local.way.getresponse()
        return response.status, response.headers, response.read()

    yield send_request
    for connection in opened:
        connection.close()


def _statuses(ask: Callable[..., tuple[int, Any, bytes]], paths: list[str], threads: int) -> Counter[int]:
    with ThreadPoolExecutor(threads) as pool:
        return Counter(status for status, _headers, _body in pool.map(ask, paths))


@pytest.mark.postgres
def test_nginx_serves_venue_behind_one_address(
    ask: Callable[..., tuple[int, Any, bytes]], facts: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    page = ask("/accounts/login/")[2].decode()
    files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)))
    assert len(files) >= 5
    many = [files[index % len(files)] for index in range(FILES)]
    assert _statuses(ask, many, 32) == {200: FILES}
    assert _statuses(ask, [f"/g/{facts['token']}/"] * BURST, BURST) == {200: BURST}
    assert _statuses(ask, ["/accounts/login/"] * BURST, BURST) == {200: BURST}
    record_property("counts", f"{FILES} static files, {BURST} players' pages, {BURST} sign-in pages: all 200")


@pytest.mark.postgres
@pytest.mark.soak(gate="tests/integration/servers/test_nginx.py::test_nginx_serves_venue_behind_one_address")
@pytest.mark.alone
def test_venue_stays_served_for_its_whole_round(
    proxy: Proxy, facts: dict[str, Any], record_property: Callable[[str, object], None]
) -> None:
    """Every phone keeps its stream open and loads its page again and again, all from one address."""
    ends = time.monotonic() + VOLUME.venue_seconds
    trusted = proxy.trusting()
    with ThreadPoolExecutor(PHONES) as pool:
        tokens = [facts["tokens"][number % len(facts["tokens"])] for number in range(PHONES)]
        phones = [pool.submit(_phone, proxy, trusted, token, ends, number) for number, token in enumerate(tokens)]
        asked = [answer for phone in phones for answer in phone.result()]
    statuses = Counter(status for status, _seconds in asked)
    late = sorted(seconds for _status, seconds in asked)[int(len(asked) * 0.95)]
    seconds = VOLUME.venue_seconds
    record_property("counts", f"{PHONES} phones, {seconds} s: {dict(statuses)}, p95 {late * 1000:.0f} ms")
    print(f"{PHONES} phones, {seconds} s: {dict(statuses)}, 95th percentile {late * 1000:.0f} ms")
    assert set(statuses) == {200}
    assert len(asked) >= PHONES * seconds // PACE
    assert late < VOLUME.venue_slow_seconds


def _phone(proxy: Proxy, trusted: SSLContext, token: str, ends: float, number: int) -> list[tuple[int, float]]:
    """Open a player's stream, and load the page now and then; return status and seconds of every answer."""
    answers = []

    def timed_get(connection: http.client.HTTPSConnection, path: str) -> http.client.HTTPResponse:
        began = time.monotonic()
        connection.request("GET", path, headers={"Accept-Language": "it"})
        answer = connection.getresponse()
        if not path.endswith("/novita/"):
            answer.read()
        answers.append((answer.status, time.monotonic() - began))
        return answer

    pause = random.Random(number)
    with (
        closing(http.client.HTTPSConnection("127.0.0.1", proxy.port, timeout=60, context=trusted)) as stream,
        closing(http.client.HTTPSConnection("127.0.0.1", proxy.port, timeout=60, context=trusted)) as pages,
    ):
        # A hall opens its pages over some seconds, not in one.
        every = VOLUME.venue_page_seconds
        Event().wait(pause.uniform(0, every))
        timed_get(pages, f"/g/{token}/")
        timed_get(stream, f"/g/{token}/novita/")
        while (wait := pause.uniform(every / 2, every * 1.5)) < ends - time.monotonic():
            Event().wait(wait)
            timed_get(pages, f"/g/{token}/")
        # The stream stays open to the end, without a last page of all phones at once.
        Event().wait(max(0.0, ends - time.monotonic()))
    return answers


def test_nginx_rate_limit_sends_retry_after() -> None:
    """The limit is counted before a request goes to the site: no site is needed behind it."""
    with running_nginx(upstream=1, static=collected_static()) as proxy:
        statuses: Counter[str] = Counter()
        throttled: list[str] = []
        while not throttled and statuses.total() < FLOOD:
            responses = _pipelined(proxy, "/health/live", 800)
            statuses.update(response[:3] for response in responses)
            throttled = [response for response in responses if response.startswith("429")]
        assert set(statuses) == {"502", "429"}
        assert statuses["502"] >= 1200
        assert "\r\nRetry-After: 5\r\n" in throttled[0]
        assert "riprova tra 5 secondi" in throttled[0]
        with asking(proxy) as ask:
            # Static files are not limited.
            assert ask("/static/" + _collected("fossato/css", "site.*.css"))[0] == 200


def _pipelined(proxy: Proxy, path: str, number: int) -> list[str]:
    """Send requests on one connection without waiting for each response; return the responses from their status on."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()
    with (
        socket.create_connection(("127.0.0.1", proxy.port), timeout=60) as plain,
        proxy.trusting().wrap_socket(plain, server_hostname="127.0.0.1") as connection,
    ):
        connection.sendall((request + b"\r\n") * (number - 1) + request + b"Connection: close\r\n\r\n")
        received = b"".join(iter(partial(connection.recv, 65536), b""))
    return received.decode().split("HTTP/1.1 ")[1:]


def _collected(folder: str, name: str) -> str:
    static_file = next(candidate for candidate in sorted((collected_static() / folder).glob(name)))
    return str(static_file.relative_to(collected_static()))


@pytest.mark.postgres
def test_nginx_static_files_compressed_and_cacheable(ask: Callable[..., tuple[int, Any, bytes]]) -> None:
    style = "/static/" + _collected("fossato/css", "site.*.css")
    status, headers, _body = ask(style, **{"Accept-Encoding": "gzip"})
    assert (status, headers["Content-Encoding"], headers["Content-Type"]) == (200, "gzip", "text/css")
    assert "immutable" in headers["Cache-Control"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000")
    assert "immutable" not in ask("/static/fossato/css/site.css")[1]["Cache-Control"]
    assert ask("/static/../../etc/passwd")[0] in (400, 404)
    assert ask("/static/none.css")[0] == 404


@pytest.mark.postgres
def test_nginx_redirects_to_tls_and_hides_metrics(proxy: Proxy, ask: Callable[..., tuple[int, Any, bytes]]) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=30)) as plain:
        plain.request("GET", "/ranking/")
        response = plain.getresponse()
        assert (response.status, response.headers["Location"]) == (301, "https://127.0.0.1/ranking/")
    assert ask("/accounts/login/", "POST")[0] == 403
    log = (proxy.folder / "fossato.log").read_text()
    assert "/accounts/" not in log
    assert "127.0.0.1" not in log


def _request_of(answer: tuple[int, Any, bytes]) -> str:
    """Return the number of the request that the site made an answer for."""
    assert answer[0] == 200
    return str(answer[1]["X-Request-ID"])


@pytest.mark.postgres
def test_nginx_asks_the_site_once_for_visitors_without_an_account(
    ask: Callable[..., tuple[int, Any, bytes]], facts: dict[str, Any]
) -> None:
    page = f"/eventi/{facts['slug']}/"
    first = ask(page, **{"Accept-Language": "it-IT,it;q=0.9,en;q=0.8"})
    alike = [
        ask(page, **headers)
        for headers in (
            {"Accept-Language": "it"},
            {"Accept-Language": "en", "Cookie": "django_language=it"},
            {"Accept-Language": "it", "Accept-Encoding": "gzip"},
        )
    ]
    assert first[1]["Cache-Control"] == "public, s-maxage=2"
    assert {_request_of(answer) for answer in alike} == {_request_of(first)}
    different = [
        ask(page, **{"Accept-Language": "en"}),
        ask(page, **{"Accept-Language": "it", "Cookie": "django_language=en"}),
        ask(page + "?parte=iscritti", **{"Accept-Language": "it"}),
        *(
            ask(page, **{"Accept-Language": "it", "Cookie": cookie})
            for cookie in ("csrftoken=x", "django_language=it; a=b")
        ),
        ask(page, **{"Accept-Language": "it", "HX-Request": "true"}),
        ask(page, **{"Accept-Language": "it", "Authorization": "Bearer x"}),
    ]
    assert all(_request_of(answer) != _request_of(first) for answer in different)
    assert _request_of(different[0]) == _request_of(different[1])
    assert b'lang="en"' in different[0][2]
    assert b'lang="it"' in first[2]
    assert alike[-1][1]["Content-Encoding"] == "gzip"
    assert gzip.decompress(alike[-1][2]) == first[2]


@pytest.mark.postgres
def test_nginx_limit_counts_no_kept_page(proxy: Proxy, facts: dict[str, Any]) -> None:
    """More requests of one address than its limit lets through to the site."""
    answers = [answer for _turn in range(3) for answer in _pipelined(proxy, f"/eventi/{facts['slug']}/", 800)]
    assert Counter(answer[:3] for answer in answers) == {"200": 2400}


@pytest.mark.postgres
def test_nginx_keeps_no_page_without_the_mark(
    ask: Callable[..., tuple[int, Any, bytes]], facts: dict[str, Any]
) -> None:
    addresses = ("/accounts/login/", f"/g/{facts['token']}/", f"/eventi/{facts['slug']}/iscrizione/", "/schemas/")
    for address in (*addresses, f"/parete/{facts['slug']}/parte/"):
        assert _request_of(ask(address)) != _request_of(ask(address)), address
    part = ask(f"/parete/{facts['slug']}/parte/")
    assert ask(f"/parete/{facts['slug']}/parte/", **{"If-None-Match": part[1]["ETag"]})[0] == 304


@pytest.mark.postgres
def test_nginx_neither_keeps_nor_gives_a_page_of_an_account(
    ask: Callable[..., tuple[int, Any, bytes]], facts: dict[str, Any]
) -> None:
    page, headers = f"/eventi/{facts['slug']}/", {"Accept-Language": "it"}
    account = {**headers, "Cookie": f"__Host-sessionid={facts['session']}"}
    for _turn in range(2):
        own, others = ask(page, **account), ask(page, **headers)
        assert b"Ilaria" in own[2]
        assert b"Ilaria" not in others[2]
        assert own[1]["Cache-Control"] != "public, s-maxage=2"
        assert _request_of(own) != _request_of(others)


@pytest.mark.postgres
def test_withdrawn_consent_is_out_of_sight_after_two_seconds(
    ask: Callable[..., tuple[int, Any, bytes]], facts: dict[str, Any], tmp_path: Path
) -> None:
    page = f"/eventi/{facts['slug']}/?parte=iscritti"
    assert facts["player"] in ask(page)[2].decode()
    with installation("postgresql", tmp_path, facts["settings"]) as other_process:
        other_process.do(WITHDRAW % facts["entry"])
    ask(page)
    time.sleep(2)
    assert facts["player"] not in ask(page)[2].decode()


def test_nginx_explains_a_server_that_is_away_and_a_file_too_large() -> None:
    with running_nginx(upstream=1, static=collected_static()) as proxy:
        for method, body, status, words in (
            ("GET", None, 502, "Il sito non risponde"),
            ("POST", b"x" * 14_000_000, 413, "al massimo 12 MB"),
        ):
            connection = http.client.HTTPSConnection("127.0.0.1", proxy.port, timeout=30, context=proxy.trusting())
            with closing(connection):
                connection.request(method, "/", body)
                response = connection.getresponse()
                assert (response.status, response.headers["Content-Type"]) == (status, "text/html; charset=utf-8")
                assert response.headers["Retry-After"] == ("5" if status == 502 else None)
                page = response.read().decode()
                assert words in page
                assert "width=device-width" in page
                for address in re.findall(r"href='(/static/[^']+)'", page):
                    assert (collected_static() / address.removeprefix("/static/")).is_file()


@pytest.mark.soak(gate="tests/integration/servers/test_nginx.py::test_redirect_to_https_checked")
def test_production_check_asks_the_site_through_the_proxy(facts: dict[str, Any], proxy: Proxy) -> None:
    settings = {**facts["settings"], "FOSSATO_SITE_URL": proxy.url, "SSL_CERT_FILE": str(proxy.certificate)}
    done = subprocess.run(
        [sys.executable, "-m", "ops.checks"], cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    for line in ("site", "health from outside", "streams from outside", "static files from outside"):
        assert f"ok: {line}\n" in done.stdout, done.stdout + done.stderr


def test_redirect_to_https_checked(proxy: Proxy) -> None:
    assert [str(message.msg) for message in check_redirect("127.0.0.1", proxy.plain_port)] == ["redirect to https"]
    assert [type(message).__name__ for message in check_redirect("127.0.0.1", free_port())] == ["Warning"]
