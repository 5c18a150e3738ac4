"""Twelve classical models, each as briefly as an experienced user of a package states it.

`python -m benchmarks.twelve` counts the lines, takes the seconds and compares the optima.
"""
