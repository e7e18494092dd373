"""Messages about the call to the national final (art. 1.7): in Italian unless the player's account chose a language."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.urls import reverse
from django.utils import translation

from tournament.core.dates import date_words
from tournament.delivery.messages import Message, messages_deliver
from tournament.delivery.notices import DAY, LANGUAGE
from tournament.models import Person, Season
from tournament.people.languages import language_of_person


def _day_words(day: date | None, language: str) -> str:
    """Return a day in words of a language; empty for none."""
    with translation.override(language):
        return date_words(day, DAY) if day else ""


def _message(person: Person, *, code: str, key: str, season: Season, path: str, context: dict[str, Any]) -> Message:
    """Return a message to a called player.

    Arguments:
        code: of the sentence, and name of the mail; path: where the notice leads.
    """
    return Message(
        key=key,
        account=person.user_id,
        code=code,
        params={"season": season.name, "text": context.get("reason", "")},
        path=path,
        mail=code,
        addresses=(person.email,),
        language=language_of_person(person, LANGUAGE),
        context={**person.mail_names, "season": season.name, **context},
    )


def _key(season: Season, person: Person, at: datetime) -> str:
    """Return the key of the messages about one call.

    Arguments:
        at: when the call was made, since a withdrawn call may be made again.
    """
    return f"season-{season.pk}-person-{person.pk}-{at.isoformat()}"


def call_up_notice(
    *,
    season: Season,
    person: Person,
    rank: int,
    path: str,
    at: datetime,
    call: int | None = None,
    answer_by: date | None = None,
) -> None:
    """Tell a player of the call, with a link to answer that needs no account.

    Arguments:
        rank: in the Ranking; path: of the page that shows it; at: as for ``_key``.
        call: primary key of the call, which the link answers; answer_by: last day for the answer.
    """
    language = language_of_person(person, LANGUAGE)
    context = {
        "rank": rank,
        "where": ", ".join(part for part in (season.final_place, _day_words(season.final_day, language)) if part),
        "deadline": _day_words(answer_by, language),
        "path": path,
        "call": call,
    }
    key = _key(season, person, at)
    messages_deliver(
        [_message(person, code="call_up", key=key, season=season, path=reverse("my_games"), context=context)]
    )


def call_up_reminder(
    *, call: int, season: Season, person: Person, answer_by: date | None, day: date, at: datetime
) -> None:
    """Remind a called player who has not answered, at most once a day.

    Arguments:
        call, answer_by, at: as for call_up_notice; day: of the reminder.
    """
    language = language_of_person(person, LANGUAGE)
    context = {"deadline": _day_words(answer_by, language), "call": call}
    key = f"{_key(season, person, at)}-{day.isoformat()}"
    messages_deliver(
        [_message(person, code="call_up_reminder", key=key, season=season, path=reverse("my_games"), context=context)]
    )


def call_up_lapsed_notice(*, season: Season, person: Person, path: str, at: datetime) -> None:
    """Tell a player that the day for the answer has passed, so that the next name is called.

    Arguments:
        path: of the page of the Ranking; at: as for ``_key``.
    """
    key = _key(season, person, at)
    messages_deliver(
        [_message(person, code="call_up_lapsed", key=key, season=season, path=path, context={"path": path})]
    )


def call_up_withdrawn_notice(*, season: Season, person: Person, reason: str, path: str, at: datetime) -> None:
    """Tell a player that the call is withdrawn, and why.

    Arguments:
        path: of the page of the Ranking; at: as for ``_key``.
    """
    context = {"reason": reason, "path": path}
    key = _key(season, person, at)
    messages_deliver([_message(person, code="call_up_withdrawn", key=key, season=season, path=path, context=context)])
