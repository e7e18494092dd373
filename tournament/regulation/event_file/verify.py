"""Verify a complete event from its file alone: read it, derive it again, compare it with the file.

The same functions that run an event derive it here; no database is needed. ``parse`` reads, ``verify`` derives and
compares; its report holds the derived event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.findings import Finding, has_errors
from tournament.regulation.draws import Draw
from tournament.regulation.event_file import checks
from tournament.regulation.event_file.fields import read_draw
from tournament.regulation.event_file.info import EventFile, EventInfo, KingdomInfo, RoundInfo
from tournament.regulation.event_file.parse import parse, write_draw
from tournament.regulation.final import final_places, finalists, places_as_played
from tournament.regulation.parameters import Kingdoms, LateEntries
from tournament.regulation.points import EventPoints, event_points
from tournament.regulation.refusals import (
    FasciaChangeRefused,
    FasciaNotDeclarable,
    FasciaUndecided,
    ImpossibleTables,
    OutsideSeason,
    RoundsOutOfRange,
    RoundsReasonMissing,
    TooFewPlayers,
)
from tournament.regulation.refused import Refused
from tournament.regulation.seating import swiss_tables, table_sizes
from tournament.regulation.standings import StandingRow, Tally, places_in_order, tallies
from tournament.regulation.validity import MINUTES_POSSIBLE, check_days, check_fascia, is_outside_days, planned_rounds

__all__ = ["Derived", "EventFile", "Report", "parse", "read_draw", "verify", "write_draw"]


@dataclass(slots=True)
class Derived:
    """An event as the rules derive it from its sheets, lots and departures.

    Arguments:
        tables: per ordinary round, the place of each player at each table.
        standings: after each ordinary round; the last are the definitive ones.
        finalists: who had to play the final; final: its players in order of place, empty if there was none.
        left: who was not present any more at the end.
        places: the final places, first to last; points: ordinary and multiplied, in half-points.
        tallies: wins, seconds and thirds of every player, the final included.
    """

    tables: list[list[dict[str, int]]] = field(default_factory=list)
    standings: list[list[StandingRow[str]]] = field(default_factory=list)
    finalists: list[str] = field(default_factory=list)
    final: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    points: list[EventPoints[str]] = field(default_factory=list)
    tallies: dict[str, Tally] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking an event file: all findings, and the event as derived."""

    findings: tuple[Finding, ...]
    derived: Derived

    @property
    def ok(self) -> bool:
        """Return whether no finding is an error."""
        return not has_errors(self.findings)


