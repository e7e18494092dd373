"""Members of an organiser, and requests to become one."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history


class OrganiserMember(models.Model):
    """An account that acts for an organiser, besides the one that is responsible for it (``Organiser.user``)."""

    organiser = models.ForeignKey("tournament.Organiser", models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="organiser_memberships")
    history = audited_history()

    class Meta:
        verbose_name, verbose_name_plural = _("member of an organiser"), _("members of an organiser")
        constraints = [models.UniqueConstraint(fields=["organiser", "user"], name="organiser_member_once")]

    def __str__(self) -> str:
        return f"{self.organiser}: {self.user}"


class OrganiserRequest(models.Model):
    """A request to hold events, written by the account that would be responsible (art. 1.2); the Referent answers."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the Referent")
        ASKED_BACK = "asked_back", _("the Referent asks something")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn by who asked")

    class Kind(models.TextChoices):
        CLUB = "club", _("club or association")
        SHOP = "shop", _("shop")
        LIBRARY = "library", _("games library")
        OTHER = "other", _("something else")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="organiser_requests")
    name = models.CharField(_("name"), max_length=120)
    kind = models.CharField(_("what it is"), max_length=8, choices=Kind, default=Kind.CLUB)
    city = models.CharField(_("city"), max_length=80)
    #: How to reach who answers; read by the Referent alone, as the next two.
    contact = models.CharField(_("contact"), max_length=200)
    reference = models.CharField(_("reference"), max_length=400, blank=True)
    plan = models.TextField(_("plan"))
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    #: The Referent's question, or the reason of a refusal.
    answer = models.TextField(blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    #: When it was written last, or answered.
    changed_at = models.DateTimeField(auto_now=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    #: The organiser that the approval opened.
    organiser = models.ForeignKey(
        "tournament.Organiser", models.SET_NULL, null=True, blank=True, related_name="requests"
    )
    history = audited_history(excluded_fields=["contact", "reference", "plan", "answer"])

    class Meta:
        ordering = ["asked_at", "pk"]
        verbose_name, verbose_name_plural = _("request to organise"), _("requests to organise")
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(state__in=["waiting", "asked_back"]), name="one_open_organiser_request"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Return whether the request waits for the Referent or for an answer to the Referent's question."""
        return self.state in (self.State.WAITING, self.State.ASKED_BACK)
