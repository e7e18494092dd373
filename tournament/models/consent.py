"""Decisions about showing a name, version by version, and the signed papers that prove them (art. 1.6)."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.history import audited_history

#: Version of the text shown with the decision; increase it when the text changes in meaning.
WORDS = "1"


class Consent(models.Model):
    """One decision about a name: rows are added and never changed. The newest row of a scope is in force.

    ``Person.consent`` repeats the newest decision for all events, ``Entry.consent`` the newest one for one event.
    """

    class Source(models.TextChoices):
        MAIL = "mail", _("link mailed to the person")
        ACCOUNT = "account", _("the person’s own account")
        PAPER = "paper", _("signed paper form")
        LINK = "link", _("link handed over at the desk")
        DESK = "desk", _("said at the desk")
        FILE = "file", _("event file")
        MERGE = "merge", _("records joined")
        AGE = "age", _("date of birth: under 18")

    person = models.ForeignKey("tournament.Person", models.CASCADE, related_name="consents")
    #: The entry of the only event it holds for; null if it holds everywhere.
    entry = models.ForeignKey("tournament.Entry", models.CASCADE, null=True, blank=True, related_name="consents")
    given = models.BooleanField(_("given"))
    source = models.CharField(max_length=8, choices=Source)
    words = models.CharField(_("version of the words"), max_length=8, default=WORDS)
    paper = models.ForeignKey(
        "tournament.ConsentPaper", models.SET_NULL, null=True, blank=True, related_name="consents"
    )
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        verbose_name, verbose_name_plural = _("consent"), _("consents")
        constraints = [
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | ~Q(source__in=["link", "desk"]), name="desk_consents_for_one_event"
            ),
        ]


def paper_path(paper: "ConsentPaper", filename: str) -> str:
    """Return the storage path: by event, under the hash of the content, never a name given by a visitor."""
    return f"consents/{paper.event_id}/{paper.sha256[:32]}.jpg"


class ConsentPaper(models.Model):
    """The photo of a signed consent form, with those who signed it; the Referent accepts or refuses it."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the Referent")
        ACCEPTED = "accepted", _("accepted by the Referent")
        REFUSED = "refused", _("refused by the Referent")

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="consent_papers")
    entries = models.ManyToManyField("tournament.Entry", related_name="consent_papers", verbose_name=_("who signed"))
    #: Empty once it is refused, or once a signer's data is erased: the paper itself stays with the organiser.
    file = models.ImageField(_("photo"), upload_to=paper_path, blank=True)
    sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    reason = models.TextField(blank=True)
    added_at = models.DateTimeField(auto_now_add=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    history = audited_history()

    class Meta:
        ordering = ["added_at"]
        verbose_name, verbose_name_plural = _("signed consent form"), _("signed consent forms")
        constraints = [models.UniqueConstraint(fields=["event", "sha256"], name="consent_paper_once_per_event")]

    def __str__(self) -> str:
        return str(_("signed consent form"))
