"""clmm, a checker of memory models, from Python.

>>> import pyclmm
>>> result = pyclmm.check("examples/message-passing.litmus")
>>> result["verdict"]
'fails'

A test is a path, or its text: a string with a line break in it. Results are what `clmm` prints with `--json`
(docs/json-schema), read into dictionaries and lists; pictures are strings. What cannot be checked raises
`Rejected`; a search that ends before it is done says so as its result, `unknown`, or raises `Undecided`.

Every function may be called from several threads at once, and lets other threads run meanwhile. An interrupt
(Ctrl-C) ends it.
"""

import json
import os
import warnings
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Union

from . import _native

__all__ = ["Launch", "Picture", "Rejected", "TestWarning", "Undecided",
           "check", "compare", "explain", "graph", "models"]
__version__: str = _native.version

Test = Union[str, "os.PathLike[str]"]
Document = Dict[str, Any]


class Rejected(ValueError):
    """What cannot be checked: the text, the model or what is asked for is wrong.

    Its text is what clmm prints, with the line, a caret and a hint. `diagnostics` are all of them as
    dictionaries (`diagnostic` of docs/json-schema/check.schema.json); of the first error there are:

    code, message: `E-SYNTAX` and what is wrong
    file, line, column: where, counted from 1, columns in bytes; None where no place is to blame
    hint: what to do; may be None
    """

    def __init__(self, lines: str, diagnostics: List[Document]) -> None:
        super().__init__(lines.rstrip("\n"))
        self.diagnostics = diagnostics
        first = next(each for each in diagnostics if each["severity"] == "error")
        place = first["at"] or {}
        self.code: str = first["code"]
        self.message: str = first["message"]
        self.hint: Optional[str] = first["hint"]
        self.file: Optional[str] = first["file"]
        self.line: Optional[int] = place.get("line")
        self.column: Optional[int] = place.get("column")


