"""The call-up to the national final (art. 1.2, 1.7): REQ-1501 to REQ-1506, AMB-21, EX-49."""

from __future__ import annotations

import pytest

from ranking.rules.call_up import CallState, answer, call_substitutes, call_up, check_number, resize
from tests.refusals import refuses

ORDER = [f"p{rank:02}" for rank in range(1, 41)]


def _coming(calls: list) -> list[str]:
    return [call.player for call in calls if call.coming]


def test_call_up_seventh_declines() -> None:
    """EX-49, REQ-1505, REQ-1506: the 25th is called and the list keeps both, the seventh in his place."""
    calls = answer(call_up(ORDER, 24), "p07", CallState.DECLINED)
    calls = call_substitutes(calls, ORDER)
    assert [call.player for call in calls] == ORDER[:25]
    seventh = calls[6]
    assert (seventh.order, seventh.state, seventh.substitute) == (7, CallState.REPLACED, "p25")
    assert calls[24].state is CallState.CALLED
    assert len(_coming(calls)) == 24
    assert call_substitutes(calls, ORDER) == calls


def test_call_up_number_reduced() -> None:
    """EX-49, REQ-1502, AMB-21: at 20 the 21st to 24th are no longer called; at 22 two are called again."""
    calls = resize(call_up(ORDER, 24), ORDER, 20)
    assert [call.state for call in calls[20:]] == [CallState.NOT_CALLED] * 4
    assert _coming(calls) == ORDER[:20]
    assert _coming(resize(calls, ORDER, 22)) == ORDER[:22]


def test_call_up_number_reduced_after_substitution() -> None:
    """REQ-1502, REQ-1505: the seats go to the best placed of those still attending."""
    calls = call_substitutes(answer(call_up(ORDER, 24), "p07", CallState.DECLINED), ORDER)
    assert _coming(resize(calls, ORDER, 20)) == [player for player in ORDER[:21] if player != "p07"]


def test_call_up_short_ranking() -> None:
    """REQ-1502: fewer are called where the ranking is shorter; a missing substitute changes nothing."""
    calls = answer(call_up(ORDER[:15], 24), "p03", CallState.NO_ANSWER)
    assert len(calls) == 15
    assert call_substitutes(calls, ORDER[:15]) == calls


@pytest.mark.parametrize("number", [25, 100])
def test_call_up_more_than_24(number: int) -> None:
    """REQ-1501, AMB-21: more than 24 needs a new version of the regulation."""
    with refuses("TOO_MANY_CALLED"):
        call_up(ORDER, number)


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_call_up_numbers_without_tables(number: int) -> None:
    """AMB-21: not 1, 2 or 5."""
    with refuses("NO_TABLES_FOR_CALLED"):
        check_number(number)


def test_call_up_below_12_warns() -> None:
    """AMB-21, AMB-36: below 12 the referent is warned."""
    assert check_number(12) == []
    (warning,) = check_number(11)
    assert (warning.code, warning.is_error, warning.value) == ("FEW_CALLED", False, 11)


def test_call_up_answers() -> None:
    """REQ-1506: called, accepted, declined, no answer, replaced; a replaced player answers no more."""
    calls = call_up(ORDER, 24)
    accepted = answer(calls, "p01", CallState.ACCEPTED)
    assert accepted[0].state is CallState.ACCEPTED
    assert calls[0].state is CallState.CALLED
    assert answer(accepted, "p01", CallState.DECLINED)[0].state is CallState.DECLINED
    silent = answer(calls, "p02", CallState.NO_ANSWER)
    assert answer(silent, "p02", CallState.ACCEPTED)[1].state is CallState.ACCEPTED
    replaced = call_substitutes(silent, ORDER)
    for player in ("p02", "p40"):
        with refuses("BAD_CALL_UP"):
            answer(replaced, player, CallState.ACCEPTED)
