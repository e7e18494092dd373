"""The API of the tournament: what everybody may read, and results written with a token. See ``docs/api.md``.

An operation does what a view does: it parses, calls one selector or one service, and answers. Nothing of a rule is
here, and whoever has no token sees what the public pages show, by the same selectors.
"""
