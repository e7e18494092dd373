"""Real servers for the tests: a PostgreSQL and a Redis that live as long as the test process."""
