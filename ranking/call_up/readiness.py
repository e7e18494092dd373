"""Check whether the call-up of a season can be made, and preview it (art. 1.7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ranking.closing.selectors import season_is_over, undecided_events
from ranking.models import CallUp
from ranking.national.selectors import Standing, season_standing
from tournament.models import Event, Person, Season
from tournament.models.accounts import account_name

State = Event.State
#: Number of players shown below the line: those called next if somebody does not come.
RESERVES = 4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who would be called or would be next.

    Arguments:
        position: in the order of the call, from 1.
        rank: in the Ranking, shared by tied players.
        equal: whether tied with the row above.
        lot: the rank drawn among the tied players.
        open_lot: whether a lot has to be drawn first.
        called: whether above the line.
        last: whether the last one called.
    """

    position: int
    person: Person
    rank: int
    half_points: int
    wins: int
    equal: bool
    lot: int | None
    open_lot: bool
    called: bool
    last: bool


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A withdrawn call-up: time, user and reason."""

    at: datetime
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class CallUpReady:
    """Data of the page of a call-up that has not been made yet.

    Arguments:
        undecided: events that can still change the Ranking; the page links each to where it is decided.
        is_over: whether the season's last day has passed.
        tied: how many players are tied across the line without a lot.
        number: how many players would be called.
        without_mail: called players without an address.
    """

    candidates: list[Candidate]
    undecided: list[Event]
    is_over: bool
    tied: int
    number: int
    withdrawn: Withdrawal | None

    @property
    def without_mail(self) -> list[Person]:
        return [candidate.person for candidate in self.candidates if candidate.called and not candidate.person.email]

    @property
    def ready(self) -> bool:
        """Return whether nothing can change the Ranking any more; lots are drawn with the call-up itself."""
        return self.is_over and not self.undecided


def call_up_ready(season: Season, standing: Standing | None = None) -> CallUpReady:
    """Return the preview of the call-up: the first of the Ranking, the next ones, what is still open (art. 1.7).

    Runs six queries.

    Arguments:
        standing: of the season, if the caller has it; saves three queries.
    """
    standing = standing or season_standing(season)
    ranking, players_without_lot, line = standing.ranking, set(standing.open_lots), season.finalists
    rows = ranking[: max(line + RESERVES, line - 1 + len(players_without_lot))]
    people = Person.objects.in_bulk([row.player for row in rows])
    number = min(line, len(ranking))
    candidates = [
        Candidate(
            position=index + 1,
            person=people[row.player],
            rank=row.rank,
            half_points=row.half_points,
            wins=row.tally.wins,
            equal=index > 0 and rows[index - 1].rank == row.rank,
            lot=row.lot,
            open_lot=row.player in players_without_lot,
            called=index < line,
            last=index == line - 1 and len(ranking) > line,
        )
        for index, row in enumerate(rows)
    ]
    return CallUpReady(
        candidates=candidates,
        undecided=list(undecided_events(season)),
        is_over=season_is_over(season),
        tied=len(players_without_lot),
        number=number,
        withdrawn=_withdrawn(season),
    )


def _withdrawn(season: Season) -> Withdrawal | None:
    row = CallUp.history.filter(season=season, history_type="-").select_related("history_user").first()
    if row is None:
        return None
    user = row.history_user
    who = account_name(user) if user else ""
    return Withdrawal(row.history_date, who, row.reason_in_words)


def may_withdraw(season: Season) -> bool:
    """Return whether the call-up can be withdrawn: it is made, no answer is recorded and no final exists."""
    calls = CallUp.objects.filter(season=season)
    final = Event.objects.filter(season=season, is_national_final=True).exclude(state=State.VOID)
    return calls.exists() and not calls.exclude(answered_at=None).exists() and not final.exists()
