"""Database work of the fault tests, in a process beside the server with the server's settings.

    python -m tests.integration.faults.world make PLAYERS     an event with round 1 running and a link to every table
    python -m tests.integration.faults.world sheets SLUG      every stored sheet
    python -m tests.integration.faults.world ask_pack ROUND   requests the print pack of a round under the key "pack"
    python -m tests.integration.faults.world check SLUG       verifies that all stored data is consistent
    python -m tests.integration.faults.world finish SLUG      plays the event to its homologation and checks it

Each prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django


def make(players: str) -> dict[str, Any]:

    from tests import factories
    from tournament.access.links import link_token, table_links_make
    from tournament.models import Table

    event = factories.drawn_event(players=int(players))
    round_ = factories.last_round(event)
    tables = {table.pk: table for table in factories.tables_of(round_)}
    links = table_links_make(round=round_, by=None)

    def facts(table: Table, token: str) -> dict[str, Any]:
        rows = factories.simple_sheet(table)["seats"]
        form = {"mode": "numbers", "end": "provinces", "ended_by": str(len(rows))}
        return {"number": table.number, "path": f"/t/{token}/", "form": form, "rows": rows}

    tables_info = [facts(tables[link.table_id], str(link_token(link))) for link in links if link.table_id is not None]
    user = factories.make_user("organizzatrice")
    factories.grant(event, user)
    return {
        "slug": event.slug,
        "event": event.pk,
        "round": round_.pk,
        "tables": tables_info,
        "user": user.get_username(),
    }


def sheets(slug: str) -> list[dict[str, Any]]:
    from tournament.models import Sheet

    return [
        {
            "table": sheet.table.number,
            "version": sheet.version,
            "key": sheet.key,
            "state": sheet.state,
            "table_state": sheet.table.state,
            "points": [seat["points"] for seat in sheet.data["seats"]],
            "at": sheet.entered_at.timestamp(),
            "histories": sheet.history.filter(history_type="+").count(),
        }
        for sheet in Sheet.objects.filter(table__round__event__slug=slug).select_related("table").order_by("pk")
    ]


def ask_pack(round_: str) -> int:
    from tournament.delivery.jobs import job_enqueue

    return job_enqueue(kind="print_pack", key="pack", args={"round": int(round_)}).pk


def check(slug: str) -> list[str]:
    from tests.integration.concurrency.invariants import broken
    from tournament.models import Event

    return broken(Event.objects.get(slug=slug))


def finish(slug: str) -> dict[str, Any]:

    from ranking.homologation.services import event_homologate
    from ranking.models import LedgerEntry
    from tests import factories, reporting
    from tests.integration.concurrency.invariants import broken
    from tournament.models import Event, Sheet, Table
    from tournament.results import conclusion
    from tournament.sheets import services as sheets

    event = Event.objects.get(slug=slug)
    first = broken(event)
    for table in Table.objects.filter(round__event=event, state=Table.State.SUBMITTED).select_related("round__event"):
        latest = Sheet.objects.filter(table=table).order_by("-version")[0]
        sheets.sheet_confirm(sheet=latest, by=None, accept_warnings=True)
    factories.play_round(event)
    while Event.objects.get(slug=slug).round_set.filter(is_final=True).count() == 0:
        factories.next_round(event)
        factories.play_round(event)
    conclusion.event_conclude(event=Event.objects.get(slug=slug), by=None)
    reporting.submit(Event.objects.get(slug=slug))
    event_homologate(event=Event.objects.get(slug=slug), by=None, reason=reporting.REASON)
    event = Event.objects.get(slug=slug)
    rows = LedgerEntry.objects.filter(event=event).count()
    return {"state": event.state, "broken": [*first, *broken(event)], "ledger": rows}


def main(verb: str, word: str) -> None:
    django.setup()
    verbs = {"make": make, "sheets": sheets, "ask_pack": ask_pack, "check": check, "finish": finish}
    print(json.dumps(verbs[verb](word)))


if __name__ == "__main__":
    main(*sys.argv[1:])
