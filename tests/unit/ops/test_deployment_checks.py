"""The system checks of a deployment, as ``manage.py check --deploy`` runs them."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.checks import run_checks

from ops.checks.environment import check_account


def _ids() -> set[str]:
    messages = run_checks(include_deployment_checks=True)
    return {str(message.id) for message in messages if str(message.id).startswith("fossato.")}


@pytest.fixture
def safe_settings(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the settings of a safe deployment."""
    settings.ALLOWED_HOSTS = ["fossato.example.org"]
    settings.FOSSATO_SITE_URL = "https://fossato.example.org"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.FOSSATO_CONTROLLER, settings.FOSSATO_PURPOSES = "Circolo di prova", "Il campionato"
    settings.FOSSATO_CONTACT_MAIL = "referente@fossato.example.org"
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS = "mail.example.org", True
    settings.FOSSATO_STAFF_SECOND_FACTOR = True
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    return settings


@pytest.mark.usefixtures("safe_settings")
def test_deployment_checks_pass_on_safe_settings() -> None:
    assert _ids() == set()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ALLOWED_HOSTS", ["*"], "fossato.E001"),
        ("FOSSATO_SITE_URL", "http://fossato.example.org", "fossato.E002"),
        ("FOSSATO_SITE_URL", "https://elsewhere.example.org", "fossato.E003"),
        ("FOSSATO_HEALTH_TOKEN", "short", "fossato.E004"),
        ("FOSSATO_METRICS_TOKEN", "long-enough-for-a-token", "fossato.W001"),
        ("FOSSATO_CONTROLLER", "", "fossato.W004"),
        ("FOSSATO_STAFF_SECOND_FACTOR", False, "fossato.W005"),
        ("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend", "fossato.W003"),
        ("EMAIL_USE_TLS", False, "fossato.E006"),
    ],
)
def test_deployment_checks_report_an_unsafe_setting(
    safe_settings: Any, name: str, value: object, expected: str
) -> None:
    setattr(safe_settings, name, value)
    assert _ids() == {expected}


@pytest.mark.usefixtures("safe_settings")
def test_deployment_checks_report_trust_in_every_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    assert _ids() == {"fossato.E005"}


@pytest.mark.parametrize(("account", "expected"), [(0, ["This runs as root"]), (1000, [])])
def test_account_root_is_reported(monkeypatch: pytest.MonkeyPatch, account: int, expected: list[str]) -> None:
    monkeypatch.setattr("os.geteuid", lambda: account)
    assert [message.msg for message in check_account()] == expected
