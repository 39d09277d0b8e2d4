"""Statements, functions and structs of generated kernels."""

from dataclasses import dataclass

from c_integers import INT, UINT
from values import INTEGERS, PARTS, REPEATS, Array, Float, Function, Kind, Name, Values, lanes_of

SUMS = [("add", "u"), ("or", "u"), ("xor", "u"), ("max", "u"), ("min", ""), ("and", "")]  # and the sign of the cell


@dataclass
class Block:
    """Statements with something around them; `whole` ones are not taken apart."""
    head: str
    body: list
    tail: str = "}"
    whole: bool = False


def lines(nodes, indent="  "):
    for node in nodes:
        if isinstance(node, str):
            yield indent + node
        else:
            inside = indent + "  " if node.head else indent
            yield from [indent + node.head] if node.head else []
            yield from lines(node.body, inside)
            yield from [indent + node.tail] if node.head else []


@dataclass
class Struct:
    name: str
    members: list  # (name, Kind or Struct, size or 0)

    def text(self):
        body = " ".join(f"{kind.name if isinstance(kind, Kind) else 'struct ' + kind.name} {name}"
                        f"{f'[{size}]' if size else ''};" for name, kind, size in self.members)
        return f"struct {self.name} {{ {body} }};"


class Statements(Values):
    """Draws statements; `depth` is how many may stand inside one another."""

    def __init__(self, rng, name, has_floats):
        super().__init__(rng, has_floats)
        self.name = name
        self.count = 0
        self.loops = 0       # loops or switches around
        self.can_continue = False
        self.is_inner = False  # what is declared does not reach the end
        self.in_kernel = False

    def fresh(self, letter):
        self.count += 1
        return f"{letter}{self.count}"

    def value(self, kind=None, depth=None):
        kind = kind or self.kind()
        return self.expression(kind, self.rng.choice([1, 2, 2, 3]) if depth is None else depth)

    def any_value(self, depth=2):
        return self.value(Kind(self.rng.choice(INTEGERS)), depth)

    # ---- declarations ----

    def declaration(self):
        forms = [self.declare_value, self.declare_value, self.declare_array]
        if self.rng.random() < 0.3:
            forms.append(self.declare_union)
        if self.structs:
            forms += [self.declare_struct]
        if self.scope.arrays:
            forms.append(self.declare_pointer)
        if self.has_floats:
            forms.append(self.declare_float)
        return self.rng.choice(forms)()

    def declare_value(self):
        kind, name = self.kind(), self.fresh("x")
        text = f"{kind.name} {name} = {self.value(kind)};"
        self.scope.names.append(Name(name, kind))
        return text

    def declare_float(self):
        lanes, name = self.rng.choice([1, 1, 2, 3, 4, 8]), self.fresh("f")
        value, bound, parts = self.float_value(lanes, 2)
        self.scope.floats.append(Float(name, lanes, bound, parts))
        return f"const float{lanes if lanes > 1 else ''} {name} = {value};"

    def declare_array(self):
        kind, name, size = self.kind(0.2), self.fresh("a"), self.rng.choice([2, 4, 8])
        if self.rng.random() < 0.2:
            rows = ", ".join("{" + self.listed(kind, 4) + "}" for _ in range(2))
            index = self.index()
            text = f"{kind.name} {name}[2][4] = {{{rows}}};"
            self.scope.arrays.append(Array(lambda: f"{name}[{index} & 1]", kind, 4))
            return text
        text = f"{kind.name} {name}[{size}] = {{{self.listed(kind, size)}}};"
        self.scope.arrays.append(Array(lambda: name, kind, size))
        return text

    def declare_union(self):
        """Of 16 bytes, as arrays of two or three types: what is written as one is read as another."""
        name, members = self.fresh("u"), []
        for i, element in enumerate(self.rng.sample(INTEGERS, self.rng.choice([2, 3]))):
            members.append((f"m{i}", Kind(element), 128 // element.width))
        text = " ".join(f"{kind.name} {member}[{size}];" for member, kind, size in members)
        _, kind, size = members[0]
        text = f"union {{ {text} }} {name} = {{{{{self.listed(kind, size)}}}}};"
        for member, kind, size in members:
            self.scope.arrays.append(Array(lambda member=member: f"{name}.{member}", kind, size))
        return text

    def listed(self, kind, count):
        return ", ".join(self.value(kind, 1) for _ in range(count))

    def declare_struct(self):
        struct, name = self.rng.choice(self.structs), self.fresh("s")
        same = [text for text, kind in self.scope.structs if kind is struct]
        value = self.rng.choice(same) if same and self.rng.random() < 0.3 else self.braced(struct)
        self.add_struct(name, struct)
        return f"struct {struct.name} {name} = {value};"

    def braced(self, struct):
        parts = []
        for _, kind, size in struct.members:
            if isinstance(kind, Struct):
                parts.append(self.braced(kind))
            else:
                parts.append("{" + self.listed(kind, size) + "}" if size else self.value(kind, 1))
        return "{" + ", ".join(parts) + "}"

    def add_struct(self, text, struct, writable=True, of="."):
        self.scope.structs.append((text, struct)) if of == "." and writable else None
        for name, kind, size in struct.members:
            member = f"{text}{of}{name}"
            if isinstance(kind, Struct):
                self.add_struct(member, kind, writable)
            elif size:
                self.scope.arrays.append(Array(lambda member=member: member, kind, size, writable))
            else:
                self.scope.names.append(Name(member, kind, writable))

    def declare_pointer(self):
        """To an element, and to those behind it."""
        private = [each for each in self.scope.arrays if each.space == "private" and each.writable]
        if not private:
            return self.declare_value()
        if self.scope.structs and self.rng.random() < 0.3:
            text, struct = self.rng.choice(self.scope.structs)
            name = self.fresh("p")
            self.add_struct(name, struct, of="->")
            return f"private struct {struct.name} *{name} = &{text};"
        array, name = self.rng.choice(private), self.fresh("p")
        text = f"private {array.kind.name} *{name} = &{array.at(self.index())};"
        if array.size == 2 or self.rng.random() < 0.5:
            self.scope.names.append(Name(f"(*{name})", array.kind))
            return text
        first = self.rng.randrange(array.size - 1)
        self.scope.arrays.append(Array(lambda: name, array.kind, 2))
        return f"private {array.kind.name} *{name} = {array.text()} + {first};"

    # ---- assignments ----

    def target(self):
        """A place to assign to, and its kind."""
        names = [each for each in self.scope.names if each.writable]
        arrays = [each for each in self.scope.arrays if each.writable]
        choice = self.rng.random()
        if arrays and (choice < 0.3 or not names):
            array = self.rng.choice(arrays)
            return array.at(self.index() if self.rng.random() < 0.5 else f"{self.rng.randrange(16)}u"), array.kind
        return (lambda each: (each.text, each.kind))(self.rng.choice(names)) if names else (None, None)

    def assignment(self):
        text, kind = self.target()
        if text is None:
            return self.declaration()
        choice = self.rng.random()
        if kind.lanes > 1 and choice < 0.5:
            return self.assign_part(text, kind)
        if choice < 0.7:
            return f"{text} = {self.value(kind)};"
        if choice < 0.8 and (not kind.element.signed or kind.element.width < 32) and kind.lanes == 1:
            return self.rng.choice([f"{text}++;", f"--{text};"])
        return self.compound(text, kind)

    def compound(self, text, kind):
        if kind.lanes == 1 and self.rng.random() < 0.3:
            wide = max(kind.element.width, 32)
            if not kind.element.signed and kind.element.width >= 32:
                return f"{text} {self.rng.choice(['<<=', '>>='])} ({self.value(kind, 1)} & {wide - 1});"
            return f"{text} >>= ({self.value(kind, 1)} & {wide - 1});"
        ops = "&|^" if kind.element.signed else "+-*&|^" if kind.element.width != 16 or kind.lanes > 1 else "+-&|^"
        if kind.element.width < 32 and kind.lanes == 1:
            ops = "+-&|^"
        return f"{text} {self.rng.choice(ops)}= {self.value(kind)};"

    def assign_part(self, text, kind):
        if self.rng.random() < 0.5:
            component = f"{text}.s{self.rng.randrange(kind.lanes):x}"
            return f"{component} = {self.value(Kind(kind.element))};"
        part = self.rng.choice([each for each in PARTS[kind.lanes] if each not in REPEATS])
        op = self.rng.choice(["", "", "^", "|", "&"] + ([] if kind.element.signed else ["+", "*"]))
        return f"{text}.{part} {op}= {self.value(Kind(kind.element, lanes_of(part, kind.lanes)))};"

    def assign_struct(self):
        text, struct = self.rng.choice(self.scope.structs)
        same = [other for other, kind in self.scope.structs if kind is struct and other != text]
        if not same:
            return self.assignment()
        return f"{text} = {self.rng.choice(same)};"

    def store_vector(self):
        arrays = [each for each in self.scope.arrays if each.writable and each.kind.lanes == 1 and each.size >= 2
                  and not each.index]
        if not arrays:
            return self.assignment()
        array = self.rng.choice(arrays)
        lanes = self.rng.choice([each for each in (2, 3, 4, 8) if each <= array.size])
        return (f"vstore{lanes}({self.value(Kind(array.kind.element, lanes))}, {self.index()} % "
                f"{array.size // lanes}u, {array.text()});")

    # ---- control ----

    def inner(self, depth, most=3, loops=0, can_continue=None):
        """Statements in braces."""
        marks, before = self.scope.marks(), (self.loops, self.can_continue, self.is_inner)
        self.loops += loops
        self.is_inner = True
        self.can_continue = self.can_continue if can_continue is None else can_continue
        out = [self.statement(depth) for _ in range(self.rng.randint(1, most))]
        self.loops, self.can_continue, self.is_inner = before
        self.scope.reset(marks)
        return out

    def branch(self, depth):
        block = Block(f"if ({self.any_value()}) {{", self.inner(depth))
        if self.rng.random() < 0.5:
            block = Block("", [block, Block("else {", self.inner(depth))], "", True)
        return block

    def loop(self, depth):
        choice, name = self.rng.randrange(4), self.fresh("i")
        trips = self.rng.choice([f"{self.rng.randrange(1, 4)}u", f"({self.index()} & 3u)"])
        if choice < 2:
            marks = self.scope.marks()
            self.scope.names.append(Name(name, Kind(UINT), False))
            also = f" && {self.any_value(1)}" if self.rng.random() < 0.2 else ""
            block = Block(f"for (uint {name} = 0; {name} < {trips}{also}; ++{name}) {{",
                          self.inner(depth, 3, 1, True))
            self.scope.reset(marks)
            return block
        body = self.inner(depth, 3, 1, True)
        if choice == 2:
            return Block("", [f"uint {name} = {trips};", Block(f"while ({name}-- > 0) {{", body)], "", True)
        return Block("", [f"uint {name} = {trips};", Block("do {", body, f"}} while ({name}-- > 1 && {name} < 4);")], "",
                     True)

    def switch(self, depth):
        element = self.rng.choice(INTEGERS)
        cases = []
        for number in self.rng.sample(range(4), self.rng.randint(1, 4)):
            cases.append(Block(f"case {number}: {{", self.inner(depth, 2, 1)))
            if self.rng.random() < 0.7:
                cases.append("break;")
        if self.rng.random() < 0.6:
            cases.insert(self.rng.choice([0, len(cases)]), Block("default: {", self.inner(depth, 2, 1)))
        return Block(f"switch ({self.expression(Kind(element), 2)} & 3) {{", cases)

    def jump(self):
        return Block(f"if ({self.any_value()}) {{",
                     [self.rng.choice(["break;", "continue;"]) if self.can_continue else "break;"])

    def walk(self, _):
        """A pointer over an array."""
        arrays = [each for each in self.scope.arrays if each.writable and not each.index and each.space == "private"]
        if not arrays:
            return self.assignment()
        array, name = self.rng.choice(arrays), self.fresh("q")
        start = array.text()
        return Block(f"for (private {array.kind.name} *{name} = {start}; {name} != {start} + {array.size}; ++{name}) {{",
                     [f"*{name} ^= {self.value(array.kind, 1)};"])

    def call_writing(self):
        fitting = [(function, array) for function in self.writers for array in self.scope.arrays
                   if array.kind == function.parameters[-1] and array.writable and array.size >= 4
                   and array.space == "private" and not array.index]
        if not fitting:
            return self.assignment()
        function, array = self.rng.choice(fitting)
        values = [self.value(each, 1) for each in function.parameters[:-1]]
        name = self.fresh("x")
        text = f"{function.result.name} {name} = {function.name}({', '.join([*values, array.text()])});"
        self.scope.names.append(Name(name, function.result))
        return text

    def atomic(self):
        """Nobody looks at the value that it yields."""
        index = self.rng.randrange(len(SUMS))
        name, sign = SUMS[index]
        cell = f"&sums[{index}]" if sign else f"&least[{index - sum(1 for _, each in SUMS if each)}]"
        if name == "add" and self.rng.random() < 0.4:
            return f"atomic_inc({cell});"
        if name == "add" and self.rng.random() < 0.3:
            name = "sub"
        return f"atomic_{name}({cell}, {self.value(Kind(UINT if sign else INT), 2)});"

    def statement(self, depth):
        choice = self.rng.random()
        if depth > 0 and choice < 0.3:
            return self.rng.choice([self.branch, self.branch, self.loop, self.loop, self.switch, self.walk])(depth - 1)
        if self.loops and choice < 0.36:
            return self.jump()
        if choice < (0.44 if self.is_inner else 0.55):
            return self.declaration()
        if choice < 0.6 and self.scope.structs:
            return self.assign_struct()
        if choice < 0.65:
            return self.store_vector()
        if choice < 0.7 and self.writers:
            return self.call_writing()
        if choice < 0.74 and self.in_kernel and self.atomics > 0:
            self.atomics -= 1
            return self.atomic()
        return self.assignment()

    # ---- functions and structs ----

    def struct(self, number):
        members = []
        for i in range(self.rng.randint(2, 4)):
            if self.structs and self.rng.random() < 0.3:
                members.append((f"m{i}", self.rng.choice(self.structs), 0))
            else:
                members.append((f"m{i}", self.kind(0.3), self.rng.choice([0, 0, 2, 4])))
        self.structs.append(Struct(f"{self.name}_S{number}", members))
        return self.structs[-1].text()

    def helper(self, number):
        """A function; one that writes takes a pointer to four elements last."""
        self.scope.reset([0, 0, 0, 0])
        parameters = [self.kind(0.3) for _ in range(self.rng.randint(1, 3))]
        result, name = self.kind(0.3), f"{self.name}_f{number}"
        texts = []
        for i, kind in enumerate(parameters):
            texts.append(f"{kind.name} v{i}")
            self.scope.names.append(Name(f"v{i}", kind))
        function = Function(name, result, parameters)
        writes = self.rng.random() < 0.4
        if writes:
            kind = self.kind(0.2)
            parameters.append(kind)
            texts.append(f"private {kind.name} *p")
            self.scope.arrays.append(Array(lambda: "p", kind, 4))
        head = f"{result.name} {name}({', '.join(texts)}) {{"
        body = [self.statement(1) for _ in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.4:
            body.append(f"if ({self.any_value()}) return {self.value(result)};")
        body.append(f"return {self.value(result)};")
        (self.writers if writes else self.functions).append(function)
        return Block(head, body)
