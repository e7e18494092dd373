"""Remove memberships, the register of referees, and the notices of designations, whose sentences are gone."""

from typing import Any

from django.db import migrations


def notices_remove(apps: Any, schema_editor: Any) -> None:
    codes = ("designated", "designation_moved", "designation_declined", "designation_withdrawn")
    apps.get_model("tournament", "Notice").objects.filter(code__in=codes).delete()


class Migration(migrations.Migration):
    dependencies = [("tournament", "0065_simulated_numbers_gone")]

    operations = [
        migrations.RunPython(notices_remove, migrations.RunPython.noop),
        *(
            migrations.DeleteModel(name)
            for name in (
                "Designation",
                "RefereeAbsence",
                "Referee",
                "Membership",
                "HistoricalDesignation",
                "HistoricalRefereeAbsence",
                "HistoricalReferee",
                "HistoricalMembership",
            )
        ),
    ]
