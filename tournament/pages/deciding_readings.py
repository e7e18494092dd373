"""Readings of the regulation that decided something in an event, each with what it decided (art. 1.5, 1.6)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Entry, Event, FinalPlace, Round, StandingRow
from tournament.regulation import parameters as regulation
from tournament.regulation.kingdom import has_kingdom
from tournament.regulation.parameters import (
    TABLE_SIZE,
    DropOuts,
    Kingdoms,
    LastOfShortTable,
    LeaversPoints,
    Regulation,
    WithdrawnFinalist,
)

#: A name of an entry as the page shows it.
Names = Callable[[Entry], str]


@dataclass(frozen=True, slots=True)
class DecidingReading:
    """A reading: its id in the text of the regulation, and what it decided, in the reader's language."""

    id: str
    sentence: str

    @property
    def anchor(self) -> str:
        """Return the id of the reading in the page of the whole text."""
        return self.id.lower()


def deciding_readings(
    event: Event, rounds: Sequence[Round], places: Sequence[FinalPlace], names: Names
) -> list[DecidingReading]:
    """Return the readings that decided something in an event, without a query.

    Arguments:
        rounds: with tables, seats and standings, in order. places: the final places with their entries; empty before.
    """
    numbers = regulation.get(event.regulation)
    found = [
        *_last_finalist(event, rounds, numbers, names),
        *_short_tables(rounds, numbers, names),
        *_given_up(rounds, names),
        *_left(event, places, numbers, names),
        *_final(event, rounds, places, numbers, names),
        *_departures(event, numbers),
    ]
    return [DecidingReading(reading, sentence) for reading, sentence in found]


def _last_finalist(event: Event, rounds: Sequence[Round], numbers: Regulation, names: Names) -> list[tuple[str, str]]:
    """AMB-04: name the last finalist and the next player if what follows the third places stood between them."""
    definitive = next((game_round for game_round in rounds if game_round.number == event.rounds), None)
    rows = sorted(definitive.standing_rows.all(), key=lambda row: row.position) if definitive is not None else []
    last, after = rows[numbers.finalists - 1 : numbers.finalists], rows[numbers.finalists : numbers.finalists + 1]
    if not last or not after:
        return []
    facts = {"above": names(last[0].entry), "below": names(after[0].entry)}
    if last[0].decided_by == "lot":
        return [("AMB-04", _("%(above)s is before %(below)s, and so in the final: a lot decided.") % facts)]
    if last[0].decided_by == "table_points":
        words = _("%(above)s is before %(below)s, and so in the final: the points at the tables decided.")
        return [("AMB-04", words % facts)]
    return []


def _last_places_of_short_tables(rounds: Sequence[Round]) -> dict[int, int]:
    """Return by entry how often a player was the last of a table that is not full, before the final."""
    counts: dict[int, int] = {}
    for game_round in rounds:
        if game_round.is_final or game_round.state != Round.State.CLOSED:
            continue
        for table in game_round.tables.all():
            seats = list(table.seats.all())
            for seat in seats:
                if len(seats) < TABLE_SIZE and seat.place == len(seats):
                    counts[seat.entry_id] = counts.get(seat.entry_id, 0) + 1
    return counts


def _short_tables(rounds: Sequence[Round], numbers: Regulation, names: Names) -> list[tuple[str, str]]:
    """AMB-11: name two players whose order the last place of a table of three decided."""
    closed = [game_round for game_round in rounds if game_round.state == Round.State.CLOSED and not game_round.is_final]
    if not closed:
        return []
    last_places = _last_places_of_short_tables(rounds)
    counts_it = numbers.readings.last_of_short_table is LastOfShortTable.THIRD

    def otherwise(row: StandingRow) -> int:
        """Return the third places under the other reading."""
        lasts = last_places.get(row.entry_id, 0)
        return row.thirds - lasts if counts_it else row.thirds + lasts

    rows = sorted(closed[-1].standing_rows.all(), key=lambda row: row.position)
    for _key, group in itertools.groupby(rows, key=lambda row: (row.wins, row.seconds)):
        for above, below in itertools.combinations(group, 2):
            if above.thirds > below.thirds and otherwise(above) <= otherwise(below):
                facts = {"above": names(above.entry), "below": names(below.entry)}
                if counts_it:
                    words = _("%(above)s is before %(below)s: the last of a table of three counts as a third place.")
                else:
                    words = _("%(above)s is before %(below)s: the last of a table of three counts nothing.")
                return [("AMB-11", words % facts)]
    return []


