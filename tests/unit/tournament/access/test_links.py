"""Test private links: target, validity, storage of the hash only, mailing."""

from __future__ import annotations

import string
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests import factories as make
from tests.refusals import refuses
from tournament.access import links
from tournament.core.tokens import hashed
from tournament.entries.check_in import code_entry
from tournament.events.timeline import event_history
from tournament.models import Event, Job, PrivateLink, Round
from tournament.rounds import services as rounds

pytestmark = pytest.mark.django_db

TABLE, PARTICIPANT = PrivateLink.Kind.TABLE, PrivateLink.Kind.PARTICIPANT


def _table_link(event: Event) -> tuple[PrivateLink, str]:
    link = links.table_links_make(round=make.last_round(event), by=None)[0]
    token = links.link_token(link)
    assert token is not None
    return link, token


def test_link_token_is_long_and_stored_as_hash_only() -> None:
    event = make.drawn_event()
    link, token = _table_link(event)
    assert len(token) == 22
    assert set(token) <= set(string.ascii_letters + string.digits + "-_")
    stored = [str(value) for value in PrivateLink.objects.filter(pk=link.pk).values_list().get()]
    stored += [str(value) for row in PrivateLink.history.values_list() for value in row]
    assert not any(token in field_value for field_value in stored)
    assert links.link_resolve(token, TABLE) == link


def test_table_links_make_twice_gives_the_same_links() -> None:
    event = make.drawn_event(players=13)
    first = links.table_links_make(round=make.last_round(event), by=None)
    again = links.table_links_make(round=make.last_round(event), by=None)
    assert [link.pk for link in first] == [link.pk for link in again]
    assert len({links.link_token(link) for link in first}) == len(first) == 4


def test_link_address_begins_with_the_site_url(settings: Any) -> None:
    settings.FOSSATO_SITE_URL = "https://fossato.example/"
    link, token = _table_link(make.drawn_event())
    assert links.link_address(link) == f"https://fossato.example/t/{token}/"


def test_link_printed_before_a_secret_key_change_resolves_while_the_old_key_is_known(settings: Any) -> None:
    event = make.drawn_event()
    link, token = _table_link(event)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert links.link_resolve(token, TABLE) == link
    assert _table_link(event) == (link, token)
    settings.SECRET_KEY_FALLBACKS = []
    assert links.link_address(link) is None
    with refuses("LINK_UNKNOWN"):
        links.link_resolve(token, TABLE)
    renewed, other = _table_link(event)
    assert renewed != link
    assert links.link_resolve(other, TABLE) == renewed


def test_link_row_written_past_the_server_opens_nothing() -> None:
    event = make.drawn_event()
    participant = links.participant_links_make(event=event, by=None)[0]
    made_up = "A" * 22
    PrivateLink.objects.filter(pk=participant.pk).update(token_sha256=hashed(made_up))
    with refuses("LINK_UNKNOWN"):
        links.link_resolve(made_up, PARTICIPANT)
    with refuses("CODE_UNKNOWN"):
        code_entry(event=event, text=made_up)


@pytest.mark.parametrize("token", ["", "x" * 22, "x" * 21, "è" * 22, "../" * 7 + "x"])
def test_link_resolve_unknown_token_is_refused(token: str) -> None:
    make.drawn_event()
    with refuses("LINK_UNKNOWN"):
        links.link_resolve(token, TABLE)


def test_link_resolve_table_link_as_participant_is_refused() -> None:
    _link, token = _table_link(make.drawn_event())
    with refuses("LINK_UNKNOWN"):
        links.link_resolve(token, PARTICIPANT)


def test_table_link_is_valid_for_its_round_only() -> None:
    event = make.drawn_event(start=False)
    _link, token = _table_link(event)
    assert links.link_resolve(token, TABLE).table.number == 1
    make.play_round(event)
    with refuses("ROUND_OVER") as refusal:
        links.link_resolve(token, TABLE)
    assert refusal.value.params == {"round": 1, "table": 1}
    assert links.table_links_make(round=make.last_round(event), by=None) == []


