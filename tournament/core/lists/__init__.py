"""Read a list that somebody made with another program: its letters, its table, the meaning of its columns.

``reading.read_list`` is the one entry; it never writes. What a file does not say for sure is asked
(``reading.ListUnclear``) and answered by a ``Layout``; what cannot be read is refused by row or by column.
"""
