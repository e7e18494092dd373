"""The columns of the lists of the Ranking, of a player and of the Referent's rooms, as files give them."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.lists import Column, on_site, whole

RANKING = (
    Column("rank", _("Place"), lambda line: line.entry.rank),
    Column("player", _("Player"), lambda line: line.entry.name),
    Column("city", _("City"), lambda line: line.entry.city or None),
    Column("points", _("Points"), lambda line: whole(line.entry.half_points)),
    Column("wins", _("Wins"), lambda line: line.entry.wins),
    Column("ordinary_wins", _("wins before finals"), lambda line: line.entry.ordinary_wins),
    Column("seconds", _("Seconds"), lambda line: line.entry.seconds),
    Column("thirds", _("Thirds"), lambda line: line.entry.thirds),
    Column("events", _("Events"), lambda line: line.entry.events),
    Column("decided_by", _("Decided by"), lambda line: line.entry.decided_by),
    Column("called", _("Called to the final"), lambda line: line.entry.called),
)
#: A ledger entry of a player.
RESULTS = (
    Column("season", _("Season"), lambda entry: entry.season.slug, lambda entry: entry.season.name),
    Column("event", _("Event"), lambda entry: entry.event.name),
    Column("city", _("City"), lambda entry: entry.event.city),
    Column("last_day", _("Last day"), lambda entry: entry.event.last_day),
    Column("fascia", _("Fascia"), lambda entry: entry.fascia),
    Column("place", _("Place"), lambda entry: entry.place),
    Column("players", _("Players"), lambda entry: entry.players),
    Column("wins", _("Wins"), lambda entry: entry.wins),
    Column("points", _("Points"), lambda entry: whole(entry.half_points)),
)
WAITING = (
    Column("event", _("Event"), lambda one: one.event.name),
    Column("last_day", _("Last day"), lambda one: one.event.last_day),
    Column("place", _("Place"), lambda one: one.place),
    Column("points", _("Points, if homologated"), lambda one: whole(one.half_points)),
)
SEASON_FILES = (
    Column("season", _("Season"), lambda season: season.slug, lambda season: season.name),
    Column("first_day", _("First day"), lambda season: season.first_day),
    Column("last_day", _("Last day"), lambda season: season.last_day),
    Column("csv", "CSV", lambda season: on_site(reverse("ranking_csv", args=[season.slug]))),
    Column("json", "JSON", lambda season: on_site(reverse("ranking_json", args=[season.slug]))),
)
SEASONS = (
    Column("slug", _("Short name"), lambda season: season.slug),
    Column("name", _("Season"), lambda season: season.name),
    Column("first_day", _("First day"), lambda season: season.first_day),
    Column("last_day", _("Last day"), lambda season: season.last_day),
    Column("regulation", _("Regulation"), lambda season: season.regulation),
    Column("events", _("Events"), lambda season: season.held),
    Column("homologated", _("Homologated"), lambda season: season.counted),
    Column("finalists", _("Finalists"), lambda season: season.finalists),
    Column("final_place", _("Place of the final"), lambda season: season.final_place),
    Column("final_day", _("Day of the final"), lambda season: season.final_day),
    Column("called", _("Called"), lambda season: season.calls),
)
PEOPLE = (
    Column("number", _("Number"), lambda person: person.pk),
    Column("last_name", _("Last name"), lambda person: person.last_name),
    Column("first_name", _("First name"), lambda person: person.first_name),
    Column("city", _("City"), lambda person: person.city),
    Column("card_number", _("Card"), lambda person: person.card_number),
    Column("events", _("Events"), lambda person: person.events_played),
    Column("consent", _("Consent"), lambda person: person.consent),
)
ORGANISERS = (
    Column("name", _("Organiser"), lambda row: row["organiser"].name),
    Column("city", _("City"), lambda row: row["organiser"].city),
    Column("account", _("Account"), lambda row: row["organiser"].user and row["organiser"].user.get_username()),
    Column("events", _("Events"), lambda row: row["organiser"].held),
    Column("disqualified_at", _("Disqualified on"), lambda row: row["organiser"].disqualified_at),
    Column("reason", _("Reason"), lambda row: row["organiser"].disqualified_reason),
)
#: An announced event with the number of its entries.
AUTHORISATIONS = (
    Column("event", _("Event"), lambda item: item["event"].name),
    Column("slug", _("Short name"), lambda item: item["event"].slug),
    Column("first_day", _("First day"), lambda item: item["event"].first_day),
    Column("city", _("City"), lambda item: item["event"].city),
    Column("organiser", _("Organiser"), lambda item: item["event"].organiser.name),
    Column("announced_on", _("Announced on"), lambda item: item["event"].announced_on),
    Column("entries", _("Entries"), lambda item: item["event"].entered),
    Column("minimum", _("Minimum"), lambda item: item["minimum"]),
)
QUEUE = (
    Column("event", _("Event"), lambda item: item.event.name),
    Column("slug", _("Short name"), lambda item: item.event.slug),
    Column("last_day", _("Last day"), lambda item: item.event.last_day),
    Column("city", _("City"), lambda item: item.event.city),
    Column("fascia", _("Fascia"), lambda item: None if item.event.is_national_final else item.event.fascia_effective),
    Column("attendance", _("Players"), lambda item: item.attendance),
    Column("differences", _("Differences"), lambda item: item.errors),
    Column("warnings", _("Warnings"), lambda item: item.warnings),
)
EXPECTED = (
    Column("event", _("Event"), lambda event: event.name),
    Column("slug", _("Short name"), lambda event: event.slug),
    Column("organiser", _("Organiser"), lambda event: event.organiser.name),
    Column("last_day", _("Last day"), lambda event: event.last_day),
)
EXPECTED_DUE = (
    *(Column(one.key, one.label, lambda item, value=one.value: value(item["event"])) for one in EXPECTED),
    Column("due", _("Due by"), lambda item: item["due"]),
)
DECISIONS = (
    Column("at", _("When"), lambda one: one.at),
    Column("kind", _("Decision"), lambda one: one.kind, lambda one: one.get_kind_display()),
    Column("event", _("Event"), lambda one: one.event and one.event.name),
    Column("organiser", _("Organiser"), lambda one: one.organiser and one.organiser.name),
    Column("fascia", _("Fascia"), lambda one: one.fascia),
    Column("reason", _("Reason"), lambda one: one.reason),
    Column("by", _("Who"), lambda one: one.by and one.by.get_username()),
)
VERSIONS = (
    Column("at", _("When"), lambda item: item["row"].at),
    Column("who", _("Who"), lambda item: item["row"].who),
    Column("verb", _("Act"), lambda item: item["row"].verb),
    Column("what", _("What"), lambda item: item["words"]),
    Column("reason", _("Reason"), lambda item: item["row"].reason),
)
CALLS = (
    Column("order", _("Order"), lambda call: call.order),
    Column("rank", _("Place in the Ranking"), lambda call: call.rank),
    Column("player", _("Player"), lambda call: call.person),
    Column("email", _("email"), lambda call: call.person.email),
    Column("state", _("State"), lambda call: call.state, lambda call: call.get_state_display()),
    Column("called_at", _("Called on"), lambda call: call.called_at),
    Column("answered_at", _("Answered on"), lambda call: call.answered_at),
    Column("note", _("Note"), lambda call: call.note),
)
