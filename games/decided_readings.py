"""Readings of a game's unclear rules that a set-up or a sheet could choose once, and that are decided now.

What names the value that is decided is read, and the name dropped; anything else is refused with :data:`CODE`, because
it describes a game that is no longer checked or played. Each game has its table of them, with the place in
``docs/rules`` that gives the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from .game import BadSetup
from .json_kinds import short

#: Code of the error and of the finding about another value than the one decided.
CODE: Final = "READING_GONE"
#: The field of set-ups and sheets.
FIELD: Final = "readings"
#: Message of both.
SENTENCE: Final = {
    "it": "«{path}»: questa interpretazione delle regole non si sceglie più: vale «{bound}» (docs/rules, {number}), "
    "non «{value}».",
    "en": "“{path}”: this interpretation of the rules is no longer chosen: it is “{bound}” (docs/rules, {number}), "
    "not “{value}”.",
}
#: The reason of the finding.
PROOF: Final = {
    "it": "Dove il regolamento del gioco tace c’è una sola interpretazione, quella con il suo perché in docs/rules.",
    "en": "Where the rulebook is silent there is one interpretation, the one with its reason in docs/rules.",
}


class Decided(NamedTuple):
    """The value that is decided, and the numbers of the reading in the rules of its game."""

    value: str | int | bool
    number: str


class Refused(NamedTuple):
    """A reading that names another value than the one decided."""

    path: str
    value: object
    decided: Decided

    def words(self) -> dict[str, str]:
        """Return what the message names."""
        return {"path": self.path, "value": short(self.value), "bound": short(self.decided.value)} | {
            "number": self.decided.number
        }


class ReadingGone(BadSetup):
    """A set-up that names another reading than the one decided; says what, where and what would be right."""

    code = CODE

    def __init__(self, refused: Refused) -> None:
        sentences = [SENTENCE[language].format(**refused.words()) for language in ("en", "it")]
        super().__init__(*sentences)
        self.refused = refused
        self.path = refused.path


def refused_in(given: Mapping[str, object], decided: Mapping[str, Decided]) -> Iterator[Refused]:
    """Yield the known readings whose value is not the one decided; true and 1 are distinct."""
    for name, value in given.items():
        known = decided.get(name)
        if known is not None and (type(value) is not type(known.value) or value != known.value):
            yield Refused(f"{FIELD}.{name}", value, known)


def check_readings(options: Mapping[str, object], decided: Mapping[str, Decided]) -> None:
    """Refuse a set-up whose ``readings`` name anything but what is decided.

    Raises:
        BadSetup: not an object, or an unknown name. ReadingGone: another value.
    """
    given = options.get(FIELD, {})
    if not isinstance(given, Mapping):
        raise BadSetup(
            f"setup.{FIELD}: should be an object, not {given!r}", f"setup.{FIELD}: serve un oggetto, non {given!r}"
        )
    for name in given:
        if name not in decided:
            raise BadSetup(
                f"setup.{FIELD}.{name}: there never was such a reading; it can be left out",
                f"setup.{FIELD}.{name}: questa interpretazione non c’è mai stata; si può togliere",
            )
    for refused in refused_in(given, decided):
        raise ReadingGone(refused._replace(path=f"setup.{refused.path}"))
