"""Independent rule checkers: plain data in, violations out; standard library only.

They share no code with the formulations, so that a mistake in one of them shows. Each family of
puzzles names its own, see `PuzzlePosition.violations`; so only that one is imported.
"""
