"""Expressions of generated kernels: each has exactly the type that was asked for, no side effects, and a value.

Nothing in them is undefined or left open: signed sums and products are those of the unsigned type, shift counts of
scalars are masked, divisors are positive, indices are masked, and floating-point values are few enough bits that no
operation rounds. The texts are OpenCL C and, with the macros VEC, CHOSEN and PART, C++ (launch.h).
"""

from dataclasses import dataclass, field
from typing import Callable

from c_integers import CHAR, INT, LONG, SHORT, TYPES, UCHAR, UINT, ULONG, USHORT, Type, convert
from programs import number_in, text_of

INTEGERS = [t for t in TYPES if t.name != "bool"]
LANES = [2, 3, 4, 8, 16]
MOST_FLOAT = 1 << 22  # times its fraction's denominator, for sums of two

# Components that vectors.h has, by the number of components: those that take several.
PARTS = {2: ["yx", "s10", "xx", "xy", "yxyy"], 3: ["zx", "s20", "yz", "zyx", "xxzy"],
         4: ["lo", "hi", "even", "odd", "wx", "s30", "zy", "ywx", "wzyx", "s3210", "yyzx"],
         8: ["lo", "hi", "even", "odd", "s72", "s605", "s5140", "s76543210"],
         16: ["lo", "hi", "even", "odd", "sf3", "se1a0", "sb2d4f698"]}
REPEATS = {"xx", "yxyy", "xxzy", "yyzx"}  # not to be assigned to


def lanes_of(part, lanes):
    return lanes // 2 if part in ("lo", "hi", "even", "odd") else len(part.lstrip("s"))


@dataclass(frozen=True)
class Kind:
    """An integer type, or a vector of them."""
    element: Type
    lanes: int = 1

    @property
    def name(self):
        return self.element.name + (str(self.lanes) if self.lanes > 1 else "")

    def of(self, element):
        return Kind(element, self.lanes)

    @property
    def unsigned(self):
        return self.of(with_sign(self.element, False))

    @property
    def signed(self):
        return self.of(with_sign(self.element, True))


def with_sign(t, signed):
    return next(each for each in INTEGERS if each.width == t.width and each.signed == signed)


def wide_unsigned(t):
    """What scalars are computed in, so that nothing overflows."""
    return ULONG if t.width == 64 else UINT


@dataclass
class Name:
    """Something to read, and perhaps to assign to."""
    text: str
    kind: Kind
    writable: bool = True


@dataclass
class Array:
    """Elements 0 to size - 1, a power of two or what `index` makes of any uint."""
    text: Callable[[], str]
    kind: Kind
    size: int
    writable: bool = True
    space: str = "private"
    index: Callable[[str], str] = None

    def at(self, index):
        return f"{self.text()}[{self.index(index) if self.index else f'{index} & {self.size - 1}'}]"


@dataclass
class Function:
    name: str
    result: Kind
    parameters: list


@dataclass
class Float:
    """A constant variable: |value| <= bound, and a multiple of 1 / parts."""
    text: str
    lanes: int
    bound: int
    parts: int


@dataclass
class Scope:
    names: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    floats: list = field(default_factory=list)
    structs: list = field(default_factory=list)  # (text, Struct)

    def marks(self):
        return [len(each) for each in (self.names, self.arrays, self.floats, self.structs)]

    def reset(self, marks):
        for each, mark in zip((self.names, self.arrays, self.floats, self.structs), marks):
            del each[mark:]