class Undecided(Exception):
    """A search ended before it was done, so that what was found may not be all.

    reason: why; `result`: what was found, as the function would have returned it.
    """

    def __init__(self, reason: str, result: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.result = result


class TestWarning(UserWarning):
    """What is remarked on a test or a model: as text what clmm prints."""


class Launch(NamedTuple):
    """How a kernel of a plain OpenCL C file is run, as the options of `clmm check` say it."""

    global_size: Sequence[int]
    local_size: Sequence[int] = ()
    arguments: Sequence[str] = ()  #: "n=8", "data[8]", "data={1,2,3}", "data[8]=any", …
    kernel: str = ""  #: may be left out where the file has one
    offset: Sequence[int] = ()
    sub_group_size: int = 0  #: 0: a work-group is one sub-group
    definitions: Sequence[str] = ()  #: of macros: "NAME" or "NAME=VALUE"
    include_paths: Sequence[str] = ()


class Picture(str):
    """A picture as text, SVG or DOT. A notebook shows the SVG."""

    def _repr_svg_(self) -> Optional[str]:
        return str(self) if "<svg" in self[:1000] else None


def models() -> List[str]:
    """Names of the models that clmm brings along. Wherever one is asked for, a path to a cat file will do."""
    return _native.model_names()


def check(test: Test, *, model: Optional[str] = None, name: Optional[str] = None,
          switches: Iterable[str] = (), timeout: Optional[float] = None, engine: str = "auto",
          unroll: int = 4, executions: bool = False, outcomes: bool = False,
          launch: Optional[Launch] = None) -> Document:
    """Decides a test under a model: a member of `results` of docs/json-schema/check.schema.json.

    model: a name or a cat file; without it the one of the test's language
    name: what messages call a text; one that ends in .cl is a plain kernel, as is a file's
    switches: of the model, "NAME=VALUE"
    timeout: seconds; when they are over, the verdict is unknown unless what was found decides it
    engine: auto, smt or explicit
    unroll: iterations of a loop whose end is not constant
    executions: count them
    outcomes: list those of a plain kernel, too
    launch: of a plain kernel
    """
    return _answer(_native.check(_request(test, name, _list(model), switches, timeout, engine, unroll,
                                          launch, executions=executions, outcomes=outcomes)))


def explain(test: Test, *, state: str = "", reasons: int = 3, model: Optional[str] = None,
            name: Optional[str] = None, switches: Iterable[str] = (), timeout: Optional[float] = None,
            engine: str = "auto", unroll: int = 4, launch: Optional[Launch] = None) -> Document:
    """Why the condition, or a state such as "x=1; 0:r0=2", is forbidden or allowed, and why the test
    races: docs/json-schema/explain.schema.json. Raises Undecided where there may be more undefined
    behaviour than was found.

    reasons: independent ones to look for at most
    """
    if not 1 <= reasons <= 100:
        raise ValueError("reasons: from 1 to 100")
    request = _request(test, name, _list(model), switches, timeout, engine, unroll, launch)
    return _answer(_native.explain(request, state, reasons))


def graph(test: Test, *, select: str = "witness", format: str = "svg", show: Iterable[str] = (),
          hide: Iterable[str] = (), initial: bool = False, theme: str = "light",
          legend: bool = True, model: Optional[str] = None,
          name: Optional[str] = None, switches: Iterable[str] = (), timeout: Optional[float] = None,
          engine: str = "auto", unroll: int = 4, launch: Optional[Launch] = None) -> List[Picture]:
    """Pictures of executions. Raises Undecided where they may not be those that are meant, or not all.

    select: witness, all, race, forbidden, the number of an outcome ("2"), or a state ("x=1; 0:r0=2")
    format: svg or dot
    show: relations to draw beside the usual ones: names, or expressions of the model's language
    hide: relations not to draw
    initial: also initial writes that nothing reads
    theme: light or dark
    legend: what the relations mean, below the picture
    """
    how = _native.DrawRequest()
    how.format, how.select, how.initial = format, select, initial
    how.show, how.hide = list(show), list(hide)
    how.theme, how.legend = theme, legend
    reply = _native.draw(_request(test, name, _list(model), switches, timeout, engine, unroll, launch), how)
    _accept(reply)
    pictures = [Picture(each) for each in reply.pictures]
    if reply.unknown:
        raise Undecided(reply.unknown, pictures)
    return pictures


def compare(test: Test, models: Iterable[str] = (), *, name: Optional[str] = None,
            switches: Iterable[str] = (), timeout: Optional[float] = None, engine: str = "auto",
            unroll: int = 4) -> Document:
    """A litmus test under several models, side by side: docs/json-schema/compare.schema.json.

    models: names or cat files, also with switches ("opencl-3.0+order-S=psc"); without them those of the
        test's language
    timeout: seconds, for each model
    """
    request = _request(test, name, list(models), switches, timeout, engine, unroll, None)
    return _answer(_native.compare(request))


def _list(model: Optional[str]) -> List[str]:
    return [] if model is None else [os.fspath(model)]


def _request(test: Test, name: Optional[str], words: List[str], switches: Iterable[str],
             timeout: Optional[float], engine: str, unroll: int, launch: Optional[Launch],
             **others: bool) -> "_native.Request":
    if timeout is not None and not 0 < timeout < 1e9:
        raise ValueError("timeout: seconds, more than none")
    request = _native.Request()
    if isinstance(test, str) and "\n" in test:
        request.text, request.name = test, name or "<text>"
    elif name is not None:
        raise ValueError("name: a file has one; a text, with a line break in it, may be given one")
    else:
        request.name = os.fspath(test)
    request.models, request.switches = words, list(switches)
    request.timeout, request.engine, request.unroll = timeout, engine, unroll
    for option, value in others.items():
        setattr(request, option, value)
    if launch is not None:
        native = _native.Launch()
        for field in launch._fields:
            value = getattr(launch, field)
            setattr(native, field, value if isinstance(value, (str, int)) else list(value))
        request.launch = native
    return request


def _accept(reply: "_native.Reply") -> None:
    if reply.warnings:
        warnings.warn(reply.warnings.rstrip("\n"), TestWarning, stacklevel=4)
    if reply.problems is not None:
        raise Rejected(reply.problems.lines, json.loads(reply.problems.json)["diagnostics"])


def _answer(reply: "_native.Reply") -> Document:
    _accept(reply)
    document = json.loads(reply.json)
    if reply.unknown:
        raise Undecided(reply.unknown, document)
    return document
