"""Private links (a table's, a participant's) and the actions made with them: confirm, call for help, ask to leave."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history
from tournament.models.stored_sentences import LINK_OF_TABLE, stored_sentence


class PrivateLink(models.Model):
    """A bearer link that grants access without an account.

    It leads to one table's sheet while its round is open, to one participant's page, to a person's decision about their
    name, or to a request to be entered; these last two are only mailed to that person.

    Only the SHA-256 of its token is stored. The token itself is derived from ``salt`` with the server's secret key, so
    that a form printed again carries the same link; read access to the database alone does not suffice to derive it.
    """

    class Kind(models.TextChoices):
        TABLE = "table", _("a table’s sheet")
        PARTICIPANT = "participant", _("a participant’s page")
        OWN = "own", _("a person’s own decision about the name")
        REQUEST = "request", _("a request to be entered")

    kind = models.CharField(max_length=12, choices=Kind)
    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="links")
    table = models.ForeignKey("tournament.Table", models.CASCADE, null=True, blank=True, related_name="links")
    entry = models.ForeignKey("tournament.Entry", models.CASCADE, null=True, blank=True, related_name="links")
    request = models.ForeignKey("tournament.EntryRequest", models.CASCADE, null=True, blank=True, related_name="links")
    salt = models.CharField(max_length=32)
    token_sha256 = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    printed_at = models.DateTimeField(_("printed at"), null=True, blank=True)
    mailed_at = models.DateTimeField(_("mailed at"), null=True, blank=True)
    history = audited_history(excluded_fields=["salt", "token_sha256"])

    class Meta:
        ordering = ["pk"]
        verbose_name, verbose_name_plural = _("private link"), _("private links")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="table", table__isnull=False, entry__isnull=True, request__isnull=True)
                | Q(kind__in=["participant", "own"], table__isnull=True, entry__isnull=False, request__isnull=True)
                | Q(kind="request", table__isnull=True, entry__isnull=True, request__isnull=False),
                name="link_to_one_thing",
            ),
            models.UniqueConstraint(fields=["table"], condition=Q(revoked_at__isnull=True), name="one_live_table_link"),
            models.UniqueConstraint(
                fields=["entry", "kind"], condition=Q(revoked_at__isnull=True), name="one_live_entry_link"
            ),
            models.UniqueConstraint(
                fields=["request"], condition=Q(revoked_at__isnull=True), name="one_live_request_link"
            ),
        ]


class SeatConfirmation(models.Model):
    """A player's confirmation that one version of the table's sheet is right."""

    sheet = models.ForeignKey("tournament.Sheet", models.CASCADE, related_name="confirmations")
    seat = models.ForeignKey("tournament.Seat", models.CASCADE, related_name="confirmations")
    #: The link it came through; null once that link is deleted.
    link = models.ForeignKey(PrivateLink, models.SET_NULL, null=True, related_name="+")
    confirmed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["seat__position"]
        constraints = [models.UniqueConstraint(fields=["sheet", "seat"], name="seat_confirms_once")]


class HelpCall(models.Model):
    """A call for help at a table: open until the desk, or the referee there, closes it."""

    table = models.ForeignKey("tournament.Table", models.CASCADE, related_name="help_calls")
    words = models.CharField(_("what is it about"), max_length=200, blank=True)
    #: Name of the account or the player who calls; blank if the call came through the table's own link.
    caller = models.CharField(max_length=120, blank=True)
    called_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["called_at"]
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(closed_at__isnull=True), name="one_open_call")
        ]

    @property
    def caller_name(self) -> str:
        """Return who calls, in the active language."""
        return self.caller or stored_sentence(LINK_OF_TABLE, {"table": self.table.number})


class LeaveWish(models.Model):
    """A player's wish to leave after this round: applied when the round closes; can be withdrawn until then."""

    entry = models.OneToOneField("tournament.Entry", models.CASCADE, related_name="leave_wish")
    round = models.ForeignKey("tournament.Round", models.CASCADE, related_name="leave_wishes")
    said_at = models.DateTimeField(auto_now_add=True)
