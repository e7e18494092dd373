"""Search over what is public: events, clubs, and players who consented to showing their name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import get_language

from games.dominion.display import card_name, cards_called, edition_of, other_names
from ranking.national.search_help import HelpHit, help_hits
from ranking.national.selectors import ranks_of
from tournament.events.season_selectors import shown_seasons
from tournament.events.selectors import listed_events
from tournament.models import Organiser, Person
from tournament.pages.regulation import TextHit, regulation_hits
from tournament.regulation.names import folded, name_words

#: Letters of a query that are read, the fewest that are searched for, and results of each kind that are shown.
LONGEST_QUERY, SHORTEST_QUERY, MOST_RESULTS = 80, 2, 20
#: Results of each kind beside those of the others; the rest behind “all”.
FIRST_RESULTS = 3


@dataclass(frozen=True, slots=True)
class CardHit:
    """A card that a search found.

    Arguments:
        name: in the reader's language, that of the regulation in Italian. others: its other names, that of the box too.
    """

    code: str
    name: str
    others: list[str]


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Rows of each kind: as many as a page shows."""

    sections: list[TextHit]
    cards: list[CardHit]
    events: list[Mapping[str, object]]
    clubs: list[Mapping[str, object]]
    players: list[Mapping[str, object]]
    help: list[HelpHit]

    @property
    def total(self) -> int:
        found: list[Sized] = [self.sections, self.cards, self.events, self.clubs, self.players, self.help]
        return sum(map(len, found))


def _matching(rows: Iterable[Mapping[str, object]], words: list[str], *fields: str) -> list[Mapping[str, object]]:
    """Return the first rows whose fields contain every word, without regard to accents and capitals."""
    matches = []
    for row in rows:
        text = folded(" ".join(str(row[field]) for field in fields))
        if all(word in text for word in words):
            matches.append(row)
            if len(matches) == MOST_RESULTS:
                break
    return matches


def _cards(words: list[str], language: str) -> list[CardHit]:
    edition = edition_of(language, "regulation")
    found = cards_called(words)[:MOST_RESULTS]
    return [CardHit(code, card_name(code, edition), other_names(code, edition)) for code in found]


def _players() -> Iterable[Mapping[str, object]]:
    """Return the consenting players, each with the keys of every spelling that was joined to theirs. One query."""
    shown = Q(consent=True, merged_into=None) | Q(merged_into__consent=True)
    rows = Person.objects.filter(shown).values("pk", "name_key", "first_name", "last_name", "city", "merged_into")
    players = {row["pk"]: row for row in rows if row["merged_into"] is None}
    for row in rows:
        kept = row["merged_into"]
        if kept is not None and kept in players:
            players[kept]["name_key"] += f" {row['name_key']}"
    return players.values()


_EVENT_COLUMNS = ("name", "slug", "city", "venue", "first_day", "starts_at", "state", "concluded_at")


def _with_ranks(players: list[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Return the players with their places in the present Ranking, 0 for none."""
    seasons = shown_seasons() if players else []
    ranks = ranks_of(seasons[0], [int(str(row["pk"])) for row in players]) if seasons else {}
    return [{**row, "rank": ranks.get(int(str(row["pk"])), 0)} for row in players]


def search(query: str) -> SearchResults:
    """Return what of regulation, cards, public events, clubs, consenting players and help has every word of a query.

    Runs six queries, and four more for the places of the players found; none for a query that is too short. Names are
    compared here because not every database ignores accents. Source: art. 1.6 for the names of players.
    """
    words = folded(query[:LONGEST_QUERY]).split()
    if len("".join(words)) < SHORTEST_QUERY:
        return SearchResults([], [], [], [], [], [])
    events = listed_events().order_by("-first_day", "name")
    clubs = Organiser.objects.filter(events__in=events, disqualified_at=None).distinct().order_by("name")
    language = (get_language() or "it")[:2]
    return SearchResults(
        regulation_hits(query, language, MOST_RESULTS),
        _cards(words, language),
        _matching(events.values(*_EVENT_COLUMNS), words, "name", "city", "venue"),
        _matching(clubs.values("pk", "name", "city"), words, "name", "city"),
        _with_ranks(_matching(_players(), name_words(query), "name_key")),
        help_hits(words, MOST_RESULTS),
    )
