"""Containerfile and compose.yaml: hardened services, complete settings, and start-up commands that exist."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.conftest import ROOT
from tests.integration.script.test_server import COMPLETE

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
OWN_SERVICES = {name: service for name, service in COMPOSE["services"].items() if "build" in service}
SITE = ROOT / "deploy" / "container" / "site"


def test_services_read_only_without_capabilities() -> None:
    assert set(OWN_SERVICES) == {"setup", "migrate", "web", "worker", "clock", "manage", "proxy"}
    for name, service in OWN_SERVICES.items():
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"]), name
        assert service["security_opt"] == ["no-new-privileges"], name
    published = {name for name, service in COMPOSE["services"].items() if service.get("ports")}
    assert published == {"proxy"}


def test_long_running_services_have_memory_limit() -> None:
    for name, service in COMPOSE["services"].items():
        if service.get("restart") != "no":
            assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name


def test_images_run_as_plain_account() -> None:
    stages = (ROOT / "Containerfile").read_text().split("FROM ")
    for stage in stages:
        if "ENTRYPOINT" in stage:
            assert "USER 10001" in stage


def test_required_settings_given_or_generated() -> None:
    # `site setup` writes the key and the password from which the other two are made.
    given = set(COMPOSE["services"]["web"]["environment"]) | {"FOSSATO_SECRET_KEY", "FOSSATO_DATABASE_URL"}
    assert set(COMPLETE) <= given
    assert "new_secret secret-key" in SITE.read_text()


def test_container_files_named_in_deployment_page() -> None:
    page = (ROOT / "docs" / "deployment.md").read_text()
    assert "## Containers" in page
    names = set(re.findall(r"\$\{(FOSSATO_[A-Z_]+)", (ROOT / "compose.yaml").read_text()))
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []
