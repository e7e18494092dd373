"""One object for every kind of address argument, and a signed-in client for every role."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from PIL import Image

from games import registry
from practice.tables.guest_tables import new_table
from ranking.closing.services import season_close
from ranking.models import PastSeason
from tests import factories as make
from tests import reporting
from tests.unit.ranking.credit import credit
from tournament.access import links
from tournament.access.api_tokens import token_issue
from tournament.access.invitations import invite
from tournament.card_packs.selectors import pack_summaries
from tournament.federation.requests import organiser_request_make
from tournament.federation.services import news_write
from tournament.models import (
    Draw,
    EntryPrice,
    EntryRequest,
    ErrorReport,
    Event,
    EventMove,
    EventPrize,
    EventRole,
    HelpCall,
    Job,
    Organiser,
    PersonClaim,
    Photo,
)
from tournament.pages.hall_names import hall_key
from tournament.personal_data import erasure as privacy
from tournament.records import consent_papers
from tournament.records.joining import two_people
from tournament.regulation_versions.documents import document_add
from tournament.reports import photos
from tournament.sheets import services as sheets

#: The roles, named as the columns of the table.
ROLES = (
    "nobody",
    "player",
    "participant’s link",
    "table’s link",
    "referee",
    "another’s organiser",
    "organiser",
    "Referent",
)
#: An invalid token of the right length.
NO_TOKEN = "A" * 22


#: Their ``name`` is a card pack's, elsewhere it is a recorded game's.
PACK_PAGES = ("pack", "pack_file", "pack_correct")


@dataclass(frozen=True)
class World:
    """Test data for requests by every role.

    Arguments:
        clients: by role; their cookies are copied for each request.
        facts: values by argument of an address, or by name of the address and argument.
        tokens: of private links, by the role that holds them.
        bodies: by name of an address, the form fields without which the address responds 404.
    """

    clients: dict[str, Client]
    facts: dict[str, Any]
    tokens: dict[str, str]
    bodies: dict[str, dict[str, Any]]

    def address(self, pattern: URLPattern, role: str) -> str:
        """Return the address of a pattern for a visitor; a private link's holder has only the own token."""
        name = str(pattern.name)
        values = {}
        # Of the whole address: an argument may stand in the part that includes the pattern.
        [(_template, arguments), *_others], *_rest = get_resolver().reverse_dict.getlist(name)[0]
        for argument in arguments:
            special = f"{name}.{argument}"
            if argument == "token" and special not in self.facts:
                values[argument] = self.tokens.get(role, NO_TOKEN)
            else:
                values[argument] = self.facts.get(special, self.facts.get(argument))
        return reverse(name, kwargs=values)

    def client(self, role: str) -> Client:
        """Return a new client with the role's cookies."""
        client = Client()
        client.cookies.update(self.clients[role].cookies)
        return client


def _picture() -> BytesIO:
    buffer = BytesIO()
    Image.new("RGB", (20, 20), "green").save(buffer, "PNG")
    buffer.seek(0)
    return buffer


