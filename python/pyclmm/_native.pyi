"""The native module: requests and replies as python/src/request.h has them. Not for users of pyclmm."""

from typing import List, Optional

version: str

class Launch:
    kernel: str
    global_size: List[int]
    local_size: List[int]
    offset: List[int]
    sub_group_size: int
    arguments: List[str]
    definitions: List[str]
    include_paths: List[str]

class Request:
    text: Optional[str]
    name: str
    models: List[str]
    switches: List[str]
    timeout: Optional[float]
    engine: str
    unroll: int
    executions: bool
    outcomes: bool
    launch: Launch

class DrawRequest:
    format: str
    select: str
    show: List[str]
    hide: List[str]
    initial: bool
    theme: str
    legend: bool

class Problems:
    @property
    def json(self) -> str: ...
    @property
    def lines(self) -> str: ...

class Reply:
    @property
    def json(self) -> str: ...
    @property
    def pictures(self) -> List[str]: ...
    @property
    def unknown(self) -> str: ...
    @property
    def warnings(self) -> str: ...
    @property
    def problems(self) -> Optional[Problems]: ...

def model_names() -> List[str]: ...
def check(request: Request, /) -> Reply: ...
def explain(request: Request, state: str, reasons: int, /) -> Reply: ...
def draw(request: Request, how: DrawRequest, /) -> Reply: ...
def compare(request: Request, /) -> Reply: ...
