"""End the roles Referent of a region, auditor and writer of the news, with their invitations and notices."""

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

GRANTS = ("regional", "auditor", "publisher")


def roles_end(apps: Any, schema_editor: Any) -> None:
    """Delete the groups, by which their accounts lose the rights, and what stands for them elsewhere."""
    named = Q(name__startswith="referent:") | Q(name__in=("auditor", "publisher"))
    apps.get_model("auth", "Group").objects.filter(named).delete()
    apps.get_model("tournament", "Invitation").objects.filter(grant__in=GRANTS).delete()
    codes = [code for grant in GRANTS for code in (f"role_{grant}", f"{grant}_ended")]
    apps.get_model("tournament", "Notice").objects.filter(code__in=codes).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0073_card_packs_as_json"),
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(roles_end, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='invitation',
            name='invitation_to_one_thing',
        ),
        migrations.RemoveConstraint(
            model_name='invitation',
            name='invitation_region_of_regional',
        ),
        migrations.RemoveField(
            model_name='historicalinvitation',
            name='region',
        ),
        migrations.RemoveField(
            model_name='invitation',
            name='region',
        ),
        migrations.AlterField(
            model_name='historicalinvitation',
            name='grant',
            field=models.CharField(choices=[('organiser', 'organiser'), ('referee', 'referee'), ('photo', 'photographs'), ('member', 'member of an organiser'), ('referent', 'National Referent')], max_length=12, verbose_name='part'),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='grant',
            field=models.CharField(choices=[('organiser', 'organiser'), ('referee', 'referee'), ('photo', 'photographs'), ('member', 'member of an organiser'), ('referent', 'National Referent')], max_length=12, verbose_name='part'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', True), ('grant', 'referent'), ('organiser__isnull', True)), models.Q(('event__isnull', True), ('grant', 'member'), ('organiser__isnull', False)), models.Q(('event__isnull', False), ('grant__in', ['organiser', 'referee', 'photo']), ('organiser__isnull', True)), _connector='OR'), name='invitation_to_one_thing'),
        ),
    ]
