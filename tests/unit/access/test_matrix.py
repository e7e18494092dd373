"""Every address and method for every role, compared with docs/access.md; the security headers of every answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.unit.access import matrix
from tests.unit.access.headers import wrong_headers
from tests.unit.access.world import ROLES, World, build
from tests.volume import VOLUME, one_in, rows_in
from tournament.models import Draw

pytestmark = pytest.mark.django_db

ROWS = matrix.rows()
OWN = [row for row in ROWS if not row.name.startswith("admin:")]
WITHOUT = [
    (str(pattern.name), method)
    for pattern in matrix.addresses()
    for method in (*matrix.METHODS, "DELETE")
    if (str(pattern.name), method) not in {(row.name, row.method) for row in ROWS}
    # Django's own view, and those of django-allauth: they redirect whatever the method, only POST changes something.
    and pattern.name != "set_language"
    and not pattern.lookup_str.startswith("allauth.")
    and pattern.name in {row.name for row in ROWS}
]


@pytest.fixture(scope="module")
def world(one_world: None) -> World:
    return build()


def _pattern(name: str) -> Any:
    return next(pattern for pattern in matrix.addresses() if pattern.name == name)


def _asking_roles(row: matrix.Row) -> list[str]:
    """Return the roles that ask for a row's address: all, or one for each answer, not the same from row to row."""
    if VOLUME.every_role:
        return list(ROLES)
    turn = OWN.index(row)
    # Who gets a page or a paper has it made, which every page's own test does too: at every sixth address.
    answers = set(row.cells.values())
    if len(answers) > 1 and turn % 6:
        answers.discard(matrix.IN)
    with_answer = [[role for role in ROLES if row.cells[role] == answer] for answer in answers]
    return [roles[turn % len(roles)] for roles in with_answer]


@pytest.mark.parametrize("row", OWN, ids=str)
def test_each_role_gets_listed_response_with_security_headers(world: World, row: matrix.Row) -> None:
    pattern, roles = _pattern(row.name), _asking_roles(row)
    answers = {role: matrix.answer(world, pattern, row.method, role) for role in roles}
    assert {role: matrix.verdict(answer) for role, answer in answers.items()} == {
        role: row.cells[role] for role in roles
    }
    refusals = [answer for answer in answers.values() if answer.status_code in (403, 404) and not answer.streaming]
    assert [answer for answer in refusals if b"<form" in matrix.main_part(answer.content)] == []
    if row.method == "GET":
        assert {role: answer.written for role, answer in answers.items() if answer.written} == {}
        wrong = {
            role: wrong_headers(answer, camera=row.name == "check_in" and answer.status_code == 200)
            for role, answer in answers.items()
        }
        assert wrong == {role: [] for role in roles}


def test_addresses_and_rows_match() -> None:
    names = [str(pattern.name) for pattern in matrix.addresses()]
    assert "" not in names
    assert "None" not in names
    assert {row.name for row in OWN} == set(names)
    assert len({(row.name, row.method) for row in ROWS}) == len(ROWS)
    assert {row.method for row in ROWS} == {*matrix.METHODS, "PATCH", "DELETE"}, "the last two of the API alone"


def test_duplicate_address_name_detected() -> None:
    names = [str(pattern.name) for pattern in matrix.addresses()]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize(("name", "method"), rows_in(5, WITHOUT), ids=[f"{method} {name}" for name, method in WITHOUT])
def test_method_without_row_not_allowed(world: World, name: str, method: str) -> None:
    cells = next(row.cells for row in OWN if row.name == name)
    role = next((role for role in reversed(ROLES) if cells[role] == matrix.IN), "Referent")
    if name == "gallery":
        # The address returns 404 here for every method.
        assert matrix.answer(world, _pattern(name), method, role).status_code in (404, 405)
        return
    assert matrix.answer(world, _pattern(name), method, role).status_code == 405


@pytest.mark.parametrize("role", one_in(4, ROLES))
def test_administration_denied_to_every_role(world: World, role: str) -> None:
    pages = [reverse("admin:index")]
    pages += [reverse(f"admin:{name}_changelist") for name in matrix.admin_names()]
    draw = Draw.objects.earliest("pk").pk
    pages += [reverse(f"admin:{name}_change", args=[draw]) for name in matrix.admin_names()]
    client = world.client(role)
    cells = {row.method: row.cells[role] for row in ROWS if row.name == "admin:*"}
    for page in pages:
        assert matrix.verdict(client.get(page)) == cells["GET"], page
        assert matrix.verdict(client.post(page, {"_save": "1"})) == cells["POST"], page
