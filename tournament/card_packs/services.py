"""Create card pack versions: a pack is copied and corrected into a new version; no version ever changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction

from games.findings import Finding
from games.packs import ASSUMED, Change, Figure, find_changes
from tournament.card_packs.errors import (
    PackHasErrors,
    PackLabelWrong,
    PackMissing,
    PackNotConfirmed,
    PackNoteMissing,
    PackUnchanged,
)
from tournament.card_packs.selectors import PackDetails, pack_details
from tournament.core.audit import By
from tournament.core.errors import AlreadyDone
from tournament.core.numbers import whole_number
from tournament.models import CardPack

_LABEL: Final = re.compile(r"[a-z][a-z0-9]{1,19}")
#: Label in the names of the versions shipped with the games.
SHIPPED_LABEL: Final = "assumed"


@dataclass(frozen=True, slots=True)
class PackPreview:
    """The effect of a correction.

    Arguments:
        changes: every figure that differs or is confirmed, with its old and new value.
        findings: every reason against it. text: the new pack, if there is no such reason.
    """

    changes: tuple[tuple[Figure, Change], ...]
    findings: tuple[Finding, ...]
    text: str = ""


def _get_details(name: str) -> PackDetails:
    facts = pack_details(name)
    if facts is None:
        raise PackMissing(name=name)
    return facts


def pack_preview(
    *,
    based_on: str,
    values: Mapping[str, str],
    confirmed: Collection[str] = (),
    note: str = "",
    printed: bool = False,
    name: str = "",
) -> PackPreview:
    """Return what a correction would change, and every reason against it, without storing anything.

    Arguments:
        based_on: the version that is corrected. values: the typed values, by figure.
        confirmed: figures compared with the printed cards. note: the source of the new figures.
        printed: whether it is to be the pack of the printed cards. name: of the new version.
    Errors: PackMissing.
    """
    facts = _get_details(based_on)
    changes, unreadable = find_changes(facts.figures, values, confirmed, note.strip())
    pairs = tuple((figure, changes[figure.path]) for figure in facts.figures if figure.path in changes)
    # An unreadable value keeps its old figure, so that everything else is checked in the same pass.
    text = facts.format.corrected(facts.text, name=name or based_on, changes=changes, printed=printed)
    findings = (*unreadable, *facts.format.check(text))
    return PackPreview(pairs, findings, "" if findings else text)


def _next_name(prefix: str, label: str) -> str:
    stem = f"{prefix}-{label}-"
    taken_names = CardPack.objects.filter(name__startswith=stem).values_list("name", flat=True)
    numbers = [whole_number(name.removeprefix(stem)) for name in taken_names]
    return f"{stem}{max(numbers, default=0) + 1}"


@transaction.atomic
def pack_correct(
    *,
    based_on: str,
    label: str,
    values: Mapping[str, str],
    note: str,
    by: By,
    confirmed: Collection[str] = (),
    printed: bool = False,
    all_compared: bool = False,
) -> CardPack:
    """Add a new version of a pack with some figures corrected or confirmed. Atomic.

    Arguments:
        label: the word between the game's prefix and the number, e.g. ``"lucca"``: ``eok-lucca-1``, then ``-2``.
        note: the source of the new figures; it is stored with them.
        all_compared: whether the user declares that every figure was compared with the printed cards.
        the others: as pack_preview.
    Errors: PackMissing, PackLabelWrong, PackNoteMissing, PackHasErrors, PackNotConfirmed, PackUnchanged, AlreadyDone.
    """
    facts = _get_details(based_on)
    word = label.strip().lower()
    if not _LABEL.fullmatch(word) or word == SHIPPED_LABEL:
        raise PackLabelWrong(value=label.strip())
    source = " ".join(note.split())
    if not source:
        raise PackNoteMissing
    if all_compared:
        confirmed = [figure.path for figure in facts.figures]
    name = _next_name(facts.format.prefix, word)
    preview = pack_preview(
        based_on=based_on, values=values, confirmed=confirmed, note=source, printed=printed, name=name
    )
    if preview.findings:
        raise PackHasErrors(count=len(preview.findings), findings=preview.findings)
    _check_printed(facts, preview, printed)
    pack = CardPack(
        game=facts.line.game,
        name=name,
        based_on=based_on,
        text=preview.text,
        is_printed=facts.format.is_printed(preview.text),
        note=source[:200],
        made_by=by,
    )
    try:
        with transaction.atomic():
            pack.save()
    except IntegrityError as same:
        raise AlreadyDone(what=name) from same
    return pack


def _check_printed(facts: PackDetails, preview: PackPreview, printed: bool) -> None:
    """Check a version declared as printed, and that anything changes. Errors: PackNotConfirmed, PackUnchanged."""
    changed = {figure.path for figure, _ in preview.changes}
    assumed_count = sum(figure.provenance == ASSUMED and figure.path not in changed for figure in facts.figures)
    if printed and assumed_count:
        raise PackNotConfirmed(count=assumed_count)
    if not preview.changes and (not printed or facts.line.is_printed):
        raise PackUnchanged(name=facts.line.name)
