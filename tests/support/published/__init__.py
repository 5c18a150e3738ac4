"""The published rules of pencil puzzles, cell by cell and in plain Python.

They share nothing with `ilpuzzles`: what they read is the text of a board as a test has made it.
"""
