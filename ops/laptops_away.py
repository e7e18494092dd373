"""An event is on a laptop only between equal versions of the program: an upgrade in between would lose its day.

The file of the return holds the rows that changed, compared with those that left; tables that one side lacks cannot be
compared. So the tables change only when no event is away, on the site and on the laptop.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.db import connections

from tournament.models import LaptopStay

#: Tables of this app travel with an event.
APP = "tournament"


def refusal(using: str) -> str:
    """Return which events are on a laptop and what to do before an upgrade; empty if none is.

    Reads only columns that every version with laptops has: the newest migrations are not applied yet.
    """
    connection = connections[using]
    if LaptopStay._meta.db_table not in connection.introspection.table_names():
        return ""
    stays = LaptopStay.objects.using(using).filter(outcome=LaptopStay.Outcome.OPEN)
    rows = list(stays.values_list("event__name", "home"))
    away, here = [name for name, home in rows if not home], [(name, home) for name, home in rows if home]
    words = []
    if away:
        words.append(
            f"On a laptop now: {', '.join(away)}. Take each event back first, or give its laptop up: on the event's "
            "page “On a laptop”, with the version of the program from before."
        )
    words += [
        f"Played on this laptop: {name}. With the version of the program from before, end here, save the file of the "
        f"return and take it back at {home}. If that is done, move the laptop's database away and start with a new one."
        for name, home in here
    ]
    return " ".join(words)


def refuse_upgrade(*, using: str, plan: list[tuple[Any, bool]], **_more: Any) -> None:
    """Refuse to change the tables of events while one is on a laptop; receives ``pre_migrate``.

    Errors: CommandError.
    """
    if any(migration.app_label == APP for migration, _backwards in plan) and (words := refusal(using)):
        raise CommandError(f"Nothing was changed. {words}")
