"""Backup and restore of a whole installation: the database with the photos and papers, in one sealed archive.

``archive`` handles files and checksums, ``databases`` the two database engines, ``verification`` the invariants of
a championship; ``making`` and ``restoring`` hold the two operations, ``erasures`` the erasures to repeat after an
older backup.
"""