class EventFileVerifier:
    """Single pass over an event, round by round, deriving it and collecting findings."""

    def __init__(self, file: EventFile) -> None:
        self.file = file
        self.event = file.event
        self.regulation = file.event.regulation
        self.players = list(dict.fromkeys(player.id for player in file.players))
        self.known = set(self.players)
        self.left: list[str] = []
        self.drawn: set[tuple[str, str, str]] = set()
        self.findings: list[Finding] = []
        self.derived = Derived()
        #: The sum of each player's points at the tables so far (AMB-04).
        self.points: Counter[str] = Counter()

    def verify(self) -> Report:
        """Process the complete file, in its order."""
        self._players()
        ordinary = [info for info in self.file.rounds if not info.final]
        first = self.file.rounds[0] if self.file.rounds else None
        seated = len({player for table in first.tables for player in table.seats}) if first else 0
        self.findings += _event_findings(self.event, seated)
        self.findings += _clock_findings(self.event, self.file)
        # The number of rounds follows from the players drawn, also those who then did not come (AMB-45).
        drawn = seated + len({player for table in first.tables for player in table.no_shows}) if first else 0
        self.findings += _rounds_findings(self.event, drawn, len(ordinary), self.file)
        for index, info in enumerate(self.file.rounds):
            self._round(index, info)
        self.findings += checks.word_findings(self.file.rounds)
        self._places()
        return Report(tuple(self.findings), self.derived)

    def _players(self) -> None:
        seen: set[str] = set()
        for index, player in enumerate(self.file.players):
            if player.id in seen:
                self.findings.append(checks.error("EVENT_PLAYER_TWICE", f"players[{index}].id", "1.5", player.id))
            seen.add(player.id)

    def _round(self, index: int, info: RoundInfo) -> None:
        path = f"rounds[{index}]"
        if info.number != index + 1:
            finding_path = f"{path}.number"
            self.findings.append(checks.error("EVENT_ROUND_NUMBER", finding_path, "1.5", info.number, index + 1))
        if info.final and index != len(self.file.rounds) - 1:
            self.findings.append(checks.error("EVENT_ROUND_NUMBER", f"{path}.final", "1.5", index + 1, None))
        self.findings += _day_findings(self.event, info, path)
        departed = set(self.left)
        present = [player for player in self.players if player not in departed]
        if index == 0:
            present = self._present_in_round_1(info, present)
        if info.kingdom is not None:
            self.findings += checks.kingdom_findings(info.kingdom, f"{path}.kingdom")
            self._own_draw(info.kingdom.draw, f"{path}.kingdom")
            self._kingdom_of_the_day(info.kingdom, path)
        self.findings += checks.seating_findings(info, dict.fromkeys(present), self.known, path)
        self.findings += checks.draw_marks(info, path)
        self.findings += checks.correction_findings(info, self.file.rounds[:index], path)
        self._tables(info, present, path)
        orders: list[list[str]] = []
        shared: Draw | None = None  # one draw may cover the seats of all tables of the round
        for t, table in enumerate(info.tables):
            finding_path = f"{path}.tables[{t}]"
            if table.draw != shared:
                self._own_draw(table.draw, finding_path)
            shared = table.draw if checks.covers_whole_round(table.draw, info) else shared
            order, table_problems = checks.table_findings(
                table, info, self.event.game, self.file.chain, finding_path, self.event.regulation
            )
            orders.append(order)
            self.findings += table_problems
        if info.final:
            self.derived.final = orders[0] if orders else []
        else:
            self._standings(info, orders, path)
        self._departures(info, path)

    def _present_in_round_1(self, info: RoundInfo, players: list[str]) -> list[str]:
        """Art. 1.5: leave out who entered during round 1, where the version lets them in (AMB-41)."""
        if self.regulation.readings.late_entries is LateEntries.NEVER:
            return players
        seated = {player for table in info.tables for player in table.seats}
        return [player for player in players if player in seated]

    def _own_draw(self, draw: Draw | None, path: str) -> None:
        """Art. 1.5: require a separate draw for every round, and for every table's seats (REQ-802, REQ-904, AMB-07)."""
        if draw is None or draw.by_hand:
            return
        label = (draw.seed, draw.purpose, draw.scope)
        if label in self.drawn:
            self.findings.append(checks.error("DRAW_REUSED", f"{path}.draw.scope", "1.5", scope=draw.scope))
        self.drawn.add(label)

    def _tables(self, info: RoundInfo, present: Sequence[str], path: str) -> None:
        """Check table sizes and players: by the standings from round 2 on, by the definitive standings in the final."""
        if info.final:
            expected = self._expected_finalists()
            self.findings += checks.shape_findings(info, len(expected), path)
            self.findings += checks.membership_findings(info, [expected], "EVENT_FINALISTS", path)
            if info.corrected_since and info.tables:
                # The players of the final as played stay the finalists; the others keep their places behind them.
                self.derived.finalists = [player for player in info.tables[0].seats if player in self.known]
            return
        absent = {player for table in info.tables for player in table.no_shows}
        try:
            table_sizes(len(present) + len(absent))
        except ImpossibleTables as impossible:
            self.findings.append(checks.error("EVENT_NO_TABLES", f"{path}.tables", "1.5", impossible.players))
            return
        self.findings += checks.shape_findings(info, len(present), path)
        if self.derived.standings:
            present_players = set(present) | absent
            order = [row.player for row in self.derived.standings[-1] if row.player in present_players]
            wanted = swiss_tables(order)
            self.findings += checks.membership_findings(info, wanted, "EVENT_SWISS", path)

    def _standings(self, info: RoundInfo, orders: list[list[str]], path: str) -> None:
        seen: set[str] = set()
        valid_results = []
        for table, order in zip(info.tables, orders, strict=True):
            valid_players = [player for player in dict.fromkeys(order) if player in self.known and player not in seen]
            valid_results.append(places_in_order(valid_players))
            points = {row.player: row.values.get("points") or 0 for row in table.results}
            self.points.update({player: points.get(player, 0) for player in valid_players})
            seen.update(order)
        self.derived.tables.append(valid_results)
        rows, standings_problems = checks.standings_findings(
            info.standings,
            self.derived.tables,
            self.points,
            dict.fromkeys(self.players),
            f"{path}.standings",
            self.regulation,
        )
        self.derived.standings.append(rows)
        self.findings += standings_problems

    def _departures(self, info: RoundInfo, path: str) -> None:
        for index, player in enumerate(info.left):
            left_path = f"{path}.left[{index}]"
            if player not in self.known:
                self.findings.append(checks.error("EVENT_PLAYER_UNKNOWN", left_path, "1.5", player))
            elif player in self.left:
                self.findings.append(checks.error("EVENT_PLAYER_TWICE", left_path, "1.5", player))
            else:
                self.left.append(player)

    def _kingdom_of_the_day(self, kingdom: KingdomInfo, path: str) -> None:
        """Art. 1.5: with one kingdom for the whole day compare a round's with that of round 1 (AMB-07)."""
        first = self.file.rounds[0].kingdom
        if self.regulation.readings.kingdoms is Kingdoms.PER_ROUND or first is None or first.drawn == kingdom.drawn:
            return
        params = (", ".join(kingdom.drawn), ", ".join(first.drawn))
        self.findings.append(checks.error("EVENT_KINGDOM_OF_THE_DAY", f"{path}.kingdom", "1.5", *params))

    def _expected_finalists(self) -> list[str]:
        if not self.derived.finalists and self.derived.standings:
            definitive = self.derived.standings[-1]
            self.derived.finalists = finalists(definitive, left=self.left, regulation=self.regulation)
        return self.derived.finalists

    def _places(self) -> None:
        """Derive final places and points, and compare the file's places."""
        if not self.derived.standings:
            return
        played = any(info.final for info in self.file.rounds)
        expected = self._expected_finalists()
        if expected and not played:
            self.findings.append(checks.error("EVENT_FINAL_MISSING", "rounds", "1.5", None, ", ".join(expected)))
        valid = sorted(self.derived.final) == sorted(expected)
        left = [player for player in self.left if player not in self.derived.final]
        departed = left if valid else self.players
        final = self.derived.final if valid else None
        definitive = self.derived.standings[-1]
        if valid and played and self.file.rounds[-1].corrected_since:
            places = places_as_played(definitive, self.derived.final, left=left, regulation=self.regulation)
        else:
            places = final_places(definitive, final, left=departed, regulation=self.regulation)
        self.derived.places, self.derived.left = places, left
        fascia = self.event.fascia_effective or self.event.fascia
        self.derived.points = event_points(places, fascia, left=left, regulation=self.regulation)
        final_result = places_in_order(final) if final else None
        self.derived.tallies = tallies(
            self.derived.tables, players=self.players, final=final_result, regulation=self.regulation
        )
        self.findings += _places_findings(self.file.final_places, places)


