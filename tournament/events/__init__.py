"""Events: lifecycle, seasons, next step, history."""
