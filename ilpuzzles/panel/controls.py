"""The widgets of a panel, each with a class name that does not change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from html import escape
from typing import Any

from ilpuzzles.errors import quoted
from ilpuzzles.extras import require_extra
from ilpuzzles.modelling.rows import Group
from ilpuzzles.panel import display as markup
from ilpuzzles.panel.display import Display

Changed = Callable[[str, Any], None]
Pressed = Callable[[str], None]

_BUTTONS = {
    "solve": ("Solve", "look for a solution"),
    "back": ("Back", "show the solution before"),
    "another": ("Another", "show a solution that is different from those before"),
    "count": ("Count", "count the solutions"),
    "explain": ("Explain", "why there is no solution"),
}


class Controls:
    """The widgets: choices, groups as check boxes, buttons, and what is said below.

    `changed` is called with the name and the new value of a choice that the user changes; for a
    group, with `"group"` and its name and whether it is on. `pressed` gets the name of a button.
    """

    def __init__(self, changed: Changed, pressed: Pressed) -> None:
        self._widgets = require_extra("ipywidgets", "notebook", "the panel")
        self._changed = changed
        self._silent = False
        wide = {"description_width": "initial"}
        names = ("preset", "formulation", "backend")
        self.choices: dict[str, Any] = {
            name: self._named(name, self._widgets.Dropdown(description=name, style=wide))
            for name in names
        }
        limit = self._widgets.BoundedFloatText(
            description="time limit in s (0: none)", min=0, max=1e6, step=10, style=wide
        )
        limit.layout.width = "230px"
        self.choices["time limit"] = self._named("time-limit", limit)
        for name, field in self.choices.items():
            self._report(field, partial(changed, name))
        self.buttons = {name: self._button(name, pressed) for name in _BUTTONS}
        self.groups: dict[str, Any] = {}
        self._whys: dict[str, Any] = {}
        self._group_box = self._named("groups", self._widgets.VBox())
        places = ("verdict", "error", "stale", "broken", "page", "count-so-far", "reason", "notes")
        self._said = {name: self._html(name) for name in (*places, "picture")}
        self._model = self._named("model", self._widgets.VBox())
        self._board = self._named("play", self._widgets.VBox())
        self._board.layout.display = "none"
        self.box = self._named("panel", self._widgets.VBox(self._parts()))

    def _parts(self) -> list[Any]:
        """What the panel consists of, from above."""
        style = self._widgets.HTML(markup.STYLE)
        style.layout.display = "none"
        self._model.children = [
            self._widgets.HTML(markup.head("What the model says (untick a line to leave it out)")),
            self._group_box,
            self._row("buttons", *self.buttons.values()),
            *self._said.values(),
        ]
        return [
            style,
            self._row("choices", *self.choices.values()),
            self._row("beside", self._model, self._board),
        ]

    def offer(self, name: str, options: Sequence[tuple[str, Any]], value: Any) -> None:
        """Fills a choice with labels and values, and picks one."""
        choice = self.choices[name]
        with self._quietly():
            if list(choice.options) != list(options):
                choice.options = list(options)
            choice.value = value

    def set_limit(self, seconds: float) -> None:
        """Puts a number into the field of the time limit."""
        with self._quietly():
            self.choices["time limit"].value = seconds

    def show_groups(self, groups: Sequence[Group], off: Sequence[str]) -> None:
        """Shows which groups there are, and which of them are off."""
        if list(self.groups) != [group.name for group in groups]:
            self.groups = {group.name: self._check_box(group.name) for group in groups}
            self._whys = {group.name: self._html("why") for group in groups}
            self._group_box.children = [
                self._named("group", self._widgets.HBox([self.groups[name], self._whys[name]]))
                for name in self.groups
            ]
        with self._quietly():
            for group in groups:
                on = group.name not in off
                self.groups[group.name].value = on
                self._whys[group.name].value = markup.why(group.why, on=on)

    def show_board(self, board: Any | None, line: str) -> None:
        """Shows a board to play on beside the model, or in a line why there is none."""
        if board is None and line:
            board = self._widgets.HTML(markup.remark(line))
        self._board.children = [] if board is None else [board]
        self._board.layout.display = "none" if board is None else ""

    def show(self, display: Display, error: str, notice: str) -> None:
        """Shows what there is to say, what has gone wrong, and what else has happened."""
        said = self._said
        said["verdict"].value = markup.outcome(display.verdict)
        said["error"].value = markup.bad(f"error: {error}") if error else markup.remark(notice)
        said["stale"].value = markup.remark(display.stale)
        said["broken"].value = markup.bad(*display.broken)
        said["page"].value = escape(display.page)
        said["count-so-far"].value = escape(display.count)
        said["reason"].value = markup.lines(display.reason)
        said["notes"].value = escape(display.notes)
        picture = markup.picture(display.title, display.svg, display.letters)
        said["picture"].value = "" if display.played else picture
        for place in said.values():
            place.layout.display = "" if place.value else "none"

    def fail(self, error: str) -> None:
        """Shows what has gone wrong, and leaves everything else."""
        self._said["error"].value = markup.bad(f"error: {error}")
        self._said["error"].layout.display = ""

    def say(self, text: str) -> None:
        """Shows what is being done in the place of the verdict."""
        self._said["verdict"].value = markup.outcome(text)

    def enable(self, **buttons: bool) -> None:
        """Says which buttons can be pressed."""
        for name, able in buttons.items():
            self.buttons[name].disabled = not able

    def lock(self, *, locked: bool) -> None:
        """Takes no clicks while a question is being answered: they would pile up."""
        for field in (*self.choices.values(), *self.groups.values()):
            field.disabled = locked
        if locked:
            self.enable(**dict.fromkeys(self.buttons, False))

    def _check_box(self, name: str) -> Any:
        box = self._widgets.Checkbox(description=name, indent=False, tooltip=quoted(name))
        box.layout.width = "auto"
        self._report(box, lambda on: self._changed("group", (name, on)))
        return box

    def _report(self, widget: Any, tell: Callable[[Any], None]) -> None:
        """Tells every value that the user gives a widget."""

        def report(change: Any) -> None:
            if not self._silent:
                tell(change["new"])

        widget.observe(report, names="value")

    def _button(self, name: str, pressed: Pressed) -> Any:
        label, tip = _BUTTONS[name]
        style = "primary" if name == "solve" else ""
        button = self._widgets.Button(description=label, tooltip=tip, button_style=style)
        button.layout.width = "auto"
        button.on_click(lambda _: pressed(name))
        return self._named(name, button)

    def _row(self, name: str, *parts: Any) -> Any:
        row = self._named(name, self._widgets.HBox(list(parts)))
        row.add_class("ilpuzzles-row")
        return row

    def _html(self, name: str) -> Any:
        return self._named(name, self._widgets.HTML())

    @staticmethod
    def _named(name: str, widget: Any) -> Any:
        widget.add_class(f"ilpuzzles-{name}")
        return widget

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """What is changed inside is not to be reported as the user's change."""
        self._silent = True
        try:
            yield
        finally:
            self._silent = False
