"""Tournaments of the championship, from the draft to the homologated result."""

from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, URLValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.history import audited_history
from tournament.models.season import game_name
from tournament.models.stored_sentences import FREE_TEXT, stored_sentence


class Event(models.Model):
    """Articles 1.2 to 1.5. Its state changes only through ``tournament.core.transitions``."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        ANNOUNCED = "announced", _("announced")
        AUTHORISED = "authorised", _("authorised")
        CHECK_IN = "checkin", _("check-in")
        RUNNING = "running", _("running")
        CONCLUDED = "concluded", _("concluded")
        REPORTED = "reported", _("reported")
        HOMOLOGATED = "homologated", _("ratified")
        INVALIDATED = "invalidated", _("invalidated")
        NOT_HOMOLOGATED = "not_homologated", _("not ratified")
        VOID = "void", _("void")

    class Fascia(models.TextChoices):
        I = "I", "I"  # noqa: E741
        II = "II", "II"
        III = "III", "III"

    class CardNames(models.TextChoices):
        REGULATION = "regulation", _("names of the regulation")
        RULEBOOK = "rulebook", _("names of the rulebook")

    class EntryMode(models.TextChoices):
        OPEN = "open", _("open to all: whoever finds a place is entered")
        APPROVAL = "approval", _("by approval: the desk accepts each request")
        CLOSED = "closed", _("closed: only the desk enters players")

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    season = models.ForeignKey("tournament.Season", models.PROTECT, related_name="events")
    organiser = models.ForeignKey("tournament.Organiser", models.PROTECT, related_name="events")
    #: The game of its season; copied here so that queries on tables need no join to the season.
    game = models.CharField(_("game"), max_length=40, default="dominion")
    #: The national final gives no points and has no fascia (AMB-36).
    is_national_final = models.BooleanField(default=False)
    #: Below the minimum an event can be played, but not for the Ranking (AMB-13).
    is_official = models.BooleanField(default=True)
    #: A rehearsal: in no list, mail, feed or Ranking, not authorised by anybody, and it can be deleted.
    is_practice = models.BooleanField(default=False, db_default=False)
    regulation = models.CharField(_("regulation version"), max_length=20)
    fascia_declared = models.CharField(_("declared fascia"), max_length=3, choices=Fascia, default=Fascia.I)
    fascia_effective = models.CharField(_("effective fascia"), max_length=3, choices=Fascia, default=Fascia.I)
    #: The national convention that a fascia III is held in (art. 1.3), and its page.
    convention = models.CharField(_("convention"), max_length=120, blank=True, db_default="")
    convention_url = models.URLField(_("page of the convention"), blank=True, db_default="")
    city = models.CharField(_("city"), max_length=80)
    venue = models.CharField(_("venue"), max_length=120)
    #: Street and number, for the map, the calendar and the mails.
    address = models.CharField(_("street and number"), max_length=120, blank=True, db_default="")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    starts_at = models.TimeField(_("starts at"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    #: A text, for events have reductions: "8 €", "8 €, under 18 free". Paid on the day or at ``payment_url``.
    price = models.CharField(_("price"), max_length=40, blank=True)
    price_covers = models.CharField(_("what the price covers"), max_length=200, blank=True)
    payment_url = models.URLField(
        _("address for paying in advance"), blank=True, validators=[URLValidator(schemes=["https"])]
    )
    entry_mode = models.CharField(_("entries by the players"), max_length=8, choices=EntryMode, default=EntryMode.OPEN)
    #: Hours that a player promoted from the waiting list has to answer; never beyond the check-in.
    answer_hours = models.PositiveSmallIntegerField(
        _("hours to answer from the waiting list"),
        default=48,
        validators=[MinValueValidator(1), MaxValueValidator(240)],
    )
    #: When players may enter themselves; without a limit where empty.
    requests_open_at = models.DateTimeField(_("players may enter from"), null=True, blank=True)
    requests_close_at = models.DateTimeField(_("players may enter until"), null=True, blank=True)
    #: Referees without an account, as named in an imported file; the others have a role.
    referee_name = models.CharField(_("referee"), max_length=160, blank=True)
    description = models.TextField(_("description"), blank=True)
    #: Who answers questions of players; on the public page until the event begins.
    contact_name = models.CharField(_("who answers questions"), max_length=80, blank=True, db_default="")
    contact_phone = models.CharField(_("telephone for questions"), max_length=40, blank=True, db_default="")
    bring = models.CharField(_("what to bring"), max_length=200, blank=True, db_default="")
    language = models.CharField(_("language of the papers"), max_length=2, choices=settings.LANGUAGES, default="it")
    card_names = models.CharField(_("card names"), max_length=12, choices=CardNames, default=CardNames.REGULATION)
    #: Version of the game's figures for the coming rounds; blank is the version shipped with the game.
    pack = models.CharField(_("card pack"), max_length=60, blank=True)
    #: Options of the game for the coming rounds, e.g. {"trade": true}.
    game_options = models.JSONField(_("options of the game"), default=dict, blank=True)
    #: Of a copy that was opened from a file, to be played without a network: the address of the event on its own site.
    home_address = models.URLField(blank=True, db_default="")
    #: When the result of a copy was taken in as the organiser's claim; null for an event that was played here.
    played_elsewhere_at = models.DateTimeField(null=True, blank=True)
    announcement_url = models.URLField(_("address of the announcement"), blank=True)
    announced_on = models.DateField(_("announced on"), null=True, blank=True)
    authorised_at = models.DateTimeField(null=True, blank=True)
    #: Number of rounds chosen by the organiser before round 1; frozen in ``rounds`` when round 1 is drawn (AMB-01).
    rounds_override = models.PositiveSmallIntegerField(
        _("rounds, if not as the regulation says"), null=True, blank=True
    )
    rounds_reason = models.TextField(_("reason for the number of rounds"), blank=True)
    rounds = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(_("minutes of a round"), default=45)
    #: Why the minutes of a round differ from the regulation's; shown to the Referent.
    clock_reason = models.TextField(_("reason for the minutes of a round"), blank=True)
    final_has_clock = models.BooleanField(_("the clock runs in the final too"), default=True)
    #: Why the final has no clock (AMB-34); shown to the Referent.
    final_clock_reason = models.TextField(_("reason for a final without a clock"), blank=True)
    state = models.CharField(max_length=16, choices=State, default=State.DRAFT, db_index=True)
    #: Why the event left the normal lifecycle (refused, void, invalidated) or returned to it.
    state_reason_code = models.CharField(max_length=40, blank=True, default="")
    state_reason_params = models.JSONField(blank=True, default=dict)
    concluded_at = models.DateTimeField(null=True, blank=True)
    forum_report_url = models.URLField(_("address of the published report"), blank=True)
    forum_report_at = models.DateTimeField(_("published on the forum at"), null=True, blank=True)
    #: Deadline if the week of art. 1.2 does not run from the last day: reopened by the Referent, or imported after it.
    report_due_at = models.DateTimeField(_("report due by"), null=True, blank=True)
    #: Shown on top of the public page after the day; only who appears in it decides, see ``reports.photo_privacy``.
    winner_photo = models.ForeignKey(
        "tournament.Photo",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("photo of the winner"),
    )
    fascia_reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # A telephone number is not kept after it was changed.
    history = audited_history(excluded_fields=["contact_name", "contact_phone"])

    class Meta:
        ordering = ["-first_day", "name"]
        verbose_name, verbose_name_plural = _("event"), _("events")
        indexes = [models.Index(fields=["season", "state"])]
        constraints = [
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="event_days_in_order"),
            models.CheckConstraint(
                condition=Q(requests_close_at__gt=F("requests_open_at")), name="event_request_times_in_order"
            ),
            models.CheckConstraint(condition=Q(fascia_declared__in=["I", "III"]), name="event_fascia_declarable"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    def accepts_requests(self, moment: datetime) -> bool:
        """Return whether players may enter themselves at this moment, by the organiser's choice and times."""
        if self.entry_mode == self.EntryMode.CLOSED:
            return False
        is_open = self.requests_open_at is None or self.requests_open_at <= moment
        return is_open and (self.requests_close_at is None or moment < self.requests_close_at)

    @property
    def place(self) -> str:
        """Return venue, street and city in one line."""
        return ", ".join(part for part in (self.venue, self.address, self.city) if part)

    @property
    def needs_least_players(self) -> bool:
        """Return whether the regulation's least number of players holds: it counts, here or on its own site."""
        return self.is_official or bool(self.home_address)

    @property
    def state_reason(self) -> str:
        """Return why the event is in its state, in the reader's language; set it to a reason typed by a person."""
        return stored_sentence(self.state_reason_code, self.state_reason_params)

    @state_reason.setter
    def state_reason(self, text: str) -> None:
        self.state_reason_code, self.state_reason_params = (FREE_TEXT, {"text": text}) if text else ("", {})

    @property
    def game_name(self) -> str:
        """Return the game's name in the reader's language."""
        return game_name(self.game)


