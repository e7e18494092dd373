"""Sentences of the program that a row stores as a code with parameters, written in the reader's language.

A name is stored as it is, so that erasing a person's data finds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models.notice_sentences import NOTICE_SENTENCES

#: Code of a text typed by a person, or stored before there were codes; its only parameter is the ``text``.
FREE_TEXT = "free_text"
#: Why an event whose report did not come in time is not valid.
NO_REPORT = "no_report"
#: Why an event that was not concluded is not played on.
ORGANISER_DISQUALIFIED = "organiser_disqualified"
#: Who acted through a private link: of a ``table``, printed for or mailed to the player called ``name``.
LINK_OF_TABLE = "link_of_table"
LINK_OF_PLAYER = "link_of_player"
LINK_MAILED = "link_mailed"

#: Code -> the sentence; ``%(name)s`` is the parameter of that name.
SENTENCES: dict[str, Any] = {
    FREE_TEXT: "%(text)s",
    NO_REPORT: _("No complete report came in time: the event is not valid (art. 1.2)."),
    ORGANISER_DISQUALIFIED: _("The Referent has disqualified the organiser: the event is not played (art. 1.4)."),
    LINK_OF_TABLE: _("link of table %(table)s"),
    LINK_OF_PLAYER: _("link of %(name)s"),
    LINK_MAILED: _("link mailed to %(name)s"),
    **NOTICE_SENTENCES,
}


@dataclass(frozen=True, slots=True)
class StoredSentence:
    """A sentence as it is stored; ``str()`` writes it in the active language.

    Arguments:
        code: of ``SENTENCES``; blank for no sentence. params: its parameters.
    """

    code: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return stored_sentence(self.code, self.params)


def stored_sentence(code: str, params: Mapping[str, Any]) -> str:
    """Return a stored sentence in the active language; blank for no code.

    Errors: KeyError for an unknown code.
    """
    return str(SENTENCES[code]) % params if code else ""
