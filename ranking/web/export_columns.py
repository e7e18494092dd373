"""Export columns of the lists of the Ranking, of a player and of the Referent's area."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.pages.exports import Column, code, field, item, on_site, whole, within

RANKING = (
    field("rank", _("Place"), "entry.rank"),
    field("player", _("Player"), "entry.name"),
    Column("city", _("City"), lambda line: line.entry.city or None),
    Column("points", _("Points"), lambda line: whole(line.entry.half_points)),
    field("wins", _("Wins"), "entry.wins"),
    field("ordinary_wins", _("wins before finals"), "entry.ordinary_wins"),
    field("seconds", _("Seconds"), "entry.seconds"),
    field("thirds", _("Thirds"), "entry.thirds"),
    field("events", _("Events"), "entry.events"),
    field("decided_by", _("Decided by"), "entry.decided_by"),
    field("called", _("Called to the final"), "entry.called"),
    field("game", _("Game"), "game"),
)
#: A ledger entry of a player.
RESULTS = (
    Column("season", _("Season"), attrgetter("season.slug"), attrgetter("season.name")),
    field("event", _("Event"), "event.name"),
    field("city", _("City"), "event.city"),
    field("last_day", _("Last day"), "event.last_day"),
    field("fascia", _("Fascia")),
    field("place", _("Place")),
    field("players", _("Players")),
    field("wins", _("Wins")),
    Column("points", _("Points"), lambda entry: whole(entry.half_points)),
    field("game", _("Game"), "season.game"),
)
WAITING = (
    field("event", _("Event"), "event.name"),
    field("last_day", _("Last day"), "event.last_day"),
    field("place", _("Place")),
    Column("points", _("Points, if ratified"), lambda result: whole(result.half_points)),
    field("game", _("Game"), "event.game"),
)
SEASON_FILES = (
    Column("season", _("Season"), attrgetter("slug"), attrgetter("name")),
    field("first_day", _("First day")),
    field("last_day", _("Last day")),
    Column("csv", "CSV", lambda season: on_site(reverse("ranking_csv", args=[season.slug]))),
    Column("json", "JSON", lambda season: on_site(reverse("ranking_json", args=[season.slug]))),
    field("game", _("Game")),
)
SEASONS = (
    field("slug", _("Short name")),
    field("name", _("Season")),
    field("first_day", _("First day")),
    field("last_day", _("Last day")),
    field("regulation", _("Regulation")),
    field("events", _("Events"), "held"),
    field("homologated", _("Ratified"), "counted"),
    field("finalists", _("Finalists")),
    field("final_place", _("Place of the final")),
    field("final_day", _("Day of the final")),
    field("called", _("Called"), "calls"),
    field("game", _("Game")),
)
PEOPLE = (
    field("number", _("Number"), "pk"),
    field("last_name", _("Last name")),
    field("first_name", _("First name")),
    field("city", _("City")),
    field("card_number", _("Card")),
    field("events", _("Events"), "events_played"),
    field("consent", _("Consent")),
)
ORGANISERS = within(
    itemgetter("organiser"),
    field("name", _("Organiser")),
    field("city", _("City")),
    Column("account", _("Account"), lambda organiser: organiser.user and organiser.user.get_username()),
    field("events", _("Events"), "held"),
    field("disqualified_at", _("Disqualified on")),
    field("reason", _("Reason"), "disqualified_reason"),
)
#: An announced event with the number of its entries.
AUTHORISATIONS = (
    *within(
        itemgetter("event"),
        field("event", _("Event"), "name"),
        field("slug", _("Short name")),
        field("first_day", _("First day")),
        field("city", _("City")),
        field("organiser", _("Organiser"), "organiser.name"),
        field("announced_on", _("Announced on")),
        field("entries", _("Entries"), "entered"),
    ),
    item("minimum", _("Minimum")),
    *within(itemgetter("event"), field("game", _("Game")), field("season", _("Season"), "season.slug")),
)
QUEUE = (
    field("event", _("Event"), "event.name"),
    field("slug", _("Short name"), "event.slug"),
    field("last_day", _("Last day"), "event.last_day"),
    field("city", _("City"), "event.city"),
    Column("fascia", _("Fascia"), lambda row: None if row.event.is_national_final else row.event.fascia_effective),
    field("attendance", _("Players")),
    field("differences", _("Differences"), "errors"),
    field("warnings", _("Warnings")),
    field("game", _("Game"), "event.game"),
)
EXPECTED = (
    field("event", _("Event"), "name"),
    field("slug", _("Short name")),
    field("organiser", _("Organiser"), "organiser.name"),
    field("last_day", _("Last day")),
    field("game", _("Game")),
)
EXPECTED_DUE = (
    *within(itemgetter("event"), *EXPECTED),
    item("due", _("Due by")),
)
DECISIONS = (
    field("at", _("When")),
    code("kind", _("Decision")),
    Column("event", _("Event"), lambda decision: decision.event and decision.event.name),
    Column("organiser", _("Organiser"), lambda decision: decision.organiser and decision.organiser.name),
    field("fascia", _("Fascia")),
    field("reason", _("Reason")),
    Column("by", _("Who"), lambda decision: decision.by and decision.by.get_username()),
)
VERSIONS = (
    *within(itemgetter("row"), field("at", _("When")), field("who", _("Who")), field("verb", _("Act"))),
    item("what", _("What"), "words"),
    *within(itemgetter("row"), field("reason", _("Reason"))),
)
#: Players who would be called, and the next ones.
CANDIDATES = (
    field("order", _("Order"), "position"),
    field("rank", _("Place in the Ranking")),
    field("player", _("Player"), "person"),
    field("email", _("email"), "person.email"),
    Column("points", _("Points"), lambda candidate: whole(candidate.half_points)),
    field("wins", _("Wins")),
    field("called", _("Called to the final")),
)
CALLS = (
    field("order", _("Order")),
    field("rank", _("Place in the Ranking")),
    field("player", _("Player"), "person"),
    field("email", _("email"), "person.email"),
    code("state", _("State")),
    field("called_at", _("Called on")),
    field("answered_at", _("Answered on")),
    field("note", _("Note")),
)
