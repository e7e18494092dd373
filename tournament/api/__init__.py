"""Tournament API: reading of public data, and writing of results with a token. See ``docs/api.md``.

An operation does what a view does: it parses, calls one selector or one service, and answers. No rule is implemented
here, and a client without a token sees what the public pages show, by the same selectors.
"""
