"""Messages in Italian and English: templates, and the table of those of a package's findings.

``{value}`` is the value, ``{value:giocatore|giocatori}`` the form that agrees with its number. 1 takes the first form,
every other number the second: zero takes the plural in Italian and in English alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from string import Formatter
from typing import Any, Final

from .findings import Finding, Param

#: A text per language, and such texts by key.
Texts = Mapping[str, str]
TextTable = Mapping[str, Texts]
#: The Italian name set of cards where none is chosen.
EDITION: Final = "regulation"


class _Wording(Formatter):
    """A str.format with a plural choice: a format specification that contains a bar."""

    def format_field(self, value: Any, format_spec: str) -> str:
        singular, bar, plural = format_spec.partition("|")
        if bar:
            return singular if str(value) == "1" else plural
        return str(super().format_field(value, format_spec))


_WORDING = _Wording()


def fill_in(template: str, params: Mapping[str, Any]) -> str:
    """Fill in a template.

    Arguments:
        params: values by name; those that the template does not name are ignored.

    Errors:
        KeyError: the template names a missing value.
    """
    return _WORDING.vformat(template, (), params)


def no_more(finding: Finding, language: str) -> dict[str, str]:
    """Return nothing: a finding's own params are all that its message names."""
    return {}


@dataclass(frozen=True)
class Messages:
    """The messages of a package's findings, one form for every package.

    Arguments:
        sentences: by code, or by ``CODE:case`` where a code has several (``params["case"]``).
        proofs: by code, why the check holds in every legal game; without them the findings have none.
        words: display texts of params; worded: the params that they are for, none for every param.
        named: params that hold code names; name: returns the display name of one in an edition.
        more: returns further values for a finding's message; before: the beginning of its message.
        proof_names: returns the values that the proofs name, in an edition; proof_of: the key of a finding's proof.
        otherwise: the messages of codes that are not in ``sentences``.
    """

    sentences: TextTable
    proofs: TextTable = field(default_factory=dict)
    words: TextTable = field(default_factory=dict)
    worded: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    name: Callable[[str, str], str] = str.format
    more: Callable[[Finding, str], Mapping[str, str]] = no_more
    before: Callable[[Finding, str], str] | None = None
    proof_names: Callable[[str], Mapping[str, str]] | None = None
    proof_of: Callable[[Finding], str] = attrgetter("code")
    otherwise: Callable[[Finding, str], str] | None = None

    def sentence(self, finding: Finding, language: str, edition: str = EDITION) -> str:
        """Return the message of a finding, one sentence.

        Arguments:
            language: ``"it"`` or ``"en"``. edition: the Italian name set of the cards; English sentences use English.
        """
        template = self.sentences.get(str(finding.params.get("case", finding.code)))
        if template is None and self.otherwise is not None:
            return self.otherwise(finding, language)
        assert template is not None, f"no message for {finding.code}"
        names = _edition(language, edition)
        shown = {key: self._shown(key, value, language, names) for key, value in finding.params.items()}
        params = {"path": finding.path, **shown, **self.more(finding, language)}
        beginning = self.before(finding, language) if self.before is not None else ""
        return beginning + fill_in(template[language], params)

    def proof(self, finding: Finding, language: str, edition: str = EDITION) -> str:
        """Return the reason why the finding's check holds in every legal game; arguments as :meth:`sentence`."""
        names = self.proof_names(_edition(language, edition)) if self.proof_names is not None else {}
        return fill_in(self.proofs[self.proof_of(finding)][language], names)

    def _shown(self, key: str, value: Param, language: str, edition: str) -> str:
        if value is None:
            return "–"
        if key in self.named:
            names = value if isinstance(value, tuple) else (str(value),)
            return ", ".join(self.name(each, edition) for each in names)
        if isinstance(value, str) and value in self.words and (not self.worded or key in self.worded):
            return self.words[value][language]
        return ", ".join(value) if isinstance(value, tuple) else str(value)


def _edition(language: str, edition: str) -> str:
    return edition if language == "it" else "en"
