"""Export columns of the lists of the Ranking, of a player and of the Referent's area."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.delivery.waiting import Side
from tournament.pages.exports import (
    Column,
    absolute_url,
    attribute_column,
    code,
    game_column,
    key_column,
    nested_columns,
    points_from_half_points,
)
from tournament.pages.labels import decided_words
from tournament.people.accounts import account_login

#: A row of the Ranking (``RankingEntry``): the published files, and in another order the table of the page.
RANKING_ROW = (
    attribute_column("rank", _("Place")),
    attribute_column("player", _("Player"), "name"),
    attribute_column("points", _("Points")),
    attribute_column("wins", _("Wins")),
    attribute_column("ordinary_wins", _("wins before finals")),
    attribute_column("seconds", _("Seconds")),
    attribute_column("thirds", _("Thirds")),
    attribute_column("events", _("Events")),
    Column("decided_by", _("Decided by"), attrgetter("decided_by"), lambda row: decided_words(row.decided_by)),
    attribute_column("called", _("Called to the final")),
)
RANKING_LABELS = {column.key: column.label for column in RANKING_ROW}
#: The page's list has the city too, and the game of its line.
RANKING = (
    *nested_columns(
        attrgetter("entry"),
        *RANKING_ROW[:2],
        Column("city", _("City"), lambda entry: entry.city or None),
        *RANKING_ROW[2:],
    ),
    game_column(),
)
#: A place of a season played before this site (``PastLine``); no name without consent.
PAST_PLACES = (
    attribute_column("place", _("Place")),
    Column("name", _("Player"), lambda line: line.name or None),
    Column("city", _("City"), lambda line: line.city or None),
    Column(
        "points",
        _("Points"),
        lambda line: None if line.half_points is None else points_from_half_points(line.half_points),
    ),
)
#: A ledger entry of a player.
RESULTS = (
    Column("season", _("Season"), attrgetter("season.slug"), attrgetter("season.name")),
    attribute_column("event", _("Event"), "event.name"),
    attribute_column("city", _("City"), "event.city"),
    attribute_column("last_day", _("Last day"), "event.last_day"),
    attribute_column("fascia", _("Fascia")),
    attribute_column("place", _("Place")),
    attribute_column("players", _("Players")),
    attribute_column("wins", _("Wins")),
    Column("points", _("Points"), lambda entry: points_from_half_points(entry.half_points)),
    game_column("season.game"),
)
WAITING = (
    attribute_column("event", _("Event"), "event.name"),
    attribute_column("last_day", _("Last day"), "event.last_day"),
    attribute_column("place", _("Place")),
    Column("points", _("Points, if ratified"), lambda result: points_from_half_points(result.half_points)),
    game_column("event.game"),
)
#: A game of a player (``ranking.statistics.games.Game``), and an opponent whose name is shown.
GAMES = (
    attribute_column("event", _("Event")),
    attribute_column("round", _("Round")),
    attribute_column("is_final", _("Final")),
    attribute_column("table", _("Table")),
    attribute_column("size", _("Players")),
    attribute_column("seat", _("Seat")),
    attribute_column("place", _("Place")),
    attribute_column("points", _("Points in the game")),
    Column("kingdom", _("Kingdom"), lambda game: " ".join(game.cards)),
)
#: The unofficial rating after an event (``ranking.statistics.player_rating.RatedEvent``).
RATING = (
    attribute_column("event", _("Event")),
    attribute_column("last_day", _("Last day"), "day"),
    attribute_column("rating", _("Rating")),
    attribute_column("margin", _("Uncertainty")),
    attribute_column("games", _("Games")),
)
#: The newest rating of a player (``ranking.statistics.player_rating.ListedRating``).
RATING_LIST = (
    attribute_column("player", _("Player"), "name"),
    Column("page", _("Page"), lambda listed: absolute_url(reverse("player", args=[listed.person]))),
    attribute_column("rating", _("Rating")),
    attribute_column("margin", _("Uncertainty")),
    attribute_column("games", _("Games")),
    attribute_column("last_day", _("Last day"), "day"),
)
OPPONENTS = (
    attribute_column("player", _("Player"), "name"),
    attribute_column("games", _("Games")),
    attribute_column("ahead", _("Ahead")),
    attribute_column("behind", _("Behind")),
)
#: A card of a season (``ranking.statistics.cards.CardFigures``).
CARDS = (
    attribute_column("name", _("Name"), "card.name"),
    attribute_column("cost", _("Cost"), "card.cost"),
    attribute_column("drawn", _("Times drawn")),
    attribute_column("games", _("Games")),
    attribute_column("points", _("Winner’s points, median")),
    attribute_column("turns", _("Turns, median")),
    Column("first_wins", _("Won by the first player"), lambda row: row.first and row.first.wins),
    Column("first_games", _("Tables of four"), lambda row: row.first and row.first.games),
)
#: A national final and one of its first places (``ranking.statistics.roll_of_honour``).
FINALS = (
    *nested_columns(
        itemgetter(0),
        Column("season", _("Season"), attrgetter("event.season.slug"), attrgetter("event.season.name")),
        attribute_column("final", _("Final"), "event.name"),
        attribute_column("city", _("City"), "event.city"),
        attribute_column("last_day", _("Last day"), "event.last_day"),
    ),
    *nested_columns(
        itemgetter(1),
        attribute_column("place", _("Place")),
        Column("player", _("Player"), lambda finalist: finalist.name or None),
        attribute_column("points", _("Points in the game")),
    ),
)
SEASON_FILES = (
    Column("season", _("Season"), attrgetter("slug"), attrgetter("name")),
    attribute_column("first_day", _("First day")),
    attribute_column("last_day", _("Last day")),
    Column("csv", "CSV", lambda season: absolute_url(reverse("ranking_csv", args=[season.slug]))),
    Column("json", "JSON", lambda season: absolute_url(reverse("ranking_json", args=[season.slug]))),
    game_column(),
)
SEASONS = (
    attribute_column("slug", _("Short name")),
    attribute_column("name", _("Season")),
    attribute_column("first_day", _("First day")),
    attribute_column("last_day", _("Last day")),
    attribute_column("regulation", _("Regulation")),
    attribute_column("events", _("Events"), "held"),
    attribute_column("homologated", _("Ratified"), "counted"),
    attribute_column("finalists", _("Finalists")),
    attribute_column("final_place", _("Place of the final")),
    attribute_column("final_day", _("Day of the final")),
    attribute_column("final_prizes", _("Prizes of the final")),
    attribute_column("called", _("Called"), "calls"),
    game_column(),
)
PEOPLE = (
    attribute_column("number", _("Number"), "pk"),
    attribute_column("last_name", _("Last name")),
    attribute_column("first_name", _("First name")),
    attribute_column("city", _("City")),
    attribute_column("email", _("email")),
    attribute_column("card_number", _("Card number")),
    attribute_column("events", _("Events"), "events_played"),
    attribute_column("name_shown", _("Name shown"), "consent"),
)
#: A ``PlayedEvent`` of an organiser's page.
CLUB_EVENTS = (
    attribute_column("event", _("Event"), "event.name"),
    attribute_column("first_day", _("First day"), "event.first_day"),
    attribute_column("winner", _("Winner")),
    attribute_column("players", _("Players")),
    code("state", _("State"), "event.state"),
)
ORGANISERS = (
    attribute_column("name", _("Organiser")),
    attribute_column("city", _("City")),
    Column("account", _("Account"), lambda organiser: organiser.user and account_login(organiser.user)),
    attribute_column("events", _("Events"), "held"),
    attribute_column("disqualified_at", _("Disqualified on")),
    attribute_column("reason", _("Reason"), "disqualified_reason"),
)
#: Who has to act on what waits.
SIDES = {Side.REFERENT: _("National Referent"), Side.CLUB: _("clubs"), Side.PLAYER: _("players")}
#: A :class:`tournament.delivery.waiting.Waiting`.
WAITING_ACTS = (
    attribute_column("what", _("What"), "label"),
    attribute_column("about", _("About"), "what"),
    attribute_column("number", _("How many")),
    Column("side", _("Who has to act"), attrgetter("side"), lambda row: SIDES[row.side]),
    attribute_column("who", _("Name")),
    attribute_column("since", _("Since")),
    attribute_column("days", _("Days"), "age"),
    attribute_column("due", _("Due by")),
)
DECISIONS = (
    attribute_column("at", _("When")),
    code("kind", _("Decision")),
    Column("event", _("Event"), lambda decision: decision.event and decision.event.name),
    Column("organiser", _("Organiser"), lambda decision: decision.organiser and decision.organiser.name),
    attribute_column("fascia", _("Fascia")),
    attribute_column("reason", _("Reason")),
    Column("by", _("Who"), lambda decision: decision.by and account_login(decision.by)),
)
VERSIONS = (
    *nested_columns(
        itemgetter("row"),
        attribute_column("at", _("When")),
        attribute_column("who", _("Who")),
    ),
    key_column("what", _("What"), "words"),
    *nested_columns(itemgetter("row"), attribute_column("reason", _("Reason"))),
)
#: Players who would be called, and the next ones.
CANDIDATES = (
    attribute_column("order", _("Order"), "position"),
    attribute_column("rank", _("Place in the Ranking")),
    attribute_column("player", _("Player"), "person"),
    attribute_column("email", _("email"), "person.email"),
    Column("points", _("Points"), lambda candidate: points_from_half_points(candidate.half_points)),
    attribute_column("wins", _("Wins")),
    attribute_column("called", _("Called to the final")),
)
CALLS = (
    attribute_column("order", _("Order")),
    attribute_column("rank", _("Place in the Ranking")),
    attribute_column("player", _("Player"), "person"),
    attribute_column("email", _("email"), "person.email"),
    code("state", _("State")),
    attribute_column("called_at", _("Called on")),
    attribute_column("answered_at", _("Answered on")),
    attribute_column("note", _("Note")),
)
