"""Statistics of simulated games of a round's set-up, stored once per set-up and number of players."""

from django.db import models


class Plausibility(models.Model):
    """Histograms made by Jobs; ``data`` is what the game's own ``plausibility`` module writes and reads.

    While Jobs still play parts of the games, ``data`` has ``parts_left``, the first and last number of each, and
    ``counted``, the histograms of the others.
    """

    game = models.CharField(max_length=40)
    #: The set-up on one line, in an order that does not depend on the draw.
    setup = models.CharField(max_length=300)
    players = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    data = models.JSONField()
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "setup", "players"], name="plausibility_once")]
