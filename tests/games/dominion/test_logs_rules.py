"""Every rule that a log is held against: a scene that keeps it, and scenes that break it."""

from __future__ import annotations

from typing import Any

import pytest

from games.dominion.logs import import_log
from tests.games.dominion.log_scenes import SECOND, THIRD, USUAL, codes, curses, play_scene, scene

#: Scenes that break one rule: code, the line's words where the finding must be, the scene.
BROKEN: list[tuple[str, str, str, dict[str, Any]]] = [
    (
        "L2",
        "Anna sings a song.",
        "Anna sings a song.",
        {},
    ),
    (
        "L3",
        "... gaining a Gold.",
        """Anna plays a Village.
        ... drawing 1 card and getting +2 actions.
        ... gaining a Gold.""",
        {"anna": ("Village", ""), "kingdom": SECOND},
    ),
    ("L9", "Anna buys a Vilage.", "Anna plays 3 Coppers.\nAnna buys a Vilage.", {}),
    (
        "L6",
        "--- Anna's turn 4 ---",
        """Anna plays a Copper.
        --- Anna's turn 4 ---""",
        {},
    ),
    (
        "L10",
        "Anna plays a Woodcutter.",
        """Anna plays a Smithy.
        ... drawing 3 cards.
        Anna plays a Woodcutter.
        ... getting +1 buy and +$2.
        (Anna reshuffles.)""",
        {"anna": ("Smithy", "Woodcutter"), "kingdom": SECOND},
    ),
    (
        "L11",
        "Anna plays a Woodcutter.",
        """Anna plays 2 Coppers.
        Anna plays a Woodcutter.
        ... getting +1 buy and +$2.""",
        {"anna": ("Woodcutter", ""), "kingdom": SECOND},
    ),
    (
        "L11",
        "Anna plays a Copper.",
        """Anna plays 2 Coppers.
        Anna buys an Estate.
        Anna plays a Copper.""",
        {},
    ),
    (
        "L12",
        "Anna buys a Copper.",
        """Anna plays 3 Coppers.
        Anna buys an Estate.
        Anna buys a Copper.""",
        {},
    ),
    ("L13", "Anna buys a Silver.", "Anna plays 2 Coppers.\nAnna buys a Silver.", {}),
    (
        "L13",
        "Anna buys a Duchy.",
        """Anna plays a Woodcutter.
        ... getting +1 buy and +$2.
        Anna plays 4 Coppers.
        Anna buys an Estate.
        Anna buys a Duchy.""",
        {"anna": ("Woodcutter", ""), "kingdom": SECOND},
    ),
    ("L15", "Anna buys a Village.", "Anna plays 3 Coppers.\nAnna buys a Village.", {}),
    ("L16", "Anna plays 6 Coppers.", "Anna plays 6 Coppers.", {}),
    ("L16", "Anna plays a Gold.", "Anna plays a Gold.", {}),
    (
        "L16",
        "... trashing a Gold.",
        "Anna plays a Chapel.\n... trashing a Gold.",
        {"anna": ("Chapel", "")},
    ),
    (
        "L16",
        "... Bruno reveals a Moat.",
        """Anna plays a Militia.
        ... getting +$2.
        ... Bruno reveals a Moat.""",
        {"anna": ("Militia", "")},
    ),
    (
        "L18",
        "Anna plays 3 Coppers.",
        """Anna plays 3 Coppers.
        --- Bruno's turn 3 ---
        --- Anna's turn 4 ---
        Anna plays 3 Coppers.
        --- Bruno's turn 4 ---
        (Bruno reshuffles.)""",
        {},
    ),
    (
        "L18",
        "... drawing 3 cards.",
        """Anna plays a Smithy.
        ... drawing 3 cards.
        --- Bruno's turn 3 ---
        --- Anna's turn 4 ---
        Anna plays a Smithy.
        ... drawing 3 cards.
        (Anna reshuffles.)
        --- Bruno's turn 4 ---
        (Bruno reshuffles.)""",
        {"anna": ("Smithy", ""), "kingdom": SECOND},
    ),
    ("L19", "(Anna reshuffles.)", "Anna plays 3 Coppers.\n(Anna reshuffles.)", {}),
    (
        "L20",
        "... drawing 2 cards.",
        "Anna plays a Smithy.\n... drawing 2 cards.",
        {"anna": ("Smithy", ""), "kingdom": SECOND},
    ),
    (
        "L20",
        "... Bruno draws 2 cards.",
        """Anna plays a Council Room.
        ... drawing 4 cards and getting +1 buy.
        ... Bruno draws 2 cards.
        (Anna reshuffles.)""",
        {"anna": ("Council Room", ""), "kingdom": SECOND},
    ),
    (
        "L20",
        "... Bruno reveals a Copper.",
        """Anna plays a Thief.
        ... Bruno reveals a Copper.
        ... Anna trashes one of Bruno's Coppers.""",
        {"anna": ("Thief", ""), "kingdom": SECOND},
    ),
    (
        "L21",
        "... drawing 1 card and getting +1 action.",
        "Anna plays a Village.\n... drawing 1 card and getting +1 action.",
        {"anna": ("Village", ""), "kingdom": SECOND},
    ),
    (
        "L22",
        "... gaining a Market.",
        "Anna plays a Workshop.\n... gaining a Market.",
        {"anna": ("Workshop", ""), "kingdom": THIRD},
    ),
    (
        "L22",
        "... gaining a Gold.",
        "Anna plays a Feast.\n... trashing the Feast.\n... gaining a Gold.",
        {"anna": ("Feast", "")},
    ),
    (
        "L22",
        "... gaining a Market.",
        "Anna plays a Remodel.\n... trashing an Estate.\n... gaining a Market.",
        {"anna": ("Remodel", ""), "kingdom": THIRD},
    ),
    (
        "L22",
        "... gaining a Gold in hand.",
        "Anna plays a Mine.\n... trashing a Copper.\n... gaining a Gold in hand.",
        {"anna": ("Mine", ""), "kingdom": THIRD},
    ),
    (
        "L22",
        "... trashing a Silver and gaining a Smithy.",
        "Anna plays a Mine.\n... trashing a Silver and gaining a Smithy.",
        {"anna": ("Mine", ""), "bruno": ("Silver", ""), "kingdom": THIRD},
    ),
    (
        "L23",
        "... trashing 5 Coppers.",
        "Anna plays a Chapel.\n... trashing 5 Coppers.",
        {"anna": ("Chapel", "")},
    ),
    (
        "L23",
        "... Bruno discards 1 card.",
        "Anna plays a Militia.\n... getting +$2.\n... Bruno discards 1 card.",
        {"anna": ("Militia", "")},
    ),
    (
        "L23",
        "... Bruno puts a Copper back on the deck.",
        """Anna plays a Bureaucrat.
        ... gaining a Silver and putting it on the deck.
        ... Bruno puts a Copper back on the deck.""",
        {"anna": ("Bureaucrat", "")},
    ),
    (
        "L23",
        "... Bruno reveals 3 Coppers and 2 Estates.",
        """Anna plays a Bureaucrat.
        ... gaining a Silver and putting it on the deck.
        ... Bruno reveals 3 Coppers and 2 Estates.""",
        {"anna": ("Bureaucrat", "")},
    ),
    (
        "L23",
        "... trashing a Copper for +$2.",
        "Anna plays a Moneylender.\n... trashing a Copper for +$2.",
        {"anna": ("Moneylender", "")},
    ),
    (
        "L23",
        "... discarding and drawing 5 cards.",
        """Anna plays a Cellar.
        ... getting +1 action.
        ... discarding and drawing 5 cards.
        (Anna reshuffles.)""",
        {"anna": ("Cellar", "")},
    ),
    (
        "L23",
        "... drawing 2 Estates and discarding nothing.",
        "Anna plays an Adventurer.\n... drawing 2 Estates and discarding nothing.\n(Anna reshuffles.)",
        {"anna": ("Adventurer", "")},
    ),
    (
        "L23",
        "... Anna trashes one of Bruno's Silvers.",
        """Anna plays a Thief.
        ... Bruno reveals a Copper and an Estate.
        ... Anna trashes one of Bruno's Silvers.""",
        {"anna": ("Thief", ""), "kingdom": SECOND},
    ),
    (
        "L23",
        "... Bruno gains an Estate.",
        "Anna plays a Witch.\n... drawing 2 cards.\n... Bruno gains an Estate.",
        {"anna": ("Witch", ""), "kingdom": SECOND},
    ),
    (
        "L23",
        "... setting aside a Copper.",
        """Anna plays a Library.
        ... setting aside a Copper.
        ... drawing 1 card.
        ... drawing 1 card.
        ... drawing 1 card.
        (Anna reshuffles.)""",
        {"anna": ("Library", "")},
    ),
    (
        "L24",
        "... revealing a Gold and keeping it.",
        """Anna plays a Spy.
        ... drawing 1 card and getting +1 action.
        ... revealing a Gold and keeping it.
        ... letting Bruno keep a Copper.""",
        {"anna": ("Spy", ""), "kingdom": SECOND},
    ),
    ("L25", "(Anna draws: 5 Estates.)", "Anna plays 3 Coppers.\n(Anna draws: 5 Estates.)", {}),
    ("L25", "(Anna draws: 4 Coppers.)", "Anna plays 3 Coppers.\n(Anna draws: 4 Coppers.)", {}),
    (
        "L26",
        "... drawing 2 cards.",
        "Anna plays a Witch.\n... drawing 2 cards.",
        {"anna": ("Witch", ""), "kingdom": SECOND},
    ),
    (
        "L26",
        "... getting +$2.",
        "Anna plays a Militia.\n... getting +$2.",
        {"anna": ("Militia", "")},
    ),
    (
        "L26",
        "... Bruno reveals a Copper and an Estate.",
        "Anna plays a Thief.\n... Bruno reveals a Copper and an Estate.",
        {"anna": ("Thief", ""), "kingdom": SECOND},
    ),
    (
        "L26",
        "Anna plays a Workshop.",
        "Anna plays a Workshop.\nAnna plays a Copper.",
        {"anna": ("Workshop", ""), "kingdom": THIRD},
    ),
    (
        "L26",
        "Anna plays a Village.",
        "Anna plays a Village.",
        {"anna": ("Village", ""), "kingdom": SECOND},
    ),
    (
        "L26",
        "... and plays a Village.",
        """Anna plays a Throne Room.
        ... and plays a Village.
        ... ... drawing 1 card and getting +2 actions.
        Anna plays a Copper.""",
        {"anna": ("Throne Room", "Village"), "kingdom": SECOND},
    ),
    ("L29", "Anna plays an Estate.", "Anna plays an Estate.", {}),
    (
        "L29",
        "Anna plays a Copper and a Village.",
        "Anna plays a Copper and a Village.",
        {"anna": ("Village", ""), "kingdom": SECOND},
    ),
]


