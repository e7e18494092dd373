"""Seasons, their Ranking, and the public page of a player, using the selectors of the pages."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Field, Query, Router, Schema, Status

from ranking.models import LedgerEntry
from ranking.national.player import PlayerSeason, may_see_player, player_seasons, player_waiting
from ranking.national.selectors import RankingEntries, season_standing
from tournament.access.invitations import invite
from tournament.api.auth import TokenAuth, TokenRequest
from tournament.api.body import Body
from tournament.api.events import REFUSALS, SLUG, Key, Slug
from tournament.api.paging import Page, paginate
from tournament.api.problems import Problem
from tournament.api.results import WRITES
from tournament.api.schemas import DECIDED, HALF
from tournament.api.throttles import AddressThrottle, TokenThrottle
from tournament.events.seasons import season_create
from tournament.federation.services import organiser_create
from tournament.models import ApiToken, Invitation, Organiser, Person, Season
from tournament.pages import open_data as open_facts

router = Router(tags=["ranking"], throttle=AddressThrottle())


class SeasonOut(Schema):
    """A season of the championship."""

    slug: str
    name: str
    game: str = Field(description="the game of its events, its Ranking and its final")
    first_day: date
    last_day: date
    regulation: str
    finalists: int = Field(description="number of players called to the national final")
    final_place: str
    final_day: date | None
    final_prizes: str = Field(description="of the national final, one a line")


class SeasonIn(Body):
    """A season to open."""

    name: str = Field(min_length=1, max_length=80)
    first_day: date
    last_day: date
    game: str | None = Field(None, pattern=SLUG, max_length=40)
    regulation: str | None = Field(None, max_length=20, description="a version; the one in force without it")
    finalists: int | None = Field(None, ge=1, le=200)


class ClubOut(Schema):
    """A club, association or shop that organises events."""

    organiser: int = Field(description="for `organiser` of `POST /drafts`")
    name: str
    city: str
    is_disqualified: bool


class ClubLines(Schema):
    """A page of clubs."""

    count: int
    items: list[ClubOut]


class ClubIn(Body):
    """A club to make."""

    name: str = Field(min_length=1, max_length=120)
    city: str = Field("", max_length=80)
    address: str = Field(
        "", max_length=254, pattern=r"^$|^[^@\s]+@[^@\s]+$", description="who is invited to act for it"
    )
    language: Literal["it", "en"] = "it"


class SeasonQuery(Schema):
    """Filters of the list of seasons."""

    game: str | None = Field(None, pattern=SLUG, max_length=40)


class SeasonLines(Schema):
    """A page of seasons."""

    count: int
    items: list[SeasonOut]


class RankingRowOut(Schema):
    """A row of the Ranking. Art. 1.6: a row without consent keeps its place and has no name."""

    rank: int = Field(description="players tied on every criterion share it")
    person_id: int | None = Field(description="for `/players/{person_id}`")
    name: str | None
    city: str
    half_points: int
    points: float = Field(description="the half-points divided by two")
    events: int
    wins: int
    ordinary_wins: int = Field(description="without the finals of events")
    seconds: int
    thirds: int
    decided_by: str = Field(description=DECIDED)
    tied: int = Field(description="number of players tied on every criterion, this one included")
    called: bool = Field(description="whether the player would be called to the national final if the season ended now")


class RankingLines(Schema):
    """A page of the Ranking."""

    season: str
    game: str
    count: int
    items: list[RankingRowOut]


class LedgerOut(Schema):
    """The ledger entry of a player for a homologated event."""

    event: str
    name: str
    last_day: date
    fascia: str
    place: int
    players: int
    half_points: int
    wins: int
    seconds: int
    thirds: int


class PlayerSeasonOut(Schema):
    """A season of a player."""

    season: str
    game: str
    rank: int | None
    tied: int
    half_points: int
    wins: int
    seconds: int
    thirds: int
    decided_by: str = Field(description=DECIDED)
    ranks: list[int] = Field(description="after each homologated event since the player’s first")
    entries: list[LedgerOut]


class WaitingOut(Schema):
    """A place in an event that is not homologated yet."""

    event: str
    name: str
    game: str
    place: int
    half_points: int | None = Field(description=HALF)


class PlayerOut(Schema):
    """A player who gave consent."""

    person: int
    name: str
    city: str
    seasons: list[PlayerSeasonOut]
    waiting: list[WaitingOut]


@router.get("/seasons", response={200: SeasonLines, 422: Problem, 429: Problem}, url_name="api_seasons")
def seasons(request: HttpRequest, wanted: Query[SeasonQuery], page: Query[Page]) -> Any:
    """Every season, newest first. Several may run at once, one a game."""
    return paginate(open_facts.seasons(**wanted.dict()), page)


@router.post(
    "/seasons",
    response={201: SeasonOut, **WRITES},
    url_name="api_seasons",
    auth=TokenAuth(ApiToken.Scope.DECISIONS),
    throttle=TokenThrottle(),
)
def season_open(request: TokenRequest, content: SeasonIn) -> Any:
    """Opens a season, as a Referent (art. 1.3)."""
    if not request.user.has_perm("ranking.manage_season"):
        raise Http404
    return Status(201, season_create(by=request.user, **content.model_dump(exclude_none=True)))


@router.get("/clubs", response={200: ClubLines, 422: Problem, 429: Problem}, url_name="api_clubs", tags=["clubs"])
def clubs(request: HttpRequest, page: Query[Page]) -> Any:
    """The clubs, associations and shops that organise events, by name."""
    answer = paginate(Organiser.objects.order_by("name", "pk"), page)
    return answer | {"items": [_club(club) for club in answer["items"]]}


@router.post(
    "/clubs",
    response={201: ClubOut, **WRITES},
    url_name="api_clubs",
    auth=TokenAuth(ApiToken.Scope.DECISIONS),
    throttle=TokenThrottle(),
    tags=["clubs"],
)
def club_make(request: TokenRequest, content: ClubIn) -> Any:
    """Makes a club, as a Referent, and invites by mail who acts for it."""
    if not request.user.has_perm("ranking.homologate"):
        raise Http404
    with transaction.atomic():
        club = organiser_create(name=content.name, city=content.city, by=request.user)
        if content.address:
            invite(
                address=content.address,
                grant=Invitation.Grant.MEMBER,
                organiser=club,
                by=request.user,
                language=content.language,
            )
    return Status(201, _club(club))


def _club(club: Organiser) -> dict[str, Any]:
    return {"organiser": club.pk, "name": club.name, "city": club.city, "is_disqualified": bool(club.disqualified_at)}


@router.get("/seasons/{slug:season}", response={200: SeasonOut, **REFUSALS}, url_name="api_season")
def season(request: HttpRequest, season: Slug) -> Any:
    """A season."""
    return get_object_or_404(Season, slug=season)


@router.get("/seasons/{slug:season}/ranking", response={200: RankingLines, **REFUSALS}, url_name="api_ranking")
def ranking(request: HttpRequest, season: Slug, page: Query[Page]) -> Any:
    """Art. 1.6: the public Ranking of a season."""
    shown_season = get_object_or_404(Season, slug=season)
    return {"season": shown_season.slug, "game": shown_season.game} | paginate(
        RankingEntries(season_standing(shown_season)), page
    )


@router.get("/players/{int:pk}", response={200: PlayerOut, **REFUSALS}, url_name="api_player")
def player(request: HttpRequest, pk: Key) -> Any:
    """Art. 1.6: the public page of a player; 404 also without consent.

    The number of a record that was merged into another returns the other one.
    """
    person = _get_visible_person(pk)
    if person.merged_into_id is not None:
        person = _get_visible_person(person.merged_into_id)
    return {
        "person": person.pk,
        "name": str(person),
        "city": person.city,
        "seasons": [_season(player_season) for player_season in player_seasons(person)],
        "waiting": [
            {
                "event": result.event.slug,
                "name": result.event.name,
                "game": result.event.game,
                "place": result.place,
                "half_points": result.half_points,
            }
            for result in player_waiting(person)
        ],
    }


def _get_visible_person(pk: int) -> Person:
    person = get_object_or_404(Person, pk=pk)
    if not may_see_player(person, AnonymousUser()):
        raise Http404
    return person


def _season(one: PlayerSeason) -> dict[str, Any]:
    return {
        "season": one.season.slug,
        "game": one.season.game,
        "rank": one.rank,
        "tied": one.tied,
        "half_points": one.half_points,
        "wins": one.wins,
        "seconds": one.seconds,
        "thirds": one.thirds,
        "decided_by": one.decided_by,
        "ranks": one.places,
        "entries": [_ledger(entry) for entry in one.entries],
    }


def _ledger(entry: LedgerEntry) -> dict[str, Any]:
    return {
        "event": entry.event.slug,
        "name": entry.event.name,
        "last_day": entry.event.last_day,
        "fascia": entry.fascia,
        "place": entry.place,
        "players": entry.players,
        "half_points": entry.half_points,
        "wins": entry.wins,
        "seconds": entry.seconds,
        "thirds": entry.thirds,
    }
