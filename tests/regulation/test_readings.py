"""Readings that a version decides (art. 1.5): AMB-01, AMB-11, AMB-12, AMB-14, AMB-32, AMB-33, AMB-34, REQ-905."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from tests.refusals import refuses
from tournament.regulation import standings, validity
from tournament.regulation.final import final_places, finalists
from tournament.regulation.parameters import (
    CURRENT,
    Departure,
    DropOuts,
    Fascia,
    LastOfShortTable,
    Readings,
    Regulation,
    RoundsChoice,
    WithdrawnFinalist,
)
from tournament.regulation.refusals import FasciaChangeRefused, RoundsReasonMissing


def _version(**readings: Any) -> Regulation:
    return replace(CURRENT, version="9.1", readings=replace(Readings(), **readings))


def test_rounds_without_a_reason_where_the_organiser_is_free() -> None:
    """AMB-01: by version with a reason, freely, or not at all."""
    with pytest.raises(RoundsReasonMissing):
        validity.planned_rounds(13, override=3)
    free, fixed = (_version(rounds_choice=choice) for choice in (RoundsChoice.FREE, RoundsChoice.FIXED))
    assert validity.planned_rounds(13, override=3, regulation=free).rounds == 3
    validity.check_rounds_choice(3, "", regulation=free)
    for check in (
        lambda: validity.planned_rounds(13, override=3, reason="Sala grande", regulation=fixed),
        lambda: validity.check_rounds_choice(3, "Sala grande", regulation=fixed),
    ):
        with refuses("ROUNDS_NOT_CHOSEN"):
            check()
    assert validity.planned_rounds(13, override=2, regulation=fixed).rounds == 2


def test_last_of_three_counts_nothing_where_the_version_says_so() -> None:
    """AMB-11: otherwise it ranks over the last of four."""
    tables = [standings.places_in_order("abcd"), standings.places_in_order("efg")]
    strict = _version(last_of_short_table=LastOfShortTable.NOTHING)
    assert standings.tallies([tables])["g"].thirds == 1
    assert [standings.tallies([tables], regulation=strict)[player].thirds for player in "cdg"] == [1, 0, 0]
    lots = {"a": 1, "e": 2, "b": 1, "f": 2, "d": 1, "g": 2}
    rows = standings.standings([tables], lots=lots, regulation=strict)
    assert [row.player for row in rows] == list("aebfcdg")


def test_drop_outs_come_last_where_the_version_says_so() -> None:
    """AMB-12: c left; it is behind everybody who stayed, also behind those below it in the standings."""
    order, last = list("abcdefg"), _version(drop_outs=DropOuts.LAST)
    assert final_places(order, list("bade"), left={"c"}) == list("badecfg")
    assert final_places(order, list("bade"), left={"c"}, regulation=last) == list("badefgc")


def test_withdrawn_finalist_is_not_replaced_where_the_version_says_so() -> None:
    """AMB-32, AMB-33: three play and the one who withdrew is fourth; with two missing there is no final."""
    order, missing = list("abcdef"), _version(withdrawn_finalist=WithdrawnFinalist.MISSING)
    assert finalists(order, left={"b"}) == list("acde")
    assert finalists(order, left={"b"}, regulation=missing) == list("acd")
    assert final_places(order, list("dac"), left={"b"}, regulation=missing) == list("dacbef")
    assert finalists(order, left={"b", "c"}, regulation=missing) == []


def test_final_of_three_is_not_played_where_four_are_needed() -> None:
    """AMB-33: the standings decide."""
    assert finalists(list("abc")) == list("abc")
    assert finalists(list("abc"), regulation=_version(least_finalists=4)) == []


def test_fascia_iii_is_demoted_where_the_version_allows_it() -> None:
    """AMB-14: with 16 players only under such a version."""
    with pytest.raises(FasciaChangeRefused):
        validity.check_fascia_change(Fascia.III, Fascia.II, 16, reason="Poco pubblico")
    allows = _version(fascia_iii_demotion=True)
    validity.check_fascia_change(Fascia.III, Fascia.II, 16, reason="Poco pubblico", regulation=allows)
    assert validity.check_fascia(Fascia.III, None, 16, regulation=allows) is Fascia.III


def test_final_without_clock_is_refused_where_the_version_says_never() -> None:
    """AMB-34: no reason helps; other minutes need one, and so does another day (REQ-905, REQ-701)."""
    never = _version(final_without_clock=Departure.NEVER)
    reason = {"final_has_clock": True, "final_reason": ""}
    validity.check_clock(50, "La sala chiude tardi", regulation=never, **reason)
    with refuses("MINUTES_REASON_MISSING"):
        validity.check_clock(50, "", regulation=never, **reason)
    with refuses("FINAL_CLOCK_REFUSED"):
        validity.check_clock(45, "", final_has_clock=False, final_reason="Sala libera", regulation=never)
    days = {"first_day": date(2009, 7, 4), "last_day": date(2009, 7, 4)}
    validity.check_draw_day(date(2009, 7, 4), "", **days)
    validity.check_draw_day(date(2009, 7, 5), "Neve", **days)
    with refuses("DRAW_DAY_REASON_MISSING"):
        validity.check_draw_day(date(2009, 7, 5), "", **days)
