"""The games on the site outside of events: a table with bots, the lesson, the rulebooks, recorded games."""
