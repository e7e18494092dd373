"""Backup and restore of a whole installation: the database with the photos and papers, in one sealed archive.

``archive`` knows files and checksums, ``databases`` the two databases, ``verification`` what must be true of a
championship; ``making`` and ``restoring`` are the two verbs, ``erasures`` what is done again after an older
backup.
"""
