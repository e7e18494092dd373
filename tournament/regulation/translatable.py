"""Mark English messages for translation, without importing Django.

The functions have the names of Django's, so that ``makemessages`` collects their arguments. They translate nothing:
:mod:`tournament.core.messages` does, in the visitor's language, and :mod:`tournament.regulation.messages` writes the
English text.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """An English message that is more than one text.

    Arguments:
        text: the message; of one, if it has a plural.
        plural: the message of any other number; empty if there is none.
        number: the param that is counted.
        context: what tells it from the same text elsewhere; empty if nothing has to.
    """

    text: str
    plural: str = ""
    number: str = ""
    context: str = ""


#: A message as a class or a table holds it: its fields are params, ``{name}``.
Template = str | Message


def gettext_noop(message: str) -> str:
    """Return the message."""
    return message


def ngettext_lazy(singular: str, plural: str, number: str) -> Message:
    """Return a message with its plural. Arguments: number: the param that is counted."""
    return Message(singular, plural, number)


def pgettext_lazy(context: str, message: str) -> Message:
    """Return a message with its context."""
    return Message(message, context=context)


def is_one(value: object) -> bool:
    """Return whether a counted param takes the singular; zero takes the plural, in Italian and in English."""
    return str(value) == "1"
