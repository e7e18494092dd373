"""Test data for the pages of ``site_pages``: events in every state, made through the services."""

from __future__ import annotations

from datetime import date, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.utils import timezone
from PIL import Image

from practice.tables.guest_tables import new_table
from ranking.call_up import services as call_up_services
from ranking.past_seasons.parsing import parse, past_list
from ranking.past_seasons.services import past_season_import
from tests import factories as make
from tests import reporting
from tests.integration.browser.site_pages import OTHER_GAMES
from tests.unit.ranking.credit import credit
from tournament.access import links
from tournament.access.api_tokens import token_issue
from tournament.access.invitations import invite
from tournament.access.roles import member_add
from tournament.core.tokens import token_of
from tournament.delivery.mail import call_token, mute_token
from tournament.entries.error_reports import error_report
from tournament.entries.messages import message_send
from tournament.entries.payments import price_set
from tournament.federation.requests import organiser_request_ask_back, organiser_request_make
from tournament.federation.services import news_write
from tournament.models import (
    Draw,
    EntryRequest,
    Event,
    EventRole,
    FinalPlace,
    Job,
    Organiser,
    PersonClaim,
    Season,
)
from tournament.pages.hall_names import hall_key
from tournament.personal_data import erasure as privacy
from tournament.records import consent_papers
from tournament.regulation_versions.documents import document_add
from tournament.rounds.hand_draws import hand_draw
from tournament.sheets import services as sheets

FORCED = "Contato due volte davanti a tutti"
HAND = ["moat", "cellar", "festival", "gardens", "laboratory", "market", "militia", "smithy", "village", "workshop"]


def running(club: Organiser, season: Season) -> Event:
    """Create round 1 of four tables: confirmed despite an error, with an error, empty, waiting for a lot."""
    event = make.drawn_event(players=16, name="Torneo in corso", organiser=club, season=season)
    first, second, _third, fourth = make.tables_of(make.last_round(event))
    wrong = make.simple_sheet(first)
    wrong["seats"][0]["coins"] = 1
    sheet = sheets.sheet_submit(table=first, data=wrong, by=None)
    sheets.sheet_confirm(sheet=sheet, by=None, accept_warnings=True, forced_reason=FORCED)
    sheets.sheet_submit(table=second, data=wrong, by=None)
    sheets.sheet_submit(table=fourth, data=make.tied_sheet(fourth), by=None)
    seat = fourth.seats.select_related("entry").get(position=4)
    sheets.table_abandon(table=fourth, entry=seat.entry, by=None, reason="Deve prendere il treno")
    return event


def _homologated(club: Organiser, season: Season, **facts: Any) -> Event:
    return reporting.homologated_event(organiser=club, season=season, **facts)


def _drawn_by_hand(club: Organiser, season: Season) -> Event:
    event = make.check_in_event(name="Torneo a mano", organiser=club, season=season)
    hand_draw(
        event=event,
        witnesses=["Elisa Dell’Orto", "Omar Deledda"],
        word=make.WORD,
        kingdom={"drawn": HAND, "rejected": []},
        dates_reason="La sala era chiusa il giorno del torneo",
        by=make.make_user(),
    )
    drawn_round = make.last_round(event)
    return make.opened(drawn_round)


def entering(club: Organiser, season: Season) -> dict[str, Any]:
    """Create an event that players enter, with requests: one to be confirmed, one for the desk, some waiting."""
    event = make.authorised_event(name="Torneo aperto", organiser=club, season=season, entry_mode="open", capacity=12)
    requests: dict[str, EntryRequest] = {}
    for number, state in enumerate(("unconfirmed", "pending", "waiting", "promoted", "refused"), start=1):
        requests[state] = EntryRequest.objects.create(
            event=event,
            state=state,
            first_name="Zoe",
            last_name=f"Conti {number}",
            email=f"zoe{number}@example.org",
            age="child" if state == "pending" else "adult",
            guardian_name="Gina Conti" if state == "pending" else "",
            queued_at=timezone.now(),
            answer_by=timezone.now() + timedelta(days=1),
            reason="Il torneo è dei soci" if state == "refused" else "",
        )
    tokens = {
        f"{state}_token": links.link_token(links.request_link_make(request=request))
        for state, request in requests.items()
    }
    return {"entering": event.slug, "pending_request": requests["pending"].pk, **tokens}