def _places_findings(written: Sequence[str], derived: Sequence[str]) -> list[Finding]:
    """Art. 1.5: compare the written final places (REQ-1303, REQ-1304)."""
    findings = [
        checks.error("EVENT_FINAL_PLACE", f"final_places[{index}]", "1.5", value, bound, place=index + 1)
        for index, (value, bound) in enumerate(zip(written, derived, strict=False))
        if value != bound
    ]
    if len(written) != len(derived):
        findings.append(checks.error("EVENT_FINAL_PLACES", "final_places", "1.5", len(written), len(derived)))
    return findings


def _event_findings(event: EventInfo, seated: int) -> list[Finding]:
    """Art. 1.3: check days, attendance and fascia of an event (REQ-304, REQ-401 to REQ-404, REQ-502, REQ-503).

    A result that came from another installation is a warning: whoever held it could have chosen its draws.
    """
    findings: list[Finding] = []
    try:
        check_days(event.first_day, event.last_day, season=event.season)
    except OutsideSeason as bad:
        field_path = "event.first_day" if event.first_day < bad.season_first else "event.last_day"
        days, season = f"{bad.first_day} – {bad.last_day}", f"{bad.season_first} – {bad.season_last}"
        findings.append(checks.error("EVENT_SEASON", field_path, bad.article, days, season))
    except Refused as bad:
        findings.append(_as_finding(bad, "event.last_day"))
    try:
        check_fascia(event.fascia, event.fascia_effective, seated, regulation=event.regulation)
    except FasciaNotDeclarable as bad:
        findings.append(_as_finding(bad, "event.fascia"))
    except TooFewPlayers as bad:
        findings.append(checks.error("EVENT_PLAYERS", "rounds[0].tables", bad.article, bad.players, bad.minimum))
    except FasciaUndecided as bad:
        params = {"fascia": str(bad.declared)}
        fascia_warning = checks.warning(
            "EVENT_FASCIA_UNDECIDED", "event.fascia", bad.article, bad.players, bad.minimum, **params
        )
        findings.append(fascia_warning)
    except FasciaChangeRefused as bad:
        field_path, to = "event.fascia_effective", str(bad.to)
        params = {"fascia": str(bad.declared), "players": str(bad.players)}
        findings.append(checks.error("EVENT_FASCIA_CHANGE", field_path, bad.article, to, **params))
    if event.played_elsewhere:
        findings.append(checks.warning("EVENT_PLAYED_ELSEWHERE", "event.played_elsewhere", "1.5"))
    return findings


