"""Part one of the regulation in own words: art. 1.1 to 1.7, with the values of a version in their places."""

from __future__ import annotations

from typing import Final

from tournament.regulation.text.article import Article, Value
from tournament.regulation.translatable import gettext_noop as _

ARTICLES: Final[tuple[Article, ...]] = (
    Article(
        "1.1",
        _("Introduction"),
        (
            _(
                "The regulation has two parts, the organisation of the championship and the play of the game; "
                "together they are one text."
            ),
            _(
                "The National Referent may change every number and every interpretation while the championship runs. "
                "Each change is a version of its own, with a number and the day from which it holds."
            ),
            _("An event keeps the version with which it was created."),
            _("Every organiser has the complete current text at hand during the event, and every player may read it."),
            _("Suggestions go to the National Referent."),
            _("What happens at a table is a note of the referee, which goes with the report."),
        ),
    ),
    Article(
        "1.2",
        _("The championship"),
        (
            _("There may be any number of events, and the places of the national final are not shared out by region."),
            _("An event is announced on the Forum before its day and authorised by the National Referent."),
            Value("notice_days"),
            _(
                "After the event its organiser sends the report with photos to the Referent, and publishes on the "
                "Forum who won, who came second, the prize if there was one, and photos."
            ),
            Value("report_days"),
            Value("report_photos"),
            _("The National Referent may take part as a player."),
        ),
    ),
    Article(
        "1.3",
        _("Events"),
        (
            _("All the days of an event fall within its season."),
            _(
                "Ordinary events, at any club, association or shop, are Fascia I. Events inside a national convention "
                "of several games are Fascia III. Fascia II is never declared: only the Referent gives it."
            ),
            Value("convention"),
            Value("minimum_players_i"),
            Value("minimum_players_iii"),
            _(
                "The Referent may promote a Fascia I event with many players to Fascia II, and demote a Fascia III "
                "event with fewer than its minimum to Fascia II or I."
            ),
            Value("fascia_iii_demotion"),
        ),
    ),
    Article(
        "1.4",
        _("Results and checks"),
        (
            _("The points of a Fascia I event are those of the Ranking."),
            Value("multiplier_ii"),
            Value("multiplier_iii"),
            _(
                "The report has both results, the ordinary points and the multiplied ones, and the Referent checks "
                "them."
            ),
            _("A report with an error, even one made in good faith, or without a required part is not ratified."),
            _(
                "The Referent may visit an event without notice. An organiser who breaks the rules is disqualified "
                "for good: their events are admitted no more."
            ),
        ),
    ),
    Article(
        "1.5",
        _("The event"),
        (
            _(
                "Tables have four players, or three where the number of players calls for it; as many as possible "
                "have four."
            ),
            _(
                "The tables of round 1 are drawn by lot among the players present. Later tables follow the "
                "standings: the first four sit together, then the next, with the tables of three at the end."
            ),
            Value("late_entries"),
            Value("rounds_minimum"),
            Value("rounds_maximum"),
            Value("rounds_threshold"),
            Value("rounds_choice"),
            _(
                "Ten kingdom cards are drawn from the 25 of Dominion, first edition, the same for every table of the "
                "round. With an Attack and no Moat among the first nine the tenth is the Moat. With neither the tenth "
                "is no Attack: one that is drawn is put aside and another card is drawn."
            ),
            Value("kingdoms"),
            _(
                "Each table sets up the game (part two), unless the organiser has done so, and the referee starts "
                "the clock."
            ),
            Value("minutes"),
            Value("time_out"),
            _("A round may last a different number of minutes, with a reason that the Referent reads."),
            _("A round may be drawn on a day that is not one of the event’s, with a reason that the Referent reads."),
            _(
                "At the table whoever has the most points wins, which is one victory. Between equal points the first "
                "is whoever has (a) played fewer turns, (b) more Gold, (c) the higher value of all treasure cards "
                "owned, (d) more Action cards, (e) the lot."
            ),
            _(
                "The standings are updated after each round: more victories, then more victories in the rounds before "
                "the final, then more second places, then more third places."
            ),
            Value("after_thirds"),
            Value("last_of_short_table"),
            Value("drop_outs"),
            _("Forms for points and ties can be downloaded from the site."),
            Value("finalists"),
            _(
                "The final gives its players their places, and its winner wins the event; the others keep the order "
                "of the standings."
            ),
            Value("least_finalists"),
            Value("withdrawn_finalist"),
            Value("final_without_clock"),
        ),
    ),
    Article(
        "1.6",
        _("The Ranking"),
        (
            _("One Ranking of the whole country adds up the ratified events."),
            _("Everybody has a row; name and surname are shown only for those who signed the consent."),
            Value("place_half_points"),
            Value("further_half_points"),
            Value("leavers_points"),
            _("These points are those of Fascia I; those of the others are multiplied."),
            _("Between equal points more victories come first, then the criteria of the standings of an event."),
        ),
    ),
    Article(
        "1.7",
        _("The national final"),
        (
            Value("national_finalists"),
            _(
                "The Referent may call fewer, chooses place and day, and calls the next of the Ranking for whoever "
                "cannot come. Only those called play."
            ),
            Value("national_rounds"),
            Value("national_warning"),
            _(
                "It is played like any event, with a final, and gives no points for the Ranking. The four of its "
                "final get prizes, which are announced before it and given at the ceremony."
            ),
        ),
    ),
)
