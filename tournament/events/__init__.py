"""Events: life cycle, seasons, next step, history."""
