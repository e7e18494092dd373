"""Figures of the games on the page of a player: values of its charts, medals, shares by seat, table size and card."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from ranking.models import LedgerEntry
from ranking.national.player import SeasonResults
from ranking.statistics.cards import shown_cards
from ranking.statistics.games import Game
from ranking.statistics.player import PlayerStatistics, longest_row
from ranking.statistics.player_rating import RatedEvent
from tournament.core.formatting import ordinal, points
from tournament.pages.event import FINALISTS

#: Numbers of games that give a medal.
GAME_MEDALS = (1, 10, 25, 50, 100, 250)
#: Most cards listed at each end of the list.
CARDS_SHOWN = 5


def _kind(place: int) -> str:
    return "won" if place == 1 else "final" if place <= FINALISTS else "other"


def points_columns(entries: Sequence[LedgerEntry]) -> list[dict[str, Any]]:
    """Return the columns of the chart of points, oldest event first.

    Arguments:
        entries: of one season, newest first.
    """
    return [
        {
            "value": entry.half_points / 2,
            "top": ordinal(entry.place),
            "label": date_format(entry.event.last_day, "j/n"),
            "title": _("%(event)s: %(place)s place, points: %(points)s")
            % {"event": entry.event.name, "place": ordinal(entry.place), "points": points(entry.half_points)},
            "kind": _kind(entry.place),
        }
        for entry in reversed(entries)
    ]


def place_points(places: Sequence[int], events: Sequence[tuple[str, date]]) -> list[dict[str, Any]]:
    """Return the points of the chart of ranks in the Ranking.

    Arguments:
        places: ranks from 1, oldest first; events: name and day of each.
    """
    return [
        {
            "value": place,
            "label": date_format(day, "j/n"),
            "name": f"{name}, {date_format(day, 'j F Y')}",
            "words": ordinal(place),
        }
        for place, (name, day) in zip(places, events, strict=True)
    ]


def rating_points(events: Sequence[RatedEvent]) -> list[dict[str, Any]]:
    """Return the points of the chart of an unofficial rating, oldest first as the events are."""
    return [
        {
            "value": event.rating,
            "margin": event.margin,
            "label": date_format(event.day, "j/n"),
            "name": f"{event.event}, {date_format(event.day, 'j F Y')}",
            "words": f"{event.rating} ± {event.margin}",
        }
        for event in events
    ]


def _medal(number: int, kind: str, title: str, detail: str) -> dict[str, Any]:
    return {"number": number, "kind": kind, "title": title, "detail": detail}


def medals(results: Sequence[SeasonResults], games: Sequence[Game]) -> list[dict[str, Any]]:
    """Return the medals of a player, from results alone: events won, finals, games won in a row, games played.

    Arguments:
        results: of all seasons of a game, newest first.
        games: all homologated games of that game.
    """
    entries = [entry for season in results for entry in season.entries]
    won = [entry for entry in entries if entry.place == 1]
    finals = [entry for entry in entries if entry.place <= FINALISTS]
    row, played = longest_row(games), len(games)
    shown = []
    if won:
        newest = f"{won[0].event.name}, {date_format(won[0].event.last_day, 'j F Y')}"
        title = ngettext("%(n)s event won", "%(n)s events won", len(won)) % {"n": len(won)}
        shown.append(_medal(len(won), "won", title, newest))
    if finals:
        title = ngettext("%(n)s final", "%(n)s finals", len(finals)) % {"n": len(finals)}
        shown.append(_medal(len(finals), "final", title, _("Among the first four of an event")))
    if row > 1:
        title = ngettext("%(n)s table in a row", "%(n)s tables in a row", row) % {"n": row}
        shown.append(_medal(row, "other", title, _("The longest series of tables won")))
    reached = max((number for number in GAME_MEDALS if number <= played), default=0)
    if reached:
        following = next((number for number in GAME_MEDALS if number > played), None)
        title = ngettext("%(n)s game", "%(n)s games", played) % {"n": played}
        shown.append(
            _medal(played, "other", title, _("The next medal at %(n)s") % {"n": following} if following else "")
        )
    return shown


def card_rows(statistics: PlayerStatistics, game: str) -> dict[str, list[dict[str, Any]]]:
    """Return the cards with which the player won most often, and those with which least, each with its share."""
    cards = shown_cards(game, [str(share.key) for share in statistics.cards], (get_language() or "it")[:2])
    rows = [{"card": cards[str(share.key)], "share": share} for share in statistics.cards]
    least = rows[CARDS_SHOWN:][-CARDS_SHOWN:]
    return {"most": rows[:CARDS_SHOWN], "least": least}


def place_rows(statistics: PlayerStatistics) -> list[dict[str, Any]]:
    """Return the games by place at the table, as shares of the most frequent place."""
    most = max(statistics.places.values(), default=0) or 1
    return [
        {"place": place, "count": count, "share": count / most, "kind": "won" if place == 1 else "other"}
        for place, count in statistics.places.items()
    ]


def game_rows(games: Sequence[Game], game: str) -> list[dict[str, Any]]:
    """Return games, newest first, each with its round and table in words and the names of the cards of its kingdom."""
    codes = {card for played in games for card in played.cards}
    cards = shown_cards(game, codes, (get_language() or "it")[:2])
    final, round_words, table_words = _("Final"), _("Round %(number)s"), _("table %(number)s")
    return [
        {
            "game": played,
            "kingdom": ", ".join(sorted(cards[card].name for card in played.cards)),
            "where": final
            if played.is_final
            else f"{round_words % {'number': played.round}}, {table_words % {'number': played.table}}",
        }
        for played in reversed(games)
    ]
