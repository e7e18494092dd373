"""Versions of the regulation as rows: copied, changed and published by the Referent (art. 1.1)."""
