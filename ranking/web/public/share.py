"""The pictures that shared links to a player and to the Ranking show."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from ranking.national.player import player_records, player_results, player_season
from ranking.national.rank_history import counted_events
from ranking.national.selectors import canonical_person_ids, ranking_entries, season_standing
from tournament.core.formatting import ordinal, points, points_number
from tournament.models import Person, Season
from tournament.pages.event import FINALISTS
from tournament.pages.share_card import MOST_COLUMNS, Card, Column
from tournament.web.public.share import card_response


def _championship(season: Season) -> str:
    return _("Italian %(game)s championship") % {"game": season.game_name}


def player_card(person: Person) -> Card:
    """Return the texts of a player's card: the newest season with results, or the name and city alone."""
    canonical_ids = canonical_person_ids()
    results = player_results(player_records(person, canonical_ids))
    if not results:
        return Card(championship="", label=_("Player"), title=str(person), facts=person.city)
    season = player_season(person, results[0], canonical_ids)
    last = season.entries[:MOST_COLUMNS][::-1]
    most = max((entry.half_points for entry in last), default=1) or 1
    facts = (
        _("%(place)s of %(players)s") % {"place": ordinal(season.rank), "players": season.players},
        ngettext("%(n)s point", "%(n)s points", points_number(season.half_points)) % {"n": points(season.half_points)},
        ngettext("%(n)s win", "%(n)s wins", season.wins) % {"n": season.wins},
    )
    return Card(
        championship=_championship(season.season),
        label=", ".join((_("Ranking"), season.season.name)),
        title=str(person),
        facts=", ".join(facts),
        columns=tuple(
            Column(entry.half_points / most, ordinal(entry.place), strong=entry.place == 1) for entry in last
        ),
    )


def ranking_card(season: Season) -> Card:
    """Return the texts of the Ranking's card: the first four, named as the public sees them (art. 1.6)."""
    standing = season_standing(season)
    first = ranking_entries(standing, range(min(FINALISTS, len(standing.ranking))))
    events = counted_events(season)
    facts = ngettext("%(n)s player", "%(n)s players", len(standing.ranking)) % {"n": len(standing.ranking)}
    if events:
        newest = _("as of %(day)s") % {"day": date_format(events[-1].last_day, "j F Y")}
        facts = f"{facts}, {newest}"
    return Card(
        championship=_championship(season),
        label=season.name,
        title=_("National ranking"),
        facts=facts,
        rows=tuple((ordinal(entry.rank), entry.name or _("no name")) for entry in first),
    )


@login_not_required
@require_safe
def player_picture(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the card of a player as PNG. Raises Http404 without consent and for a merged record."""
    return card_response(request, player_card(get_object_or_404(Person, pk=pk, consent=True, merged_into=None)))


@login_not_required
@require_safe
def ranking_picture(request: HttpRequest, season: str) -> HttpResponseBase:
    """Return the card of a season's Ranking as PNG. Raises Http404 for an unknown season."""
    return card_response(request, ranking_card(get_object_or_404(Season, slug=season)))
