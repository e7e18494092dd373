"""The installed packages that the pinned requirements name, with version and licence, as each package states them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from django.conf import settings

FILES: Final = ("requirements.txt", "requirements-production.txt")
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==")
_CLASSIFIER: Final = "License :: "
#: A package that gives the text of its licence instead of its name.
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Dependency:
    """A package that the site runs with; ``licence`` is empty if it states none."""

    name: str
    version: str
    licence: str


def _pinned_names() -> Iterator[str]:
    for file in FILES:
        for line in (Path(settings.BASE_DIR) / file).read_text(encoding="utf-8").splitlines():
            if pin := _PIN.match(line):
                yield pin[1]


def _licence(package: Distribution) -> str:
    """Return the SPDX expression of a package, else its licence as classified, as named, or as its file begins."""
    facts = package.metadata
    if expression := facts["License-Expression"]:
        return expression
    classified = [
        line.rpartition(" :: ")[2] for line in facts.get_all("Classifier") or () if line.startswith(_CLASSIFIER)
    ]
    names = [name for name in classified if name != "OSI Approved"]
    if names:
        return ", ".join(names)
    # A message gives None for a header that it does not have.
    file = package.read_text(f"licenses/{facts['License-File']}") if facts["License-File"] else ""
    first_line = str(facts["License"] or file or "").strip().partition("\n")[0]
    return first_line if len(first_line) <= _LONGEST else ""


@cache
def dependencies() -> tuple[Dependency, ...]:
    """Return the packages in order of name; one that is not installed here is left out."""
    rows = []
    for name in sorted(set(_pinned_names()), key=str.lower):
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        rows.append(Dependency(package.name, package.version, _licence(package)))
    return tuple(rows)
