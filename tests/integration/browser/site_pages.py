"""Every page of the site for human visitors, by role, in every state that changes its content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse


@dataclass(frozen=True)
class Page:
    """A page.

    Arguments:
        name: of its URL pattern.
        args: the URL's arguments, separated by blanks: keys of the test data, or literal texts.
        query: the query string, with its question mark.
    """

    name: str
    args: str = ""
    query: str = ""

    def address(self, world: Mapping[str, Any]) -> str:
        return reverse(self.name, args=[world.get(argument, argument) for argument in self.args.split()]) + self.query

    def __str__(self) -> str:
        return f"{self.name} {self.args}{self.query}".strip()


#: Games besides Dominion, by slug; the referee's test data has an event of each.
OTHER_GAMES = ("megalomania", "era_of_kingdoms")

VISITOR = (
    *(Page(name) for name in ("home", "event_list", "ranking", "regulation", "gallery", "practice")),
    *(Page(name) for name in ("open_data", "licences", "account_login", "account_signup")),
    *(Page(name) for name in ("organise_event", "help", "contact", "privacy", "terms", "search", "news")),
    Page("materials"),
    Page("search", query="?q=a"),
    *(Page(f"account_{name}") for name in ("signup_by_passkey", "request_login_code", "inactive")),
    *(Page(f"account_reset_password{part}") for part in ("", "_done", "_from_key_done")),
    Page("account_reset_password_from_key", "uid reset_token"),
    Page("account_reset_password_from_key", "uid spoilt"),
    Page("event_list", query="?q=nessuno"),
    *(Page("event", slug) for slug in ("homologated", "running", "announced")),
    *(Page(name, "entering") for name in ("event", "entry_page")),
    Page("entry_page", "announced"),
    Page("entry_link_again", "entering"),
    *(Page("entry_request", f"{state}_token") for state in ("unconfirmed", "waiting", "promoted", "refused")),
    *(Page("event", "homologated", query=f"?parte={part}") for part in ("finale", "andamento", "iscritti")),
    *(Page("board", slug) for slug in ("homologated", "running", "announced")),
    Page("hall_board", "running hall_key"),
    *(Page("draws", slug) for slug in ("homologated", "running")),
    Page("draw_step", "homologated round-1"),
    Page("draw_step", "homologated final"),
    *(Page("draw", pk) for pk in ("kingdom_draw", "tables_draw", "promised_draw", "hand_draw")),
    Page("table_result", "homologated 1 1"),
    Page("table_result", "running 1 3"),
    Page("ranking_season", "season"),
    *(Page(name) for name in ("cards", "roll_of_honour")),
    Page("cards_season", "season"),
    Page("player", "player"),
    Page("regulation_version", "version"),
    Page("regulation_text", "version"),
    Page("regulation_text", "version", query="?cerca=fossato"),
    Page("practice_game", "01-first-game 12"),
    Page("play"),
    Page("rulebook", "dominion"),
    Page("rulebook", "megalomania"),
    Page("play_table", "game_seal"),
    Page("play_table", "game_seal", query="?aiuto=1"),
    Page("packs"),
    *(Page("pack", name) for name in ("eok-assumed-1", "mega-assumed-1")),
    Page("api"),
    Page("table_link", "table_token"),
    Page("player_phone", "player_token"),
    *(Page(name, "player_token") for name in ("player_phone_withdraw", "player_phone_comes")),
    Page("own_consent", "own_token"),
    Page("invitation", "invitation_token"),
    Page("notice_mute", "mute_token"),
    Page("club", "club"),
    Page("status"),
    Page("offline"),
)
#: Pages of a signed-in person of the national list, with a record uploaded to the page of games.
PLAYER = (
    *(Page(name) for name in ("ranking", "account", "account_email", "account_change_password", "tokens")),
    *(Page(name) for name in ("account_reauthenticate", "account_logout", "mfa_index", "mfa_list_webauthn")),
    Page("token_revoke", "api_token"),
    *(Page(name) for name in ("my_events", "referee_home")),
    *(Page(name) for name in ("my_games",)),
    Page("event", "homologated"),
    *(Page("event", slug) for slug in ("homologated", "entering")),
    Page("entry_page", "entering"),
    Page("practice_own", "3"),
    Page("organise_event"),
    Page("organiser_request", "organiser_request"),
)
ORGANISER = (
    Page("club_desk", "club"),
    *(Page(name) for name in ("my_events", "event_new", "event_open_file", "account")),
    *(Page("desk", slug) for slug in ("draft", "announced", "checkin", "drawn", "running", "played", "concluded")),
    *(Page("event_edit", slug) for slug in ("draft", "running")),
    Page("event_announce", "draft"),
    *(Page(name, "entering") for name in ("event_open_check_in", "event_move")),
    *(Page(name, "running") for name in ("event_void", "event_stop", "roles", "history")),
    Page("event_unofficial", "checkin"),
    *(Page("entries", slug) for slug in ("draft", "checkin", "running")),
    *(Page("entry_add", "checkin", query) for query in ("", "?q=a")),
    Page("entries", "entering"),
    *(Page("hall", slug) for slug in ("checkin", "running")),
    *(Page(name, "checkin") for name in ("cash", "event_messages", "error_reports")),
    Page("entry_request_refuse", "entering pending_request"),
    Page("entries_import", "checkin"),
    *(Page("consent_papers", slug) for slug in ("announced", "running")),
    *(Page("check_in", slug) for slug in ("checkin", "running")),
    *(Page("round_new", slug) for slug in ("checkin", "short", "played")),
    Page("final_new", "before_final"),
    *(Page("round_desk", f"{slug} 1") for slug in ("drawn", "running", "played")),
    Page("round_undo", "drawn 1"),
    Page("round_no_show", "drawn 1"),
    Page("open_draw", "drawing"),
    Page("round_drawn", "drawn 1"),
    Page("round_close", "full 1"),
    *(Page("event_photos", slug) for slug in ("reported", "concluded")),
    *(Page("prizes", slug) for slug in ("draft", "concluded")),
    *(Page("report", slug) for slug in ("running", "concluded", "reported")),
    Page("job", "job"),
    Page("packs"),
    Page("pack_correct", "eok-assumed-1"),
    *(Page(name, "running") for name in ("player_links", "table_links")),
)
#: Table 1 of the running event is confirmed, table 2 delivered with an error, table 3 empty; table 4 needs a lot.
REFEREE = (
    Page("referee_home"),
    Page("sheet", "running 1 3"),
    *(Page("sheet", f"running 1 {table}", query) for table in (1, 2) for query in ("", "?scrivi")),
    Page("sheet", "running 1 4"),
    Page("table_abandon", "running 1 3"),
    Page("table_abandon", "running 1 4"),
    *(Page("sheet", f"{game} 1 1") for game in OTHER_GAMES),
    *(Page("event", game) for game in OTHER_GAMES),
)
REFERENT = (
    *(Page(name) for name in ("referent", "seasons", "season_new")),
    *(Page(name) for name in ("people", "organisers", "referents")),
    *(Page(name) for name in ("own_place", "my_games", "notices", "claim")),
    *(Page("homologation", slug) for slug in ("reported", "homologated", "wrong")),
    Page("regulations"),
    Page("regulation_copy", "2.0"),
    Page("regulation_documents", "2.0"),
    Page("regulation_edit", "regulation_draft"),
    *(Page("season_edit", season) for season in ("season", "called_season")),
    Page("season_next", "season"),
    Page("past_season_import"),
    Page("past_season", "past_season"),
    *(Page("season_end", season) for season in ("season", "called_season")),
    *(Page("call_up", season) for season in ("season", "lots_season", "called_season")),
    Page("publishing"),
    Page("news_edit", "news"),
    Page("site_text_edit", "contact_text"),
    Page("failed_jobs"),
    Page("erasure_receipt", "receipt"),
    Page("people", query="?q=a"),
    Page("organiser", "hosts"),
    Page("claim_answer", "claim"),
    Page("people_duplicates"),
    Page("people_merge", query="?keep={player}&merge={other_player}"),
    Page("person", "player"),
    Page("person_edit", "player"),
    Page("ranking_season", "called_season"),
    Page("final_ranking", "final_ranking"),
    Page("own_call", "call_token"),
)
GROUPS = {"visitor": VISITOR, "player": PLAYER, "organiser": ORGANISER, "referee": REFEREE, "referent": REFERENT}

#: Files: paper, tables, pictures.
FILE_ENDS = (
    ".pdf",
    ".csv",
    ".json",
    ".ics",
    ".png",
    ".txt",
    ".xml",
    ".atom",
    "/file/",
    "/rapporto/foto/<int:pk>/",
    "eventi/<slug:slug>/foto/",
    "schemas/",
    "/consensi/<int:pk>/",
    "/documento/<str:language>/",
    "<str:language>.<str:kind>",
)
#: URLs that accept only POST; ``test_axe`` verifies it.
POST_ONLY = frozenset(
    {
        *("account_consent", "event_close_check_in", "event_conclude", "event_official", "role_revoke", "walk_in"),
        *("entry_restore", "entries_open", "hall_open"),
        *("event_move_withdraw", "todo_answer", "person_erase", "pair_decide", "pair_take_back"),
        *(
            "practice_delete",
            "invitation_resend",
            "invitation_withdraw",
            "referent_end",
            "organiser_request_withdraw",
            "member_end",
            "push_device",
            "follow_club",
            "call_reply",
            "claim_back",
        ),
        *("entries_present", "entry_act", "entry_accept", "entry_withdraw", "entry_request_approve"),
        *("round_clock", "table_call", "photo_remove", "winner_photo_show", "winner_photo_hide", "print_pack"),
        *("sheet_preview", "sheet_confirm", "table_lots", "table_note", "table_photo", "table_help"),
        *("table_link_preview", "table_link_confirm", "table_link_lots", "table_link_photo", "table_link_help"),
        *(
            "player_phone_consent",
            "player_phone_leave",
            *("player_phone_error", "player_phone_photos"),
            *("cash_pay", "cash_price_remove", "error_report_done", "prize_end", "past_season_delete"),
            "player_phone_confirm",
            "player_phone_help",
        ),
        *("player_links_mail", "player_link_renew", "link_revoke", "help_close"),
        *("mail_choice", "own_error", "erasure_ask", "erasure_withdraw", "account_close", "sessions_end"),
        *(
            "regulation_publish",
            "regulation_discard",
            "regulation_document_remove",
        ),
    }
)
#: Redirects, fragments of pages that are checked as a whole, or responses read by the browser only. A game that is not
#: over redirects from its steps; ``test_play`` looks at those of one that is.
NO_PAGE = frozenset(
    f"mailed_{name}" for name in ("authorisations", "error_reports", "consents", "requests", "erasures", "claims")
)
NO_PAGE |= frozenset({"play_watch", "play_lesson", "play_resume", "set_language", "board_part", "board_events"}) | {
    *("own_name", "follows", "notice_choices", "sessions", "own_data"),
    "hall_part",
    "hall_events",
    "player_news",
    "desk_news",
    "event_news",
    "service_worker",
    "manifest",
    "favicon",
    "health_live",
    "health_ready",
    "metrics",
}
#: Pages that a step of a sign-in or a confirmed identity opens; ``test_passkeys`` looks at them on its way.
SIGN_IN_STEPS = frozenset(
    {
        *("account_email_verification_sent", "account_set_password", "account_confirm_login_code"),
        *(
            "mfa_authenticate",
            "mfa_reauthenticate",
            "mfa_activate_totp",
            "mfa_deactivate_totp",
            "mfa_view_recovery_codes",
        ),
        *(
            "mfa_generate_recovery_codes",
            "mfa_download_recovery_codes",
            "mfa_add_webauthn",
            "mfa_reauthenticate_webauthn",
        ),
        *("mfa_remove_webauthn", "mfa_edit_webauthn", "mfa_login_webauthn", "mfa_signup_webauthn"),
    }
)


#: For programs: not pages, except the list of operations.
API = "api/v1/"


def addresses(
    patterns: list[URLPattern | URLResolver] | None = None, before: str = ""
) -> Iterator[tuple[str, str, URLPattern]]:
    """Yield every address of the site as (route, name, pattern), except Django's own administration."""
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(entry.pattern)
        if route.startswith(API) and route != API:
            continue
        if isinstance(entry, URLPattern):
            yield route, entry.name or "", entry
        elif route != "admin/":
            yield from addresses(entry.url_patterns, route)
