"""Questions about any model, to any backend; every answer is checked row by row."""