def _day_findings(event: EventInfo, info: RoundInfo, path: str) -> list[Finding]:
    """Art. 1.5: return a warning for a round drawn outside the event's days."""
    if info.drawn_on is None or not is_outside_days(info.drawn_on, event.first_day, event.last_day):
        return []
    day, reason = f"{info.drawn_on:%d/%m/%Y}", info.dates_reason or "–"
    day_warning = checks.warning(
        "EVENT_DRAWN_OUTSIDE", f"{path}.drawn_on", "1.5", round=info.number, day=day, reason=reason
    )
    return [day_warning]


def _clock_findings(event: EventInfo, file: EventFile) -> list[Finding]:
    """Art. 1.5: check the minutes of rounds against the regulation, and a final without a clock (REQ-905, AMB-34)."""
    findings = []
    usual = event.regulation.minutes
    if event.minutes not in (None, usual):
        make_finding = checks.warning if event.minutes in MINUTES_POSSIBLE else checks.error
        reason = event.minutes_reason or "–"
        findings.append(make_finding("EVENT_MINUTES", "event.minutes", "1.5", event.minutes, usual, reason=reason))
    if event.final_has_clock is False and any(info.final for info in file.rounds):
        reason = event.final_clock_reason or "–"
        findings.append(checks.warning("EVENT_FINAL_CLOCK", "event.final_has_clock", "1.5", reason=reason))
    return findings


def _rounds_findings(event: EventInfo, seated: int, played: int, file: EventFile) -> list[Finding]:
    """Art. 1.5: check the number of rounds announced and played (REQ-1001 to REQ-1003, AMB-01, AMB-12)."""
    try:
        plan = planned_rounds(seated, override=event.rounds, reason=event.rounds_reason, regulation=event.regulation)
    except (RoundsOutOfRange, RoundsReasonMissing) as bad:
        return [_as_finding(bad, "event.rounds")]
    findings: list[Finding] = []
    if plan.overridden:
        override_warning = checks.warning(
            "EVENT_ROUNDS_OVERRIDE", "event.rounds", "1.5", plan.rounds, plan.default, reason=plan.reason
        )
        findings.append(override_warning)
    if played != plan.rounds and not _stopped(file, played):
        findings.append(checks.error("EVENT_ROUNDS", "rounds", "1.5", played, plan.rounds))
    return findings


def _stopped(file: EventFile, played: int) -> bool:
    """Return whether too many had left for another round, at least two having been played (AMB-12)."""
    departed = {player for info in file.rounds for player in info.left}
    present = sum(player.id not in departed for player in file.players)
    if played < file.event.regulation.rounds_minimum:
        return False
    try:
        table_sizes(present)
    except ImpossibleTables:
        return True
    return False


def _as_finding(bad: Refused, path: str) -> Finding:
    """Return the finding for an error raised by a rule, at a path of the file."""
    params = {name: value if isinstance(value, int) else str(value) for name, value in bad.params.items()}
    return checks.error(bad.code, path, bad.article, **params)


def verify(file: EventFile) -> Report:
    """Art. 1.4: derive an event again from its file alone and report every difference (REQ-605).

    Table sizes, Swiss tables, finalists, kingdoms and their draws, sheets, places and lots, standings and lots, final
    places, the season, attendance, fascia and number of rounds.

    Arguments:
        file: an event as read by ``parse``.
    Returns: findings, each with its path, and the derived event.
    """
    return EventFileVerifier(file).verify()
