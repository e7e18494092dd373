"""The demonstration season: an invented championship, played through the services by the engine's own bots."""
