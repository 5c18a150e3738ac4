"""The one road from a puzzle's name to a checked answer that draws itself."""
