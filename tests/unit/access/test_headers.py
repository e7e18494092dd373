"""Security headers of pages not found, cookies, and the settings required of a public server.

``test_matrix`` asserts the headers of every address's responses.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.access.headers import POLICY, content_policy

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
#: What the privacy notice and the contact page say; the site starts without.
NOTICE = {
    "FOSSATO_CONTROLLER": "Circolo di prova\\nvia Uno 1",
    "FOSSATO_PURPOSES": "Il campionato",
    "FOSSATO_CONTACT_MAIL": "campionato@example.org",
}
ENVIRONMENT = {
    "FOSSATO_SECRET_KEY": "una-chiave-lunga-per-la-prova-e-solo-per-quella-0123456789-abcdef",
    "FOSSATO_HOSTS": "fossato.example.org",
    "FOSSATO_SITE_URL": "https://fossato.example.org",
    "FOSSATO_DATABASE_URL": "postgres://fossato@localhost/fossato",
    "FOSSATO_REDIS_URL": "redis://localhost:6379/0",
    "FOSSATO_EMAIL_URL": "smtp://localhost:25",
    "FOSSATO_FROM_EMAIL": "fossato@example.org",
}


@pytest.mark.parametrize("address", ["/non-esiste/", "/eventi/non-esiste/"])
def test_policy_on_not_found_page(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert content_policy(response) == POLICY
    assert "geolocation=()" in response["Permissions-Policy"]


def test_cookies_http_only_and_same_site(client: Client) -> None:
    user = make.make_user()
    response = client.post(reverse("account_login"), {"login": user.username, "password": make.PASSWORD})
    session = response.cookies["sessionid"]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")
    token = client.get(reverse("account_change_password")).cookies["csrftoken"]
    assert token["samesite"] == "Lax"


def test_page_of_an_account_is_stored_nowhere(client: Client) -> None:
    address = reverse("event_list")
    assert "no-store" not in client.get(address).get("Cache-Control", "")
    client.force_login(make.make_user())
    assert client.get(address)["Cache-Control"] == "private, no-store"


def test_address_for_reports_of_weaknesses(client: Client, settings: Any) -> None:
    settings.FOSSATO_CONTACT_MAIL = "campionato@example.org"
    lines = client.get("/.well-known/security.txt").content.decode().splitlines()
    assert lines[0] == "Contact: mailto:campionato@example.org"
    assert lines[1].startswith("Expires: ")


def _production(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean_environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("FOSSATO_", "DJANGO_"))
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**clean_environment, "DJANGO_SETTINGS_MODULE": "config.settings.production", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_deploy_without_warnings() -> None:
    done = _production("manage.py", "check", "--deploy", "--fail-level", "INFO", **ENVIRONMENT, **NOTICE)
    assert (done.returncode, done.stdout.strip()) == (0, "System check identified no issues (2 silenced)."), done.stderr


def test_missing_settings_prevent_start() -> None:
    done = _production("manage.py", "check", "--deploy")
    assert done.returncode != 0
    for name in ENVIRONMENT:
        assert name in done.stderr


@pytest.mark.soak(gate="tests/unit/access/test_headers.py::test_check_deploy_without_warnings")
def test_production_https_only_with_hsts() -> None:
    """A plain HTTP request redirects to HTTPS, and a response over HTTPS carries HSTS."""
    script = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "from django.conf import settings\n"
        "client = Client(headers={'host': 'fossato.example.org'})\n"
        "plain = client.get('/sw.js')\n"
        "safe = client.post('/sw.js', headers={'x-forwarded-proto': 'https'})\n"
        "print(plain.status_code, plain['Location'])\n"
        "print(safe.status_code, safe['Strict-Transport-Security'])\n"
        "print(settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SESSION_COOKIE_HTTPONLY)\n"
    )
    done = _production("-c", script, **ENVIRONMENT)
    lines = done.stdout.splitlines()
    assert lines[0] == "301 https://fossato.example.org/sw.js", done.stderr
    assert lines[1].endswith("max-age=31536000")
    assert lines[2] == "True True True"
