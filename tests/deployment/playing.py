"""An event of 13 players by the API alone, through the client for Python: from its draft to the homologation.

It needs nothing but the client and the standard library: ``script/deployment-smoke`` runs it with the system's Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count
from typing import Any

from fossato_api import Client
from fossato_api.api import EventOut, EventStateOut

PLAYERS = 13
#: Per seat a result that no rule finds odd: points and turns of a game that ended with the provinces.
RESULTS = (
    {"points": 33, "gold": 3, "coins": 24, "actions": 2, "turns": 20},
    {"points": 27, "gold": 3, "coins": 22, "actions": 2, "turns": 20},
    {"points": 21, "gold": 2, "coins": 20, "actions": 1, "turns": 20},
    {"points": 15, "gold": 2, "coins": 18, "actions": 1, "turns": 20},
)
WORD = "ombrello"


def play_event(club: Client, referent: Client, *, season: str, photo: bytes, say: Callable[[str], None]) -> EventOut:
    """Play an event as its club and its Referent do, and return it as everybody sees it.

    Arguments:
        club: with the scopes results and desk. referent: with the scope decisions.
        season: the slug of a season that today lies in. photo: proves the event. say: takes a line of each step.
    """
    today = date.today()
    slug = club.event_create(
        {
            "season": season,
            "name": "Coppa del Borgo",
            "city": "Forlì",
            "venue": "Sala grande",
            "first_day": str(today),
            "last_day": str(today),
        }
    )["event"]
    club.announce(slug, {"address": "https://forum.example/1", "day": str(today - timedelta(days=20))})
    referent.decide(slug, {"decision": "authorise"})
    club.check_in_open(slug)
    _enter(club, slug)
    say(f"{slug}: {PLAYERS} players are here")
    for stand in _rounds(club, slug):
        say(f"{slug}: {'final' if stand['is_final'] else 'round'} {stand['round']} closed")
    club.conclude(slug)
    club.photo(slug, photo)
    club.report(slug, {"forum_report": "https://forum.example/2", "note": "Tutto bene"})
    state = referent.decide(slug, {"decision": "homologate"})["state"]
    say(f"{slug}: {state}")
    return club.event(slug)


def _enter(club: Client, slug: str) -> None:
    people = [{"first_name": "Anna", "last_name": f"Prova {number}", "consent": True} for number in range(1, 13)]
    club.entries_add(slug, {"people": people, "present": True})
    entry = club.entry_add(slug, {"first_name": "Anna", "last_name": f"Prova {PLAYERS}", "consent": True})["entry"]
    club.presence(slug, entry, {"present": True})
    # The page of each player, behind their own link.
    assert club.links(slug)["count"] == PLAYERS


def _rounds(club: Client, slug: str) -> Iterator[EventStateOut]:
    """Draw, play and close the rounds and the final; yield where the event stands after each."""
    for _number in count():
        drawn = club.round_make(slug, {"word": WORD})
        number = drawn["round"]
        assert number is not None
        for act in ("start", "pause", "resume"):
            club.clock(slug, number, {"act": act, "reason": "Una prova"})
        shown = next(one for one in club.event(slug)["rounds"] if one["number"] == number)
        for table in shown["tables"]:
            _deliver(club, slug, number, table["number"], len(table["seats"]))
        yield club.close(slug, number, {"word": WORD})
        if drawn["is_final"]:
            return


def _deliver(club: Client, slug: str, number: int, table: int, seats: int) -> None:
    sheet: dict[str, Any] = {"end": "provinces", "ended_by": seats, "seats": list(RESULTS[:seats])}
    key = f"{slug[:20]}-{number}-{table}"
    version = club.submit(slug, number, table, {"sheet": sheet}, idempotency_key=key)["version"]
    club.confirm(slug, number, table, {"version": version, "accept_warnings": True})
