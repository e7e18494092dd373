"""Log scenes in which a played card has a wrong, excessive or incomplete effect; see ``log_scenes``."""

from __future__ import annotations

from typing import Any

from tests.unit.games.dominion.log_scenes import SECOND, THIRD

#: As ``log_broken.BROKEN``, which ends with these.
BROKEN_CARDS: list[tuple[str, str, str, dict[str, Any]]] = [
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
        "... trashing a Copper and gaining a Smithy.",
        "Anna plays a Mine.\n... trashing a Copper and gaining a Smithy.",
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
    ("L16", "Anna plays 99 Coppers.", "Anna plays 99 Coppers.", {}),
    (
        "L20",
        "... drawing 1 card and getting +$2.",
        "Anna plays a Chancellor.\n... drawing 1 card and getting +$2.\n... not discarding the deck.",
        {"anna": ("Chancellor", ""), "kingdom": SECOND},
    ),
    (
        "L22",
        "... gaining a Gold and putting it on the deck.",
        """Anna plays a Bureaucrat.
        ... gaining a Gold and putting it on the deck.
        ... Bruno puts an Estate back on the deck.""",
        {"anna": ("Bureaucrat", "")},
    ),
    (
        "L26",
        "Anna plays a Bureaucrat.",
        "Anna plays a Bureaucrat.\n... Bruno puts an Estate back on the deck.",
        {"anna": ("Bureaucrat", "")},
    ),
    (
        "L26",
        "... gaining a Silver and putting it on the deck.",
        "Anna plays a Bureaucrat.\n... gaining a Silver and putting it on the deck.",
        {"anna": ("Bureaucrat", "")},
    ),
    (
        "L25",
        "... Bruno reveals 2 Coppers.",
        """Anna plays a Bureaucrat.
        ... gaining a Silver and putting it on the deck.
        ... Bruno reveals 2 Coppers.""",
        {"anna": ("Bureaucrat", "")},
    ),
    (
        "L26",
        "... drawing 1 card and getting +1 action.",
        "Anna plays a Spy.\n... drawing 1 card and getting +1 action.",
        {"anna": ("Spy", ""), "kingdom": SECOND},
    ),
    (
        "L26",
        "... revealing a Copper and keeping it.",
        """Anna plays a Spy.
        ... drawing 1 card and getting +1 action.
        ... revealing a Copper and keeping it.""",
        {"anna": ("Spy", ""), "kingdom": SECOND},
    ),
    (
        "L3",
        "... letting Anna keep a Copper.",
        """Anna plays a Spy.
        ... drawing 1 card and getting +1 action.
        ... revealing a Copper and keeping it.
        ... letting Anna keep a Copper.""",
        {"anna": ("Spy", ""), "kingdom": SECOND},
    ),
    ("L26", "Anna plays a Thief.", "Anna plays a Thief.", {"anna": ("Thief", ""), "kingdom": SECOND}),
    (
        "L23",
        "... Anna gains the trashed Silver.",
        """Anna plays a Thief.
        ... Bruno reveals a Copper and an Estate.
        ... Anna trashes one of Bruno's Coppers.
        ... Anna gains the trashed Silver.""",
        {"anna": ("Thief", ""), "kingdom": SECOND},
    ),
    ("L26", "... getting +1 action.", "Anna plays a Cellar.\n... getting +1 action.", {"anna": ("Cellar", "")}),
    (
        "L26",
        "... getting +$2.",
        "Anna plays a Chancellor.\n... getting +$2.",
        {"anna": ("Chancellor", ""), "kingdom": SECOND},
    ),
    ("L26", "Anna plays a Chapel.", "Anna plays a Chapel.", {"anna": ("Chapel", "")}),
    (
        "L26",
        "... drawing 4 cards and getting +1 buy.",
        "Anna plays a Council Room.\n... drawing 4 cards and getting +1 buy.\n(Anna reshuffles.)",
        {"anna": ("Council Room", ""), "kingdom": SECOND},
    ),
    (
        "L23",
        "... trashing a Copper.",
        "Anna plays a Feast.\n... trashing a Copper.\n... gaining a Duchy.",
        {"anna": ("Feast", "")},
    ),
    ("L26", "Anna plays a Feast.", "Anna plays a Feast.\n... gaining a Duchy.", {"anna": ("Feast", "")}),
    (
        "L23",
        "... drawing 9 cards.",
        "Anna plays a Library.\n... drawing 9 cards.",
        {"anna": ("Library", "")},
    ),
    (
        "L26",
        "... drawing 1 card.",
        "Anna plays a Library.\n... drawing 1 card.",
        {"anna": ("Library", "")},
    ),
    (
        "L23",
        "... trashing an Estate.",
        "Anna plays a Mine.\n... trashing an Estate.\n... gaining a Silver in hand.",
        {"anna": ("Mine", "")},
    ),
    ("L26", "Anna plays a Mine.", "Anna plays a Mine.", {"anna": ("Mine", ""), "hand": "a Mine and 4 Coppers"}),
    (
        "L26",
        "Anna plays a Moneylender.",
        "Anna plays a Moneylender.\n... but has no Copper to trash.",
        {"anna": ("Moneylender", ""), "hand": "a Moneylender and 4 Coppers"},
    ),
    (
        "L23",
        "... trashing 2 Coppers.",
        "Anna plays a Remodel.\n... trashing 2 Coppers.\n... gaining a Cellar.",
        {"anna": ("Remodel", ""), "kingdom": THIRD},
    ),
    ("L26", "Anna plays a Remodel.", "Anna plays a Remodel.", {"anna": ("Remodel", ""), "kingdom": THIRD}),
    (
        "L26",
        "Anna plays a Throne Room.",
        "Anna plays a Throne Room.\n... but has no action card to play with it.",
        {"anna": ("Throne Room", "Village"), "kingdom": SECOND, "hand": "a Throne Room, a Village, and 3 Coppers"},
    ),
    (
        "L29",
        "... and plays a Copper.",
        "Anna plays a Throne Room.\n... and plays a Copper.",
        {"anna": ("Throne Room", ""), "kingdom": SECOND},
    ),
    (
        "L16",
        "Anna plays a Woodcutter.",
        "Anna plays a Woodcutter.\n... getting +1 buy and +$2.",
        {"anna": ("Woodcutter", ""), "kingdom": SECOND, "hand": "5 Coppers"},
    ),
]
