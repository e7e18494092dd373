"""Test every URL with every role: objects of others answer 404, and URLs that write require POST."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from tests import factories as make
from tests.unit.tournament.web.conftest import ROLES
from tournament.consents import papers as consent_papers
from tournament.models import Draw, DrawRequest, Event, Job, Photo
from tournament.reports import photos
from tournament.web.desk import printing_urls as paper
from tournament.web.desk import urls as desk
from tournament.web.referee import urls as referee
from tournament.webhooks import services as webhooks

pytestmark = pytest.mark.django_db

#: Roles with access, by the purpose of the page; others are redirected to the sign-in page or get 403 or 404.
EVERYBODY = frozenset(ROLES)
SIGNED_IN = EVERYBODY - {"anonymous"}
ENTERS = frozenset({"referee", "organiser", "referent"})
RUNS = frozenset({"organiser", "referent"})


@dataclass(frozen=True)
class Page:
    """A URL to test: its name, the keys of its arguments in ``_world``, roles with access, and method."""

    name: str
    args: str = ""
    may: frozenset[str] = RUNS
    method: str = "get"


PAGES = [
    # Public.
    Page("event_list", may=EVERYBODY),
    Page("event", "slug", EVERYBODY),
    Page("event_file", "slug", EVERYBODY),
    Page("calendar", may=EVERYBODY),
    Page("event_calendar", "slug", EVERYBODY),
    Page("draws", "slug", EVERYBODY),
    Page("event_standings_csv", "slug round", EVERYBODY),
    Page("table_result", "slug round table", EVERYBODY),
    Page("draw", "draw", EVERYBODY),
    Page("draw_json", "draw", EVERYBODY),
    Page("regulation", may=EVERYBODY),
    Page("regulation_version", "version", EVERYBODY),
    Page("api", may=EVERYBODY),
    Page("tokens", may=SIGNED_IN),
    # The referee's.
    Page("referee_home", may=SIGNED_IN),
    Page("sheet", "slug round table", ENTERS),
    Page("sheet_preview", "slug round table", ENTERS, "post"),
    Page("sheet_log", "slug round table", ENTERS, "post"),
    Page("sheet_confirm", "slug round table", ENTERS, "post"),
    Page("table_lots", "slug round table", ENTERS, "post"),
    Page("table_abandon", "slug round table", ENTERS),
    Page("table_note", "slug round table", ENTERS, "post"),
    # The organiser's.
    Page("my_events", may=SIGNED_IN),
    Page("event_new", may=frozenset({"other_organiser", "referent"})),
    Page("desk", "slug"),
    Page("event_edit", "slug"),
    Page("event_announce", "slug"),
    Page("event_open_check_in", "slug", method="post"),
    Page("event_conclude", "slug", method="post"),
    Page("event_void", "slug"),
    Page("event_stop", "slug"),
    Page("event_unofficial", "slug"),
    Page("event_official", "slug", method="post"),
    Page("roles", "slug"),
    Page("role_revoke", "slug role", method="post"),
    Page("history", "slug"),
    Page("entries", "slug"),
    Page("check_in", "slug", ENTERS),
    Page("entry_add", "slug"),
    Page("walk_in", "slug", method="post"),
    Page("entry_act", "slug entry act", method="post"),
    Page("entries_import", "slug"),
    Page("round_new", "slug"),
    Page("final_new", "slug"),
    Page("round_desk", "slug round"),
    Page("draw_request", "slug", ENTERS),
    Page("draw_request_agree", "slug draw_request", ENTERS, "post"),
    Page("draw_request_withdraw", "slug draw_request", method="post"),
    Page("round_undo", "slug round"),
    Page("round_clock", "slug round clock", ENTERS, "post"),
    Page("round_close", "slug round"),
    Page("report", "slug"),
    Page("webhooks", "slug"),
    Page("webhook_act", "slug hook hook_act", method="post"),
    Page("webhook_resend", "slug delivery", method="post"),
    Page("photo", "slug photo", ENTERS),
    Page("photo_remove", "slug photo", method="post"),
    # Papers.
    Page("print_forms", "slug round", ENTERS),
    Page("print_form", "slug round table", ENTERS),
    Page("print_tables", "slug round", ENTERS),
    Page("print_kingdom", "slug round", ENTERS),
    Page("print_standings", "slug round", ENTERS),
    Page("print_pack", "slug round", ENTERS, "post"),
    Page("print_diplomas", "slug"),
    Page("print_consent", "slug"),
    Page("consent_papers", "slug"),
    Page("consent_photo", "slug form"),
    Page("print_report", "slug"),
    Page("job", "job", ENTERS),
    Page("job_file", "job", ENTERS),
]


def _known(name: str) -> bool:
    return any(pattern.name == name for pattern in (*desk.urlpatterns, *referee.urlpatterns, *paper.urlpatterns))


ADDRESSES = [page for page in PAGES if page.name != "entries_import" or _known("entries_import")]


def _world() -> tuple[Event, dict[str, object]]:
    """Return a concluded event and the arguments of every URL."""
    event = make.concluded_event()
    picture = BytesIO()
    Image.new("RGB", (20, 20), "green").save(picture, "PNG")
    picture.seek(0)
    photos.photo_add(event=event, file=picture, caption="", by=None)
    picture.seek(0)
    signed = [event.entries.earliest("pk").pk]
    form = consent_papers.consent_paper_add(event=event, file=picture, entries=signed, by=None)
    job = Job.objects.create(kind="print_pack", key="pack", event=event, state="done")
    job.result.save("pack.pdf", BytesIO(b"%PDF-1.7"))
    hook, _secret = webhooks.webhook_add(event=event, url="https://fossato.invalid/", by=None)
    return event, {
        "slug": event.slug,
        "form": form.pk,
        "hook": hook.pk,
        "hook_act": "prova",
        "draw_request": DrawRequest.objects.create(
            event=event, kind="undo", round_number=1, reason="Manca un giocatore", asked_at=timezone.now()
        ).pk,
        "delivery": webhooks.webhook_test(endpoint=hook, by=None).pk,
        "round": 1,
        "table": 1,
        "draw": Draw.objects.filter(event=event, drawn_at__isnull=False).earliest("pk").pk,
        "version": event.regulation,
        "entry": event.entries.earliest("pk").pk,
        "act": "lascia",
        "clock": "avvia",
        "photo": Photo.objects.get().pk,
        "job": job.pk,
        "role": make.grant(event, make.make_user(), "referee").pk,
    }


@pytest.mark.parametrize("page", ADDRESSES, ids=lambda page: page.name)
def test_access_of_every_role(page: Page, visitor: Callable[..., Client]) -> None:
    event, arguments = _world()
    address = reverse(page.name, args=[arguments[name] for name in page.args.split()])
    for role in ROLES:
        client = visitor(role, event)
        answer = (client.post if page.method == "post" else client.get)(address)
        if role in page.may:
            # A rule error redirects with a message or re-renders the form; it is never an error page.
            assert answer.status_code in (200, 302, 422, 404 if page.name == "sheet_confirm" else 200), role
            assert "/accounts/login/" not in answer.get("Location", ""), role
            answer.getvalue()  # reading a response completely closes the file that it sends
        elif role == "anonymous":
            assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/accounts/login/")
        else:
            assert answer.status_code in (403, 404), role
            assert b"<form" not in answer.content.partition(b"<main")[2].partition(b"</main>")[0], role


def test_access_list_has_every_private_url() -> None:
    patterns = (*desk.urlpatterns, *referee.urlpatterns, *paper.urlpatterns)
    names = {item.name for item in patterns}
    # The PDF of the Ranking is tested with the Ranking.
    assert names - {item.name for item in PAGES} <= {"print_ranking"}


@pytest.mark.parametrize(
    "page", [write_page for write_page in ADDRESSES if write_page.method == "post"], ids=lambda page: page.name
)
def test_access_write_urls_require_post(page: Page, visitor: Callable[..., Client]) -> None:
    event, arguments = _world()
    address = reverse(page.name, args=[arguments[name] for name in page.args.split()])
    assert visitor("organiser", event).get(address).status_code == 405


@pytest.mark.parametrize("name", ["event", "event_list", "draws", "desk", "history", "print_forms"])
def test_access_read_urls_refuse_post(name: str, visitor: Callable[..., Client]) -> None:
    event, arguments = _world()
    page = next(candidate for candidate in PAGES if candidate.name == name)
    address = reverse(name, args=[arguments[word] for word in page.args.split()])
    assert visitor("organiser", event).post(address).status_code == 405


def test_access_write_without_csrf_token_is_refused() -> None:
    event = make.authorised_event()
    user = make.make_user()
    make.grant(event, user)
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    address = reverse("event_open_check_in", args=[event.slug])
    assert client.post(address).status_code == 403
    assert Event.objects.get(pk=event.pk).state == Event.State.AUTHORISED
    token = re.search(
        rb'name="csrfmiddlewaretoken" value="([^"]+)"', client.get(reverse("desk", args=[event.slug])).content
    )
    assert token is not None
    assert client.post(address, {"csrfmiddlewaretoken": token[1].decode()}).status_code == 302
    assert Event.objects.get(pk=event.pk).state == Event.State.CHECK_IN


@pytest.mark.parametrize("role", ["anonymous", "player", "other_organiser", "referee"])
def test_access_draft_event_answers_404_to_others(role: str, visitor: Callable[..., Client]) -> None:
    event = make.make_event(name="Torneo segreto")
    client = visitor(role, event)
    assert client.get(reverse("event", args=[event.slug])).status_code == 404
    assert client.get(reverse("draws", args=[event.slug])).status_code == 404
    assert b"Torneo segreto" not in client.get(reverse("event_list")).content


@pytest.mark.parametrize("role", ["anonymous", "player", "referee"])
def test_access_draw_is_public_immediately(role: str, visitor: Callable[..., Client]) -> None:
    """Art. 1.5: no role sees the outcome of a draw before the others."""
    event = make.check_in_event()
    client = visitor(role, event)
    make.draw_round(event)
    page = client.get(reverse("event", args=[event.slug])).content.decode()
    assert 'class="fo-tile' in page
    assert "fo-king" in page
    drawn = Draw.objects.filter(event=event, drawn_at__isnull=False)
    assert drawn.count() == 3
    for draw in drawn:
        draw_data = client.get(reverse("draw_json", args=[draw.pk])).json()
        assert (draw_data["drawn"], draw_data["seed"], draw_data["word"]) == (True, draw.seed, make.WORD)
    if role == "referee":
        assert client.get(reverse("sheet", args=[event.slug, 1, 1])).status_code == 200
