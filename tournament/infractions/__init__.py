"""The register of infractions of an event, with appeals."""