def _sign_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def build() -> World:
    """Create concluded, reported and running events with papers and private links, a season, an erased person."""
    season, club = make.make_season(), make.make_organiser()
    facts: dict[str, Any] = {"organiser": club, "season": season}
    done, on = make.concluded_event(**facts), make.drawn_event(**facts)
    waiting = reporting.reported_event(**facts)
    photo = photos.photo_add(event=done, file=_picture(), caption="", by=None)
    Event.objects.filter(pk=done.pk).update(winner_photo=photo)
    job = Job.objects.create(kind="print_pack", key="pack", event=done, state="done")
    job.result.save("pack.pdf", BytesIO(b"%PDF-1.7"))
    table = make.tables_of(make.last_round(on))[0]
    table_link = next(link for link in links.table_links_make(round=table.round, by=None) if link.table_id == table.pk)
    player_link = links.participant_links_make(event=on, by=None)[0]
    call = HelpCall.objects.create(table=table, caller="tavolo 1")
    sheets.sheet_submit(table=table, data=make.simple_sheet(table), by=None)
    seat = make.tables_of(make.last_round(on))[1].seats.earliest("position")
    announced, (first, second) = make.announced_event(**facts), make.make_people(2)

    referee, organiser, other = make.make_user(), make.make_user(), make.make_user()
    for event in (done, on, waiting):
        make.grant(event, referee, EventRole.Role.REFEREE)
        make.grant(event, organiser)
    make.grant(make.make_event(organiser=make.make_organiser(other), season=season), other)
    person = make.make_person()
    person.user = make.make_user()
    person.save()
    organiser_request_make(user=person.user, **make.REQUEST)
    clients = {role: Client() for role in ROLES}
    clients |= {"player": _sign_in(person.user), "referee": _sign_in(referee), "organiser": _sign_in(organiser)}
    clients |= {"another’s organiser": _sign_in(other), "Referent": _sign_in(make.make_user(referent=True))}
    tokens = {
        "table’s link": str(links.link_token(table_link)),
        "participant’s link": str(links.link_token(player_link)),
    }
    form = consent_papers.consent_paper_add(
        event=done, file=_picture(), entries=[done.entries.earliest("pk").pk], by=None
    )
    bodies: dict[str, dict[str, Any]] = {
        "mail_choice": {"kind": "tables"},
        "own_error": {"event": on.slug, "words": "Il nome"},
        "sheet_confirm": {"version": 1},
        "table_link_confirm": {"version": 1},
        "table_abandon": {"entry": seat.entry_id, "reason": "Il treno"},
        "people_merge": {"keep": first.pk, "merge": second.pk},
        "pair_decide": {"keep": first.pk, "merge": second.pk},
    }
    facts = {"consent_photo.pk": form.pk, "schema.name": "tournament-event-2"}
    facts |= {"blank_form.game": "dominion", "blank_form.players": 4}
    facts |= {"ratings_csv.game": "dominion", "ratings_json.game": "dominion"}
    draft = make.regulation_draft()
    for name in ("regulation_edit", "regulation_publish", "regulation_discard"):
        facts[f"{name}.number"] = draft.number
    facts |= dict.fromkeys(("regulation_documents.number", "regulation_document_remove.number"), done.regulation)
    text = document_add(version=done.regulation, language="it", file=BytesIO(b"# Regolamento"), by=None)
    facts |= {"language": text.language, "kind": text.kind, "regulation_document_remove.pk": text.pk}
    closed = season_close(season=make.make_season(), by=None)
    facts["prize_end.pk"] = EventPrize.objects.create(event=done, place=1, what="Una coppa").pk
    past = PastSeason.objects.create(name="Prima", first_day=date(1999, 6, 1), last_day=date(1999, 10, 15))
    facts |= {"past_season.pk": past.pk, "past_season_delete.pk": past.pk}
    facts |= {f"final_ranking{part}.number": closed.number for part in ("", "_file", "_pdf")}
    claim = PersonClaim.objects.create(account=make.make_user(), person=done.entries.earliest("pk").person)
    facts["claim_answer.pk"] = claim.pk
    facts["pair_take_back.pk"] = two_people(one=first, other=second, by=None).pk
    move = EventMove.objects.create(
        event=done, first_day=done.first_day, last_day=done.last_day, announced_on=done.first_day
    )
    facts |= {"todo_answer.kind": "authorisation", "todo_answer.key": announced.slug, "event_move_withdraw.pk": move.pk}
    entry_request = EntryRequest.objects.create(event=done, person=first)
    price = EntryPrice.objects.create(event=done, label="Intero", cents=800)
    wrong = ErrorReport.objects.create(entry=done.entries.earliest("pk"), words="Il nome")
    facts |= {"cash_price_remove.pk": price.pk, "error_report_done.pk": wrong.pk}
    facts |= {"cash_pay.pk": done.entries.earliest("pk").pk}
    bodies["cash_pay"] = {"price": price.pk}
    facts |= {"entry_request_approve.pk": entry_request.pk, "entry_request_refuse.pk": entry_request.pk}
    facts["api_request_decision.pk"] = entry_request.pk
    return World(clients, facts | _facts(done, on, waiting, person, job, call.pk, player_link.pk), tokens, bodies)


