"""The lists of requirements: pinned whole, so that a machine of next year gets what the tests ran with."""

from __future__ import annotations

import re
from importlib.metadata import distributions

import pytest
from packaging.requirements import Requirement

from tests.conftest import ROOT

LISTS = ["requirements.txt", "requirements-production.txt", "requirements-dev.txt"]
# What python3 -m venv itself puts there.
OF_THE_VENV = {"pip", "setuptools", "wheel"}


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text().splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith(("#", "-r "))]


@pytest.mark.parametrize("name", LISTS)
def test_every_requirement_has_one_version(name: str) -> None:
    requirements = _requirements(name)
    assert requirements
    loose = [str(one) for one in requirements if not re.fullmatch(r"==[0-9][0-9A-Za-z.]*", str(one.specifier))]
    assert loose == []


def test_no_package_is_named_twice() -> None:
    names = [_canonical(one.name) for name in LISTS for one in _requirements(name)]
    assert sorted(names) == sorted(set(names))


def test_everything_installed_is_named_with_its_version() -> None:
    pinned = {
        _canonical(one.name): str(one.specifier).removeprefix("==")
        for name in LISTS
        for one in _requirements(name)
        if one.marker is None or one.marker.evaluate()
    }
    found = {_canonical(one.metadata["Name"]): one.version for one in distributions(path=[_site_packages()])}
    assert {name: version for name, version in found.items() if name not in OF_THE_VENV} == pinned


def _site_packages() -> str:
    return str(next((ROOT / ".venv" / "lib").glob("python3*/site-packages")))
