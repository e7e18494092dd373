"""The build backend: says what to do instead, because the site is started from its checkout and not installed."""

from __future__ import annotations

from typing import NoReturn

INSTEAD = (
    "Fossato is started from its folder: script/server. script/wheels FOLDER builds what can be installed: "
    "fossato-games, and fossato-verify with the extra [beacon]."
)


def _refuse(*_arguments: object, **_settings: object) -> NoReturn:
    raise SystemExit(INSTEAD)


get_requires_for_build_wheel = get_requires_for_build_sdist = get_requires_for_build_editable = _refuse
build_wheel = build_sdist = build_editable = _refuse