def _facts(done: Event, on: Event, waiting: Event, person: Any, job: Job, call: int, link: int) -> dict[str, Any]:
    entry, entry_on = done.entries.earliest("pk"), on.entries.earliest("pk")
    draw = Draw.objects.filter(event=done, drawn_at__isnull=False).earliest("pk").pk
    reader = make.make_user()
    # A player's card shows results.
    ranked = make.make_person()
    credit(done.season, ranked, 4)
    organiser_request = person.user.organiser_requests.get()
    others_club = Organiser.objects.get(user__isnull=False)
    offer = invite(address="invitata@example.org", grant="referee", event=done, by=None)
    passkey = Authenticator.objects.create(user=reader, type=Authenticator.Type.WEBAUTHN, data={"name": "Telefono"})
    pack = pack_summaries(registry.with_packs()[0])[0].name
    return {
        "slug": done.slug,
        "season": done.season.slug,
        "version": done.regulation,
        "number": 1,
        "table": 1,
        "name": "01-first-game",
        "seal": new_table("dominion", ("persona", "medio"), {"kingdom": "first_game"}).seal(),
        "rulebook.game": "dominion",
        "play_lesson.game": "dominion",
        "regulation_copy.number": done.regulation,
        "uidb36": user_pk_to_url_str(reader),
        "key": default_token_generator.make_token(reader),
        "mfa_remove_webauthn.pk": passkey.pk,
        "mfa_edit_webauthn.pk": passkey.pk,
        **{f"{name}.name": pack for name in PACK_PAGES},
        "draw.pk": draw,
        "draw_json.pk": draw,
        "step": "round-1",
        "api_open_draw.pk": make.waiting_press(done, state="drawn").pk,
        **dict.fromkeys(("organiser_request.pk", "organiser_request_withdraw.pk"), organiser_request.pk),
        **dict.fromkeys(("club.pk", "club_desk.pk", "member_end.pk"), others_club.pk),
        "member_end.user": others_club.user_id,
        "invitation_resend.pk": offer.pk,
        "invitation_withdraw.pk": offer.pk,
        "referent_end.pk": reader.pk,
        "role_revoke.pk": make.grant(done, make.make_user(), "referee").pk,
        "entry_act.pk": entry.pk,
        "entry_act.what": "lascia",
        "round_clock.what": "avvia",
        "photo.pk": Photo.objects.get(event=done).pk,
        "photo_remove.pk": Photo.objects.get(event=done).pk,
        "winner_photo_show.pk": Photo.objects.get(event=done).pk,
        "job.pk": job.pk,
        "job_file.pk": job.pk,
        **dict.fromkeys(("hall_board.slug", "hall_part.slug", "hall_events.slug"), on.slug),
        **dict.fromkeys(("hall_board.key", "hall_part.key", "hall_events.key"), hall_key(on)),
        "player_link_renew.slug": on.slug,
        "player_link_renew.pk": entry_on.pk,
        "link_revoke.slug": on.slug,
        "link_revoke.pk": link,
        "help_close.slug": on.slug,
        "help_close.pk": call,
        "table_photo.slug": on.slug,
        "table_help.slug": on.slug,
        "sheet_confirm.slug": on.slug,
        "table_abandon.slug": on.slug,
        "table_abandon.table": 2,
        "homologation.slug": waiting.slug,
        "player.pk": person.pk,
        "player_card.pk": ranked.pk,
        "person.pk": person.pk,
        "person_edit.pk": person.pk,
        "person_erase.pk": person.pk,
        "organiser.pk": done.organiser_id,
        "person_data_file.pk": person.pk,
        "follow_club.pk": done.organiser_id,
        "call_reply.season": make.call_accepted(make.make_season(), person).season.slug,
        "token_revoke.pk": token_issue(user=person.user, name="programma", days=30)[0].pk,
        "api_draw.pk": draw,
        "api_player.pk": person.pk,
        "api_pack.name": pack,
        "news_edit.pk": news_write(news=None, by=None, title="Si apre la stagione", text="A presto").pk,
        "site_text_edit.name": "contact",
        "erasure_receipt.pk": privacy.person_erase(person=make.make_person(), by=None).pk,
    }
