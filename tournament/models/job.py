"""Background jobs. The row is the source of truth: a task receives only its id and may run more than once."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """A print pack, a mail, a sweep.

    ``key`` makes repeated requests one Job; ``lease_until`` lets the sweep reclaim Jobs whose worker died.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=200, unique=True)
    args = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING, db_index=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    result = models.FileField(upload_to="jobs/", blank=True)
    event = models.ForeignKey("tournament.Event", models.CASCADE, null=True, blank=True, related_name="jobs")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
