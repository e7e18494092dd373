"""Remove the text of an event's reason, which 0026 turned into a code with parameters."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0026_state_reason_code")]

    operations = [
        migrations.RemoveField("event", "state_reason"),
        migrations.RemoveField("historicalevent", "state_reason"),
    ]
