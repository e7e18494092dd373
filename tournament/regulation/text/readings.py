"""Readings of what the text leaves open that no version changes (docs/rules/regulation.md, section 16)."""

from __future__ import annotations

from typing import Final, NamedTuple

from tournament.regulation.translatable import gettext_noop as _


class Reading(NamedTuple):
    """A reading: its id in docs/rules/regulation.md, the article that it reads, and what it says, in English."""

    id: str
    article: str
    sentence: str


READINGS: Final[tuple[Reading, ...]] = (
    Reading(
        "AMB-02",
        "1.5",
        _("The final decides the places of all its players, not the winner’s alone."),
    ),
    Reading(
        "AMB-03",
        "1.6",
        _(
            "Victories of the rounds before the final separate players of the Ranking with as many victories; in the "
            "standings of an event both numbers are the same."
        ),
    ),
    Reading(
        "AMB-05",
        "1.5",
        _("The criteria between equal points decide every place at a table, not the winner’s alone."),
    ),
    Reading(
        "AMB-08",
        "1.5",
        _("An Attack is a card of the printed type “Action – Attack”."),
    ),
    Reading(
        "AMB-09",
        "1.5",
        _("Only kingdom cards are drawn, not every randomiser of the box."),
    ),
    Reading(
        "AMB-10",
        "2.1",
        _("The order of the names on a form is drawn by lot at each table."),
    ),
    Reading(
        "AMB-13",
        "1.3",
        _("The minimum counts the players seated in round 1, not those entered."),
    ),
    Reading(
        "AMB-15",
        "1.3",
        _("How many players count as many is for the Referent to decide, beside the season’s average."),
    ),
    Reading(
        "AMB-16",
        "1.2",
        _("The days of the report are counted from the day after the event ends, until midnight in Italy."),
    ),
    Reading(
        "AMB-17",
        "1.4",
        _("Within those days the organiser may replace the report; afterwards an error stays an error."),
    ),
    Reading(
        "AMB-18",
        "1.4",
        _("The ratified events of a disqualified organiser stand."),
    ),
    Reading(
        "AMB-19",
        "1.6",
        _("A player without consent has a row without a name, with its points and its rank."),
    ),
    Reading(
        "AMB-20",
        "1.6",
        _("Victories in the Ranking are tables won, the final included, not events won."),
    ),
    Reading(
        "AMB-21",
        "1.7",
        _("The Referent may call fewer players than this version admits, not more."),
    ),
    Reading(
        "AMB-22",
        "1.5",
        _("References of the printed text to a “point 4” mean art. 1.5."),
    ),
    Reading(
        "AMB-24",
        "2.3",
        _(
            "Where the rulebook of the box says otherwise, the regulation holds; where the regulation is silent "
            "about play, the rulebook."
        ),
    ),
    Reading(
        "AMB-25",
        "1.6",
        _("One person has one record and one place in an event."),
    ),
    Reading(
        "AMB-26",
        "1.6",
        _("Whoever plays several events adds up all their points."),
    ),
    Reading(
        "AMB-27",
        "1.2",
        _("Organisers and referees may play in their own event; the report says so."),
    ),
    Reading(
        "AMB-28",
        "1.3",
        _("All the days of an event fall within the season."),
    ),
    Reading(
        "AMB-29",
        "1.6",
        _("Half points count too, and nothing is rounded."),
    ),
    Reading(
        "AMB-30",
        "1.4",
        _("The Fascia multiplies points, not victories."),
    ),
    Reading(
        "AMB-35",
        "1.5",
        _(
            "Whoever drops out during a game is last at the table; the others finish it if there are at least two of "
            "them."
        ),
    ),
    Reading(
        "AMB-36",
        "1.7",
        _("The national final has no Fascia and no minimum of players."),
    ),
    Reading(
        "AMB-37",
        "1.5",
        _("A lot among several players draws their whole order at once."),
    ),
    Reading(
        "AMB-38",
        "1.5",
        _("The value of coins is that of the treasure cards owned; coins that Actions gave do not count."),
    ),
    Reading(
        "AMB-39",
        "1.5",
        _("Owned is what a player has at the end in hand, deck, discards and play."),
    ),
    Reading(
        "AMB-40",
        "1.5",
        _("A turn counts once it is completed."),
    ),
    Reading(
        "AMB-42",
        "1.5",
        _(
            "The players with fewer turns are those who had not yet played in the last round of turns; that is why "
            "the order at the table is kept."
        ),
    ),
    Reading(
        "AMB-43",
        "1.5",
        _("The victory in the final counts for the Ranking; the standings before it stay as they were."),
    ),
    Reading(
        "AMB-45",
        "1.5",
        _(
            "A player who does not come to a table of four is taken off it; at a table of three the round is drawn "
            "again, or, once a sheet of the round is in, the two play on and nobody gets the third place."
        ),
    ),
    Reading(
        "REQ-905",
        "1.5",
        _("A round may last a different number of minutes, with a reason that the Referent reads."),
    ),
    Reading(
        "REQ-701",
        "1.5",
        _("A round may be drawn on a day that is not one of the event’s, with a reason that the Referent reads."),
    ),
    Reading(
        "AMB-46",
        "1.2",
        _("A practice event is not part of the championship."),
    ),
)
