"""Test that every code of the regulation has an Italian and an English sentence with the same fields."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ranking.rules.call_up import CallState
from tournament.core.messages import sentence
from tournament.regulation.event_file.verify import parse, verify
from tournament.regulation.finding_messages import FINDINGS
from tournament.regulation.kingdom import check_kingdom
from tournament.regulation.lifecycle import State
from tournament.regulation.refusals import ImpossibleTables, LotMissing
from tournament.regulation.refused import Refused
from tournament.regulation.reporting import FORUM_REPORT, PHOTOS, SECTIONS
from tournament.regulation.table_result import DOMINION_CHAIN
from tournament.regulation.term_messages import TERMS

ROOT = Path(__file__).parents[4]
ROME = ZoneInfo("Europe/Rome")


def test_sentences_translate_words_cards_and_days() -> None:
    """States, criteria and cards are shown by name, days in the format of the language."""
    keys = {*map(str, State), *map(str, CallState), *SECTIONS, PHOTOS, FORUM_REPORT, "wins", "seconds", "thirds"}
    assert keys | {criterion.name for criterion in DOMINION_CHAIN} <= set(TERMS)
    refused = Refused("TRANSITION_REFUSED", state=State.DRAFT, to=State.VOID)
    assert sentence(refused, "it") == "Un torneo nello stato «bozza» non può passare a «nullo»."
    assert "“draft”" in sentence(refused, "en")
    no_moat = ["witch", "council_room", "village", "smithy", "market", "mine", "cellar", "chapel", "feast", "library"]
    (finding,) = check_kingdom(no_moat)
    assert "Strega" in sentence(finding, "it")
    assert "Witch" in sentence(finding, "en")
    late = Refused("AUTHORISED_LATE", day=date(2009, 9, 28), last_day=date(2009, 9, 27))
    assert "28 settembre 2009" in sentence(late, "it")
    assert "2009-09-28" in str(late)
    assert (
        sentence(Refused("REPORT_INCOMPLETE", missing=("photos", "final")), "it")
        == "Il rapporto è incompleto: manca foto, finale."
    )


def test_sentences_accept_the_params_of_real_findings() -> None:
    """The findings of an invalid file fill their sentences in both languages."""
    event = json.loads((ROOT / "tests" / "data" / "event-13-players.json").read_text(encoding="utf-8"))
    event["event"].update(first_day="2009-05-31", fascia="III", fascia_effective="III", rounds=3)
    event["rounds"][0]["left"] = ["p11", "p99"]
    event["rounds"][1]["standings"][3].update(position=9, player="p01", wins=3, lot=None)
    event["rounds"][1]["tables"][0].update(number=5, ended_by=9, abandoned=["p13"])
    event["rounds"][1]["tables"][0]["results"][0].update(lot=2, place=4)
    event["rounds"][2]["kingdom"]["drawn"][0] = "Zzz"
    event["final_places"] = event["final_places"][::-1][:-1]
    codes = set()
    for finding in verify(parse(event)).findings:
        if finding.code in FINDINGS:
            codes.add(finding.code)
            assert all(sentence(finding, language) for language in ("it", "en"))
    assert len(codes) > 15


def test_sentence_shows_groups_of_players() -> None:
    assert str(LotMissing(groups=(), who=(("A", "D"), ("E", "F")))).startswith("Equal in everything: A, D; E, F.")
    assert str(ImpossibleTables(players=5)).startswith("5 players")
    assert LotMissing(groups=((0, 1),), who=((1, 2),)).groups == ((0, 1),)
    with pytest.raises(AttributeError):
        ImpossibleTables(players=5).colour  # noqa: B018
