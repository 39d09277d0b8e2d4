"""Generated kernels, from a seed: who writes what between which barriers.

Every work-item writes elements of its own only, but for atomic operations whose order does not matter and between
barriers that all reach; it reads what others have written after the next barrier. So a kernel has one result,
whatever runs it, and none of its accesses is a race.
"""

import functools
import random
from dataclasses import dataclass, field

from c_integers import INT, UINT, ULONG, convert
from programs import number_in
from statements import SUMS, Block, Statements, Struct, lines
from values import INTEGERS, Array, Kind, Name

BEGIN = {"add": 0, "or": 0, "xor": 0, "max": 0, "min": 2**31 - 1, "and": -1}
OUT = 2          # elements of `out` for each work-item
LOCAL_ITEMS = 8  # the most work-items of a group


@dataclass
class Kernel:
    """Its text in parts that can be left out, what it is launched with, and what it leaves."""
    name: str
    before: list                   # structs, tables and functions
    body: list                     # nodes
    input: tuple                   # Kind, numbers
    out: Kind
    scratch: Kind
    number: int
    has_floats: bool
    launches: list = field(default_factory=list)  # (work-items, of a group): a small one, and one for all

    def text(self):
        head = (f"kernel void {self.name}(global const {self.input[0].name} *in, global {self.out.name} *out, "
                f"global {self.scratch.name} *scratch, global uint *sums, global int *least, global ulong *hash, "
                "int number) {")
        return "\n".join([*lines(self.before, ""), head, *lines(self.body), "}", ""])

    def buffers(self, items):
        """Name, kind, elements at first; in the order of the parameters."""
        return [("in", *self.input), ("out", self.out, [0] * (OUT * items * stride(self.out))),
                ("scratch", self.scratch, [0] * (items * stride(self.scratch))),
                ("sums", Kind(UINT), [BEGIN[name] for name, sign in SUMS if sign]),
                ("least", Kind(INT), [BEGIN[name] for name, sign in SUMS if not sign]),
                ("hash", Kind(ULONG), [0] * items)]


def stride(kind):
    return 4 if kind.lanes == 3 else kind.lanes


