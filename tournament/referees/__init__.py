"""The register of referees: level, absences, designations to events."""