class Values:
    """Draws expressions from what is in scope."""

    def __init__(self, rng, has_floats):
        self.rng = rng
        self.has_floats = has_floats
        self.scope = Scope()
        self.functions = []

    def kind(self, vectors=0.4):
        element = self.rng.choice(INTEGERS)
        return Kind(element, self.rng.choice(LANES) if self.rng.random() < vectors else 1)

    # ---- leaves ----

    def literal(self, kind):
        if kind.lanes > 1:
            count = self.rng.choice([1, kind.lanes]) if kind.lanes <= 4 else 1
            return f"VEC({kind.name}, {', '.join(self.literal(Kind(kind.element)) for _ in range(count))})"
        return f"(({kind.name}){text_of(kind.element, number_in(self.rng, kind.element))})"

    def index(self):
        return f"(uint){self.leaf(Kind(self.rng.choice(INTEGERS)))}"

    def leaf(self, kind):
        choice = self.rng.random()
        same = [each for each in self.scope.names if each.kind == kind]
        if choice < 0.5 and same:
            return self.rng.choice(same).text
        arrays = [each for each in self.scope.arrays if each.kind == kind]
        if choice < 0.65 and arrays:
            return self.rng.choice(arrays).at(f"{self.rng.randrange(16)}u")
        if choice < 0.85:
            taken = self.component(kind) if kind.lanes == 1 else self.part(kind)
            if taken:
                return taken
        others = [each for each in self.scope.names if each.kind.lanes == kind.lanes]
        if choice < 0.95 and others:
            other = self.rng.choice(others).text
            return f"(({kind.name}){other})" if kind.lanes == 1 else f"convert_{kind.name}({other})"
        return self.literal(kind)

    def component(self, kind):
        vectors = [each for each in self.scope.names if each.kind.lanes > 1 and each.kind.element == kind.element]
        if not vectors:
            return None
        vector = self.rng.choice(vectors)
        return f"{vector.text}.s{self.rng.randrange(vector.kind.lanes):x}"

    def part(self, kind):
        fitting = [(each, part) for each in self.scope.names if each.kind.element == kind.element
                   for part in PARTS.get(each.kind.lanes, []) if lanes_of(part, each.kind.lanes) == kind.lanes]
        if not fitting:
            return None
        vector, part = self.rng.choice(fitting)
        return f"PART({vector.text}.{part})"

    # ---- expressions ----

    def expression(self, kind, depth):
        if depth <= 0 or self.rng.random() < 0.05:
            return self.leaf(kind)
        forms = [self.arithmetic, self.arithmetic, self.bits, self.shift, self.division, self.comparison,
                 self.condition, self.function, self.function, self.function, self.function, self.conversion,
                 self.conversion, self.call, self.element]
        forms += [self.of_scalars, self.with_scalar] if kind.lanes > 1 else [self.of_vector, self.logic]
        if self.has_floats:
            forms.append(self.of_float)
        return self.rng.choice(forms)(kind, depth - 1) or self.leaf(kind)

    def arithmetic(self, kind, depth):
        op = self.rng.choice("+-*")
        if kind.lanes == 1:
            wide = wide_unsigned(kind.element).name
            left, right = (self.expression(Kind(self.rng.choice([kind.element, self.rng.choice(INTEGERS)])), depth)
                           for _ in range(2))
            if self.rng.random() < 0.15:
                return f"(({kind.name})(-({wide}){left}))"
            return f"(({kind.name})(({wide}){left} {op} ({wide}){right}))"
        left, right = (self.expression(kind, depth) for _ in range(2))
        if not kind.element.signed:
            return f"({left} {op} {right})"
        to = kind.unsigned.name
        return f"as_{kind.name}(as_{to}({left}) {op} as_{to}({right}))"

    def bits(self, kind, depth):
        left, right = (self.expression(kind, depth) for _ in range(2))
        text = f"(~{left})" if self.rng.random() < 0.2 else f"({left} {self.rng.choice('&|^')} {right})"
        return f"(({kind.name}){text})" if kind.lanes == 1 else text

    def shift(self, kind, depth):
        left, right = (self.expression(kind, depth) for _ in range(2))
        is_left = self.rng.random() < 0.5
        if kind.lanes > 1:
            return f"({left} {'<<' if is_left else '>>'} {right})"
        if is_left:
            wide = wide_unsigned(kind.element)
            return f"(({kind.name})(({wide.name}){left} << ({right} & {wide.width - 1})))"
        return f"(({kind.name})({left} >> ({right} & {max(kind.element.width, 32) - 1})))"

    def division(self, kind, depth):
        left, right = (self.expression(kind, depth) for _ in range(2))
        op = self.rng.choice("/%")
        if kind.lanes == 1:
            return f"(({kind.name})({left} {op} (({kind.name})(({right} & 7) + 1))))"
        low = f"(({kind.element.name})7)"
        return f"({left} {op} (({right} & {low}) | (({kind.element.name})1)))"

    def comparison(self, kind, depth):
        op = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        if kind.lanes == 1:
            left, right = (self.expression(Kind(self.rng.choice(INTEGERS)), depth) for _ in range(2))
            return f"(({kind.name})({left} {op} {right}))"
        if not kind.element.signed:
            return None
        operand = self.rng.choice([kind, kind.unsigned])
        left, right = (self.expression(operand, depth) for _ in range(2))
        if self.rng.random() < 0.25:
            return f"(!{left})" if self.rng.random() < 0.4 else f"({left} {self.rng.choice(['&&', '||'])} {right})"
        return f"({left} {op} {right})"

    def logic(self, kind, depth):
        left, right = (self.expression(Kind(self.rng.choice(INTEGERS)), depth) for _ in range(2))
        if self.rng.random() < 0.3:
            return f"(({kind.name})(!{left}))"
        return f"(({kind.name})({left} {self.rng.choice(['&&', '||'])} {right}))"

    def condition(self, kind, depth):
        yes, no = (self.expression(kind, depth) for _ in range(2))
        if kind.lanes == 1:
            return f"({self.expression(Kind(self.rng.choice(INTEGERS)), depth)} ? {yes} : {no})" \
                if kind.element.width >= 32 else \
                f"(({kind.name})({self.expression(self.kind(0), depth)} ? {yes} : {no}))"
        return f"CHOSEN({self.expression(kind.signed, depth)}, {yes}, {no})"

    def function(self, kind, depth):
        """A built-in one."""
        def some(count, of=kind):
            return ", ".join(self.expression(of, depth) for _ in range(count))
        element = kind.element
        forms = [lambda: f"abs({some(1, self.rng.choice([kind, kind.signed]))})" if not element.signed else None,
                 lambda: f"abs_diff({some(2, self.rng.choice([kind, kind.signed]))})" if not element.signed else None,
                 lambda: f"{self.rng.choice(['add_sat', 'sub_sat', 'hadd', 'rhadd', 'mul_hi', 'rotate', 'min', 'max'])}"
                         f"({some(2)})",
                 lambda: f"{self.rng.choice(['clz', 'popcount'])}({some(1)})",
                 lambda: f"{self.rng.choice(['mad_sat', 'bitselect'])}({some(3)})",
                 lambda: f"mad_hi({some(3)})" if not element.signed else None,
                 lambda: f"clamp({some(1)}, {self.limits(kind)})",
                 lambda: f"select({some(2)}, {some(1, self.rng.choice([kind.signed, kind.unsigned]))})",
                 lambda: self.of_24_bits(kind, depth) if element.width == 32 else None]
        return self.rng.choice(forms)()

    def limits(self, kind):
        low, high = sorted(number_in(self.rng, kind.element) for _ in range(2))
        texts = [f"(({kind.element.name}){text_of(kind.element, each)})" for each in (low, high)]
        return ", ".join(texts if kind.lanes == 1 else [f"VEC({kind.name}, {each})" for each in texts])

    def of_24_bits(self, kind, depth):
        mask = f"(({kind.element.name})0xfff)"
        left, right = (f"({self.expression(kind, depth)} & {mask})" for _ in range(2))
        if self.rng.random() < 0.5:
            return f"mul24({left}, {right})"
        return f"mad24({left}, {right}, ({self.expression(kind, depth)} & {mask}))"

    def conversion(self, kind, depth):
        source = kind.of(self.rng.choice(INTEGERS))
        choice = self.rng.random()
        if choice < 0.3:
            same = [each for each in INTEGERS if each.width == kind.element.width]
            return f"as_{kind.name}({self.expression(kind.of(self.rng.choice(same)), depth)})"
        if choice < 0.45 and kind.lanes in (1, 2, 4, 8):
            narrow = [each for each in INTEGERS if each.width * 2 == kind.element.width]
            if narrow:
                return f"as_{kind.name}({self.expression(Kind(self.rng.choice(narrow), kind.lanes * 2), depth)})"
        suffix = "_sat" if choice < 0.8 else ""
        return f"convert_{kind.name}{suffix}({self.expression(source, depth)})"

    def call(self, kind, depth):
        fitting = [each for each in self.functions if each.result == kind]
        if not fitting or depth < 1:
            return None
        chosen = self.rng.choice(fitting)
        return f"{chosen.name}({', '.join(self.expression(each, depth - 1) for each in chosen.parameters)})"

    def element(self, kind, depth):
        """Of an array, at a place that is computed, or a vector from there."""
        arrays = [each for each in self.scope.arrays if each.kind == kind]
        if arrays:
            return self.rng.choice(arrays).at(f"(uint){self.expression(self.kind(0), depth)}")
        arrays = [each for each in self.scope.arrays if each.kind == Kind(kind.element) and each.size >= kind.lanes
                  and not each.index and kind.lanes > 1]
        if not arrays:
            return None
        chosen = self.rng.choice(arrays)
        places = chosen.size // kind.lanes
        return f"vload{kind.lanes}({self.index()} % {places}u, {chosen.text()})"

    def of_scalars(self, kind, depth):
        """A vector of scalars and shorter vectors."""
        left, parts = kind.lanes, []
        while left:
            lanes = self.rng.choice([each for each in (1, 1, 2, 3, 4, 8) if each <= left and each < kind.lanes])
            parts.append(self.expression(Kind(kind.element, lanes), min(depth, 1) if kind.lanes > 4 else depth))
            left -= lanes
        return f"VEC({kind.name}, {', '.join(parts)})"

    def with_scalar(self, kind, depth):
        scalar, vector = self.expression(Kind(kind.element), depth), self.expression(kind, depth)
        ops = "&|^" if kind.element.signed else "+-*&|^"
        sides = [scalar, vector]
        self.rng.shuffle(sides)
        return f"({sides[0]} {self.rng.choice(ops)} {sides[1]})"

    def of_vector(self, kind, depth):
        vector = Kind(self.rng.choice([CHAR, SHORT, INT, LONG]), self.rng.choice(LANES))
        return f"(({kind.name}){self.rng.choice(['any', 'all'])}({self.expression(vector, depth)}))"

    # ---- floating-point values ----

    def of_float(self, kind, depth):
        text, bound, _ = self.float_value(kind.lanes, depth)
        if kind.lanes == 1 and bound <= kind.element.greatest and kind.element.signed and self.rng.random() < 0.4:
            return f"(({kind.name}){text})"
        if bound <= kind.element.greatest and kind.element.signed:
            return f"convert_{kind.name}{self.rng.choice(['', '_rte', '_rtp'])}({text})"
        return f"convert_{kind.name}{self.rng.choice(['_sat', '_sat_rtn'])}({text})"

    def float_leaf(self, lanes):
        known = [each for each in self.scope.floats if each.lanes == lanes]
        if known and self.rng.random() < 0.5:
            chosen = self.rng.choice(known)
            return chosen.text, chosen.bound, chosen.parts
        element = self.rng.choice([INT, SHORT, UCHAR, LONG])
        value = self.leaf(Kind(element, lanes))
        if lanes > 1:
            return f"convert_float{lanes}({value} & (({element.name})63))", 63, 1
        return (f"((float)({value} & 63))", 63, 1) if self.rng.random() < 0.5 else \
            (f"((float)((int)({value} & 63) - 32))", 32, 1)

    def float_value(self, lanes, depth):
        """Text, a bound of its size, and the denominator of its fraction."""
        text, bound, parts = self.float_leaf(lanes)
        for _ in range(self.rng.randrange(depth + 2)):
            other, other_bound, other_parts = self.float_leaf(lanes)
            step = self.rng.randrange(5)
            most = max(parts, other_parts)
            if step == 0 and (bound + other_bound) * most <= MOST_FLOAT:
                text, bound, parts = f"({text} {self.rng.choice('+-')} {other})", bound + other_bound, most
            elif step == 1 and bound * other_bound * parts * other_parts <= MOST_FLOAT:
                text, bound, parts = f"({text} * {other})", bound * other_bound, parts * other_parts
            elif step == 2 and (bound * other_bound + bound) * parts * other_parts <= MOST_FLOAT:
                text, bound, parts = f"fma({text}, {other}, {text})", bound * other_bound + bound, parts * other_parts
            elif step == 3 and parts <= 2 and bound * parts * 2 <= MOST_FLOAT:
                text, parts = f"({text} * 0.5f)", parts * 2
            elif step == 4:
                text, bound, parts = self.float_function(text, other, max(bound, other_bound), most)
        return text, bound, parts

    def float_function(self, text, other, bound, parts):
        name = self.rng.choice(["fabs", "floor", "ceil", "trunc", "rint", "fmin", "fmax"])
        if name in ("fmin", "fmax"):
            return f"{name}({text}, {other})", bound, parts
        return f"{name}({text})", bound + 1, parts
