"""Statistics of simulated games of a round's set-up, stored once per set-up and number of players."""

from django.db import models


class Plausibility(models.Model):
    """Histograms made by a Job; ``data`` is what the game's own ``plausibility`` module writes and reads."""

    game = models.CharField(max_length=40)
    #: The set-up on one line, in an order that does not depend on the draw.
    setup = models.CharField(max_length=300)
    players = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    data = models.JSONField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "setup", "players"], name="plausibility_once")]
