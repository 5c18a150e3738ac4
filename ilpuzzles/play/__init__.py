"""A board that answers while one plays: how many solutions are left, what is sure, and why."""
