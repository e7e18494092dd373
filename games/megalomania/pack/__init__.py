"""Packs of figures of Megalomania."""
