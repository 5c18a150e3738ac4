"""Optional packages, imported where they are used; one that is missing is named with its extra."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ilpuzzles.errors import IlpuzzlesError


class ExtraMissingError(IlpuzzlesError, ImportError):
    """A package of an extra is not installed here."""

    # ImportError has a __str__ of its own, which would win over the one-line form.
    __str__ = IlpuzzlesError.__str__


def require_extra(module: str, extra: str | None, purpose: str) -> ModuleType:
    """Imports a package that comes with an extra, or raises an `ExtraMissingError`.

    `module` is the name to import, such as `"plotly.graph_objects"`, `extra` the extra that brings
    it, such as `"viz"` (`None` for a dependency that a slim installation leaves out), and `purpose`
    what needs it, as the subject of a sentence.

    Example:
        >>> require_extra("json", "viz", "a page").__name__
        'json'
        >>> require_extra("no_such_package.part", "viz", "a page in 3-D")
        Traceback (most recent call last):
        ilpuzzles.extras.ExtraMissingError: a page in 3-D needs no_such_package, which is not \
installed here; pip install 'ilpuzzles[viz]'
    """
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ImportError as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name == package
        why = "is not installed here" if missing else f"cannot be imported ({error})"
        what = f"{purpose} needs {package}, which {why}"
        # The line says all that the traceback of the import does.
        remedy = f"'ilpuzzles[{extra}]'" if extra else package
        raise ExtraMissingError(what, f"pip install {remedy}") from None
