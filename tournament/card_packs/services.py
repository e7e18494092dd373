"""Create card pack versions: the edited file of a pack becomes a new version; no version ever changes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction

from games.findings import Finding
from games.packs import Change, Figure, find_changes
from tournament.card_packs.refusals import PackHasErrors
from tournament.card_packs.selectors import PackDetails, pack_details
from tournament.core.audit import By
from tournament.core.numbers import whole_number
from tournament.core.refusals import AlreadyDone
from tournament.models import CardPack
from tournament.regulation.refused import Refused

_LABEL: Final = re.compile(r"[a-z][a-z0-9]{1,19}")
#: Label in the names of the versions shipped with the games.
SHIPPED_LABEL: Final = "assumed"


@dataclass(frozen=True, slots=True)
class PackPreview:
    """The effect of a correction.

    Arguments:
        changes: every figure that differs or is confirmed, with its old and new value.
        findings: every reason against it. text: the new pack, if there is no such reason.
        is_new: whether the new pack differs from the corrected one.
    """

    changes: tuple[tuple[Figure, Change], ...]
    findings: tuple[Finding, ...]
    text: str = ""
    is_new: bool = False


def _get_details(name: str) -> PackDetails:
    facts = pack_details(name)
    if facts is None:
        raise Refused("PACK_MISSING", name=name)
    return facts


def pack_preview(
    *, based_on: str, edited: str, note: str = "", all_compared: bool = False, name: str = ""
) -> PackPreview:
    """Return what an edited pack would change, and every reason against it, without storing anything.

    Arguments:
        based_on: the version that is corrected. edited: its file, edited. note: the source of the new figures.
        all_compared: whether every figure was compared with the printed cards. name: of the new version.
    Errors: PACK_MISSING.
    """
    facts = _get_details(based_on)
    unreadable = facts.format.shape(edited)
    if unreadable:
        return PackPreview((), unreadable)
    changes, reasons = find_changes(facts.format, facts.text, edited, note.strip(), all_compared=all_compared)
    pairs = tuple((figure, changes[figure.path]) for figure in facts.figures if figure.path in changes)
    printed = all_compared or facts.line.is_printed
    # A figure that cannot be changed stays as it was, so that everything else is checked in the same pass.
    text = facts.format.corrected(facts.text, name=name or based_on, changes=changes, printed=printed)
    findings = (*reasons, *facts.format.check(text))
    is_new = bool(changes) or facts.format.is_printed(text) != facts.line.is_printed
    return PackPreview(pairs, findings, "" if findings else text, is_new)


def _next_name(prefix: str, label: str) -> str:
    stem = f"{prefix}-{label}-"
    taken_names = CardPack.objects.filter(name__startswith=stem).values_list("name", flat=True)
    numbers = [whole_number(name.removeprefix(stem)) for name in taken_names]
    return f"{stem}{max(numbers, default=0) + 1}"


@transaction.atomic
def pack_add(*, based_on: str, edited: str, label: str, note: str, by: By, all_compared: bool = False) -> CardPack:
    """Add a new version of a pack: its file, edited. Atomic.

    Arguments:
        label: the word between the game's prefix and the number, e.g. ``"lucca"``: ``eok-lucca-1``, then ``-2``.
        note: the source of the new figures; it is stored with them.
        all_compared: whether the user declares that every figure was compared with the printed cards; then it is the
            pack of the printed cards.
    Errors: PACK_MISSING, PACK_LABEL, PACK_NOTE_MISSING, PackHasErrors, PACK_UNCHANGED, AlreadyDone.
    """
    facts = _get_details(based_on)
    word = label.strip().lower()
    if not _LABEL.fullmatch(word) or word == SHIPPED_LABEL:
        raise Refused("PACK_LABEL", value=label.strip())
    source = " ".join(note.split())
    if not source:
        raise Refused("PACK_NOTE_MISSING")
    name = _next_name(facts.format.prefix, word)
    preview = pack_preview(based_on=based_on, edited=edited, note=source, all_compared=all_compared, name=name)
    if preview.findings:
        raise PackHasErrors(count=len(preview.findings), findings=preview.findings)
    if not preview.is_new:
        raise Refused("PACK_UNCHANGED", name=based_on)
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
