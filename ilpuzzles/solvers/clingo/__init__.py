"""clingo: answer sets."""