def public(club: Organiser, season: Season, me: Any) -> dict[str, Any]:
    """Create the data of public pages; ``me`` is the account of the winner of the homologated event."""
    done = _homologated(club, season, name="Torneo finito")
    going = running(club, season)
    soon = make.announced_event(name="Torneo annunciato", organiser=club, season=season)
    winner = done.final_places.select_related("entry__person").get(place=1).entry.person
    winner.user = me
    winner.save()
    by_hand = _drawn_by_hand(club, season)
    event_draws = Draw.objects.filter(event=done, drawn_at__isnull=False)
    table_link = links.table_links_make(round=make.last_round(going), by=None)[2]
    player_link = links.participant_links_make(event=going, by=None)[0]
    entry = player_link.entry
    entry.person.email = "gioca@example.org"
    entry.person.save()
    own_link = links.own_link_make(person=entry.person, by=None)
    form = BytesIO()
    Image.new("RGB", (60, 40), "white").save(form, "PNG")
    form.seek(0)
    consent_papers.consent_paper_add(event=going, file=form, entries=[entry.pk], by=None)
    offer = invite(address="arbitra@example.org", grant="referee", event=soon, by=me)
    with Path("tournament/demo/data/regolamento.md").open("rb") as text:
        document_add(version=done.regulation, language="it", file=text, by=None)
    # A sign-in invalidates a password reset token: hence an account that is not used otherwise.
    forgetful = make.make_user()
    return {
        "table_token": links.link_token(table_link),
        "game_seal": new_table("dominion", ("persona", "medio"), {"kingdom": "first_game"}).seal(),
        "player_token": links.link_token(player_link),
        "own_token": links.link_token(own_link) if own_link else "",
        "club": club.pk,
        "organiser_request": organiser_request_make(user=me, **make.REQUEST).pk,
        "invitation_token": token_of(offer.salt),
        "mute_token": mute_token(me.pk, "tables"),
        "homologated": done.slug,
        "running": going.slug,
        "hall_key": hall_key(going),
        "announced": soon.slug,
        "season": season.slug,
        "player": winner.pk,
        "api_token": token_issue(user=me, name="programma del circolo", days=30)[0].pk,
        "version": done.regulation,
        "uid": user_pk_to_url_str(forgetful),
        "reset_token": default_token_generator.make_token(forgetful),
        "kingdom_draw": event_draws.filter(purpose="kingdom").earliest("pk").pk,
        "tables_draw": event_draws.filter(purpose="tables").earliest("pk").pk,
        "promised_draw": Draw.objects.filter(event=going, drawn_at__isnull=True, by_hand=False).earliest("pk").pk,
        **entering(club, season),
        "hand_draw": Draw.objects.filter(event=by_hand, by_hand=True).earliest("pk").pk,
    }


def desk(club: Organiser, season: Season, me: Any) -> dict[str, Any]:
    """Create the organiser's events, one in each state."""
    facts: dict[str, Any] = {"organiser": club, "season": season}
    full = make.drawn_event(**facts)
    make.play_round(full, close=False)
    events_by_state = {
        "draft": make.make_event(**facts),
        "announced": make.announced_event(**facts),
        "checkin": make.check_in_event(**facts),
        "short": make.check_in_event(players=12, present=5, **facts),
        "drawing": make.check_in_event(**facts),
        "drawn": make.drawn_event(start=False, **facts),
        "running": running(club, season),
        "full": full,
        "played": make.played_event(**facts),
        "before_final": make.played_event(rounds_played=2, **facts),
        "concluded": make.concluded_event(**facts),
        "reported": reporting.reported_event(**facts),
    }
    for event in events_by_state.values():
        make.grant(event, me)
    make.waiting_press(events_by_state["drawing"], asked_by=me)
    queue = entering(club, season)
    make.grant(Event.objects.get(slug=queue["entering"]), me)
    price_set(event=events_by_state["checkin"], label="Intero", cents=800)
    error_report(entry=events_by_state["checkin"].entries.earliest("pk"), words="Il cognome ha una lettera in meno")
    message_send(event=events_by_state["checkin"], text="Si entra dal cortile", by=me)
    invite(address="arbitra@example.org", grant="referee", event=events_by_state["running"], by=me)
    job = Job.objects.create(kind="print_pack", key="pack", event=events_by_state["running"], state="done")
    member_add(organiser=club, user=make.make_user(first_name="Gioele", last_name="Pàroli"), by=me)
    invite(address="socia@example.org", grant="member", organiser=club, by=me)
    return {"job": job.pk, "club": club.pk, **queue, **{name: event.slug for name, event in events_by_state.items()}}


