from datetime import date
from typing import Any

from django.db import migrations
from django.db.models import Q
from tournament.regulation.ages import ADULT


def hide(apps: Any, schema_editor: Any) -> None:
    """Store who answers for the minors entered so far, and hide the names of those for whom nobody does."""
    people = apps.get_model("tournament", "Person").objects
    requests = apps.get_model("tournament", "EntryRequest").objects.filter(state="entered").exclude(guardian_name="")
    for person, guardian in requests.order_by("pk").values_list("person_id", "guardian_name"):
        people.filter(pk=person).update(guardian_name=guardian)
    today = date.today()
    born_after = date(today.year - ADULT, today.month, min(today.day, 28))
    consents = apps.get_model("tournament", "Consent").objects
    signed = consents.filter(source="paper", given=True, entry=None).values("person")
    shown = Q(consent=True) | Q(entries__consent=True)
    minors = people.filter(shown, birth_date__gt=born_after, guardian_name="").exclude(pk__in=signed)
    for pk in list(minors.values_list("pk", flat=True).distinct()):
        consents.create(person_id=pk, given=False, source="age")
        people.filter(pk=pk).update(consent=False)
        apps.get_model("tournament", "Entry").objects.filter(person=pk, consent=True).update(consent=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0086_guardians'),
    ]

    operations = [
        migrations.RunPython(hide, migrations.RunPython.noop),
    ]