@pytest.mark.parametrize(("code", "words", "body", "options"), BROKEN, ids=[f"{b[0]}-{b[1][:40]}" for b in BROKEN])
def test_a_broken_rule_is_one_finding_at_its_line(code: str, words: str, body: str, options: dict[str, Any]) -> None:
    """The rules of a turn (D-02 to D-18) and of the cards: the code, the turn and the line are those of the slip."""
    text = scene(body, **options)
    result = import_log(text)
    found = [finding for finding in result.findings if finding.code not in USUAL]
    assert code in [finding.code for finding in found]
    first = next(finding for finding in found if finding.code == code)
    line = first.params["line"]
    assert isinstance(line, int)
    # A line that is missing is reported at the last line before it.
    near = text.split("\n")[max(0, line - 2) : line + 1]
    assert words in near
    assert first.params["turn"] in (3, 4)
    assert first.params["active"] == "Anna"
    assert not result.ok


#: Scenes that keep the rules, one per card or rule that a careless reader would refuse.
KEPT: list[tuple[str, str, dict[str, Any]]] = [
    (
        "E67 a Throne Room with no Action in hand",
        "Anna plays a Throne Room.\n... but has no action card to play with it.",
        {"anna": ("Throne Room", ""), "kingdom": SECOND},
    ),
    (
        "E36 a Moat may be shown again and again",
        """Anna plays a Militia.
        ... getting +$2.
        ... Bruno reveals a Moat.
        ... Bruno reveals a Moat.""",
        {"anna": ("Militia", ""), "bruno": ("Moat", "")},
    ),
    (
        "E46 five cards become three",
        "Anna plays a Militia.\n... getting +$2.\n... Bruno discards 2 cards.",
        {"anna": ("Militia", "")},
    ),
    (
        "E51 the Silver of the Mine pays in the same turn",
        """Anna plays a Mine.
        ... trashing a Copper.
        ... gaining a Silver in hand.
        Anna plays a Silver and 3 Coppers.
        Anna buys a Duchy.""",
        {"anna": ("Mine", "")},
    ),
    (
        "E49 the older words of the Mine",
        """Anna plays a Mine.
        ... trashing a Copper and gaining a Silver.
        Anna plays a Silver.
        Anna buys an Estate.""",
        {"anna": ("Mine", "")},
    ),
    (
        "E52 a Moneylender pays three",
        """Anna plays a Moneylender.
        ... trashing a Copper for +$3.
        Anna plays 3 Coppers.
        Anna buys a Gold.""",
        {"anna": ("Moneylender", "")},
    ),
    (
        "E60 the Thief keeps what was trashed",
        """Anna plays a Thief.
        ... Bruno reveals a Silver and a Copper.
        ... Anna trashes Bruno's Silver.
        ... Anna gains the trashed Silver.""",
        {"anna": ("Thief", ""), "kingdom": SECOND},
    ),
    (
        "E41 the Library sets a Village aside",
        """Anna plays a Library.
        ... drawing 1 card.
        ... setting aside a Moat.
        ... drawing 1 card.
        ... drawing 1 card.
        (Anna reshuffles.)""",
        {"anna": ("Library", "Moat")},
    ),
    (
        "E15 the Bureaucrat's Silver lies on the deck and is drawn at once",
        """Anna plays a Bureaucrat.
        ... gaining a Silver and putting it on the deck.
        ... Bruno puts an Estate back on the deck.
        (Anna draws: 2 Silvers, 2 Estates, and a Copper.)""",
        {"anna": ("Bureaucrat", "Silver")},
    ),
    (
        "E58 the Spy looks at both decks",
        """Anna plays a Spy.
        ... drawing 1 card and getting +1 action.
        ... revealing a Copper and discarding it.
        ... letting Bruno keep a Silver.
        Anna plays 2 Coppers.
        (Anna reshuffles.)""",
        {"anna": ("Spy", ""), "kingdom": SECOND},
    ),
    (
        "E88 a Chancellor's deck goes away, so the next hand needs a reshuffle",
        """Anna plays a Chancellor.
        ... getting +$2.
        ... discarding the deck.
        (Anna reshuffles.)""",
        {"anna": ("Chancellor", ""), "kingdom": SECOND},
    ),
    ("E09 a hand that is not played", "Anna does nothing.", {}),
    (
        "E18 the Cellar, in the newer and the older words",
        """Anna plays a Cellar.
        ... discarding and drawing 2 cards.
        Anna plays 2 Coppers.
        (Anna reshuffles.)""",
        {"anna": ("Cellar", "")},
    ),
]


