"""The Jupyter panel: a puzzle's model to play with, by buttons or from code."""

from ilpuzzles.panel.panel import Panel

__all__ = ["Panel"]
