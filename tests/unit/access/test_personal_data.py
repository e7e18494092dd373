"""Personal data: export of all of it, erasure with a receipt, preserved results, retention periods."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, models
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from ranking.call_up import services as call_up_services
from ranking.models import CallUp
from ranking.national.selectors import national_ranking
from ranking.people import services as people_services
from tests import factories as make
from tests import reporting
from tests.refusals import refuses
from tests.unit.ranking.credit import credit
from tests.unit.tournament.web.conftest import shown_messages
from tournament.access import links
from tournament.core.audit import actor_context
from tournament.core.messages import sentence
from tournament.entries import services as entries
from tournament.models import (
    Entry,
    ErasureRequest,
    ErrorReport,
    Event,
    EventMessage,
    HelpCall,
    Job,
    Person,
    Photo,
    PrivateLink,
    RecordPair,
    Report,
)
from tournament.models.stored_sentences import LINK_OF_PLAYER, StoredSentence
from tournament.personal_data import erasure as privacy
from tournament.personal_data import retention
from tournament.personal_data.data_export import export
from tournament.records import joining
from tournament.regulation.refused import Refused
from tournament.reports import photos
from tournament.rounds.help_calls import help_call
from tournament.tasks import sweep_retention

FIRST, LAST, MAIL, CARD, CITY = "Ildegarda", "Zanzottera", "ildegarda@example.org", "TESS-90210", "Roccacannuccia"

#: Mails to her: one queued here, one for the changed record, one for the withdrawn consent.
MAILS = 3

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def homologated_event(one_world: None) -> Event:
    return reporting.homologated_event(name="Torneo finito")


@pytest.fixture
def event(homologated_event: Event, db: None) -> Event:
    return Event.objects.get(pk=homologated_event.pk)


@pytest.fixture
def person(event: Event) -> Person:
    """Return the winner of a homologated event, whose account, contacts, mails, links and texts contain her name."""
    entry = event.final_places.get(place=1).entry
    winner: Person = entry.person
    user = make.make_user("ilde", first_name=FIRST, last_name=LAST)
    make.change_person(winner, user=user)
    people_services.person_update(
        person=winner,
        first_name=FIRST,
        last_name=LAST,
        city=CITY,
        email=MAIL,
        card_number=CARD,
        user=user,
        reason=f"{FIRST} {LAST} ha cambiato nome",
        by=None,
    )
    winner.refresh_from_db()
    for report in (*Report.objects.filter(event=event), *Report.history.filter(event=event)):
        player = next(player for player in report.content["players"] if player["id"] == f"p{entry.number:02d}")
        player.update(first_name=FIRST, last_name=LAST)
        type(report).objects.filter(pk=report.pk).update(content=report.content)
    links.participant_links_mail(event=event, by=None, entries=[entry.pk])
    with actor_context(StoredSentence(LINK_OF_PLAYER, {"name": f"{FIRST} {LAST}"})):
        make.agree(winner, consent=False)
    table = entry.seats.first().table
    HelpCall.objects.create(table=table, caller=f"{FIRST} {LAST}", words="il conto")
    Job.objects.create(kind="mail", key="m1", args={"to": MAIL, "context": {"name": FIRST}}, state="done")
    winner.refresh_from_db()
    return winner


def _rows_that_hold(text: str) -> list[str]:
    """Return every table and column of the database that contains the text."""
    holding = []
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, models.CharField | models.TextField | models.JSONField | models.FileField):
                name, table = connection.ops.quote_name(field.column), connection.ops.quote_name(model._meta.db_table)
                with connection.cursor() as cursor:
                    cursor.execute(
                        f"SELECT COUNT(*) FROM {table} WHERE LOWER(CAST({name} AS TEXT)) LIKE %s", [f"%{text.lower()}%"]
                    )
                    if cursor.fetchone()[0]:
                        holding.append(f"{model._meta.label}.{field.name}")
    return holding


def test_erased_person_in_no_table(person: Person) -> None:
    for text in (FIRST, LAST, MAIL, CARD, CITY):
        assert _rows_that_hold(text), text
    privacy.person_erase(person=person, by=make.make_user(referent=True))
    for text in (FIRST, LAST, MAIL, CARD, CITY):
        assert _rows_that_hold(text) == [], text


def test_erasure_preserves_results(event: Event, person: Person) -> None:
    def facts() -> list[Any]:
        places = list(event.final_places.order_by("place").values_list("place", "entry_id", "wins"))
        ledger = list(person.ledger.values_list("event_id", "place", "half_points"))
        seats = list(Entry.objects.get(event=event, person=person).seats.values_list("table_id", "position", "place"))
        rows = [(row.rank, row.points) for row in national_ranking(event.season)]
        return [places, ledger, seats, rows]

    before = facts()
    assert all(before)
    privacy.person_erase(person=person, by=None)
    assert facts() == before
    person.refresh_from_db()
    assert (str(person), person.consent, person.user_id) == (f"Anonimo n. {person.pk}", False, None)
    assert (person.email, person.city, person.card_number, person.birth_date) == ("", "", "", None)


def test_erasure_receipt_anonymous(person: Person) -> None:
    referent = make.make_user("capo", referent=True)
    receipt = privacy.person_erase(person=person, by=referent)
    assert receipt.state == ErasureRequest.State.DONE
    assert receipt.closed_by == referent
    assert receipt.receipt["account"] == "closed"
    assert {name: count for name, count in receipt.receipt.items() if name in ("records", "links", "mails")} == {
        "records": 1,
        # The participant's link and the one about publishing the name.
        "links": 2,
        "mails": MAILS + 1,
    }
    assert receipt.receipt["reports"] >= 2
    assert LAST not in json.dumps(receipt.receipt)
    client = Client()
    client.force_login(referent)
    page = client.get(reverse("erasure_receipt", args=[receipt.pk])).content.decode()
    assert f"Anonimo n. {person.pk}" in page
    assert "capo" in page
    assert reverse("erasure_receipt", args=[receipt.pk]) in client.get(reverse("people")).content.decode()


def test_erasure_closes_account(person: Person) -> None:
    user = person.user
    client = Client()
    client.force_login(user)
    assert client.get(reverse("account")).status_code == 200
    privacy.person_erase(person=person, by=None)
    assert client.get(reverse("account")).status_code == 302
    user.refresh_from_db()
    assert (user.is_active, user.has_usable_password(), user.email, user.get_full_name()) == (False, False, "", "")


def test_erasure_keeps_organiser_account(event: Event, person: Person) -> None:
    make.grant(event, person.user)
    user = person.user
    receipt = privacy.person_erase(person=person, by=None)
    user.refresh_from_db()
    assert (receipt.receipt["account"], user.is_active, user.username) == ("kept", True, "ilde")
    assert not Person.objects.filter(user=user).exists()


def test_erasure_revokes_private_links(person: Person, client: Client) -> None:
    link = PrivateLink.objects.get(entry__person=person, kind="participant")
    address = links.link_path(link.kind, str(links.link_token(link)))
    assert client.get(address).status_code == 200
    privacy.person_erase(person=person, by=None)
    assert client.get(address).status_code == 410
    assert not PrivateLink.objects.filter(entry__person=person, revoked_at=None).exists()


def test_erasure_includes_merged_records(person: Person) -> None:
    other = make.make_person(first_name="Ilde", last_name="Zanzotterina", email="altra@example.org")
    joining.records_ask(keep=person, merge=other, by=None)
    RecordPair.objects.update(told_at=timezone.now() - timedelta(days=15))
    joining.person_merge(keep=person, merge=other, by=None, reason="La stessa persona")
    assert privacy.person_erase(person=person, by=None).receipt["records"] == 2
    assert _rows_that_hold("Zanzotterina") == _rows_that_hold("altra@example.org") == []
    assert not RecordPair.objects.exists()


def test_erasure_clears_call_up_notes_keeps_state(person: Person) -> None:
    season = make.make_season(finalists=12)
    for number, candidate in enumerate([person, *make.make_people(13)]):
        credit(season, candidate, 60 - 2 * number)
    call = call_up_services.call_up(season=season, by=None)[0]
    call_up_services.call_answer(call=call, state="declined", by=None, note="Si sposa")
    assert call.person_id == person.pk
    privacy.person_erase(person=person, by=None)
    assert CallUp.objects.get(pk=call.pk).state == "declined"
    assert _rows_that_hold("Si sposa") == []


def test_erasure_keeps_mails_of_same_address(person: Person) -> None:
    Job.objects.create(kind="mail", key="m2", args={"to": MAIL, "context": {"name": "Ottavio"}}, state="waiting")
    privacy.person_erase(person=person, by=None)
    assert list(Job.objects.filter(kind="mail").values_list("key", flat=True)) == ["m2"]


def test_erasure_refused_during_event() -> None:
    running = make.drawn_event()
    entry = running.entries.order_by("pk")[0]
    with refuses("PERSON_IN_EVENT") as excinfo:
        privacy.person_erase(person=entry.person, by=None)
    assert running.name in sentence(excinfo.value, "it")
    entry.person.refresh_from_db()
    assert entry.person.first_name != privacy.ANONYMOUS_NAME


def test_erasure_repeated_refused(person: Person) -> None:
    receipt = privacy.person_erase(person=person, by=None)
    for erase in (lambda: privacy.person_erase(person=person, by=None), lambda: privacy.erasure_request(person=person)):
        with refuses("ALREADY_ERASED") as excinfo:
            erase()
        assert str(receipt.pk) in sentence(excinfo.value, "en")


def test_erasure_from_request_to_receipt(person: Person, visitor: Callable[..., Client]) -> None:
    player, referent = Client(), visitor("referent")
    player.force_login(person.user)
    request_response = player.post(reverse("erasure_ask"))
    assert request_response.status_code == 200
    assert 'name="confirmed"' in request_response.content.decode()
    assert not ErasureRequest.objects.exists()
    player.post(reverse("erasure_ask"), {"confirmed": "1"})
    player.post(reverse("erasure_ask"), {"confirmed": "1"})
    assert ErasureRequest.objects.get().state == "waiting"
    assert reverse("person", args=[person.pk]) in referent.get(reverse("referent")).content.decode()
    player.post(reverse("erasure_withdraw"))
    assert ErasureRequest.objects.get().state == "withdrawn"
    withdrawal_response = player.post(reverse("erasure_withdraw"), follow=True)
    assert shown_messages(withdrawal_response)[-1:] == [sentence(Refused("NOT_ASKED"), "it")]
    player.post(reverse("erasure_ask"), {"confirmed": "1"})
    at = reverse("person_erase", args=[person.pk])
    assert 'name="confirmed"' in referent.post(at).content.decode()
    person.refresh_from_db()
    assert person.last_name == LAST
    done = referent.post(at, {"confirmed": "1"})
    assert done["Location"] == reverse("erasure_receipt", args=[ErasureRequest.objects.get(state="done").pk])
    person.refresh_from_db()
    assert person.last_name != LAST


def test_erasure_refusal_shown_to_referent(visitor: Callable[..., Client]) -> None:
    entry = make.drawn_event().entries.order_by("pk")[0]
    response = visitor("referent").post(
        reverse("person_erase", args=[entry.person_id]), {"confirmed": "1"}, follow=True
    )
    assert response.status_code == 200
    assert [entry.event.name in words for words in shown_messages(response)] == [True]


def test_personal_copy_complete_without_keys(event: Event, person: Person) -> None:
    client = Client()
    client.force_login(person.user)
    response = client.get(reverse("own_data_file"))
    assert response["Content-Disposition"].startswith("attachment")
    facts = json.loads(response.content)
    assert facts["record"]["card_number"] == CARD
    assert facts["account"]["username"] == "ilde"
    assert facts["entries"][0]["event"] == event.name
    assert facts["entries"][0]["final_place"]["place"] == 1
    assert facts["entries"][0]["seats"][0]["table"] >= 1
    assert facts["ledger"][0]["half_points"] > 0
    assert sorted(mail["args"]["to"] for mail in facts["mails"]) == ["ilde@example.org", *[MAIL] * MAILS]
    assert [row["source"] for row in facts["consents"]] == ["account", "account"]
    assert facts["help_calls"][0]["words"] == "il conto"
    assert len(facts["history"]) >= 3
    text = response.content.decode()
    for link in PrivateLink.objects.filter(entry__person=person):
        for secret in (link.salt, link.token_sha256, str(links.link_token(link))):
            assert secret not in text
    assert person.user.password not in text
    other_people = Person.objects.exclude(pk=person.pk)
    assert not [str(other) for other in other_people if str(other) in text]


def test_personal_copy_covers_person_relations(person: Person) -> None:
    facts = export(person=person)
    for relation in Person._meta.related_objects:
        name = relation.get_accessor_name()
        assert {"merged": "joined_records"}.get(name, name) in facts


def test_personal_copy_covers_entry_relations(person: Person) -> None:
    told_as = {"seats": "seats", "standing_rows": "standings", "final_place": "final_place", "links": "links"}
    entry = export(person=person)["entries"][0]
    for relation in Entry._meta.related_objects:
        name = relation.get_accessor_name()
        assert told_as.get(name, name) in entry


def test_personal_copy_of_account_without_record(visitor: Callable[..., Client]) -> None:
    referent = visitor("referent")
    facts = json.loads(referent.get(reverse("own_data_file")).content)
    assert facts["account"]["groups"] == ["national_referent"]
    assert "record" not in facts
    assert referent.post(reverse("erasure_ask"), {"confirmed": "1"}).status_code == 404


def test_account_without_record_closed_by_its_owner(client: Client) -> None:
    password = "una frase lunga"
    user = make.make_user("u-0123456789abcdef", email="ada@example.org")
    user.set_password(password)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    Job.objects.create(kind="password_mail", key="k", args={"to": user.email})
    client.force_login(user)
    make.sign_in_ages(client)
    url = reverse("account_close")
    assert url in client.get(reverse("account")).content.decode()
    asked = client.post(url)
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    page = client.post(asked["Location"], {"password": password}).content.decode()
    assert 'name="confirmed"' in page
    assert f'action="{url}' in page
    user.refresh_from_db()
    assert user.is_active
    assert client.post(url, {"confirmed": "1"})["Location"] == reverse("home")
    user.refresh_from_db()
    assert (user.is_active, user.email, user.get_full_name()) == (False, "", "")
    assert "_auth_user_id" not in client.session
    assert not Job.objects.exists()


def test_account_with_record_or_role_not_closed_by_its_owner(person: Person, visitor: Callable[..., Client]) -> None:
    player = Client()
    player.force_login(person.user)
    for client in (player, visitor("referent")):
        assert reverse("account_close") not in client.get(reverse("account")).content.decode()
        assert client.post(reverse("account_close"), {"confirmed": "1"}).status_code == 404


def _jpeg() -> BytesIO:
    buffer = BytesIO()
    Image.new("RGB", (30, 30), "green").save(buffer, "JPEG")
    buffer.seek(0)
    return buffer


def test_photos_deleted_after_retention(event: Event, settings: Any, django_capture_on_commit_callbacks: Any) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.REPORTED)
    photo = photos.photo_add(event=event, file=_jpeg(), caption="Tutti insieme", by=None)
    Event.objects.filter(pk=event.pk).update(state=Event.State.HOMOLOGATED)
    number, storage, name = event.photos.count(), photo.file.storage, photo.file.name
    assert retention.data_retention().photos == 0
    later = timezone.now() + timedelta(days=settings.FOSSATO_PHOTO_DAYS + 1)
    assert retention.data_retention(dry_run=True, now=later).photos == number
    assert storage.exists(name)
    with django_capture_on_commit_callbacks(execute=True):
        assert retention.data_retention(now=later).photos == number
    assert not storage.exists(name)
    assert not Photo.objects.filter(event=event).exists()
    assert not Photo.history.filter(caption="Tutti insieme").exists()


def test_photos_of_undecided_event_stay(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.REPORTED)
    number = event.photos.count()
    assert number
    assert retention.data_retention(now=timezone.now() + timedelta(days=4000)).photos == 0
    assert event.photos.count() == number


def test_contacts_deleted_after_inactivity(settings: Any) -> None:
    old = make.make_person(email="vecchia@example.org", consent=False)
    recent = make.make_person(email="nuova@example.org")
    late = timezone.now() + timedelta(days=settings.FOSSATO_CONTACT_DAYS + 1)
    day = timezone.localdate(late) - timedelta(days=5)
    event = make.authorised_event()
    entries.entry_add(event=event, person=recent, by=None)
    Event.objects.filter(pk=event.pk).update(last_day=day, first_day=day)
    assert retention.data_retention(now=timezone.now()).contacts == 0
    assert retention.data_retention(dry_run=True, now=late).contacts == 1
    retention.data_retention(now=late)
    old.refresh_from_db()
    recent.refresh_from_db()
    assert (old.email, recent.email) == ("", "nuova@example.org")
    assert _rows_that_hold("vecchia@example.org") == []


def test_retention_zero_days_unlimited(settings: Any) -> None:
    settings.FOSSATO_PHOTO_DAYS = settings.FOSSATO_CONTACT_DAYS = 0
    make.make_person(email="vecchia@example.org")
    far = timezone.now() + timedelta(days=40000)
    assert retention.data_retention(now=far) == retention.RetentionSummary(*[0] * 9)


def test_retention_command_previews_sweep_deletes(event: Event, settings: Any) -> None:
    settings.FOSSATO_CONTACT_DAYS = 1
    make.make_person(email="vecchia@example.org")
    Person.history.update(history_date=timezone.now() - timedelta(days=3))
    buffer = StringIO()
    call_command("data_retention", "--dry-run", stdout=buffer)
    assert "Contacts would go: 1" in buffer.getvalue()
    assert Person.objects.filter(email="vecchia@example.org").exists()
    assert sweep_retention()["contacts"] == 1
    assert not Person.objects.filter(email="vecchia@example.org").exists()
    call_command("data_retention", stdout=buffer)
    assert "Contacts removed: 0" in buffer.getvalue()


@pytest.mark.soak(gate="tests/unit/tournament/rounds/test_confirmations.py::test_help_call_stays_open_until_closed")
def test_help_call_visible_to_caller_only(person: Person) -> None:
    other = make.drawn_event()
    help_call(table=make.tables_of(make.last_round(other))[0], caller="Qualcun altro", words="", by=None)
    assert [call["caller"] for call in export(person=person)["help_calls"]] == [f"{FIRST} {LAST}"]


def test_account_never_confirmed_deleted_after_seven_days() -> None:
    old, new, confirmed, operators = (
        make.make_user(name) for name in ("u-0123456789abcdef", "u-1123456789abcdef", "u-2123456789abcdef", "vecchia")
    )
    long_ago = timezone.now() - timedelta(days=8)
    User.objects.exclude(pk=new.pk).update(date_joined=long_ago)
    EmailAddress.objects.create(user=confirmed, email=confirmed.email, verified=True, primary=True)
    EmailAddress.objects.create(user=old, email=old.email, verified=False, primary=True)
    assert retention.data_retention().accounts == 1
    assert set(User.objects.filter(pk__in=[old.pk, new.pk, confirmed.pk, operators.pk])) == {new, confirmed, operators}


def test_erasure_removes_addresses_and_passkeys_of_the_account() -> None:
    user = make.make_user("uscente")
    person = make.make_person()
    Person.objects.filter(pk=person.pk).update(user=user)
    person.refresh_from_db()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Telefono"})
    copy = export(person=person)["account"]
    assert [row["email"] for row in copy["mail_addresses"]] == [user.email]
    assert copy["second_steps"] == ["webauthn"]
    privacy.person_erase(person=person, by=None)
    assert not EmailAddress.objects.filter(user=user).exists()
    assert not Authenticator.objects.filter(user=user).exists()


def test_files_of_broken_off_uploads_are_deleted_after_a_day(tmp_path: Path, settings: Any) -> None:
    settings.MEDIA_ROOT, settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "media"), str(tmp_path)
    (tmp_path / "media" / "photos").mkdir(parents=True)
    left = [tmp_path / "media" / "photos" / ".partial-abc", tmp_path / "tmpxyz.upload.jpg"]
    other = [tmp_path / "media" / "photos" / "foto.jpg", tmp_path / "tmpxyz.pdf"]
    for path in (*left, *other):
        path.write_bytes(b"half")
    now = timezone.now()
    assert retention.data_retention(now=now).uploads == 0
    tomorrow = now + timedelta(days=1, minutes=1)
    assert retention.data_retention(now=tomorrow, dry_run=True).uploads == 2
    assert retention.data_retention(now=tomorrow).uploads == 2
    assert [path.exists() for path in (*left, *other)] == [False, False, True, True]


def test_words_written_around_an_event_are_deleted_after_it(event: Event) -> None:
    entry, table = event.entries.earliest("pk"), make.tables_of(make.last_round(event))[0]
    HelpCall.objects.create(table=table, caller="Qualcuno", words="il conto")
    EventMessage.objects.create(event=event, text="A domani", addresses=2)
    answered = ErrorReport.objects.create(entry=entry, words="Il nome", done_at=timezone.now())
    waiting = ErrorReport.objects.create(entry=entry, words="Il posto")
    Event.objects.filter(pk=event.pk).update(first_day=timezone.localdate(), last_day=timezone.localdate())
    assert retention.data_retention().words == 0
    later = timezone.now() + timedelta(days=retention.WORDS_DAYS + 1)
    assert retention.data_retention(dry_run=True, now=later).words == 3
    assert retention.data_retention(now=later).words == 3
    assert list(ErrorReport.objects.filter(pk__in=[answered.pk, waiting.pk])) == [waiting]
