"""The organiser's desk: one next step at a time, refusals with their article, everything once."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests import factories as make
from tests.tournament.views.conftest import text_of, told
from tournament.models import Entry, Event, EventRole, Person, Photo, Report, Round
from tournament.services import entries, lifecycle, rounds

pytestmark = pytest.mark.django_db

AsOrganiser = Callable[[Event], Client]
FORUM = "https://forum.example/rapporto/1"


def _at(name: str, event: Event, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def _state(event: Event) -> str:
    return Event.objects.get(pk=event.pk).state


def _levels(answer: Any) -> list[str]:
    return [one.level_tag for one in answer.context["messages"]]


def _facts(**other: Any) -> dict[str, Any]:
    """An event's facts as its form sends them."""
    return {
        "name": "Torneo d’autunno",
        "game": "dominion",
        "city": "Forlì",
        "venue": "Sala grande",
        "first_day": "2009-07-04",
        "last_day": "2009-07-04",
        "fascia_declared": "I",
        "clock_minutes": "45",
        "language": "it",
        "card_names": "regulation",
        **other,
    }


def _picture(name: str = "foto.png", colour: str = "red") -> SimpleUploadedFile:
    content = BytesIO()
    Image.new("RGB", (30, 20), colour).save(content, "PNG")
    return SimpleUploadedFile(name, content.getvalue(), "image/png")


@pytest.mark.parametrize(
    ("event", "states"),
    [
        (make.make_event, "todo todo todo todo todo todo todo"),
        (make.check_in_event, "done done todo todo todo todo todo"),
        (lambda: make.drawn_event(publish=False), "done done todo todo todo todo todo"),
        (make.drawn_event, "done done now todo todo todo todo"),
        (make.played_event, "done done done todo todo todo todo"),
        (make.concluded_event, "done done done done done now todo"),
    ],
    ids=["draft", "check-in", "drawn", "round 1", "between rounds", "concluded"],
)
def test_the_desk_shows_where_the_day_is(event: Callable[[], Event], states: str, organiser: AsOrganiser) -> None:
    made = event()
    answer = organiser(made).get(_at("desk", made))
    assert " ".join(step["state"] for step in answer.context["steps"]) == states
    assert '<ol class="fo-line"' in text_of(answer)


# ---------------------------------------------------------------- the event itself


def test_a_club_makes_a_draft_and_runs_it(client: Client) -> None:
    user = make.make_user()
    club, season = make.make_organiser(user), make.make_season()
    client.force_login(user)
    assert client.get(reverse("event_new")).status_code == 200
    facts = _facts(organiser=club.pk, season=season.pk)
    answer = client.post(reverse("event_new"), facts, follow=True)
    event = Event.objects.get()
    assert (event.state, event.organiser, event.city) == ("draft", club, "Forlì")
    assert answer.redirect_chain == [(_at("desk", event), 302)]
    assert answer.context["step"].verb == "event_announce"
    assert str(event) in text_of(client.get(reverse("my_events")))


def test_nobody_makes_an_event_for_another_club(client: Client) -> None:
    user = make.make_user()
    make.make_organiser(user)
    other = make.make_organiser(make.make_user())
    client.force_login(user)
    answer = client.post(reverse("event_new"), _facts(organiser=other.pk, season=make.make_season().pk))
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"organiser"}
    assert Event.objects.count() == 0


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("game", "scopa"),
        ("first_day", "ieri"),
        ("last_day", ""),
        ("fascia_declared", "II"),
        ("clock_minutes", "molti"),
        ("language", "fr"),
        ("starts_at", "le nove"),
        ("capacity", "-1"),
    ],
)
def test_a_wrong_fact_is_told_beside_its_field(field: str, value: str, organiser: AsOrganiser) -> None:
    event = make.make_event(name="Torneo di prima")
    answer = organiser(event).post(_at("event_edit", event), _facts(**{field: value}))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert f'aria-describedby="id_{field}_error' in text_of(answer) or "aria-invalid" in text_of(answer)
    assert Event.objects.get(pk=event.pk).name == "Torneo di prima"


