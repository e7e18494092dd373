"""Errors about events that would not be valid: days, fascia, rounds, minutes, the call-up (articles 1.2 to 1.7)."""

from __future__ import annotations

from tournament.regulation.errors import RuleError
from tournament.regulation.translatable import gettext_noop, ngettext_lazy


class EventRefused(RuleError):
    """Base of the errors about events that would not be valid."""

    article = "1.3"


class OutsideSeason(EventRefused):
    """Art. 1.3: first and last day lie inside the season. Params: first_day, last_day, season_first, season_last."""

    code = "OUTSIDE_SEASON"
    message = gettext_noop("The event ({first_day} – {last_day}) must lie between {season_first} and {season_last}.")


class DaysReversed(EventRefused):
    """Art. 1.3: the last day is not before the first. Params: first_day, last_day."""

    code = "DAYS_REVERSED"
    message = gettext_noop("The last day ({last_day}) comes before the first ({first_day}).")


class FasciaNotDeclarable(EventRefused):
    """Art. 1.3: only I and III are declared. Params: fascia."""

    code = "FASCIA_NOT_DECLARABLE"
    message = gettext_noop("Fascia {fascia} cannot be declared: I or III can.")


class TooFewPlayers(EventRefused):
    """Art. 1.3: fewer players are seated than any valid event has. Params: players, minimum."""

    code = "TOO_FEW_PLAYERS"
    message = ngettext_lazy(
        "{players} player sits down in round 1: a valid event needs at least {minimum}.",
        "{players} players sit down in round 1: a valid event needs at least {minimum}.",
        "players",
    )


class FasciaChangeRefused(EventRefused):
    """Art. 1.3: the text does not allow this promotion or demotion. Params: declared, to, players."""

    code = "FASCIA_CHANGE_REFUSED"
    message = ngettext_lazy(
        "From Fascia {declared} to {to} with {players} player: the regulation does not provide for it.",
        "From Fascia {declared} to {to} with {players} players: the regulation does not provide for it.",
        "players",
    )


class FasciaReasonMissing(EventRefused):
    """Art. 1.3: a decision on the fascia carries its reason. Params: declared, to."""

    code = "FASCIA_REASON_MISSING"
    message = gettext_noop("The change from Fascia {declared} to {to} needs a reason.")


class FasciaUndecided(EventRefused):
    """Art. 1.3: below its own minimum, an event waits for a demotion. Params: declared, players, minimum."""

    code = "FASCIA_UNDECIDED"
    message = ngettext_lazy(
        "Fascia {declared} with {players} player, below its minimum of {minimum}: the Referent has to demote the "
        "event before it is ratified.",
        "Fascia {declared} with {players} players, below its minimum of {minimum}: the Referent has to demote the "
        "event before it is ratified.",
        "players",
    )


class RoundsOutOfRange(EventRefused):
    """Art. 1.5: 2 or 3 rounds. Params: rounds, minimum, maximum."""

    code, article = "ROUNDS_OUT_OF_RANGE", "1.5"
    message = ngettext_lazy(
        "{rounds} round before the final: there must be {minimum} to {maximum}.",
        "{rounds} rounds before the final: there must be {minimum} to {maximum}.",
        "rounds",
    )


class AnnouncedInFuture(RuleError):
    """Art. 1.2: the notice is dated in the future. Params: announced, today."""

    code, article = "ANNOUNCED_IN_FUTURE", "1.2"
    message = gettext_noop(
        "The notice is dated {announced}, which is still to come: today is {today}. Write when it came out."
    )


class AuthorisedLate(RuleError):
    """Art. 1.2: the authorisation is later than the event's last day (REQ-303). Params: day, last_day."""

    code, article = "AUTHORISED_LATE", "1.2"
    message = gettext_noop(
        "The event ended on {last_day} and today is {day}: it is authorised before, not after. If it was put off, "
        "do not authorise it: the organiser announces it with its new day."
    )


class MinutesReasonMissing(RuleError):
    """Art. 1.5: the minutes differ from the regulation's, without a reason (REQ-905). Params: minutes, usual."""

    code, article = "MINUTES_REASON_MISSING", "1.5"
    message = ngettext_lazy(
        "A round has {minutes} minute instead of {usual}: say why, the Referent reads it.",
        "A round has {minutes} minutes instead of {usual}: say why, the Referent reads it.",
        "minutes",
    )


class FinalClockRefused(RuleError):
    """Art. 1.5: the version allows no final without a clock (AMB-34). Params: none."""

    code, article = "FINAL_CLOCK_REFUSED", "1.5"
    message = gettext_noop("By this version of the regulation the clock runs in the final too.")


class FinalClockReasonMissing(RuleError):
    """Art. 1.5: the final has no clock, without a reason (REQ-907, AMB-34). Params: none."""

    code, article = "FINAL_CLOCK_REASON_MISSING", "1.5"
    message = gettext_noop("The clock does not run in the final: say why, the Referent reads it.")


class DrawDayReasonMissing(RuleError):
    """Art. 1.5: a draw on another day than the event's, without a reason. Params: day, first_day, last_day."""

    code, article = "DRAW_DAY_REASON_MISSING", "1.5"
    message = gettext_noop(
        "This draw is outside the event’s days ({first_day} to {last_day}): say why, the Referent reads it."
    )


class RoundsReasonMissing(EventRefused):
    """Art. 1.5: the number of rounds differs from the default and needs a written reason. Params: rounds, default."""

    code, article = "ROUNDS_REASON_MISSING", "1.5"
    message = ngettext_lazy(
        "This number of players gives {default} round: {rounds} need a written reason.",
        "This number of players gives {default} rounds: {rounds} need a written reason.",
        "default",
    )


class RoundsNotChosen(EventRefused):
    """Art. 1.5: the version lets the players decide the number of rounds (AMB-01). Params: rounds."""

    code, article = "ROUNDS_NOT_CHOSEN", "1.5"
    message = ngettext_lazy(
        "{rounds} round chosen: by this version of the regulation the number of players decides. Leave it empty.",
        "{rounds} rounds chosen: by this version of the regulation the number of players decides. Leave it empty.",
        "rounds",
    )


class RoundsFixed(EventRefused):
    """Art. 1.7: the national final has a fixed number of rounds. Params: rounds, fixed."""

    code, article = "ROUNDS_FIXED", "1.7"
    message = ngettext_lazy(
        "The national final has {fixed} round and a final, not {rounds}.",
        "The national final has {fixed} rounds and a final, not {rounds}.",
        "fixed",
    )


class TooManyCalled(EventRefused):
    """Art. 1.2: the national final does not admit that many players. Params: number, maximum."""

    code, article = "TOO_MANY_CALLED", "1.2"
    message = ngettext_lazy(
        "{number} called: the national final admits at most {maximum}.",
        "{number} called: the national final admits at most {maximum}.",
        "number",
    )


class NoTablesForCalled(EventRefused):
    """Art. 1.7: this number of players cannot be seated at tables of 4 and 3. Params: number."""

    code, article = "NO_TABLES_FOR_CALLED", "1.7"
    message = ngettext_lazy(
        "{number} called cannot be seated at tables of 4 and 3: choose 3, 4, or at least 6.",
        "{number} called cannot be seated at tables of 4 and 3: choose 3, 4, or at least 6.",
        "number",
    )


class BadCallUp(EventRefused):
    """Art. 1.7: this entry of the call-up list cannot take this answer. Params: player, state, to."""

    code, article = "BAD_CALL_UP", "1.7"
    message = gettext_noop("The call-up of {player} is “{state}” and cannot become “{to}”.")
