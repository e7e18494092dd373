"""Test the figures of a player's games: counted from seats, opponents named only with their consent."""

from __future__ import annotations

from datetime import date

import pytest

from ranking.models import SeasonStatistics
from ranking.statistics.games import Game, Opponent, player_games
from ranking.statistics.player import HeadToHead, head_to_head, longest_row, player_statistics
from tests import factories as make
from tests import reporting
from tournament.models import Entry, Person, Seat
from tournament.personal_data.erasure import person_erase
from tournament.records.joining import person_merge

DAY = date(2009, 7, 4)


def _game(place: int, *, seat: int = 1, size: int = 4, points: int | None = 30, cards: tuple[str, ...] = ()) -> Game:
    return Game(1, "Torneo", "torneo", 1, False, 1, size, seat, place, points, cards, (), DAY)


def test_player_statistics_by_place_seat_size_and_card() -> None:
    games = [_game(1, cards=("moat",))] * 6 + [_game(3, seat=2, size=3, points=None, cards=("moat",))] * 2
    figures = {"size:4": 10, "win:4:1": 4, "size:3": 4, "win:3:2": 1, "points:20": 1, "points:30": 1}
    statistics = player_statistics(games, figures)
    assert (statistics.wins, statistics.places) == (6, {1: 6, 2: 0, 3: 2, 4: 0})
    assert statistics.expected_wins == pytest.approx(6 / 4 + 2 / 3)
    assert [(row.key, row.wins, row.games, round(row.expected or 0, 3), row.few) for row in statistics.seats] == [
        (1, 6, 6, 0.4, False),
        (2, 0, 2, 0.25, True),
    ]
    assert [(row.key, row.wins, row.games) for row in statistics.sizes] == [(4, 6, 6), (3, 0, 2)]
    assert (statistics.points_games, statistics.mean_points, statistics.everybodys_points) == (6, 30, 25)
    assert [(row.key, row.wins, row.games) for row in statistics.cards] == [("moat", 6, 8)]
    low, high = statistics.cards[0].bounds
    assert 0.4 < low < 0.75 < high < 0.95
    assert statistics.card_games == 8


def test_longest_row_of_won_games() -> None:
    assert longest_row([_game(place) for place in (1, 2, 1, 1, 1, 4, 1)]) == 3
    assert longest_row([]) == 0


def test_head_to_head_keeps_those_without_a_name_together() -> None:
    opponents = (Opponent(5, "Anna", 2), Opponent(None, "", 3), Opponent(None, "", 4))
    game = Game(1, "Torneo", "torneo", 1, False, 1, 4, 1, 3, 30, (), opponents, DAY)
    assert head_to_head([game, game]) == ([HeadToHead(5, "Anna", 2, 0, 2)], HeadToHead(None, "", 4, 2, 0))


@pytest.mark.django_db
@pytest.mark.rule("AMB-19")
def test_player_games_name_opponents_only_with_consent() -> None:
    season = make.make_season()
    event = reporting.homologated_event(season=season)
    other_event = reporting.homologated_event(season=season)
    winner = event.final_places.get(place=1).entry.person
    finalists = [event.final_places.get(place=place).entry for place in (2, 3, 4)]
    erased, here_hidden, merged = finalists
    person_erase(person=erased.person, by=make.make_user(referent=True))
    Entry.objects.filter(pk=here_hidden.pk).update(consent=False)
    survivor = other_event.final_places.get(place=12).entry.person
    person_merge(keep=survivor, merge=merged.person, by=None, reason="La stessa persona")

    def final() -> Game:
        return next(game for game in player_games(winner.pk, "dominion") if game.is_final)

    assert [(opponent.person, opponent.name) for opponent in final().opponents] == [
        (None, ""),
        (None, ""),
        (survivor.pk, str(survivor)),
    ]
    make.agree(survivor, consent=False)
    assert {opponent.person for opponent in final().opponents} == {None}


@pytest.mark.django_db
def test_player_games_of_homologated_events_only() -> None:
    event = reporting.reported_event()
    person = event.final_places.get(place=1).entry.person
    assert player_games(person.pk, "dominion") == []
    homologated = reporting.homologated_event()
    seat = Seat.objects.filter(round__event=homologated, round__number=1).first()
    (game, *_) = player_games(seat.entry.person_id, "dominion")
    assert (game.slug, game.seat, game.place, game.size) == (homologated.slug, seat.position, seat.place, 4)
    assert len(game.cards) == 10
    assert player_games(seat.entry.person_id, "megalomania") == []
    figures = SeasonStatistics.objects.get(season=homologated.season).figures
    assert player_statistics([game], figures).games == [game]
    assert Person.objects.get(pk=seat.entry.person_id).consent