@pytest.mark.parametrize(("first", "last"), [("2009-07-05", "2009-07-04"), ("2010-01-01", "2010-01-01")])
def test_req_101_days_outside_the_season_or_backwards_are_refused(
    first: str, last: str, organiser: AsOrganiser
) -> None:
    event = make.make_event(name="Torneo di prima")
    answer = organiser(event).post(_at("event_edit", event), _facts(first_day=first, last_day=last))
    assert answer.status_code == 422
    assert Event.objects.get(pk=event.pk).name == "Torneo di prima"


def test_facts_are_changed_with_their_history(organiser: AsOrganiser) -> None:
    event = make.make_event(city="Cesena")
    client = organiser(event)
    assert client.post(_at("event_edit", event), _facts()).status_code == 302
    page = text_of(client.get(_at("history", event)))
    assert "<del>Cesena</del>" in page
    assert "<ins>Forlì</ins>" in page
    assert client.user.username in page


def test_art_1_2_an_event_is_announced_once(organiser: AsOrganiser) -> None:
    event = make.make_event()
    client = organiser(event)
    wrong = client.post(_at("event_announce", event), {"announcement_url": "forum", "announced_on": "2009-06-20"})
    assert (wrong.status_code, wrong.context["form"].errors.keys()) == (422, {"announcement_url"})
    facts = {"announcement_url": "https://forum.example/1", "announced_on": "2009-06-20"}
    assert client.post(_at("event_announce", event), facts).status_code == 302
    again = client.post(_at("event_announce", event), facts)
    assert (again.status_code, _state(event)) == (422, "announced")
    assert again.context["form"].non_field_errors()


def test_art_1_2_no_check_in_before_the_referent_authorised(organiser: AsOrganiser) -> None:
    event = make.announced_event()
    answer = organiser(event).post(_at("event_open_check_in", event), follow=True)
    assert _levels(answer) == ["error"]
    assert "1.2" in told(answer)[0]
    assert _state(event) == "announced"