class Generator(Statements):
    """A whole kernel."""

    def __init__(self, seed):
        rng = random.Random(f"kernel {seed}")
        super().__init__(rng, f"k{seed}", rng.random() < 0.2)
        self.structs, self.writers, self.exchanged, self.counters = [], [], [], []
        self.atomics = rng.choice([0, 0, 1, 2, 3])
        self.input = Kind(rng.choice(INTEGERS))
        self.out, self.scratch = Kind(rng.choice(INTEGERS), rng.choice([1, 1, 2, 4, 8])), Kind(rng.choice(INTEGERS))

    def kernel(self):
        before = [self.struct(i) for i in range(self.rng.choice([0, 1, 1, 2]))]
        table = self.table() if self.rng.random() < 0.4 else None
        before += [table] if table else []
        before += [self.helper(i) for i in range(self.rng.choice([0, 0, 1, 2]))]
        self.scope.reset([0, 0, 0, 0])
        self.in_kernel = True
        body = self.prelude(table)
        body += [node for _ in range(self.rng.randint(3, 7)) for node in self.uniform(2)]
        body = [*self.counters, *body, *self.ending()]
        numbers = [number_in(self.rng, self.input.element) for _ in range(8)]
        local = self.rng.choice([1, 2, 4, 8])
        small = self.rng.choice([(1, 1), (2, 1), (2, 2), (2, 2), (4, 2)])
        return Kernel(self.name, before, body, (self.input, numbers), self.out, self.scratch,
                      convert(number_in(self.rng, INT), INT), self.has_floats,
                      [small, (local * self.rng.randint(1, 3), local)])

    def table(self):
        kind = Kind(self.rng.choice(INTEGERS))
        return f"constant {kind.name} {self.name}_t[4] = {{{', '.join(self.literal(kind) for _ in range(4))}}};"

    def prelude(self, table):
        items = Kind(UINT)
        self.scope.names += [Name(name, items, False) for name in ("gid", "lid")]
        self.scope.names.append(Name("number", Kind(INT), False))
        self.scope.arrays.append(Array(lambda: "in", self.input, 8, False, "global"))
        if table:
            kind = next(each for each in INTEGERS if each.name == table.split()[1])
            self.scope.arrays.append(Array(lambda: f"{self.name}_t", Kind(kind), 4, False, "constant"))
        body = ["const uint gid = (uint)get_global_id(0);", "const uint lid = (uint)get_local_id(0);",
                "const uint items = (uint)get_local_size(0);"]
        own = [self.shared_array() for _ in range(self.rng.choice([0, 1, 1, 2]))]
        if self.structs and self.rng.random() < 0.3:
            own.append(self.shared_struct())
        own.append(("scratch[gid] = 0;", functools.partial(
            self.share, "scratch", self.scratch, "gid - lid + ({} & (items - 1))", "gid", "global")))
        self.scope.arrays.append(Array(lambda: "out", self.out, 8, True, "global",
                                       f"gid * {OUT} + ({{}} & {OUT - 1})".format))
        for _, becomes_shared in own:
            becomes_shared()
        begun = [*(text for text, _ in own), "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"]
        return [*body, Block("", begun, "", True)]

    def share(self, name, kind, index, own, space):
        """An array that all of the group read, and of which each writes its own element (`exchange`)."""
        self.scope.arrays.append(Array(lambda: name, kind, LOCAL_ITEMS, False, space, index.format))
        self.exchanged.append((f"{name}[{own}]", kind, space))

    def shared_array(self):
        """Its text, and what to do once all have written their elements."""
        kind, name = self.kind(0.25), self.fresh("l")
        own = self.rng.choice(["lid", "items - 1 - lid"])
        return (f"LOCAL {kind.name} {name}[{LOCAL_ITEMS}]; {name}[{own}] = {self.literal(kind)};",
                functools.partial(self.share, name, kind, "{} & (items - 1)", own, "local"))

    def shared_struct(self):
        struct, name, value = self.rng.choice(self.structs), self.fresh("l"), self.fresh("s")
        text = f"LOCAL struct {struct.name} {name}[{LOCAL_ITEMS}]; struct {struct.name} {value} = {self.braced(struct)}; " \
               f"{name}[lid] = {value};"

        def becomes_shared():
            self.add_struct(value, struct)
            self.add_struct(f"{name}[(lid + {self.rng.randrange(4)}) & (items - 1)]", struct, False)
            self.exchanged.append((f"{name}[lid]", struct, "local"))
        return text, becomes_shared

    # ---- what all work-items do alike ----

    def uniform(self, depth):
        choice = self.rng.random()
        if choice < 0.3 and self.exchanged:
            return [self.exchange()]
        if choice < 0.4 and depth:
            return [self.uniform_loop(depth)]
        if choice < 0.45 and depth:
            condition = self.rng.choice(["get_group_id(0) & 1", "number & 1", "get_num_groups(0) > 1", "in[3] & 1"])
            return [Block(f"if ({condition}) {{", self.uniform_body(depth))]
        if choice < 0.5:
            return [self.count_together()]
        return [self.statement(2)]

    def uniform_body(self, depth):
        marks = self.scope.marks()
        body = [node for _ in range(self.rng.randint(1, 2)) for node in self.uniform(depth - 1)]
        self.scope.reset(marks)
        return body

    def uniform_loop(self, depth):
        name, marks, atomics = self.fresh("u"), self.scope.marks(), self.atomics
        self.atomics = 0
        self.scope.names.append(Name(name, Kind(UINT), False))
        block = Block(f"for (uint {name} = 0; {name} < {self.rng.randint(1, 2)}; ++{name}) {{", self.uniform_body(depth))
        self.scope.reset(marks)
        self.atomics = atomics
        return block

    def exchange(self):
        """Each writes its own element, while nobody reads another's."""
        text, kind, space = self.rng.choice(self.exchanged)
        fence = f"barrier(CLK_{space.upper()}_MEM_FENCE);"
        if isinstance(kind, Struct):
            same = [other for other, of in self.scope.structs if of is kind]
            return Block("{", [fence, *[f"{text} = {each};" for each in self.rng.sample(same, 1)], fence], "}", True)
        value = self.fresh("x")
        write = self.rng.choice([f"{text} = {value};", f"{text} ^= {value};",
                                 f"if ({self.any_private()}) {{ {text} = {value}; }}"])
        return Block("{", [f"{kind.name} {value} = {self.value(kind)};", fence, write, fence], "}", True)

    def any_private(self):
        return self.rng.choice(["gid & 1", "lid > 0", "number & 1", "in[lid & 7] > 3"])

    def count_together(self):
        """A counter in local memory, which all read after the next barrier."""
        name, value = self.fresh("c"), self.fresh("x")
        operation, begin = self.rng.choice([("add", 0), ("or", 0), ("xor", 5), ("max", 0), ("min", 99)])
        change = f"atomic_{operation}(&{name}, {self.value(Kind(UINT), 2)});"
        if self.rng.random() < 0.4:
            change = f"if ({self.any_private()}) {{ {change} }}"
        fence = "barrier(CLK_LOCAL_MEM_FENCE);"
        text = [f"if (lid == 0) {{ {name} = {begin}; }}", fence, change, fence, f"{value} = {name};", fence]
        self.counters.append(f"LOCAL uint {name};")
        self.scope.names.append(Name(value, Kind(UINT)))
        return Block("", [f"uint {value} = 0;", Block("{", text, "}", True)], "", True)

    def ending(self):
        """All that is in scope goes into what is compared."""
        out = [f"out[gid * {OUT} + {i}] = {self.value(self.out)};" for i in range(OUT)] + ["ulong h = number;"]
        names = self.scope.names if len(self.scope.names) <= 16 else self.rng.sample(self.scope.names, 16)
        for each in names:
            parts = [f".s{i:x}" for i in range(each.kind.lanes)] if each.kind.lanes > 1 else [""]
            out.append(" ".join(f"h = h * 31 + (ulong){each.text}{part};" for part in parts))
        for each in self.scope.arrays[-6:]:
            if each.index is None and each.kind.lanes == 1:
                i = self.fresh("i")
                out.append(f"for (uint {i} = 0; {i} < {each.size}; ++{i}) h = h * 31 + (ulong){each.text()}[{i}];")
        out += [f"h = h * 31 + (ulong)(long)({each.text}{'.s0' if each.lanes > 1 else ''} * {each.parts}.0f);"
                for each in self.scope.floats]
        return [*out, "hash[gid] = h;"]
