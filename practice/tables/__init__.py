"""The tables of the three games on pages: what lies where, drawn and in words, for who watches and who plays."""