def test_check_in_opens_once(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    client = organiser(event)
    for _ in range(2):
        client.post(_at("event_open_check_in", event), follow=True)
    assert _state(event) == "checkin"
    assert event.draws.count() == len({(draw.purpose, draw.scope) for draw in event.draws.all()})


@pytest.mark.parametrize("name", ["event_void", "event_unofficial"])
def test_what_cannot_be_taken_back_asks_why(name: str, organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    client = organiser(event)
    assert client.get(_at(name, event)).status_code == 200
    empty = client.post(_at(name, event), {"reason": ""})
    assert (empty.status_code, empty.context["form"].errors.keys()) == (422, {"reason"})
    assert (_state(event), Event.objects.get(pk=event.pk).is_official) == ("checkin", True)
    assert client.post(_at(name, event), {"reason": "La sala è allagata"}).status_code == 302
    changed = Event.objects.get(pk=event.pk)
    assert (changed.state, changed.is_official) == (("void", True) if name == "event_void" else ("checkin", False))
    assert "La sala è allagata" in text_of(client.get(_at("history", event)))


def test_roles_are_given_and_taken(organiser: AsOrganiser) -> None:
    event = make.make_event()
    client, helper = organiser(event), make.make_user("aiuto")
    unknown = client.post(_at("roles", event), {"username": "nessuno", "role": "referee"})
    assert (unknown.status_code, unknown.context["form"].errors.keys()) == (422, {"username"})
    for _ in range(2):
        client.post(_at("roles", event), {"username": "aiuto", "role": "referee"})
    role = EventRole.objects.get(event=event, user=helper)
    assert "aiuto" in text_of(client.get(_at("roles", event)))
    for _ in range(2):
        assert client.post(_at("role_revoke", event, role.pk)).status_code == 302
    assert not EventRole.objects.filter(event=event, user=helper).exists()


def test_every_state_has_a_desk_with_a_next_step(organiser: AsOrganiser) -> None:
    concluded = make.concluded_event()
    events = [
        make.make_event(),
        make.announced_event(),
        make.authorised_event(),
        make.check_in_event(players=3),
        make.check_in_event(),
        make.drawn_event(publish=False),
        make.drawn_event(start=False),
        make.drawn_event(),
        make.played_event(),
        make.final_event(),
        concluded,
        lifecycle.event_void(event=make.check_in_event(players=2), reason="Nessuno", by=None),
    ]
    verbs = []
    for event in events:
        answer = organiser(event).get(_at("desk", event))
        step = answer.context["step"]
        assert answer.status_code == 200
        assert step.title.lower() in text_of(answer).lower()
        verbs.append(step.verb)
    assert len(set(verbs)) >= 10


# ---------------------------------------------------------------- entries


def test_check_in_by_buttons_with_and_without_scripts(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=12, present=0)
    client = organiser(event)
    entry = event.entries.earliest("number")
    address = _at("entry_act", event, entry.pk, "presente")
    part = client.post(address, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert text_of(part).lstrip().startswith('<div id="entries">')
    assert Entry.objects.get(pk=entry.pk).state == "checked_in"
    news = client.post(address, headers={"HX-Request": "true"})
    assert news.status_code == 200
    assert Entry.history.filter(id=entry.pk, state="checked_in").count() == 1
    undone = client.post(_at("entry_act", event, entry.pk, "assente"))
    assert (undone.status_code, undone["Location"]) == (302, _at("entries", event))
    assert Entry.objects.get(pk=entry.pk).state == "registered"


def test_somebody_elses_entry_is_not_found(organiser: AsOrganiser) -> None:
    event, other = make.check_in_event(), make.check_in_event()
    entry = other.entries.earliest("number")
    assert organiser(event).post(_at("entry_act", event, entry.pk, "assente")).status_code == 404
    assert Entry.objects.get(pk=entry.pk).state == "checked_in"


def test_a_walk_in_is_entered_and_present_and_a_namesake_is_told(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4)
    client = organiser(event)
    person = {"first_name": "Bice", "last_name": "Fossi"}
    assert _levels(client.post(_at("walk_in", event), person, follow=True)) == ["success"]
    entry = Entry.objects.get(event=event, person__last_name="Fossi")
    assert (entry.state, entry.person.consent) == ("checked_in", False)
    assert _levels(client.post(_at("walk_in", event), person, follow=True)) == ["success", "warning"]
    assert _levels(client.post(_at("walk_in", event), {"first_name": "Bice"}, follow=True)) == ["error"]
    assert Person.objects.filter(first_name="Bice").count() == 2


def test_a_person_of_the_list_or_a_new_one_is_registered(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    client, known = organiser(event), make.make_person(first_name="Zita", last_name="Zani")
    found = text_of(client.get(_at("entry_add", event) + "?q=zani"))
    assert f'name="person" value="{known.pk}"' in found
    for _ in range(2):
        client.post(_at("entry_add", event), {"person": known.pk})
    assert event.entries.filter(person=known).count() == 1
    wrong = client.post(_at("entry_add", event), {"new": "1", "first_name": "", "last_name": "Neri", "email": "no"})
    assert (wrong.status_code, wrong.context["form"].errors.keys()) == (422, {"first_name", "email"})
    client.post(_at("entry_add", event), {"new": "1", "first_name": "Nuova", "last_name": "Neri"})
    assert event.entries.filter(person__first_name="Nuova").count() == 1


@pytest.mark.parametrize("person", ["", "abc", "999999"])
def test_a_person_that_is_not_there_is_not_found(person: str, organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    assert organiser(event).post(_at("entry_add", event), {"person": person}).status_code == 404


def test_a_card_number_that_somebody_has_is_refused(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    make.make_person(card_number="T-1")
    facts = {"new": "1", "first_name": "Nuova", "last_name": "Neri", "card_number": "T-1"}
    answer = organiser(event).post(_at("entry_add", event), facts)
    assert answer.status_code == 422
    assert event.entries.count() == 0
    assert not Person.objects.filter(first_name="Nuova").exists()


def test_names_are_found_as_they_are_typed(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    entry = event.entries.earliest("number")
    words = entry.person.last_name.upper()
    answer = organiser(event).get(_at("entries", event), {"q": words}, headers={"HX-Request": "true"})
    assert [one.pk for one in answer.context["entries"]] == [entry.pk]
    nobody = organiser(event).get(_at("entries", event), {"q": "zzz"})
    assert nobody.context["entries"] == []


def test_who_leaves_between_rounds_can_come_back(organiser: AsOrganiser) -> None:
    event = make.played_event()
    client, entry = organiser(event), event.entries.earliest("number")
    client.post(_at("entry_act", event, entry.pk, "lascia"), {"reason": "Treno"})
    assert Entry.objects.get(pk=entry.pk).state == "left"
    client.post(_at("entry_act", event, entry.pk, "torna"))
    assert Entry.objects.get(pk=entry.pk).state == "playing"


# ---------------------------------------------------------------- rounds


def test_the_page_before_a_draw_says_what_it_would_do(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=13)
    answer = organiser(event).get(_at("round_new", event))
    check = answer.context["check"]
    assert (check.players, check.fours, check.threes) == (13, 1, 3)
    assert answer.context["blocks"] == []


def test_art_1_3_too_few_players_are_not_drawn(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=11)
    answer = organiser(event).post(_at("round_new", event), {"word": make.WORD})
    assert answer.status_code == 422
    assert "1.3" in answer.context["refusal"] or "12" in answer.context["refusal"]
    assert event.round_set.count() == 0


def test_a_draw_wants_a_word(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    answer = organiser(event).post(_at("round_new", event), {"word": " "})
    assert (answer.status_code, event.round_set.count()) == (422, 0)
    assert answer.context["refusal"]


def test_a_round_is_drawn_once_however_often_it_is_asked_for(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    client = organiser(event)
    assert client.post(_at("round_new", event), {"word": make.WORD})["Location"] == _at("round_desk", event, 1)
    again = client.post(_at("round_new", event), {"word": "altra"})
    assert (again.status_code, event.round_set.count()) == (422, 1)


def test_a_draw_made_by_hand_is_recorded_as_such(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    numbers = list(event.entries.order_by("number").values_list("number", flat=True))
    tables = "\n".join(" ".join(map(str, numbers[at : at + 4])) for at in (0, 4, 8))
    kingdom = "Mercato, Miniera, Fossato, Milizia, Villaggio, Fucina, Cantina, Cappella, Festival, Laboratorio"
    answer = organiser(event).post(_at("round_new", event), {"tables": tables, "kingdom": kingdom})
    assert answer.status_code == 302, answer.context["refusal"] or answer.context["form"].errors
    assert all(draw.by_hand for draw in event.draws.filter(drawn_at__isnull=False, scope="round-1"))
    first = Round.objects.get(event=event).tables.get(number=1)
    assert [seat.entry.number for seat in first.seats.order_by("position")] == numbers[:4]


@pytest.mark.parametrize(
    ("field", "value"),
    [("tables", "1 2 3 99"), ("kingdom", "Mercato, Fabbro"), ("rejected", "Drago"), ("word", "x" * 61)],
)
def test_a_draw_by_hand_written_wrongly_is_told_beside_its_field(
    field: str, value: str, organiser: AsOrganiser
) -> None:
    event = make.check_in_event()
    answer = organiser(event).post(_at("round_new", event), {"word": make.WORD, field: value})
    assert (answer.status_code, answer.context["form"].errors.keys()) == (422, {field})
    assert event.round_set.count() == 0


def test_a_round_is_published_undone_and_drawn_again(organiser: AsOrganiser) -> None:
    event = make.drawn_event(publish=False)
    client = organiser(event)
    assert client.get(_at("round_undo", event, 1)).status_code == 200
    assert client.post(_at("round_undo", event, 1), {"reason": ""}).status_code == 422
    assert client.post(_at("round_undo", event, 1), {"reason": "Manca un giocatore"}).status_code == 302
    assert event.round_set.count() == 0
    assert event.draws.filter(annulled_at__isnull=False, scope="round-1").exists()
    client.post(_at("round_new", event), {"word": make.WORD})
    for level in ("success", "info"):
        answer = client.post(_at("round_publish", event, 1), follow=True)
        assert _levels(answer)[-1] == level
    assert Round.objects.get(event=event).state == "published"


def test_a_round_with_a_sheet_is_not_undone(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    make.report(make.tables_of(make.last_round(event))[0])
    answer = organiser(event).post(_at("round_undo", event, 1), {"reason": "Perché sì"})
    assert (answer.status_code, event.round_set.count()) == (422, 1)
    assert answer.context["form"].non_field_errors()


def test_the_clock_obeys_and_comes_back_to_the_page_it_was_on(organiser: AsOrganiser) -> None:
    event = make.drawn_event(start=False)
    client = organiser(event)
    answer = client.post(_at("round_clock", event, 1, "avvia"), {"next": _at("desk", event)})
    assert answer["Location"] == _at("desk", event)
    away = client.post(_at("round_clock", event, 1, "pausa"), {"next": "https://altrove.example/"})
    assert away["Location"] == _at("round_desk", event, 1)
    assert Round.objects.get(event=event).clock_left is not None
    client.post(_at("round_clock", event, 1, "riprendi"))
    before = Round.objects.get(event=event).clock_ends_at
    client.post(_at("round_clock", event, 1, "allunga"), {"minutes": "5", "reason": "Una carta persa"})
    assert (Round.objects.get(event=event).clock_ends_at - before).total_seconds() == 300
    assert client.post(f"/organizza/{event.slug}/turni/1/orologio/salta/").status_code == 404


def test_art_1_5_a_round_is_not_closed_with_open_tables(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    answer = organiser(event).post(_at("round_close", event, 1), {"word": make.WORD})
    assert answer.status_code == 422
    assert "1.5" in answer.context["refusal"]
    assert Round.objects.get(event=event).state == "running"


def test_closing_names_the_equals_and_draws_their_lots_with_a_word(organiser: AsOrganiser) -> None:
    event = make.drawn_event()
    make.play_round(event, close=False)
    client = organiser(event)
    page = client.get(_at("round_close", event, 1))
    assert page.context["groups"]
    for group in page.context["groups"]:
        assert all(name in text_of(page) for name in group)
    refused = client.post(_at("round_close", event, 1), {"word": ""})
    assert (refused.status_code, Round.objects.get(event=event).state) == (422, "running")
    for _ in range(2):
        client.post(_at("round_close", event, 1), {"word": make.WORD})
    assert Round.objects.get(event=event).state == "closed"
    assert Round.objects.get(event=event).standing_rows.count() == 12


def test_the_final_is_formed_after_the_last_round_only(organiser: AsOrganiser) -> None:
    early = make.played_event(rounds_played=1)
    assert organiser(early).post(_at("final_new", early), {"word": make.WORD}).status_code == 422
    assert early.round_set.count() == 1
    event = make.played_event(rounds_played=2)
    client = organiser(event)
    assert client.get(_at("final_new", event)).status_code == 200
    assert client.post(_at("final_new", event), {"word": make.WORD}).status_code == 302
    assert Round.objects.get(event=event, is_final=True).tables.get().seats.count() == 4


def test_a_round_that_is_not_there_leads_back_to_the_desk(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    assert organiser(event).get(_at("round_desk", event, 7))["Location"] == _at("desk", event)
    assert organiser(event).post(_at("round_publish", event, 7)).status_code == 404


def test_the_event_is_concluded_once_and_not_before_the_final(organiser: AsOrganiser) -> None:
    event = make.final_event()
    client = organiser(event)
    assert _levels(client.post(_at("event_conclude", event), follow=True)) == ["error"]
    make.play_round(event)
    for level in ("success", "info"):
        assert _levels(client.post(_at("event_conclude", event), follow=True))[-1] == level
    assert event.final_places.count() == 12


# ---------------------------------------------------------------- the report


@pytest.fixture
def concluded() -> Event:
    """A concluded event whose last day is today, so that its report is not late."""
    today = timezone.localdate()
    return make.concluded_event(
        season=make.make_season(first_day=today.replace(month=1, day=1), last_day=today.replace(month=12, day=31)),
        first_day=today,
        last_day=today,
    )


def test_art_1_4_an_incomplete_report_says_what_is_missing(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    page = client.get(_at("report", concluded))
    assert {one["code"] for one in page.context["missing"]} >= {"REPORT_NO_PHOTO"} or len(page.context["missing"]) == 2
    answer = client.post(_at("report", concluded), {"send": "1"})
    assert (answer.status_code, Report.objects.count(), _state(concluded)) == (422, 0, "concluded")


def test_photo_address_and_report_each_once(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    for status in (302, 422):
        answer = client.post(_at("report", concluded), {"photo": "1", "file": _picture(), "caption": "La sala"})
        assert answer.status_code == status
    photo = Photo.objects.get(event=concluded)
    shown = client.get(_at("photo", concluded, photo.pk))
    assert shown["Content-Type"] == "image/jpeg"
    assert shown.getvalue()[:2] == b"\xff\xd8"
    wrong = client.post(_at("report", concluded), {"forum": "1", "url": "non è un indirizzo"})
    assert (wrong.status_code, wrong.context["forum"].errors.keys()) == (422, {"url"})
    assert client.post(_at("report", concluded), {"forum": "1", "url": FORUM}).status_code == 302
    for _ in range(2):
        assert client.post(_at("report", concluded), {"send": "1", "note": "Tutto bene"}).status_code == 302
    assert (Report.objects.count(), _state(concluded)) == (1, "reported")


def test_what_is_no_picture_is_told_beside_the_field(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    text = SimpleUploadedFile("foto.jpg", b"ciao", "image/jpeg")
    answer = client.post(_at("report", concluded), {"photo": "1", "file": text})
    assert (answer.status_code, answer.context["photo"].errors.keys()) == (422, {"file"})
    none = client.post(_at("report", concluded), {"photo": "1"})
    assert (none.status_code, Photo.objects.count()) == (422, 0)


def test_a_photo_is_taken_away_once(concluded: Event, organiser: AsOrganiser) -> None:
    client = organiser(concluded)
    client.post(_at("report", concluded), {"photo": "1", "file": _picture()})
    photo = Photo.objects.get()
    for _ in range(2):
        answer = client.post(_at("photo_remove", concluded, photo.pk))
        assert answer["Location"] == _at("report", concluded)
    assert Photo.objects.count() == 0


# ---------------------------------------------------------------- history


def test_the_history_says_who_what_when_before_and_after(organiser: AsOrganiser) -> None:
    event = make.check_in_event(players=4)
    client = organiser(event)
    entry = event.entries.earliest("number")
    client.post(_at("entry_act", event, entry.pk, "assente"))
    page = client.get(_at("history", event))
    row = page.context["page"][0]
    assert (row.who, row.verb, row.what) == (client.user, "entry_undo_check_in", str(entry))
    assert [(one.before, one.after) for one in row.changes] == [("presente", "iscritto")]
    text = text_of(page)
    assert f"<td>{client.user.username}</td>" in text
    assert "<del>presente</del> <ins>iscritto</ins>" in text
    assert timezone.localtime(row.at).strftime("%H:%M") in text


def test_a_long_history_has_pages(organiser: AsOrganiser) -> None:
    event = make.played_event()
    client = organiser(event)
    first = client.get(_at("history", event))
    assert first.context["page"].paginator.num_pages > 1
    second = client.get(_at("history", event) + "?page=2")
    assert second.context["page"].number == 2
    assert client.get(_at("history", event) + "?page=boh").status_code == 200


def test_undoing_entries_stays_in_the_history(organiser: AsOrganiser) -> None:
    event = make.authorised_event()
    entry = entries.entry_add(event=event, person=make.make_person(), by=None)
    client = organiser(event)
    for _ in range(2):
        client.post(_at("entry_act", event, entry.pk, "togli"))
    assert event.entries.count() == 0
    verbs = [row.verb for row in client.get(_at("history", event)).context["page"]]
    assert verbs.count("entry_remove") == 1


def test_the_draft_of_a_round_is_announced_as_such_on_the_desk(organiser: AsOrganiser) -> None:
    event = make.check_in_event()
    rounds.round_draw(event=event, word=make.WORD, by=None)
    page = organiser(event).get(_at("desk", event))
    assert page.context["step"].verb == "round_publish"
    assert page.context["clock"] is None
