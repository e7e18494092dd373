"""Log scenes that break one rule each; see ``log_scenes``."""

from __future__ import annotations

from typing import Any

from tests.unit.games.dominion.log_broken_cards import BROKEN_CARDS
from tests.unit.games.dominion.log_scenes import SECOND

#: Scenes that break one rule: code, text of the line where the finding must be, the scene.
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
    *BROKEN_CARDS,
]
