"""An auditor opens every page that the National Referent opens, and no form of it has an effect."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.unit.access import matrix
from tests.unit.access.world import World, build
from tests.unit.tournament.web.account.invited import link_of
from tests.unit.tournament.web.conftest import text_of
from tests.volume import VOLUME
from tournament.core.permissions import AUDITOR, IS_READING, is_national_referent
from tournament.models import Invitation, Notice

pytestmark = pytest.mark.django_db

#: The rows of the matrix that only the Referent and the organiser have, by method.
_DESK = [
    row
    for row in matrix.rows()
    if row.cells["Referent"] == matrix.IN and row.cells["another’s organiser"] == row.cells["player"] == matrix.NO
]


@pytest.fixture(scope="module")
def world(one_world: None) -> World:
    return build()


def _auditor() -> Any:
    user = make.make_user()
    user.groups.add(Group.objects.get_or_create(name=AUDITOR)[0])
    return user


def test_auditor_reads_what_the_referent_reads_and_changes_nothing(world: World) -> None:
    client, patterns = Client(), {str(pattern.name): pattern for pattern in matrix.addresses()}
    client.force_login(_auditor())
    reads, changes, step = 0, 0, 1 if VOLUME.every_role else 3
    world.clients["Referent"], referent = client, world.clients["Referent"]
    try:
        for row in _DESK[::step]:
            # Files of other formats are the pages' own: one of each kind is enough here.
            if row.name not in patterns or ("print" in row.name and row.method == "GET"):
                continue
            verdict = matrix.verdict(matrix.answer(world, patterns[row.name], row.method, "Referent"))
            assert verdict == (matrix.IN if row.method == "GET" else matrix.NO), row
            reads, changes = reads + (row.method == "GET"), changes + (row.method == "POST")
    finally:
        world.clients["Referent"] = referent
    assert (reads > 20 // step, changes > 40 // step) == (True, True)


def test_auditor_is_no_referent_outside_a_request_that_reads() -> None:
    user = _auditor()
    assert not is_national_referent(user)
    client = Client()
    client.force_login(user)
    page = text_of(client.get(reverse("referent")))
    assert "Leggi tutto e non cambi nulla" in page
    assert not IS_READING.get()
    assert client.post(reverse("referents"), {"address": "altra@example.org"}).status_code == 403
    assert not Invitation.objects.filter(address="altra@example.org").exists()


def test_auditor_invited_by_mail_and_ended_with_a_reason(django_capture_on_commit_callbacks: Any) -> None:
    referent, reader = make.make_user(referent=True), make.make_user()
    boss, client = Client(), Client()
    boss.force_login(referent)
    client.force_login(reader)
    with django_capture_on_commit_callbacks(execute=True):
        boss.post(reverse("referents"), {"address": reader.email, "grant": "auditor"})
    link = link_of(mail.outbox[-1])
    with django_capture_on_commit_callbacks(execute=True):
        client.post(link)
    assert client.get(reverse("own_place"))["Location"] == reverse("referent")
    assert reverse("referents") in text_of(client.get(reverse("referents")))
    with django_capture_on_commit_callbacks(execute=True):
        boss.post(reverse("referent_end", args=[reader.pk]), {"grant": "auditor", "confirmed": "1", "reason": "Finito"})
    assert client.get(reverse("referent")).status_code == 403
    assert boss.get(reverse("referent")).status_code == 200
    assert list(Notice.objects.filter(account=reader).order_by("pk").values_list("code", flat=True)) == [
        "role_auditor",
        "auditor_ended",
    ]
    assert "Finito" in str(mail.outbox[-1].body)
