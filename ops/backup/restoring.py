"""Restore a backup: verified before anything changes and again afterwards, and rolled back on any problem."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Q

from ops.backup import databases
from ops.backup.archive import Progress, no_progress, unpack, verify_archive
from ops.backup.erasures import erasures_known, erasures_replay
from ops.backup.errors import BackupError, Damaged, Refused
from ops.backup.making import MEDIA, secret_mark
from ops.backup.verification import Verification, championship_verify
from tournament.core.permissions import NATIONAL_REFERENT

#: Rows of value to users; rows that migrations create themselves are excluded.
USER_DATA_MODELS = ("tournament.Event", "tournament.Person", "tournament.Sheet", "ranking.LedgerEntry", "auth.User")


@dataclass(slots=True)
class Restored:
    """Result of a restore.

    Arguments:
        migrated: migrations of this program that were applied on top of the backup.
        known: problems that the backup had when it was made; new: those it had not.
        erased, to_erase: records erased again, and those that must be erased manually with the reason.
        powers: user names of the accounts that may do most, by what they may.
    """

    manifest: dict[str, Any]
    verification: Verification
    migrated: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    erased: list[int] = field(default_factory=list)
    to_erase: dict[int, str] = field(default_factory=dict)
    powers: dict[str, list[str]] = field(default_factory=dict)


def backup_inspect(path: Path, progress: Progress = no_progress) -> dict[str, Any]:
    """Return the manifest of an archive that is intact and belongs here; change nothing.

    Errors: Damaged; Refused for another kind of database or a newer program.
    """
    try:
        manifest = verify_archive(path, progress)
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}.") from error
    vendor = manifest["vendor"]
    if vendor != connection.vendor:
        origin, local = databases.NAMES.get(vendor, vendor), databases.NAMES[connection.vendor]
        raise Refused(
            f"This is a backup of {origin}; this installation runs on {local}. Restore it where it runs on {origin}; "
            "`manage.py move` carries a whole championship from one kind to the other."
        )
    ours_too = MigrationLoader(None).disk_migrations
    known_migrations = {f"{app}.{name}" for app, name in ours_too}
    installed = {config.label for config in apps.get_app_configs()}
    unknown = [
        migration
        for migration in manifest["migrations"]
        if migration.split(".")[0] in installed and migration not in known_migrations
    ]
    if unknown:
        raise Refused(
            f"The backup was made by a newer program ({manifest['program']}): this one does not know "
            f"{', '.join(unknown)}. Upgrade first, then restore."
        )
    return manifest


def live_rows() -> dict[str, int]:
    """Count the rows of value to users in the current database, by model; empty for an empty database."""
    tables = set(connection.introspection.table_names())
    counts = {}
    for name in USER_DATA_MODELS:
        model = apps.get_model(name)
        counts[name] = model._default_manager.count() if model._meta.db_table in tables else 0
    return {name: number for name, number in counts.items() if number}


def backup_restore(
    *, path: Path, over_live_data: bool = False, keep_anyway: bool = False, progress: Progress = no_progress
) -> Restored:
    """Replace database and media by a backup; roll back unless everything succeeds.

    Arguments:
        over_live_data: the operator knows that the database holds rows, and has confirmed twice.
        keep_anyway: keep the restored data even if ledger, draws or events fail verification.
    Errors: Damaged, Refused, BackupError; nothing has changed then.
    """
    manifest = backup_inspect(path, progress)
    rows = live_rows()
    if rows and not over_live_data:
        raise Refused(f"The database {databases.database_name()} is not empty: {rows}.")
    _check_disk_space(path)
    erasures_before = erasures_known()
    media = Path(settings.MEDIA_ROOT)
    media.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=media.parent, prefix=".restore-") as folder:
        staged = Path(folder)
        try:
            unpack(path, staged, progress)
        except OSError as error:
            raise BackupError(f"No room to unpack: {error.strerror or error}. Nothing was changed.") from error
        with databases.replaced_database(staged / databases.MEMBERS[connection.vendor]), replaced_media(staged / MEDIA):
            restored = _verify_and_migrate(manifest, keep_anyway, progress)
    if erasures_before and erasures_before["lineage"] == manifest["lineage"]:
        restored.erased, restored.to_erase = erasures_replay(carried=erasures_before)
    restored.powers = accounts_with_powers()
    return restored


def accounts_with_powers() -> dict[str, list[str]]:
    """Return the user names of the active accounts that administer the site or are a Referent's."""
    active = User.objects.filter(is_active=True).order_by("username")
    groups = {
        "administration": active.filter(Q(is_staff=True) | Q(is_superuser=True)),
        "National Referent": active.filter(groups__name=NATIONAL_REFERENT),
    }
    return {name: list(users.values_list("username", flat=True)) for name, users in groups.items()}


def _check_disk_space(path: Path) -> None:
    """Check the disk space for the unpacked content and for a second copy of the database.

    Both lie beside the current content. Errors: BackupError.
    """
    folder = Path(settings.MEDIA_ROOT)
    while not folder.exists():
        folder = folder.parent
    free, needed = shutil.disk_usage(folder).free, 3 * path.stat().st_size
    if free < needed:
        raise BackupError(f"{needed >> 20} MB must be free under {folder}, {free >> 20} MB are. Nothing was changed.")


def _verify_and_migrate(manifest: dict[str, Any], keep_anyway: bool, progress: Progress) -> Restored:
    """Compare the restored content with the manifest, migrate it and verify it. Errors: BackupError."""
    restored_facts = databases.current_facts()
    wrong_tables = sorted(name for name, number in manifest["rows"].items() if restored_facts.rows.get(name) != number)
    if wrong_tables or restored_facts.migrations != manifest["migrations"]:
        raise Damaged(f"The restored database is not what was saved: {', '.join(wrong_tables) or 'its migrations'}.")
    call_command("migrate", interactive=False, verbosity=0)
    migrated = sorted(set(databases.current_facts().migrations) - set(manifest["migrations"]))
    verification = championship_verify(progress)
    known_problems = (manifest["verification"] or {}).get("problems", [])
    restored = Restored(manifest, verification, migrated)
    restored.known = [problem for problem in verification.problems if problem in known_problems]
    restored.new = [problem for problem in verification.problems if problem not in known_problems]
    if restored.new and not keep_anyway:
        listing = "\n  ".join(restored.new[:20])
        raise BackupError(
            f"What was restored is not right ({len(restored.new)} problems), so all is as it was before:\n  {listing}\n"
            "To keep it all the same: --keep-anyway."
        )
    return restored


@contextmanager
def replaced_media(source: Path) -> Iterator[None]:
    """Replace the photos and papers by these files; restore the previous ones if the block fails, else delete them.

    Errors: Refused after an interrupted restore.
    """
    media = Path(settings.MEDIA_ROOT)
    aside = media.with_name(media.name + databases.ASIDE_SUFFIX)
    if aside.exists():
        raise Refused(f"An earlier restore was cut off: {aside} is what was there before. See docs/backup.md.")
    source.mkdir(exist_ok=True)
    source.chmod(0o750)
    media_existed = media.exists()
    if media_existed:
        media.rename(aside)
    try:
        source.rename(media)
        yield
    except BaseException:
        shutil.rmtree(media, ignore_errors=True)
        if media_existed:
            aside.rename(media)
        raise
    if media_existed:
        shutil.rmtree(aside)


__all__ = ["Restored", "backup_inspect", "backup_restore", "live_rows", "secret_mark"]
