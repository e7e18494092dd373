"""Art. 1.3 and 1.5: conditions for a valid event: its days, its players, its fascia, its number of rounds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from tournament.regulation.kingdom import has_kingdom
from tournament.regulation.parameters import (
    CURRENT,
    Departure,
    Fascia,
    Kingdoms,
    LateEntries,
    Regulation,
    RoundsChoice,
)
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
from tournament.regulation.seating import table_sizes

#: Possible minutes of a round; a number other than the regulation's needs a reason.
MINUTES_POSSIBLE = range(1, 241)


@dataclass(frozen=True, slots=True)
class Season:
    """Art. 1.3: the window of a season, both days included, and its game if known."""

    first_day: date
    last_day: date
    game: str = ""


#: The season that the text was written for, of an event that names none (REQ-304).
SEASON_2009: Final = Season(date(2009, 6, 1), date(2009, 10, 15))


def check_days(first_day: date, last_day: date, *, season: Season | None = None) -> None:
    """Art. 1.3: require that the whole event lies inside the season (REQ-304, AMB-28).

    Errors: DAYS_REVERSED; OutsideSeason.
    """
    window = season or SEASON_2009
    if last_day < first_day:
        raise Refused("DAYS_REVERSED", first_day=first_day, last_day=last_day)
    if first_day < window.first_day or last_day > window.last_day:
        raise OutsideSeason(
            first_day=first_day, last_day=last_day, season_first=window.first_day, season_last=window.last_day
        )


def check_declared(fascia: Fascia, *, regulation: Regulation = CURRENT) -> None:
    """Art. 1.3: require fascia I or III: fascia II comes from a decision (REQ-305). Errors: FasciaNotDeclarable."""
    if fascia not in regulation.declarable:
        raise FasciaNotDeclarable(fascia=fascia)


def check_start(players: int, *, unofficial: bool = False, regulation: Regulation = CURRENT) -> None:
    """Art. 1.3: require that round 1 of an official event can be drawn (REQ-404, AMB-13).

    A fascia III with 12 to 15 can start: the referent demotes it before homologation (REQ-503). The minimum concerns
    round 1 only (REQ-405).

    Arguments:
        players: those checked in, not those registered.
        unofficial: an event outside the championship, or the national final (AMB-36): no minimum.
    Errors: TooFewPlayers; ImpossibleTables.
    """
    if not unofficial and players < regulation.least_players:
        raise TooFewPlayers(players=players, minimum=regulation.least_players)
    table_sizes(players)


def possible_fasce(declared: Fascia, players: int, *, regulation: Regulation = CURRENT) -> tuple[Fascia, ...]:
    """Art. 1.3: return the fasce that an event can have (REQ-401 to REQ-404, REQ-502, REQ-503).

    They depend on the players seated in round 1. Fascia I: itself, or II by promotion, never III. Fascia III with its
    minimum: itself only, unless the version allows its demotion; below it: II or I by demotion; below the least of all:
    nothing, the event is void (AMB-14).

    Errors: FasciaNotDeclarable.
    """
    check_declared(declared, regulation=regulation)
    if players < regulation.least_players:
        return ()
    if declared is Fascia.I:
        return (Fascia.I, Fascia.II)
    if players < regulation.minimum_players[declared]:
        return (Fascia.II, Fascia.I)
    return (Fascia.III, Fascia.II, Fascia.I) if regulation.readings.fascia_iii_demotion else (Fascia.III,)


def check_fascia_change(
    declared: Fascia, to: Fascia, players: int, *, reason: str, regulation: Regulation = CURRENT
) -> None:
    """Art. 1.3: require that the referent's promotion or demotion is allowed (REQ-502, REQ-503, AMB-14, AMB-15).

    No attendance is significant by itself.

    Arguments:
        declared: the declared fascia; to: the effective one; players: seated in round 1; reason: why, never empty.
    Errors: FasciaChangeRefused; FASCIA_REASON_MISSING.
    """
    if to not in possible_fasce(declared, players, regulation=regulation):
        raise FasciaChangeRefused(declared=declared, to=to, players=players)
    if not reason.strip():
        raise Refused("FASCIA_REASON_MISSING", declared=declared, to=to)


def check_fascia(
    declared: Fascia, effective: Fascia | None, players: int, *, regulation: Regulation = CURRENT
) -> Fascia:
    """Art. 1.3: return the fascia that an event is homologated with (REQ-503, REQ-504).

    Arguments:
        effective: the referent's decision; None if none was taken.
    Returns: the effective fascia.
    Errors: TooFewPlayers (void); FasciaUndecided if a demotion is compulsory; FasciaChangeRefused.
    """
    possible = possible_fasce(declared, players, regulation=regulation)
    if not possible:
        raise TooFewPlayers(players=players, minimum=regulation.least_players)
    chosen = effective or declared
    if chosen in possible:
        return chosen
    if chosen is declared:
        raise FasciaUndecided(declared=declared, players=players, minimum=regulation.minimum_players[declared])
    raise FasciaChangeRefused(declared=declared, to=chosen, players=players)


@dataclass(frozen=True, slots=True)
class RoundsPlan:
    """Art. 1.5: the number of rounds of an event before its final.

    Arguments:
        rounds: the number; default: the number by the players; reason: why they differ, empty if they do not.
    """

    rounds: int
    default: int
    reason: str = ""

    @property
    def overridden(self) -> bool:
        """Return whether the organiser chose another number: the referent sees it (REQ-1003)."""
        return self.rounds != self.default


def check_rounds_choice(rounds: int | None, reason: str, *, regulation: Regulation = CURRENT) -> None:
    """Art. 1.5: require that the organiser may choose this number of rounds, for some number of players (AMB-01).

    Arguments:
        rounds: the organiser's number; None if the players decide. reason: why.
    Errors: RoundsOutOfRange; ROUNDS_NOT_CHOSEN; ROUNDS_CHOICE_REASON_MISSING.
    """
    if rounds is None:
        return
    least, most = regulation.rounds_minimum, regulation.rounds_maximum
    if not least <= rounds <= most:
        raise RoundsOutOfRange(rounds=rounds, minimum=least, maximum=most)
    choice = regulation.readings.rounds_choice
    if choice is RoundsChoice.FIXED:
        raise Refused("ROUNDS_NOT_CHOSEN", rounds=rounds)
    if choice is RoundsChoice.WITH_REASON and not reason.strip():
        facts = {"threshold": regulation.rounds_threshold, "least": least, "most": most}
        raise Refused("ROUNDS_CHOICE_REASON_MISSING", rounds=rounds, **facts)


def planned_rounds(
    players: int,
    *,
    override: int | None = None,
    reason: str = "",
    national: bool = False,
    regulation: Regulation = CURRENT,
) -> RoundsPlan:
    """Art. 1.5, 1.7: return the rounds before the final: 2 below 16 players, else 3 (REQ-1001 to REQ-1004, AMB-01).

    Arguments:
        players: those seated in round 1; the plan is frozen with them.
        override: the organiser's own number, before round 1 only; reason: why.
        national: the national final, always 3.
    Errors: RoundsOutOfRange; ROUNDS_NOT_CHOSEN; RoundsReasonMissing; ROUNDS_FIXED.
    """
    least, most = regulation.rounds_minimum, regulation.rounds_maximum
    if override is not None and not least <= override <= most:
        raise RoundsOutOfRange(rounds=override, minimum=least, maximum=most)
    if national:
        if override not in (None, regulation.national_rounds):
            raise Refused("ROUNDS_FIXED", rounds=override, fixed=regulation.national_rounds)
        return RoundsPlan(regulation.national_rounds, regulation.national_rounds)
    default = least if players < regulation.rounds_threshold else most
    if override is None or override == default:
        return RoundsPlan(default, default)
    choice = regulation.readings.rounds_choice
    if choice is RoundsChoice.FIXED:
        raise Refused("ROUNDS_NOT_CHOSEN", rounds=override)
    if choice is RoundsChoice.WITH_REASON and not reason.strip():
        raise RoundsReasonMissing(rounds=override, default=default)
    return RoundsPlan(override, default, reason.strip())


def accepts_entry(drawn: int, *, is_round_over: bool, regulation: Regulation = CURRENT) -> bool:
    """Art. 1.5: return whether a player can still enter (AMB-41): before round 1, or during it where it is allowed.

    Arguments:
        drawn: rounds drawn so far. is_round_over: whether the last of them is closed.
    """
    if drawn == 0:
        return True
    may_be_late = regulation.readings.late_entries is LateEntries.UNTIL_ROUND_1_ENDS
    return may_be_late and drawn == 1 and not is_round_over


class Continuation(StrEnum):
    """Art. 1.5: the possible continuations after a round when players have left (AMB-12)."""

    NEXT_ROUND = "next_round"
    STANDINGS_ARE_DEFINITIVE = "standings_are_definitive"
    VOID = "void"


def continuation(present: int, rounds_played: int, *, regulation: Regulation = CURRENT) -> Continuation:
    """Art. 1.5: return how an event can continue with the players still present (REQ-706, AMB-12).

    If no tables can be formed: with at least 2 rounds played the last standings become definitive, else it is void.
    """
    try:
        table_sizes(present)
    except ImpossibleTables:
        enough = rounds_played >= regulation.rounds_minimum
        return Continuation.STANDINGS_ARE_DEFINITIVE if enough else Continuation.VOID
    return Continuation.NEXT_ROUND


def check_clock(
    minutes: int, reason: str, *, final_has_clock: bool, final_reason: str, regulation: Regulation = CURRENT
) -> None:
    """Art. 1.5: require a reason for an unusual time limit, or a final without one (REQ-905, AMB-34).

    Errors: MINUTES_REASON_MISSING; FINAL_CLOCK_REASON_MISSING; FINAL_CLOCK_REFUSED where the version allows none.
    """
    if minutes != regulation.minutes and not reason.strip():
        raise Refused("MINUTES_REASON_MISSING", minutes=minutes, usual=regulation.minutes)
    if not final_has_clock:
        if regulation.readings.final_without_clock is Departure.NEVER:
            raise Refused("FINAL_CLOCK_REFUSED")
        if not final_reason.strip():
            raise Refused("FINAL_CLOCK_REASON_MISSING")


def is_outside_days(day: date, first_day: date, last_day: date) -> bool:
    """Art. 1.5: return whether a day is none of the event's days."""
    return not first_day <= day <= last_day


def check_draw_day(day: date, reason: str, *, first_day: date, last_day: date) -> None:
    """Art. 1.5: require a reason for the draw of a round outside the event's days (REQ-701).

    Errors: DRAW_DAY_REASON_MISSING.
    """
    if is_outside_days(day, first_day, last_day) and not reason.strip():
        raise Refused("DRAW_DAY_REASON_MISSING", first_day=first_day, last_day=last_day)


def draws_kingdom(game: str, number: int, *, regulation: Regulation) -> bool:
    """Art. 1.5: return whether a round draws a kingdom of its own; of one for the whole day only round 1 (AMB-07)."""
    return has_kingdom(game) and (number == 1 or regulation.readings.kingdoms is Kingdoms.PER_ROUND)
