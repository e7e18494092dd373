"""The regulation as pure functions: no Django, no clock, no database, no global random state.

Every function's docstring starts with the article it implements; the readings of what the text leaves open (AMB-nn)
and the numbered requirements (REQ-nnn) are those of ``docs/rules/regulation.md``.
"""

from tournament.regulation import refusals  # noqa: F401  Any module of the package may refuse.
