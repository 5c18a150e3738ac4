"""Where the models of a panel come from: a puzzle of the library, or one of the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ilpuzzles.backends import Options
from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.library import Library
from ilpuzzles.workbench import Experiment, Loaded, experiment, load
from ilpuzzles.workbench.loading import puzzle_parameters, stated_parameters
from ilpuzzles.workbench.plugins import Build

AS_GIVEN = "as given"


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """What a panel starts from, and which other models there are.

    Attributes:
        given: The puzzle and the model as they were given.
        library: Where other presets are looked for.
        build: How the formulation was asked for: a name, a function, or None.
        break_symmetry: What symmetries are broken by, or `off`; also for other presets.
    """

    given: Experiment
    library: Library
    build: str | Build | None = None
    break_symmetry: str = "off"

    @property
    def start(self) -> str:
        """The name of the preset that was given, or `AS_GIVEN`."""
        name = self.given.subject.preset
        return name if name in self._presets() else AS_GIVEN

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets to choose from; what was given is one of them."""
        return (
            tuple(dict.fromkeys([self.start, *self._presets()])) if self._own else self._presets()
        )

    @property
    def formulations(self) -> dict[str, str]:
        """The formulations to choose from, and what they are."""
        subject, name = self.given.subject, self.given.formulation
        known = {}
        if isinstance(subject, Loaded):
            known = {one.name: one.about for one in subject.family.formulations.values()}
        return known if name in known else {name: "a formulation of your own", **known}

    @property
    def _own(self) -> bool:
        """Whether what was given is none of the presets."""
        return self.start == AS_GIVEN

    def _presets(self) -> tuple[str, ...]:
        subject = self.given.subject
        return self.library.presets(subject.name) if isinstance(subject, Loaded) else ()

    def stated(self, preset: str, formulation: str) -> Experiment:
        """The model of a preset in a formulation.

        Only the model that was given has the variables that are fixed in it, and the options that
        speak of its variables and rows.

        Raises:
            UnknownNameError: If there is no such preset or formulation.
            InputError: If the formulation does not suit the puzzle.
        """
        given = self.given
        if preset not in self.presets:
            raise UnknownNameError(unknown_name("preset", preset, self.presets))
        if formulation not in self.formulations:
            raise UnknownNameError(unknown_name("formulation", formulation, self.formulations))
        if preset == self.start and formulation == given.formulation:
            return given
        # Other models are of the library: of one's own there is one preset and one formulation.
        loaded = self._loaded(preset)
        build = self.build if formulation == given.formulation else None
        return experiment(
            loaded,
            formulation=build or formulation,
            options=replace(given.options, hint={}, cover=Options().cover),
        )

    def _loaded(self, preset: str) -> Loaded:
        """The instance; it keeps the values of parameters that the preset leaves open."""
        subject = self.given.subject
        if isinstance(subject, Loaded) and preset == self.start:
            return subject
        name = subject.name
        declared = puzzle_parameters(name, self.library)
        said: Mapping[str, object] = {}
        if declared:
            tree = self.library.tree(self.library.instance_file(name, preset))
            said = stated_parameters(tree, declared, name)
        kept = {key: value for key, value in subject.parameters.items() if key not in said}
        loaded = load(name, preset, parameters=kept, library=self.library)
        return (
            loaded if self.break_symmetry == "off" else loaded.break_symmetry(self.break_symmetry)
        )
