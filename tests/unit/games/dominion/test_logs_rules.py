"""Every rule checked in a log: a scene that follows it, and scenes that break it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.dominion import cards as c
from games.dominion.logs.importing import import_log
from games.dominion.setup import Setup
from games.game import Decision
from tests.unit.games.dominion.log_broken import BROKEN
from tests.unit.games.dominion.log_scenes import SECOND, THIRD, USUAL, codes, curses, play_scene, scene
from tests.unit.games.dominion.log_writer import write_game


@pytest.mark.parametrize(("code", "words", "body", "options"), BROKEN, ids=[f"{b[0]}-{b[1][:40]}" for b in BROKEN])
def test_broken_rule_reported_at_its_line(code: str, words: str, body: str, options: dict[str, Any]) -> None:
    """The rules of a turn (D-02 to D-18) and of the cards: code, turn and line are those of the violation."""
    text = scene(body, **options)
    result = import_log(text)
    unusual = [finding for finding in result.findings if finding.code not in USUAL]
    first = unusual[0]
    assert first.code == code
    line = first.params["line"]
    assert isinstance(line, int)
    # A missing line is reported at the last line before it.
    near = text.split("\n")[max(0, line - 2) : line + 1]
    assert words in near
    assert first.params["turn"] in (3, 4)
    assert first.params["active"] == "Anna"
    assert not result.ok


#: Scenes that follow the rules, one per card or rule that a naive reader would refuse.
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


@pytest.mark.parametrize(("case", "body", "options"), KEPT, ids=[legal_case[0] for legal_case in KEPT])
def test_legal_scene_without_findings(case: str, body: str, options: dict[str, Any]) -> None:
    """Legal scenes: the case's id is that of the engine's test cases (rules, section 7)."""
    assert codes(play_scene(body, **options)) == [], case


@pytest.mark.parametrize("turns", [10, 11])
def test_empty_pile_not_buyable(turns: int) -> None:
    """D-12: with two players there are ten Curses; the eleventh is the finding."""
    result = import_log(curses(turns))
    assert codes(result) == ["L14"] * (turns - 10)
    if turns == 11:
        finding = next(finding for finding in result.findings if finding.code == "L14")
        assert finding.params["turn"] == 6
        assert finding.params["active"] == "Anna"
        assert finding.params["card"] == "curse"


def test_hand_named_twice_must_match_deck() -> None:
    """D-01: the first two hands are the ten cards dealt."""
    text = scene("Anna plays 3 Coppers.").replace(
        "--- Anna's turn 1 ---", "(Anna's first hand: 4 Coppers and an Estate.)\n--- Anna's turn 1 ---", 1
    )
    right = text.replace("--- Bruno's turn 1 ---", "(Anna draws: 2 Estates and 3 Coppers.)\n--- Bruno's turn 1 ---", 1)
    wrong = text.replace("--- Bruno's turn 1 ---", "(Anna draws: an Estate and 4 Coppers.)\n--- Bruno's turn 1 ---", 1)
    assert codes(import_log(text)) == []
    assert codes(import_log(right)) == []
    assert codes(import_log(wrong)) == ["L25"]


def test_kept_top_card_drawn_next() -> None:
    """E58: the card a Spy puts back is known to be on top."""
    body = """Anna plays a Spy.
    ... drawing 1 card and getting +1 action.
    ... revealing a Silver and keeping it.
    ... making Bruno discard a Copper.
    Anna plays 2 Coppers.
    (Anna draws: {}.)"""
    options: dict[str, Any] = {"anna": ("Spy", "Silver"), "kingdom": SECOND}
    assert codes(play_scene(body.format("a Silver, 2 Estates, and 2 Coppers"), **options)) == []
    assert codes(play_scene(body.format("2 Estates and 3 Coppers"), **options)) == ["L25"]


def test_line_before_first_turn_reported() -> None:
    """Only the hands dealt come before the first turn, and they have five cards."""
    text = scene("Anna plays 3 Coppers.")
    early = text.replace("--- Anna's turn 1 ---", "Anna plays a Copper.\n--- Anna's turn 1 ---", 1)
    assert [(f.code, f.params["turn"]) for f in import_log(early).findings if f.code not in USUAL] == [("L3", 0)]
    six = text.replace("--- Anna's turn 1 ---", "(Anna's first hand: 6 Coppers.)\n--- Anna's turn 1 ---", 1)
    assert codes(import_log(six))[0] == "L25"


def test_seat_of_resigned_player_skipped() -> None:
    """Of three players one resigns: the other two continue in turn."""
    lines = [f"cards in supply: {THIRD}", "Game log", "Turn order is Anna, Bruno, and then Carla."]
    for turn in (1, 2):
        for name in ("Anna", "Bruno", "Carla"):
            if name == "Bruno" and turn == 2:
                continue
            lines += [f"--- {name}'s turn {turn} ---", f"{name} does nothing."]
            if name == "Bruno":
                lines.append("Bruno resigns from the game (client disconnected).")
            elif turn == 2:
                lines.append(f"({name} reshuffles.)")
    result = import_log("\n".join(lines) + "\n")
    assert result.kind == "resigned"
    assert codes(result) == ["L8"]
    assert result.turn_counts == (2, 1, 2)


ADVENTURES = [
    ("L26", r"\n\.\.\. drawing [^\n]* and discarding [^\n]*", ""),
    ("L23", r"(\.\.\. drawing )[^\n]*( and discarding [^\n]*)", r"\g<1>2 Estates\g<2>"),
    ("L23", r"(\.\.\. drawing [^\n]* and discarding )[^\n]*", r"\g<1>a Copper."),
    ("L20", r"\.\.\. drawing [^\n]* and discarding [^\n]*", "... drawing nothing and discarding nothing."),
]


@pytest.mark.parametrize(("code", "pattern", "new"), ADVENTURES, ids=["none", "kept", "left", "nothing"])
def test_adventurer_shows_two_treasures(code: str, pattern: str, new: str) -> None:
    """Adventurer (S0:302): Treasures to the hand, the rest discarded, until two are shown or no card is left."""
    text = adventures()
    assert codes(import_log(text)) == []
    changed, count = re.subn(pattern, new, text, count=1)
    assert count == 1
    assert code in codes(import_log(changed))


def adventures() -> str:
    """Return the log of a game in which Adventurers are bought and played."""

    def choose(decision: Decision) -> int:
        wishes = (c.ADVENTURER, c.SILVER, -1) if decision.kind == "buy" else (c.ADVENTURER, -1)
        return next(card for card in wishes if card in decision.options)

    return write_game(Setup(2, tuple(c.KINGDOM[:10])), "adventures", choose, turns=40)[0]
