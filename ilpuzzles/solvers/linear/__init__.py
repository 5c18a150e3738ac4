"""Linear programs: HiGHS, and exact vertices."""
