"""Game engines: pure Python, standard library only, usable without Django.

The package ``fossato-games`` installs this folder as ``fossato_games``; what it exports is imported when it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .game import Game
    from .game_state import new_game
    from .registry import check
    from .runner import replay

__version__: Final = "0.1.0"
__all__ = ["Game", "__version__", "check", "new_game", "replay"]

_EXPORTED: Final = {"Game": ".game", "check": ".registry", "new_game": ".game_state", "replay": ".runner"}


def __getattr__(name: str) -> Any:
    """Return one of the exported names."""
    if name not in _EXPORTED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_EXPORTED[name], __name__), name)
