"""English messages of the findings of the regulation: kingdoms, draws, reports, event files."""

from __future__ import annotations

from tournament.regulation.translatable import Template, gettext_noop, ngettext_lazy

#: By code.
FINDINGS: dict[str, Template] = {
    "KINGDOM_SIZE": ngettext_lazy(
        "The kingdom has {cards} card: there must be {size}.",
        "The kingdom has {cards} cards: there must be {size}.",
        "cards",
    ),
    "KINGDOM_UNKNOWN_CARD": gettext_noop("No card is called “{card}” (perhaps “{nearest}”?)."),
    "KINGDOM_NO_CARD": gettext_noop("No card is called “{card}”."),
    "KINGDOM_BASE_CARD": gettext_noop("“{card}” is a base card: only kingdom cards enter a kingdom."),
    "KINGDOM_OTHER_SET": gettext_noop("“{card}” is not among the cards that kingdoms are drawn from."),
    "KINGDOM_DUPLICATE": gettext_noop("“{card}” appears twice in the draw."),
    "KINGDOM_ATTACK_WITHOUT_MOAT": gettext_noop(
        "The kingdom has an Attack (“{card}”) and no Moat: the Moat rule excludes it."
    ),
    "KINGDOM_REJECTED_NEEDLESSLY": ngettext_lazy(
        "{cards} card was put aside, but with these first nine none is.",
        "{cards} cards were put aside, but with these first nine none is.",
        "cards",
    ),
    "KINGDOM_REJECTED_NOT_ATTACK": gettext_noop("“{card}” was put aside but is not an Attack."),
    "DRAW_INPUT_TWICE": gettext_noop("“{value}” is twice among what was drawn from."),
    "DRAW_NOT_A_PERMUTATION": ngettext_lazy(
        "The outcome ({outcome} entry) does not hold each of the {inputs} inputs exactly once.",
        "The outcome ({outcome} entries) does not hold each of the {inputs} inputs exactly once.",
        "outcome",
    ),
    "DRAW_KINGDOM_INPUTS": ngettext_lazy(
        "A kingdom is drawn from the kingdom cards of the regulation in their fixed order; here is {inputs} entry.",
        "A kingdom is drawn from the kingdom cards of the regulation in their fixed order; here are {inputs} entries.",
        "inputs",
    ),
    "TIME_OUT_ROUND": ngettext_lazy(
        "Ended on time with {value} turn, while another player has {bound}: by this version of the regulation "
        "everybody has the same number.",
        "Ended on time with {value} turns, while another player has {bound}: by this version of the regulation "
        "everybody has the same number.",
        "value",
    ),
    "DRAW_OUTCOME": gettext_noop("The recorded outcome ({value}) is not what seed and word give ({bound})."),
    "DRAW_COMMITMENT": gettext_noop("The published fingerprint ({value}) is not the seed’s ({bound})."),
    "DRAW_BY_PHONES": gettext_noop(
        "Drawn with the phones of the players, by an earlier version of this site: it can no longer be made again."
    ),
    "DRAW_BEACON": gettext_noop("The signature of round {value} of the beacon is not the beacon’s."),
    "DRAW_BEACON_FIELD": gettext_noop("The beacon’s round is not written right: {field} is “{value}”."),
    "DRAW_BEACON_NUMBER": gettext_noop("The public number ({value}) is not the one of its round ({bound})."),
    "DRAW_BEACON_KEY": gettext_noop("Round {value} is of another chain than the public one of the League of Entropy."),
    "DRAW_BEACON_UNCHECKED": gettext_noop(
        "The signature of round {value} of the beacon was not checked: the library py-ecc is missing."
    ),
    "WORD_AFTER_BEACON": gettext_noop(
        "Round {round} of the beacon did not answer, and a word was called out instead: “{value}”. With that round it "
        "would have been: {bound}."
    ),
    "WORD_BY_OPERATOR": gettext_noop(
        "Drawn with a word that was called out, without the public number: who ran the computer and chose the word "
        "could have chosen what came out. Rounds: {rounds}."
    ),
    "DRAW_BY_HAND_WITH_SEED": gettext_noop("The draw is recorded as made by hand but carries a seed."),
    "DRAW_OTHER_KINGDOM": gettext_noop("The record of the draw gives {bound}, the round says {value}."),
    "EVENT_KINGDOM_OF_THE_DAY": gettext_noop(
        "The event plays one kingdom all day: the round says {value}, round 1 {bound}."
    ),
    "REPORT_MISSING": gettext_noop("Missing from the report: {item}."),
    "REPORT_POINTS": ngettext_lazy(
        "{player}: {value} half-point reported, the regulation gives {bound}.",
        "{player}: {value} half-points reported, the regulation gives {bound}.",
        "value",
    ),
    "ORGANISER_PLAYS": gettext_noop("The organiser or referee ({player}) plays in their own event."),
    "REFERENT_WON": gettext_noop("The Referent won this event and ratifies it: the report shows it."),
    "EVENTS_OVERLAP": gettext_noop("{player} is in two events on the same days: {first} and {second}."),
    "EVENTS_IN_ONE_HALL": gettext_noop(
        "{first} and {second} are of the same organiser, in the same hall and on the same days."
    ),
    "SAME_NAME": gettext_noop("Two records with the same name and surname: {name}. Are they one person?"),
    "FEW_CALLED": gettext_noop("{number} are called, fewer than {minimum}."),
    "EVENT_SEASON": gettext_noop("The event ({value}) lies outside the season ({bound})."),
    "EVENT_PLAYERS": ngettext_lazy(
        "{value} player sat down in round 1: at least {bound} are needed.",
        "{value} players sat down in round 1: at least {bound} are needed.",
        "value",
    ),
    "EVENT_FASCIA_UNDECIDED": ngettext_lazy(
        "Fascia {fascia} with {value} player instead of at least {bound}: the Referent has to demote it.",
        "Fascia {fascia} with {value} players instead of at least {bound}: the Referent has to demote it.",
        "value",
    ),
    "EVENT_FASCIA_CHANGE": ngettext_lazy(
        "The effective Fascia {value} cannot follow the declared {fascia} with {players} player.",
        "The effective Fascia {value} cannot follow the declared {fascia} with {players} players.",
        "players",
    ),
    "EVENT_ROUNDS": gettext_noop("Rounds before the final: {value}; with these players there are {bound}."),
    "EVENT_ROUNDS_OVERRIDE": ngettext_lazy(
        "The organiser chose {value} round instead of {bound}: “{reason}”.",
        "The organiser chose {value} rounds instead of {bound}: “{reason}”.",
        "value",
    ),
    "EVENT_ROUND_NUMBER": gettext_noop("The round carries number {value}: {bound} belongs here."),
    "EVENT_FINAL_MISSING": gettext_noop("The final is missing; it belonged to {bound}."),
    "EVENT_PLAYER_TWICE": gettext_noop("{value} appears twice in the same list or round."),
    "EVENT_PLAYER_UNKNOWN": gettext_noop("{value} is not among the players of the event."),
    "EVENT_PLAYER_UNSEATED": gettext_noop("{value} is still in the event but sits at no table of the round."),
    "EVENT_PLAYER_LEFT": gettext_noop("{value} has left the event but sits at a table of the round."),
    "EVENT_TABLE_NUMBER": gettext_noop("The table carries number {value}: {bound} belongs here."),
    "EVENT_TABLE_COUNT": ngettext_lazy(
        "The round has {value} table: {players} players make {bound}.",
        "The round has {value} tables: {players} players make {bound}.",
        "value",
    ),
    "EVENT_TABLE_SIZE": ngettext_lazy(
        "{value} player sits at the table: by the rule of tables there are {bound}.",
        "{value} players sit at the table: by the rule of tables there are {bound}.",
        "value",
    ),
    "EVENT_NO_TABLES": ngettext_lazy(
        "{value} player cannot be seated at tables of 4 and 3.",
        "{value} players cannot be seated at tables of 4 and 3.",
        "value",
    ),
    "EVENT_SWISS": gettext_noop("By the partial standings this table is for {bound}; {value} sit there."),
    "EVENT_FINALISTS": gettext_noop("The final belongs to {bound}; {value} sit there."),
    "EVENT_SWISS_AS_DRAWN": gettext_noop(
        "The table stayed as it was drawn; after the correction it would be for {bound}: {reason}."
    ),
    "EVENT_FINALISTS_AS_DRAWN": gettext_noop(
        "The final stayed as it was formed; after the correction it would belong to {bound}: {reason}."
    ),
    "EVENT_CORRECTION": gettext_noop(
        "A correction names round and table {value}: there is no such table before this round, or no reason."
    ),
    "EVENT_ENDED_BY": ngettext_lazy(
        "Seat {value} ended the game, but there is {bound} seat.",
        "Seat {value} ended the game, but there are {bound} seats.",
        "bound",
    ),
    "EVENT_RESULTS": gettext_noop("The results are of {value}, but {bound} sit at the table."),
    "EVENT_PLACE": gettext_noop("{player} has place {value}: the results give {bound}."),
    "EVENT_PAIRS_SHEET": gettext_noop("The sheet is of a game in pairs: in an event everybody plays for themselves."),
    "EVENT_LOT_MISSING": gettext_noop("Equal in everything: {who}. The lot is missing."),
    "EVENT_LOT_IDLE": gettext_noop("No lot is needed for {player} ({value}): another criterion already decides."),
    "EVENT_LOT": gettext_noop(
        "The lot of {player} is {value}: {size} tied need the numbers from 1 to {size}, each once."
    ),
    "EVENT_PLAYED_ELSEWHERE": gettext_noop(
        "Played on a laptop: the result is that of the file that the organiser uploaded. Whoever held the laptop could "
        "have chosen each draw."
    ),
    "RESULT_OTHER_EVENT": gettext_noop(
        "The file is of another event: it says “{value}”, and here it is “{bound}”. Choose the file of this event."
    ),
    "RESULT_ENTRY_MISSING": gettext_noop(
        "Number {number}, {name}, is entered here and missing in the file: enter them on the laptop, or take them off "
        "the list here, and make the file again."
    ),
    "RESULT_ENTRY_RENAMED": gettext_noop(
        "Number {number} is “{value}” in the file and “{bound}” here: give the same name in both places, and make the "
        "file again."
    ),
    "RESULT_ENTRY_RENUMBERED": gettext_noop(
        "{name} has number {value} in the file and number {bound} here: the numbers of the entries must stay."
    ),
    "RESULT_ENTRY_WRONG": gettext_noop("The file’s entry {value} cannot be: {right}."),
    "RESULT_PLAYER_UNKNOWN": gettext_noop(
        "The file’s player “{value}” is not one of its entries: id and name of a player are those of the entry."
    ),
    "EVENT_DRAWN_OUTSIDE": gettext_noop("Round {round} was drawn on {day}, outside the event’s days. Reason: {reason}"),
    "EVENT_MINUTES": ngettext_lazy(
        "A round lasted {value} minute, {bound} by the regulation. Reason: {reason}",
        "A round lasted {value} minutes, {bound} by the regulation. Reason: {reason}",
        "value",
    ),
    "EVENT_FINAL_CLOCK": gettext_noop("The final was played without a clock. Reason: {reason}"),
    "EVENT_CRITERION_MISSING": gettext_noop(
        "{player}: the other criteria are equal, so “{criterion}” is needed, and it is missing."
    ),
    "EVENT_STANDING_POSITION": gettext_noop("The row carries place {value}: {bound} belongs here."),
    "EVENT_STANDING_PLAYER": gettext_noop("{value} is in this place: the results give {bound}."),
    "EVENT_STANDING_COUNT": gettext_noop("{player}: “{field}” {value}; the results give {bound}."),
    "EVENT_STANDING_ROWS": ngettext_lazy(
        "The standings have {value} row: there are {bound} players.",
        "The standings have {value} rows: there are {bound} players.",
        "value",
    ),
    "EVENT_FINAL_PLACE": gettext_noop("{value} is in place {place}: it belongs to {bound}."),
    "EVENT_FINAL_PLACES": ngettext_lazy(
        "There is {value} final place: {bound} played.",
        "There are {value} final places: {bound} played.",
        "value",
    ),
    "EVENT_SHEET_UNREADABLE": gettext_noop("The sheet of the table cannot be checked: {problem}."),
    "EVENT_SHEET_VALUE": gettext_noop("{player}: “{field}” {value}; the sheet gives {bound}."),
    "DRAW_OTHER_SEATS": gettext_noop("The record of the draw gives the seats {bound}, the table says {value}."),
    "DRAW_REPEATED": ngettext_lazy(
        "Round {round} was drawn {times} times: {undone} draw was undone. Reason: {reasons}.",
        "Round {round} was drawn {times} times: {undone} draws were undone. Reasons: {reasons}.",
        "undone",
    ),
    "DRAW_BY_HAND": gettext_noop("Round {round}: drawn by hand ({item}). Watched by: {witnesses}. Reason: {reason}."),
    "DRAW_REUSED": gettext_noop("Same seed and scope ({scope}) as another draw: nothing is drawn twice."),
    "EVENT_ABANDONED": gettext_noop(
        "Somebody dropped out at the table ({value}): the checks on turns are warnings only."
    ),
    "EVENT_NO_SHOW": gettext_noop("Drawn to this table and not there when it began: {value}. The others played on."),
    "REPORT_ORDINARY_POINTS": ngettext_lazy(
        "Ordinary points of {player}: the report says {value} half-point, the regulation {bound}.",
        "Ordinary points of {player}: the report says {value} half-points, the regulation {bound}.",
        "value",
    ),
    "REPORT_OUTDATED": gettext_noop(
        "The report says “{value}”, the event now says “{bound}”: the organiser sends it again."
    ),
    "REPORT_NOT_RECOMPUTED": gettext_noop(
        "It cannot be recomputed, because the event’s file cannot be read: {path}: {problem}; expected: {expected}. "
        "The organiser corrects it and sends the report again."
    ),
    "REPORT_RECOMPUTATION_FAILED": gettext_noop(
        "It cannot be recomputed, because the event’s data do not fit together ({error}): the server’s log says "
        "where. Tell whoever runs the server."
    ),
    "REPORT_WEEK_MOVED": gettext_noop("The deadline of the report is not that of article 1.2: it was moved to {due}."),
    "ROUND_CLOCK_EXTENDED": ngettext_lazy(
        "The clock of round {round} was given {value} more minute. Reason: {reason}",
        "The clock of round {round} was given {value} more minutes. Reason: {reason}",
        "value",
    ),
    "SHEET_FORCED": gettext_noop(
        "Round {round}, table {table}: closed by the referee against the errors. Reason: {reason}"
    ),
    "REFERENT_HOMOLOGATES_OWN": gettext_noop(
        "{person} ratifies an event that they organised or refereed: the decision says so."
    ),
}
