"""Bounded, located reading of what users write: every value knows its line and column."""
