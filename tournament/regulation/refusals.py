"""Refusals of regulation: code, article, message, and the classes of those that somebody catches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tournament.regulation.refused import Caught, Rows, add_rows
from tournament.regulation.translatable import gettext_noop, ngettext_lazy

ROWS: Final[Rows] = {
    "BAD_SEED": ("1.5", gettext_noop("“{seed}” is not a valid seed: it must have 64 lower-case hexadecimal digits.")),
    "BAD_WORD": ("1.5", gettext_noop("“{word}” is not a valid word: at most 64 characters, on one line.")),
    "BAD_PICK": ("1.5", gettext_noop("Nothing can be picked among {count} outcomes: there must be 1 to 4294967296.")),
    "BAD_PURPOSE": ("1.5", gettext_noop("“{purpose}” is not a kind of draw; known: {known}.")),
    "BAD_LABEL": (
        "1.5",
        gettext_noop("“{scope}” is not a valid scope of a draw: at most 200 characters, on one line."),
    ),
    "UNKNOWN_REGULATION": ("1.1", gettext_noop("There is no version “{version}” of the regulation; known: {known}.")),
    "BAD_REGULATION_VALUE": (
        "1.1",
        gettext_noop("Value {field} of the version: “{value}” is not possible; allowed: {right}."),
    ),
    "REGULATION_VALUE_GONE": (
        "1.1",
        gettext_noop(
            "Value {field} is the same in every version of the regulation, {right}: “{value}” is not possible any more."
        ),
    ),
    "IMPOSSIBLE_REGULATION": ("1.1", gettext_noop("No event could be played under version {version}: {flaw}.")),
    "IMPOSSIBLE_TABLES": (
        "1.5",
        ngettext_lazy(
            "{players} player cannot be seated at tables of 4 and 3: it takes 3, 4, or at least 6.",
            "{players} players cannot be seated at tables of 4 and 3: it takes 3, 4, or at least 6.",
            "players",
        ),
    ),
    # A player is in a round, or in an event, once (AMB-25).
    "SAME_PLAYER_TWICE": ("1.5", gettext_noop("Player {player} appears twice: once is allowed.")),
    "UNKNOWN_PLAYER": ("1.5", gettext_noop("{player} is not among the players of the event.")),
    "LOT_MISSING": ("1.5", gettext_noop("Equal in everything: {who}. A lot has to be drawn among them.")),
    "LOT_NOT_NEEDED": ("1.5", gettext_noop("No lot is needed for {who}: another criterion already decides.")),
    "LOTS_NOT_A_PERMUTATION": (
        "1.5",
        gettext_noop("The lots of {who} are {lots}: the tied need the numbers from 1 to {size}, each once."),
    ),
    "CRITERION_MISSING": (
        "1.5",
        gettext_noop("Row {who}: the other criteria are equal, so “{criterion}” is needed, and it is missing."),
    ),
    "PLACE_OUT_OF_RANGE": ("1.6", gettext_noop("There is no place {place}: places start at 1.")),
    "FINALISTS_MISMATCH": ("1.5", gettext_noop("The final belongs to {expected}; {found} were given.")),
    "BAD_EVENT_FILE": ("", gettext_noop("{path}: {problem}; expected: {expected}.")),
    "OUTSIDE_SEASON": (
        "1.3",
        gettext_noop("The event ({first_day} – {last_day}) must lie between {season_first} and {season_last}."),
    ),
    "DAYS_REVERSED": ("1.3", gettext_noop("The last day ({last_day}) comes before the first ({first_day}).")),
    "FASCIA_NOT_DECLARABLE": ("1.3", gettext_noop("Fascia {fascia} cannot be declared: I or III can.")),
    "TOO_FEW_PLAYERS": (
        "1.3",
        ngettext_lazy(
            "{players} player sits down in round 1: a valid event needs at least {minimum}.",
            "{players} players sit down in round 1: a valid event needs at least {minimum}.",
            "players",
        ),
    ),
    "FASCIA_CHANGE_REFUSED": (
        "1.3",
        ngettext_lazy(
            "From Fascia {declared} to {to} with {players} player: the regulation does not provide for it.",
            "From Fascia {declared} to {to} with {players} players: the regulation does not provide for it.",
            "players",
        ),
    ),
    "FASCIA_REASON_MISSING": ("1.3", gettext_noop("The change from Fascia {declared} to {to} needs a reason.")),
    "FASCIA_UNDECIDED": (
        "1.3",
        ngettext_lazy(
            "Fascia {declared} with {players} player, below its minimum of {minimum}: the Referent has to "
            "demote the event before it is ratified.",
            "Fascia {declared} with {players} players, below its minimum of {minimum}: the Referent has to "
            "demote the event before it is ratified.",
            "players",
        ),
    ),
    "ROUNDS_OUT_OF_RANGE": (
        "1.5",
        ngettext_lazy(
            "{rounds} round before the final: there must be {minimum} to {maximum}.",
            "{rounds} rounds before the final: there must be {minimum} to {maximum}.",
            "rounds",
        ),
    ),
    "ANNOUNCED_IN_FUTURE": (
        "1.2",
        gettext_noop(
            "The notice is dated {announced}, which is still to come: today is {today}. Write when it came out."
        ),
    ),
    # The authorisation is later than the event's last day (REQ-303).
    "AUTHORISED_LATE": (
        "1.2",
        gettext_noop(
            "The event ended on {last_day} and today is {day}: it is authorised before, not after. If it was "
            "put off, do not authorise it: the organiser announces it with its new day."
        ),
    ),
    # The minutes differ from the regulation's, without a reason (REQ-905).
    "MINUTES_REASON_MISSING": (
        "1.5",
        ngettext_lazy(
            "A round has {minutes} minute instead of {usual}: say why, the Referent reads it.",
            "A round has {minutes} minutes instead of {usual}: say why, the Referent reads it.",
            "minutes",
        ),
    ),
    # The version allows no final without a clock (AMB-34).
    "FINAL_CLOCK_REFUSED": ("1.5", gettext_noop("By this version of the regulation the clock runs in the final too.")),
    # The final has no clock, without a reason (REQ-907, AMB-34).
    "FINAL_CLOCK_REASON_MISSING": (
        "1.5",
        gettext_noop("The clock does not run in the final: say why, the Referent reads it."),
    ),
    "DRAW_DAY_REASON_MISSING": (
        "1.5",
        gettext_noop(
            "This draw is outside the event’s days ({first_day} to {last_day}): say why, the Referent reads it."
        ),
    ),
    "ROUNDS_REASON_MISSING": (
        "1.5",
        ngettext_lazy(
            "This number of players gives {default} round: {rounds} need a written reason.",
            "This number of players gives {default} rounds: {rounds} need a written reason.",
            "default",
        ),
    ),
    # Before anybody is present no number of players can be named.
    "ROUNDS_CHOICE_REASON_MISSING": (
        "1.5",
        gettext_noop(
            "The players who come decide how many rounds are played: {least}, or {most} from {threshold} on. Your "
            "choice, {rounds}, needs a written reason: write it, or leave the number empty."
        ),
    ),
    # The version lets the players decide the number of rounds (AMB-01).
    "ROUNDS_NOT_CHOSEN": (
        "1.5",
        ngettext_lazy(
            "{rounds} round chosen: by this version of the regulation the number of players decides. Leave it empty.",
            "{rounds} rounds chosen: by this version of the regulation the number of players decides. Leave it empty.",
            "rounds",
        ),
    ),
    "ROUNDS_FIXED": (
        "1.7",
        ngettext_lazy(
            "The national final has {fixed} round and a final, not {rounds}.",
            "The national final has {fixed} rounds and a final, not {rounds}.",
            "fixed",
        ),
    ),
    "TOO_MANY_CALLED": (
        "1.2",
        ngettext_lazy(
            "{number} called: the national final admits at most {maximum}.",
            "{number} called: the national final admits at most {maximum}.",
            "number",
        ),
    ),
    "NO_TABLES_FOR_CALLED": (
        "1.7",
        ngettext_lazy(
            "{number} called cannot be seated at tables of 4 and 3: choose 3, 4, or at least 6.",
            "{number} called cannot be seated at tables of 4 and 3: choose 3, 4, or at least 6.",
            "number",
        ),
    ),
    "BAD_CALL_UP": ("1.7", gettext_noop("The call-up of {player} is “{state}” and cannot become “{to}”.")),
    "TRANSITION_REFUSED": ("1.2", gettext_noop("An event that is “{state}” cannot become “{to}”.")),
    "NOT_REFERENT": ("1.4", gettext_noop("Only the National Referent takes an event from “{state}” to “{to}”.")),
    # An exception of the referent carries its reason (AMB-16, AMB-18).
    "REASON_MISSING": ("1.1", gettext_noop("Going from “{state}” to “{to}” needs a reason.")),
    "NOT_AUTHORISED": ("1.2", gettext_noop("The Referent has not authorised the event yet: nothing can be drawn.")),
    "ANNOUNCED_LATE": (
        "1.2",
        gettext_noop("The notice on the Forum ({announced}) must come before the start of the event ({first_day})."),
    ),
    "ROUND_NOT_COMPLETE": (
        "1.5",
        gettext_noop("Round {round}: tables still open: {tables}. The next round is drawn when all are closed."),
    ),
    "ROUND_ALREADY_DRAWN": ("1.5", gettext_noop("Round {round} has been drawn already: nothing is drawn twice.")),
    "ORGANISER_DISQUALIFIED": ("1.4", gettext_noop("The organiser is disqualified: its events are not admitted.")),
    "REPORT_INCOMPLETE": ("1.4", gettext_noop("The report is incomplete: missing {missing}.")),
}
add_rows(ROWS)


class BadSeed(Caught):
    """A seed is 64 lower-case hexadecimal digits."""

    code = "BAD_SEED"


class BadWord(Caught):
    """A word is at most 64 characters on one line."""

    code = "BAD_WORD"


class BadLabel(Caught):
    """A scope is one line of text."""

    code = "BAD_LABEL"


class UnknownRegulation(Caught):
    """Art. 1.1: the version is unknown."""

    code = "UNKNOWN_REGULATION"


class BadRegulationValue(Caught):
    """Art. 1.1: a value of a version is missing or out of its bounds."""

    code = "BAD_REGULATION_VALUE"


class RegulationValueGone(Caught):
    """Art. 1.1: a value that every version has in common is not that."""

    code = "REGULATION_VALUE_GONE"


class ImpossibleRegulation(Caught):
    """Art. 1.1: no event could be played by this version."""

    code = "IMPOSSIBLE_REGULATION"


class ImpossibleTables(Caught):
    """Art. 1.5: this number of players cannot form tables of 4 and 3."""

    code = "IMPOSSIBLE_TABLES"


class LotMissing(Caught):
    """Art. 1.5 e: rows are equal on everything and no lot was drawn.

    Arguments:
        groups: tuples of row numbers from 0, or of players; who: the same, rows counted from 1.
    """

    code = "LOT_MISSING"

    def __init__(self, *, groups: Sequence[Sequence[Any]], who: object) -> None:
        super().__init__(who=who)
        self.groups = groups


class CriterionMissing(Caught):
    """Art. 1.5: two rows are equal so far and one lacks the next criterion.

    Arguments:
        row: from 0; who: the same from 1.
    """

    code = "CRITERION_MISSING"

    def __init__(self, *, row: int, who: int, criterion: str) -> None:
        super().__init__(who=who, criterion=criterion)
        self.row = row


class FinalistsMismatch(Caught):
    """Art. 1.5: the final was not played by the finalists."""

    code = "FINALISTS_MISMATCH"


class BadEventFile(Caught):
    """The file cannot be read as a ``tournament-event`` file.

    Problem and expected are data or one of ``term_messages.PHRASES``, whose fields are params.
    """

    code = "BAD_EVENT_FILE"


class OutsideSeason(Caught):
    """Art. 1.3: first and last day lie inside the season."""

    code = "OUTSIDE_SEASON"


class FasciaNotDeclarable(Caught):
    """Art. 1.3: only I and III are declared."""

    code = "FASCIA_NOT_DECLARABLE"


class TooFewPlayers(Caught):
    """Art. 1.3: fewer players are seated than any valid event has."""

    code = "TOO_FEW_PLAYERS"


class FasciaChangeRefused(Caught):
    """Art. 1.3: the text does not allow this promotion or demotion."""

    code = "FASCIA_CHANGE_REFUSED"


class FasciaUndecided(Caught):
    """Art. 1.3: below its own minimum, an event waits for a demotion."""

    code = "FASCIA_UNDECIDED"


class RoundsOutOfRange(Caught):
    """Art. 1.5: 2 or 3 rounds."""

    code = "ROUNDS_OUT_OF_RANGE"


class RoundsReasonMissing(Caught):
    """Art. 1.5: the number of rounds differs from the default and needs a written reason."""

    code = "ROUNDS_REASON_MISSING"
