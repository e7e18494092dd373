"""Texts of the federation on the public pages: news, and texts of some pages."""