def _given_up(rounds: Sequence[Round], names: Names) -> list[tuple[str, str]]:
    """AMB-35: name the players who gave up a game."""
    seats = (seat for game_round in rounds for table in game_round.tables.all() for seat in table.seats.all())
    return [
        ("AMB-35", _("%(name)s dropped out of a game and is last at the table.") % {"name": names(seat.entry)})
        for seat in seats
        if seat.is_abandoned
    ]


def _left(event: Event, places: Sequence[FinalPlace], numbers: Regulation, names: Names) -> list[tuple[str, str]]:
    """AMB-12, AMB-31: name the players who left before the end, with their place and whether they get its points."""
    gone = [place for place in places if place.has_left]
    if not gone:
        return []
    facts = {"names": ", ".join(names(place.entry) for place in gone)}
    if numbers.readings.drop_outs is DropOuts.LAST:
        order = _("Left before the end, and behind everybody who stayed: %(names)s.")
    else:
        order = _("Left before the end, and kept the place of the standings: %(names)s.")
    found = [("AMB-12", order % facts)]
    if event.is_official and not event.is_national_final:
        if numbers.readings.leavers_points is LeaversPoints.NONE:
            found.append(("AMB-31", _("Whoever left before the end gets no points.")))
        else:
            found.append(("AMB-31", _("Whoever played a game gets the points of the place, also after leaving.")))
    return found


def _final(
    event: Event, rounds: Sequence[Round], places: Sequence[FinalPlace], numbers: Regulation, names: Names
) -> list[tuple[str, str]]:
    """AMB-32, AMB-33: name the finalists who withdrew, and say of a final with fewer players how it was decided."""
    definitive = next((game_round for game_round in rounds if game_round.number == event.rounds), None)
    final = next((game_round for game_round in rounds if game_round.is_final), None)
    if definitive is None or (final is None and not places):
        return []
    if final is None:
        return [("AMB-33", _("No final was played: the standings decide every place."))]
    seated = {seat.entry_id for table in final.tables.all() for seat in table.seats.all()}
    first = sorted(definitive.standing_rows.all(), key=lambda row: row.position)[: numbers.finalists]
    withdrawn = [row for row in first if row.entry_id not in seated]
    found = []
    if withdrawn:
        facts = {"names": ", ".join(names(row.entry) for row in withdrawn)}
        if numbers.readings.withdrawn_finalist is WithdrawnFinalist.REPLACED:
            words = _("Withdrew from the final; the next of the standings plays instead: %(names)s.")
        else:
            words = _("Withdrew from the final; nobody plays instead: %(names)s.")
        found.append(("AMB-32", words % facts))
    if len(seated) < numbers.finalists:
        found.append(("AMB-33", _("The final had fewer players: the next places are those of the standings.")))
    return found


def _departures(event: Event, numbers: Regulation) -> list[tuple[str, str]]:
    """AMB-01, AMB-07, AMB-34, REQ-905: say where the event departed from the usual."""
    found = []
    if numbers.readings.kingdoms is Kingdoms.PER_EVENT and has_kingdom(event.game):
        found.append(("AMB-07", _("The kingdom of round 1 is played all day.")))
    if event.rounds_override is not None and event.rounds_reason:
        found.append(("AMB-01", _("The organiser chose the number of rounds: %(n)s.") % {"n": event.rounds_override}))
    if event.clock_minutes != numbers.minutes:
        facts = {"minutes": event.clock_minutes, "usual": numbers.minutes}
        found.append(("REQ-905", _("A round lasts %(minutes)s minutes instead of %(usual)s.") % facts))
    if not event.final_has_clock:
        found.append(("AMB-34", _("The final is played without the clock.")))
    return found
