"""Tell the players of an event what its homologation means for their result."""

from __future__ import annotations

from tournament.models import Event, NoticeKind
from tournament.notifications.messages import Message, messages_deliver


def results_notice(event: Event, *, code: str, key: str) -> None:
    """Write a notice to every player of an event who has an account. Three queries.

    Arguments:
        code: of the sentence; key: identifies the decision.
    """
    players = event.entries.filter(person__user__isnull=False, final_place__isnull=False)
    messages = [
        Message(
            kind=NoticeKind.RESULT,
            key=key,
            account=account,
            code=code,
            params={"event": event.name},
            path=event.get_absolute_url(),
        )
        for account in players.values_list("person__user", flat=True)
    ]
    messages_deliver(messages, event=event)
