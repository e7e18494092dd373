"""A mail of each kind and variant, as the site writes it: name of the template and what it is told."""

from __future__ import annotations

from typing import Any

SITE = "https://fossato.example"
_FACTS = "Quando\tsabato 12 dicembre 2026, ore 14:30\nDove\tLa Bottega del Drago, Trieste\nPrezzo\t8 €"
_EVENT = {"event": "Torneo di Santa Lucia", "day": "12 dicembre 2026", "place": "La Bottega del Drago, Trieste"}
_OWN = {
    "facts": _FACTS,
    "name": "Marta",
    "player": "Marta Černigoj",
    "path": "/eventi/torneo-di-santa-lucia-2026/",
    "page_path": "/g/Wm9uZGFnLXNlY3JldC10b2tlbi1vZi1hLXBhZ2U/",
    **_EVENT,
}
_REQUEST = {**_OWN, "page_path": "/i/Wm9uZGFnLXNlY3JldC10b2tlbi1vZi1hLXBhZ2U/"}
_CHILD = {"name": "Paola Neri", "child": "Ada Neri"}
_FINAL = {"name": "Marta", "season": "2026-2027", "path": "/ranking/2026-2027/", "call_path": "/convocazione/c2VjcmV0/"}
_OWN_PATH = {"own_path": "/c/Wm9uZGFnLXNlY3JldA/"}
_INVITATION = {"address": f"{SITE}/invito/c2VjcmV0/", "until": "14 dicembre 2026", "inviter": "Tito Zorzi"}


def _notice(code: str, path: str = "/io/partite/", **params: Any) -> tuple[str, dict[str, Any]]:
    return "notice", {"notice": code, "params": {"event": _EVENT["event"], **params}, "path": path, "name": "Marta"}


#: Variant -> name of the mail, and its context.
SAMPLES: dict[str, tuple[str, dict[str, Any]]] = {
    "account_changed": (
        "account_changed",
        {"change": "è stata creata una chiave API", "ip": "192.0.2.7", "agent": "Mozilla/5.0 (X11; Linux) Firefox/140"},
    ),
    "account_code": ("account_code", {"code": "K7Q2MX"}),
    "account_exists": ("account_exists", {}),
    "account_sign_in_code": ("account_sign_in_code", {"code": "M3X9TA"}),
    "password_reset": ("password_reset", {"path": "/accounts/password/reset/key/3-c2VjcmV0/", "name": "marta"}),
    "registration": ("registration", {**_OWN, **_OWN_PATH, "facts": f"{_FACTS}\nNome\tcompare come Marta Černigoj"}),
    "registration_child": ("registration", {**_OWN, **_CHILD}),
    "registration_bare": ("registration", {**_OWN, "page_path": ""}),
    "entry_confirm": ("entry_confirm", _REQUEST),
    "entry_known": ("entry_known", _REQUEST),
    "entry_pending": ("entry_pending", _REQUEST),
    "entry_waiting": ("entry_waiting", {**_REQUEST, "position": 4}),
    "entry_promoted": ("entry_promoted", {**_REQUEST, "until": "10 dicembre 2026, 18:00"}),
    "entry_refused": ("entry_refused", {**_REQUEST, "reason": "I posti sono per i soci."}),
    "entry_withdrawn": ("entry_withdrawn", _OWN),
    "event_tomorrow": ("event_tomorrow", {**_OWN, "facts": f"{_FACTS}\nTavolo\t3, sedia 2"}),
    "event_tomorrow_child": ("event_tomorrow", {**_OWN, **_CHILD}),
    "event_cancelled": ("event_cancelled", {**_OWN, "reason": "La sala è chiusa."}),
    "event_moved": ("event_moved", {**_OWN, "earlier": "5 dicembre 2026"}),
    "event_moved_request": ("event_moved", {**_REQUEST, "earlier": "8 dicembre 2026", "is_request": True}),
    "event_start_changed": ("event_start_changed", {**_OWN, "start": "15:00"}),
    "event_start_open": ("event_start_changed", {**_OWN, "start": "", "page_path": ""}),
    "event_message": ("event_message", {**_OWN, "text": "Portate un documento.\nSi entra dal cortile."}),
    "participant_link": ("participant_link", {**_OWN, "address": f"{SITE}/g/Wm9uZGFnLXNlY3JldA/"}),
    "tables_published": ("tables_published", {**_OWN, "round": 2, "table": 3, "seat": 1, "path": "/g/c2VjcmV0/"}),
    "final_published": ("tables_published", {**_OWN, "round": 4, "table": 1, "seat": 1, "is_final": True}),
    "own_link": ("own_link", {"name": "Marta", "address": f"{SITE}/c/Wm9uZGFnLXNlY3JldA/"}),
    "consent_changed": ("consent_changed", {"name": "Marta", "given": True, "source": "account", "path": "/io/"}),
    "consent_of_event": ("consent_changed", {**_OWN, **_OWN_PATH, "given": False, "source": "desk"}),
    "record_changed": ("record_changed", {"name": "Marta", "path": "/io/"}),
    "record_claimed": ("record_claimed", {"name": "Marta", "account": "m…@esempio.it", **_OWN_PATH}),
    "call_up": ("call_up", {**_FINAL, "rank": 7, "where": "Lucca, 27 gennaio 2027", "deadline": "10 gennaio 2027"}),
    "call_up_open": ("call_up", {**_FINAL, "rank": 7}),
    "call_up_reminder": ("call_up_reminder", {**_FINAL, "deadline": "8 gennaio 2027"}),
    "call_up_lapsed": ("call_up_lapsed", _FINAL),
    "call_up_withdrawn": ("call_up_withdrawn", {**_FINAL, "reason": "La finale cambia data."}),
    "invitation": ("invitation", {**_EVENT, **_INVITATION, "role": "arbitro"}),
    "invitation_club": ("invitation", {**_INVITATION, "club": "Circolo del Ponte"}),
    "role_given": ("role_given", {**_OWN, "role": "arbitro", "path": "/arbitro/"}),
    "role_ended": ("role_ended", {**_OWN, "role": "arbitro", "reason": "Non può venire."}),
    "report_due": (
        "report_due",
        {"name": "Tito", **_EVENT, "deadline": "19 dicembre 2026 23:59", "path": "/eventi/torneo-di-santa-lucia-2026/"},
    ),
    "regulation_published": (
        "regulation_published",
        {
            "name": "Tito",
            "number": "2.1",
            "day": "1º gennaio 2027",
            "text": "Il testo della federazione.",
            "changes": ["giocatori minimi: 13"],
            "path": "/regolamento/2.1/",
        },
    ),
    "report_arrived": (
        "report_arrived",
        {
            "name": "Tito",
            "event": _EVENT["event"],
            "lines": ["Posto\tNome\tPunti", "1\tMarta Černigoj\t4,5", "2\tOmar Deledda\t3"],
            "path": "/referente/omologazioni/torneo-di-santa-lucia-2026/",
        },
    ),
    "jobs_failed": ("jobs_failed", {"count": 2, "lines": ["mail: 2"], "path": "/referente/lavori/"}),
    "notice_result": _notice("result_ratified", "/eventi/torneo-di-santa-lucia-2026/"),
    "notice_refused": _notice("not_authorised", "/organizza/torneo-di-santa-lucia-2026/", text="Manca la città."),
    "notice_called": _notice("table_called", round=2, table=3),
    "notice_requests": _notice("entry_requests", "/organizza/torneo-di-santa-lucia-2026/iscritti/", number=2),
    "notice_followed": _notice("event_announced", "/eventi/torneo-di-santa-lucia-2026/", city="Trieste"),
}