def test_table_link_of_an_undone_round_is_deleted() -> None:
    event = make.drawn_event(start=False)
    _link, token = _table_link(event)
    rounds.round_undo(round=make.last_round(event), reason="Uno di più", by=None)
    with refuses("LINK_UNKNOWN"):
        links.link_resolve(token, TABLE)
    assert Round.objects.filter(event=event).count() == 0


def test_link_revoke_is_immediate_and_idempotent() -> None:
    event = make.drawn_event()
    link, token = _table_link(event)
    user = make.make_user()
    first = links.link_revoke(link=link, by=user)
    assert links.link_revoke(link=link, by=user).revoked_at == first.revoked_at
    with refuses("LINK_REVOKED"):
        links.link_resolve(token, TABLE)
    rows = [row for row in event_history(event) if row.verb.startswith("link")]
    assert [(row.verb, row.who, row.what) for row in rows] == [("link_revoke", user, "tavolo 1")]


def test_link_resolve_expired_is_refused() -> None:
    link, token = _table_link(make.drawn_event())
    PrivateLink.objects.filter(pk=link.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    with refuses("LINK_EXPIRED"):
        links.link_resolve(token, TABLE)


def test_link_constraints_require_one_target_and_one_live_link() -> None:
    event = make.drawn_event()
    link, _token = _table_link(event)
    entry = event.entries.first()
    wrong: list[dict[str, Any]] = [
        {"kind": TABLE},
        {"kind": PARTICIPANT, "table": link.table},
        {"kind": TABLE, "table": link.table, "entry": entry},
        {"kind": TABLE, "table": link.table},
    ]
    for index, fields in enumerate(wrong):
        with pytest.raises(IntegrityError), transaction.atomic():
            PrivateLink.objects.create(event=event, token_sha256=str(index), expires_at=timezone.now(), **fields)


def test_participant_link_renew_revokes_the_old_one() -> None:
    event = make.check_in_event(players=3)
    old = links.participant_links_make(event=event, by=None)
    entry = old[0].entry
    assert entry is not None
    new = links.participant_link_renew(entry=entry, by=None)
    with refuses("LINK_REVOKED"):
        links.link_resolve(str(links.link_token(old[0])), PARTICIPANT)
    assert links.link_resolve(str(links.link_token(new)), PARTICIPANT).entry == entry


def test_participant_links_mail_sends_once_and_stores_no_token_in_the_job(
    django_capture_on_commit_callbacks: Any,
) -> None:
    event = make.check_in_event(players=3)
    entry = event.entries.select_related("person").get(number=2)
    entry.person.email = "gioca@example.org"
    entry.person.save()
    with django_capture_on_commit_callbacks(execute=True):
        result = links.participant_links_mail(event=event, by=None)
    assert (result.mailed, result.without) == (1, 2)
    token = str(links.link_token(PrivateLink.objects.get(entry=entry)))
    (letter,) = mail.outbox
    assert letter.to == ["gioca@example.org"]
    assert f"/g/{token}/\n" in letter.body
    assert not any(token in str(job.args) + job.key for job in Job.objects.all())
    assert links.participant_links_mail(event=event, by=None).mailed == 0


def test_tables_mail_links_the_participant_page_or_the_event(django_capture_on_commit_callbacks: Any) -> None:
    event = make.check_in_event()
    for entry in event.entries.select_related("person").filter(number__in=(1, 2)):
        entry.person.email = f"p{entry.number}@example.org"
        entry.person.save()
    own_link = links.participant_link_renew(entry=event.entries.get(number=1), by=None)
    with django_capture_on_commit_callbacks(execute=True):
        make.draw_round(event)
    bodies = {letter.to[0]: letter.body for letter in mail.outbox}
    token = str(links.link_token(own_link))
    assert f"/g/{token}/\n" in bodies["p1@example.org"]
    assert f"/eventi/{event.slug}/\n" in bodies["p2@example.org"]
    assert "/g/" not in bodies["p2@example.org"]
    assert not any(token in str(job.args) for job in Job.objects.all())