class EventRole(models.Model):
    """A role of a user in one event. The National Referent is global: a member of that group."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        REFEREE = "referee", _("referee")
        PHOTO = "photo", pgettext_lazy("part in an event", "photographs")

    event = models.ForeignKey(Event, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="event_roles")
    role = models.CharField(max_length=10, choices=Role)
    history = audited_history()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user", "role"], name="event_role_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


#: From here on the desk cannot change a result any more: the Referent answers for it.
REFERENTS_STATES = (Event.State.REPORTED, Event.State.HOMOLOGATED, Event.State.NOT_HOMOLOGATED, Event.State.INVALIDATED)
#: Roles whose holders see every name and enter results; the other one works with the photos alone.
OF_THE_TABLES = (EventRole.Role.ORGANISER, EventRole.Role.REFEREE)


def photo_path(photo: "Photo", filename: str) -> str:
    """Return the storage path: by event, under the hash of the content, never a name given by a visitor."""
    return f"photos/{photo.event_id}/{photo.sha256[:32]}.jpg"


class Photo(models.Model):
    """Proof that the event took place (art. 1.4), or of a table's paper form."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="photos")
    table = models.ForeignKey("tournament.Table", models.CASCADE, null=True, blank=True, related_name="photos")
    file = models.ImageField(_("photo"), upload_to=photo_path)
    sha256 = models.CharField(max_length=64)
    caption = models.CharField(_("caption"), max_length=200, blank=True)
    added_at = models.DateTimeField(auto_now_add=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    history = audited_history()

    class Meta:
        ordering = ["added_at"]
        constraints = [models.UniqueConstraint(fields=["event", "sha256"], name="photo_once_per_event")]