@pytest.mark.parametrize(("case", "body", "options"), KEPT, ids=[kept[0] for kept in KEPT])
def test_a_kept_rule_is_no_finding(case: str, body: str, options: dict[str, Any]) -> None:
    """Legal scenes: the case's id is that of the engine's test cases (rules, section 7)."""
    assert codes(play_scene(body, **options)) == [], case


@pytest.mark.parametrize("turns", [10, 11])
def test_an_empty_pile_cannot_be_bought(turns: int) -> None:
    """D-12: with two players there are ten Curses; the eleventh is the finding."""
    result = import_log(curses(turns))
    assert codes(result) == ["L14"] * (turns - 10)
    if turns == 11:
        finding = next(finding for finding in result.findings if finding.code == "L14")
        assert finding.params["turn"] == 6
        assert finding.params["active"] == "Anna"
        assert finding.params["card"] == "curse"


def test_a_hand_named_twice_must_be_the_deck() -> None:
    """D-01: the first two hands are the ten cards dealt."""
    text = scene("Anna plays 3 Coppers.").replace(
        "--- Anna's turn 1 ---", "(Anna's first hand: 4 Coppers and an Estate.)\n--- Anna's turn 1 ---", 1
    )
    right = text.replace("--- Bruno's turn 1 ---", "(Anna draws: 2 Estates and 3 Coppers.)\n--- Bruno's turn 1 ---", 1)
    wrong = text.replace("--- Bruno's turn 1 ---", "(Anna draws: an Estate and 4 Coppers.)\n--- Bruno's turn 1 ---", 1)
    assert codes(import_log(text)) == []
    assert codes(import_log(right)) == []
    assert codes(import_log(wrong)) == ["L25"]


def test_the_kept_top_card_is_the_next_one_drawn() -> None:
    """E58: what a Spy puts back is known to lie on top."""
    body = """Anna plays a Spy.
    ... drawing 1 card and getting +1 action.
    ... revealing a Silver and keeping it.
    ... making Bruno discard a Copper.
    Anna plays 2 Coppers.
    (Anna draws: {}.)"""
    options: dict[str, Any] = {"anna": ("Spy", "Silver"), "kingdom": SECOND}
    assert codes(play_scene(body.format("a Silver, 2 Estates, and 2 Coppers"), **options)) == []
    assert codes(play_scene(body.format("2 Estates and 3 Coppers"), **options)) == ["L25"]
