"""The application of the tournament."""

from importlib import import_module
from pathlib import Path

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

#: Kinds of Jobs that are mails: name, which stands in their rows, and function.
_MAILS = (
    ("mail", "tournament.delivery.mail.send_mail_job"),
    ("link_mail", "tournament.access.links.send_link_job"),
    ("invitation_mail", "tournament.access.invitations.send_invitation_job"),
    ("account_mail", "tournament.delivery.account_mail.send_account_mail_job"),
    ("password_mail", "tournament.delivery.account_mail.send_password_job"),
)


class TournamentConfig(AppConfig):
    """App of people, events, rounds, tables, sheets, draws and reports."""

    name = "tournament"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        from games import packs
        from tournament.access import api_tokens
        from tournament.card_packs.selectors import DATABASE_PACK_SOURCE
        from tournament.delivery import waiting, waiting_kinds
        from tournament.delivery.attachments import attachment_add
        from tournament.delivery.jobs import job_kind_add
        from tournament.delivery.mail import mail_facts_add
        from tournament.federation.waiting import KINDS as FEDERATION_KINDS
        from tournament.live import hub as live
        from tournament.records.waiting import KINDS as RECORD_KINDS
        from tournament.regulation import parameters as regulation
        from tournament.regulation_versions.selectors import DATABASE_REGULATION_SOURCE
        from tournament.reports.mails import report_mail_facts
        from tournament.web import locale
        from tournament.web.account import second_factor, sessions, staff_session

        for table in Path(self.path).glob("*/refusals.py"):
            import_module(f"tournament.{table.parent.name}.refusals")
        api_tokens.connect()
        live.connect()
        locale.connect()
        sessions.connect()
        staff_session.connect()
        second_factor.connect()
        packs.add_source(DATABASE_PACK_SOURCE)
        regulation.add_source(DATABASE_REGULATION_SOURCE)
        attachment_add("report", "tournament.printing.documents.report_attachment")
        mail_facts_add("report_arrived", report_mail_facts)
        for kinds in (waiting_kinds.KINDS, FEDERATION_KINDS, RECORD_KINDS):
            waiting.kinds_add(kinds)
        for name, function in _MAILS:
            job_kind_add(name, function, queue="mail")
        job_kind_add("push", "tournament.delivery.push.send_push_job", queue="mail", subject=_("Notice on a device"))
        job_kind_add("print_pack", "tournament.printing.pack.print_pack", queue="print", subject=_("Pack of printouts"))
        job_kind_add("draw", "tournament.rounds.presses.draw_job")
