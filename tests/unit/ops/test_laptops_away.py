"""An upgrade is refused while an event is on a laptop, on the site and on the laptop; else its day would be lost."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.recorder import MigrationRecorder

from ops.checks.services import migrations
from ops.laptops_away import refusal
from tests import factories as make
from tournament.laptop.package import schema_version
from tournament.laptop.services import event_take
from tournament.models import Event, LaptopStay

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Return an event on a laptop, on a site whose program has a newer migration than its database."""
    event = make.check_in_event()
    event_take(event=event, holder="Anna", by=None)
    MigrationRecorder(connection).record_unapplied("tournament", schema_version())
    return event


def test_upgrade_of_a_site_is_refused_and_names_the_event(event: Event) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("migrate", verbosity=0)
    assert str(refused.value).startswith(f"Nothing was changed. On a laptop now: {event.name}. Take each event back")


def test_upgrade_of_the_laptop_is_refused_and_names_the_site(event: Event) -> None:
    LaptopStay.objects.update(home="https://fossato.example")
    with pytest.raises(CommandError, match=r"Played on this laptop: .* take it back at https://fossato\.example\."):
        call_command("migrate", verbosity=0)


def test_production_check_says_why_migrations_wait(event: Event) -> None:
    waits, refused = migrations()
    assert waits.msg == "1 migrations are not applied"
    assert refused.msg == "manage.py migrate refuses while an event is on a laptop"
    assert event.name in str(refused.hint)


def test_upgrade_is_not_refused_after_the_return(event: Event) -> None:
    LaptopStay.objects.update(outcome=LaptopStay.Outcome.RETURNED)
    assert refusal(DEFAULT_DB_ALIAS) == ""


def test_start_without_an_upgrade_is_not_refused(event: Event) -> None:
    MigrationRecorder(connection).record_applied("tournament", schema_version())
    call_command("migrate", verbosity=0)