def refereed(club: Organiser, season: Season, me: Any) -> dict[str, Any]:
    """Create the events of a referee: one of Dominion, one of each other game."""
    going = running(club, season)
    test_data = {"running": Event.objects.get(pk=going.pk)}
    for game in OTHER_GAMES:
        test_data[game] = make.drawn_event(organiser=club, season=make.make_season(game=game))
    for event in test_data.values():
        make.grant(event, me, EventRole.Role.REFEREE)
    return {name: event.slug for name, event in test_data.items()}


def referents(club: Organiser, season: Season, me: Any) -> dict[str, Any]:
    """Create pending and decided work of the National Referent."""
    make.announced_event(name="Torneo annunciato", organiser=club, season=season)
    club_request = organiser_request_make(user=make.make_user(), **make.REQUEST)
    organiser_request_ask_back(request=club_request, question="Chi vi conosce?", by=me)
    organiser_request_make(user=make.make_user(), **{**make.REQUEST, "name": club.name})
    invite(address="referente@example.org", grant="referent", by=me)
    done = _homologated(club, season, name="Torneo finito")
    waiting = reporting.reported_event(name="Torneo da omologare", organiser=club, season=season)
    wrong = reporting.reported_event(name="Torneo sbagliato", organiser=club, season=season)
    for place, moved in ((1, 99), (2, 1), (99, 2)):
        FinalPlace.objects.filter(event=wrong, place=place).update(place=moved)
    draft = make.regulation_draft(minutes=50)
    called, lots = make.make_season(finalists=12), make.make_season(finalists=12)
    for number, person in enumerate(make.make_people(14)):
        credit(called, person, 60 - 2 * number)
        credit(lots, person, 60 - 2 * min(number, 11))
    call_up = call_up_services.call_up(season=called, by=None)
    call_up_services.call_answer(call=call_up[0], state="accepted", by=None)
    call_up_services.call_answer(call=call_up[1], state="declined", by=None, note="Si sposa")
    claim = PersonClaim.objects.create(
        account=make.make_user(), first_name="Ada", last_name="Riva", played="Forlì, luglio", person=make.make_person()
    )
    # A second place of work, so that the page of places shows two.
    make.grant(waiting, me)
    first, second = (entry.person_id for entry in done.entries.order_by("number")[:2])
    return {
        "hosts": done.organiser_id,
        "claim": claim.pk,
        "homologated": done.slug,
        "reported": waiting.slug,
        "wrong": wrong.slug,
        "season": season.slug,
        "called_season": called.slug,
        "past_season": past_season_import(
            name="Campionato 1999",
            game="dominion",
            first_day=date(1999, 6, 1),
            last_day=date(1999, 10, 15),
            rows=parse(past_list(b"classifica;posto;cognome;consenso\nfinale;1;Riva;s\nfinale;2;Neri;\n")).rows,
            by=None,
        ).pk,
        "call_token": call_token(call_up[2].pk, call_up[2].person.email),
        "final_ranking": called.final_rankings.get().number,
        "lots_season": lots.slug,
        "regulation_draft": draft.number,
        "player": first,
        "other_player": second,
        "news": news_write(news=None, by=None, title="Si apre la stagione", text="A presto").pk,
        "contact_text": "contact",
        "receipt": privacy.person_erase(person=make.make_person(), by=None).pk,
    }
