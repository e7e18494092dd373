"""The requirement lists: completely pinned, so that a later installation gets the tested versions."""

from __future__ import annotations

import re
from importlib.metadata import distributions

import pytest
from packaging.requirements import Requirement

from tests.conftest import ROOT

LISTS = ["requirements.txt", "requirements-production.txt", "requirements-dev.txt"]
# Installed by python3 -m venv itself.
OF_THE_VENV = {"pip", "setuptools", "wheel"}


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text().splitlines()
    pins = [line.removesuffix(" \\") for line in lines if line and not line.startswith(("#", "-r ", "    --hash="))]
    return [Requirement(pin) for pin in pins]


@pytest.mark.parametrize("name", [*LISTS, "requirements-docs.txt", "requirements-load.txt"])
def test_requirements_have_the_digest_of_every_file(name: str) -> None:
    """With a digest at one requirement pip demands one of every file that it installs."""
    pins = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
    hashed = re.compile(r"[^\s#].* \\\n(    --hash=sha256:[0-9a-f]{64}( \\\n|$))+")
    assert [pin for pin in pins if not pin.startswith(("#", "-r ")) and not hashed.fullmatch(pin.strip("\n"))] == []


@pytest.mark.parametrize("name", LISTS)
def test_requirements_pinned(name: str) -> None:
    requirements = _requirements(name)
    assert requirements
    loose = [
        str(requirement)
        for requirement in requirements
        if not re.fullmatch(r"==[0-9][0-9A-Za-z.]*", str(requirement.specifier))
    ]
    assert loose == []


def test_requirements_unique() -> None:
    names = [_canonical(requirement.name) for name in LISTS for requirement in _requirements(name)]
    assert sorted(names) == sorted(set(names))


def test_installed_packages_listed_with_version() -> None:
    pinned = {
        _canonical(requirement.name): str(requirement.specifier).removeprefix("==")
        for name in LISTS
        for requirement in _requirements(name)
        if requirement.marker is None or requirement.marker.evaluate()
    }
    installed = {
        _canonical(distribution.metadata["Name"]): distribution.version
        for distribution in distributions(path=[_site_packages()])
    }
    assert {name: version for name, version in installed.items() if name not in OF_THE_VENV} == pinned


def test_pin_names_every_extra_that_another_package_wants_of_it() -> None:
    """Before version 23.1 (Debian 12 has 23.0.1) pip takes ``coverage[toml]`` for a package that has no digest."""
    pins = {_canonical(pin.name): pin for name in LISTS for pin in _requirements(name)}
    lacking = []
    for distribution in distributions(path=[_site_packages()]):
        owner = _canonical(distribution.metadata["Name"])
        of_owner = pins[owner].extras if owner in pins else set()
        for wanted in map(Requirement, distribution.requires or ()):
            chosen = wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *of_owner))
            pin = pins.get(_canonical(wanted.name))
            if chosen and pin is not None and not wanted.extras <= pin.extras:
                lacking.append(f"{owner} wants {wanted.name}[{','.join(sorted(wanted.extras))}]")
    assert lacking == []


def _site_packages() -> str:
    return str(next((ROOT / ".venv" / "lib").glob("python3*/site-packages")))
