"""Draws by phones, the chain of seals and requests for a second account's agreement are gone."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0075_draws_with_a_press")]

    operations = [
        migrations.RemoveField("draw", "ceremony"),
        migrations.RemoveField("draw", "hand_agreed"),
        migrations.RemoveField("draw", "annulled_agreed"),
        migrations.RemoveField("historicaldraw", "hand_agreed"),
        migrations.RemoveField("historicaldraw", "annulled_agreed"),
        migrations.DeleteModel("DrawAgreement"),
        migrations.DeleteModel("DrawPart"),
        migrations.DeleteModel("DrawSeal"),
        migrations.DeleteModel("DrawCeremony"),
        migrations.DeleteModel("DrawChain"),
        migrations.DeleteModel("DrawRequest"),
        migrations.DeleteModel("HistoricalDrawCeremony"),
        migrations.DeleteModel("HistoricalDrawRequest"),
    ]
