"""The small programs: for each constant, operator, type, conversion and function one or more.

A program is some statements and an expression; `@` in its text is its number. A *cell* makes one, with
random operands.
"""

import functools
import itertools
from dataclasses import dataclass

import constants
from c_integers import *  # noqa: F403

CHECK, EXEC, HOST_CHECK, HOST_EXEC, KERNEL, DEVICE = PATHS = (
    "check", "exec", "check of a host thread", "exec of a host thread", "exec of a kernel", "device")
EVERYWHERE = frozenset(PATHS)


@dataclass
class Program:
    family: str
    value: str          # an expression of integer type
    expected: int       # converted to long
    setup: str = ""     # statements before
    function: str = ""  # at file scope
    paths: frozenset = EVERYWHERE
    is_atomic: bool = False  # the checker orders atomic operations: fewer of them share a file


def text_of(t, number):
    """An expression with the number as its value, of whatever type, not narrower than t's."""
    if number < 0:
        return f"(-{text_of(t, -number - 1)} - 1)"
    suffix = "u" if t in (UINT, ULONG) else ""
    return f"{number}{suffix}{'l' if t.width == 64 else ''}"


def number_in(rng, t):
    edges = [0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 32767, 65535, 65536, 2**31 - 1,
             2**31, 2**32 - 1, 2**32, 2**63, t.least, t.least + 1, t.greatest, t.greatest - 1, -1, -2, -8, -33, -128]
    edges += [rng.getrandbits(64) - 2**63, rng.getrandbits(16)]
    return convert(rng.choice(edges), t)


def operand(rng, t, name, number=None):
    """Text of a value of type t, its setup, the value: a literal, a private variable, or memory."""
    number = number_in(rng, t) if number is None else number
    source = rng.randrange(3)
    literal = f"(({t.name}){text_of(t, number)})"
    if source == 0:
        return literal, "", (t, number)
    if source == 1:
        return f"{name}@", f"{t.name} {name}@ = {literal}; ", (t, number)
    if t is BOOL:
        return f"((bool)in_char[{number}])", "", (t, number)
    return f"in_{t.name}[{MEMORY.index(convert_out(number, t))}]", "", (t, convert_out(number, t))


# What the arrays in memory hold, where the type has it.
MEMORY = [0, 1, 2, 3, 31, 33, 65, 100, 127, 255, -1, -2, -33, -128]


def convert_out(number, t):
    """A number in memory, chosen by the one that was drawn."""
    fitting = [each for each in MEMORY if convert(each, t) == each]
    return fitting[number % len(fitting)]


def shown(value):
    return convert(value[1], LONG)


def paths_of(undefined, paths=EVERYWHERE):
    """What C leaves undefined, devices may do as they like."""
    return paths - {DEVICE} if undefined else paths


def paths_of_operand(given, wanted):
    """Compilers of devices overload the functions, and convert no argument."""
    return EVERYWHERE if given is wanted else EVERYWHERE - {DEVICE}


# ---- constants and literals ----

def constant_cells():
    def make(name, number, paths, fits_int=True):
        cells = [lambda rng: Program(f"constant {name}", name, number, paths=paths),
                 lambda rng: Program(f"constant {name} in a switch", "r@_", 1,
                                    f"long r@_ = 0; switch ({text_of(LONG, number)}) "
                                    f"{{ case {name}: r@_ = 1; break; default: r@_ = 2; }} ", paths=paths)]
        if fits_int:
            cells.append(lambda rng: Program(f"constant {name} in an enumeration", f"E@ - {name}", 0,
                                             f"enum {{ E@ = {name} }}; ", paths=paths & EVERYWHERE))
        return cells

    cells = []
    for name, number in constants.KERNEL.items():
        cells += make(name, convert(number, LONG), EVERYWHERE, -2**31 <= number < 2**31)
    for name, number in constants.OPTIONAL.items():
        cells += make(name, number, EVERYWHERE - {DEVICE})
    for name, number in constants.HOST.items():
        cells += make(name, number, frozenset({HOST_CHECK, HOST_EXEC}))
    return cells


def sign_of(t):
    """Of -1 converted to the type: `-1 < 0` says whether it is signed."""
    return int(promoted(t).signed)


def literal_cells():
    def make(number, base, suffix):
        text = {"d": str(number), "x": hex(number), "X": f"0X{number:X}", "o": f"0{number:o}"}[base]
        t = type_of_literal(number, base == "d", suffix)
        name = f"literal {text}{suffix}"
        if t is None:
            return []
        return [lambda rng: Program(name, f"{text}{suffix}", convert(number, LONG)),
                lambda rng: Program(f"sizeof of {name}", f"sizeof({text}{suffix})", t.size),
                lambda rng: Program(f"signedness of {name}", f"-1 < ({text}{suffix} & 0)", int(t.signed))]
    numbers = [0, 1, 127, 255, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]
    cells = [cell for number, base, suffix in itertools.product(numbers, "dxXo", ["", "u", "l", "ul", "U", "L", "UL", "lu"])
             for cell in make(number, base, suffix)]
    for text, number in (("'a'", 97), ("'\\n'", 10), ("'\\0'", 0), ("'\\xff'", -1), ("'\\377'", -1), ("'\\''", 39),
                         ("'\\\\'", 92), ("'\\x7f'", 127), ("'\\t'", 9), ("' '", 32)):
        cells.append(functools.partial(lambda rng, text, number: Program(f"character {text}", text, number), text=text, number=number))
        cells.append(functools.partial(lambda rng, text: Program(f"sizeof({text})", f"sizeof({text})", 4), text=text))
    for text, number in (("true", 1), ("false", 0)):
        cells.append(functools.partial(lambda rng, text, number: Program(text, text, number), text=text, number=number))
    return cells


def type_cells():
    def make(name, t):
        return [lambda rng: Program(f"sizeof({name})", f"sizeof({name})", t.size),
                lambda rng: Program(f"sizeof({name}*)", f"sizeof({name}*)", 8),
                lambda rng: Program(f"-1 as {name}", f"({name})-1", convert(-1, t)),
                lambda rng: Program(f"-1 as {name} widened", f"(({name})-1) + 0l", shown((LONG, convert(-1, t)))),
                lambda rng: Program(f"array of {name}", "sizeof(a@)", 3 * t.size, f"{name} a@[3]; ")]
    return [cell for name, t in NAMED.items() for cell in make(name, t)]


# ---- operators ----

def unary_cells():
    def value(op, t, rng):
        text, setup, x = operand(rng, t, "a")
        result, undefined = unary(op, x)
        return Program(f"{op} {t.name}", f"{op}{text}", shown(result), setup, paths=paths_of(undefined))

    def size(op, t, rng):
        result = unary(op, (t, 0))[0][0]
        return Program(f"sizeof({op} {t.name})", f"sizeof({op}a@)", result.size, f"{t.name} a@ = 1; ")

    def step(op, before, after, t, rng):
        """Its value, or that of the variable afterwards."""
        x = number_in(rng, t)
        (_, new), undefined = binary(op[0], (t, x), (INT, 1))
        new = convert(new, t)
        step = f"{op}a@" if before else f"a@{op}"
        setup = f"{t.name} a@ = {text_of(t, x)}; " + (f"{step}; " if after else "")
        result = new if before or after else x
        return Program(f"{'after ' if after else ''}{step} of {t.name}", "a@" if after else step, shown((t, result)),
                       setup, paths=paths_of(undefined))

    part = functools.partial
    cells = [part(value, op, t) for op in "+-~!" for t in TYPES for _ in range(2)]
    cells += [part(size, op, t) for op in "+-~!" for t in TYPES]
    # bool -- is fine in C, and not in the compilers of devices
    cells += [part(step, op, before, after, t) for op in ("++", "--") for before in (False, True)
              for after in (False, True) for t in TYPES if t is not BOOL or op == "++"]
    return cells


def divisor(rng, op, t):
    """Not 0 where it divides."""
    if op not in ("/", "%"):
        return None
    return rng.choice([each for each in (1, 2, 3, 7, t.greatest, -1, -3, t.least) if convert(each, t) == each and each])


def two_operands(rng, op, a, b):
    left, setup, x = operand(rng, a, "a")
    number = divisor(rng, op, b)
    if number is not None:
        return left, f"(({b.name}){text_of(b, number)})", setup, x, (b, number)
    right, more, y = operand(rng, b, "b")
    return left, right, setup + more, x, y


def binary_cells():
    def value(op, a, b, rng):
        left, right, setup, x, y = two_operands(rng, op, a, b)
        result, undefined = binary(op, x, y)
        return Program(f"{a.name} {op} {b.name}", f"({left} {op} {right})", shown(result), setup,
                       paths=paths_of(undefined))

    def size(op, a, b, rng):
        t = type_of_binary(op, a, b)
        return Program(f"sizeof({a.name} {op} {b.name})", f"sizeof(a@ {op} b@)", t.size,
                       f"{a.name} a@ = 1; {b.name} b@ = 1; ")

    def signedness(op, a, b, rng):
        t = type_of_binary(op, a, b)
        return Program(f"signedness of {a.name} {op} {b.name}", f"-1 < ((a@ {op} b@) & 0)", sign_of(t),
                       f"{a.name} a@ = 1; {b.name} b@ = 1; ")

    pairs = list(itertools.product(BINARY, TYPES, TYPES))
    return [functools.partial(make, *each) for make in (value, value, size, signedness) for each in pairs
            if make is not signedness or each[0] in ("+", "&", "<<", ",", "%")]


def assignment_cells():
    def make(op, after, a, b, rng):
        x = number_in(rng, a)
        right, setup, y = operand(rng, b, "b")
        if op in ("/", "%"):
            y, setup = (b, divisor(rng, op, b)), ""
            right = f"(({b.name}){text_of(b, y[1])})"
        undefined = False
        new = y
        if op:
            new, undefined = binary(op, (a, x), y)
        result = shown((a, convert(new[1], a)))
        setup += f"{a.name} a@ = {text_of(a, x)}; "
        expression = f"a@ {op}= {right}"
        paths = paths_of(undefined)
        if after:
            return Program(f"after {a.name} {op}= {b.name}", "a@", result, setup + expression + "; ", paths=paths)
        return Program(f"{a.name} {op}= {b.name}", f"({expression})", result, setup, paths=paths)

    ops = ["", *ARITHMETIC, *SHIFTS]
    return [functools.partial(make, op, after, a, b)
            for op, after, a, b in itertools.product(ops, (False, True), TYPES, TYPES)]


def conditional_cells():
    def value(chosen, a, b, rng):
        left, right, setup, x, y = two_operands(rng, "?", a, b)
        condition, more, c = operand(rng, rng.choice(TYPES), "c", rng.choice([0, 1]) if chosen is None else chosen)
        result = convert((x if c[1] else y)[1], common(a, b))
        return Program(f"? {a.name} : {b.name}", f"({condition} ? {left} : {right})", shown((LONG, result)),
                       setup + more)

    def size(a, b, rng):
        return Program(f"sizeof(? {a.name} : {b.name})", f"sizeof({rng.randrange(2)} ? a@ : b@)", common(a, b).size,
                       f"{a.name} a@ = 1; {b.name} b@ = 1; ")

    def signedness(a, b, rng):
        return Program(f"signedness of ? {a.name} : {b.name}", f"-1 < (({rng.randrange(2)} ? a@ : b@) & 0)",
                       sign_of(common(a, b)), f"{a.name} a@ = 1; {b.name} b@ = 1; ")

    part = functools.partial
    pairs = list(itertools.product(TYPES, TYPES))
    return [cell for a, b in pairs for cell in (part(value, 0, a, b), part(value, 1, a, b), part(value, None, a, b),
                                                 part(size, a, b), part(signedness, a, b))]


# ---- conversions ----

def conversion_cells():
    def make(form, a, b, rng):
        text, setup, (_, number) = operand(rng, a, "a")
        result = shown((b, convert(number, b)))
        name = f"{form} {a.name} to {b.name}"
        function = ""
        if form == "cast":
            value = f"(({b.name}){text})"
        elif form == "size of cast":
            return Program(name, f"sizeof(({b.name}){text})", b.size, setup)
        elif form == "initialiser":
            setup, value = setup + f"{b.name} b@ = {text}; ", "b@"
        elif form == "argument":
            function, value = f"long f@({b.name} x) {{ return x; }}", f"f@({text})"
        elif form == "result":
            function, value = f"{b.name} f@({a.name} x) {{ return x; }}", f"f@({text})"
        elif form == "element":
            setup, value = setup + f"{b.name} b@[2] = {{0, {text}}}; ", "b@[1]"
        else:  # through both
            value = f"((long)({a.name})({b.name}){text})"
            result = convert(convert(number, b), a)
            result = convert(result, LONG)
        return Program(name, value, result, setup, function)

    forms = ["cast", "size of cast", "initialiser", "argument", "result", "element", "cast and back"]
    return [functools.partial(make, *each) for each in itertools.product(forms, TYPES, TYPES)]


# ---- statements and constant expressions ----

def switch_cells():
    def make(a, b, rng):
        """Labels are converted to the promoted type of the subject. C11 6.8.4.2 p5"""
        text, setup, (_, x) = operand(rng, a, "a")
        t = promoted(a)
        label = number_in(rng, b) if rng.random() < 0.3 else convert(x, b)
        same = convert(label, t) == convert(x, t)
        return Program(f"switch ({a.name}) case {b.name}", "r@_", 1 if same else 2,
                       setup + f"int r@_ = 0; switch ({text}) {{ case ({b.name}){text_of(b, label)}: r@_ = 1; break; "
                       "default: r@_ = 2; } ")
    return [functools.partial(make, a, b) for a in TYPES for b in TYPES]


def constant_expression(rng, depth):
    """Of literals and operators, as text and value."""
    if depth == 0:
        number = rng.choice([0, 1, 2, 3, 31, 33, 127, 255, 65535, 2**31 - 1, 2**31, 2**32 - 1, 2**32])
        base = rng.choice("dx")
        suffix = rng.choice(["", "", "u", "l", "ul"])
        return (str(number) if base == "d" else hex(number)) + suffix, (type_of_literal(number, base == "d", suffix), number)
    choice = rng.randrange(8)
    if choice == 0:
        op = rng.choice("+-~!")
        text, x = constant_expression(rng, depth - 1)
        return f"({op}{text})", unary(op, x)[0]
    if choice == 1:
        t = rng.choice(TYPES)
        text, x = constant_expression(rng, depth - 1)
        return f"(({t.name}){text})", (t, convert(x[1], t))
    if choice == 2:
        parts = [constant_expression(rng, depth - 1) for _ in range(3)]
        (condition, c), (yes, y), (no, n) = parts
        t = common(y[0], n[0])
        return f"({condition} ? {yes} : {no})", (t, convert((y if c[1] else n)[1], t))
    if choice == 3:
        text, x = constant_expression(rng, depth - 1)
        return f"sizeof({text})", (ULONG, x[0].size)
    op = rng.choice([each for each in BINARY if each not in (",", "/", "%")])
    left, x = constant_expression(rng, depth - 1)
    right, y = constant_expression(rng, depth - 1)
    return f"({left} {op} {right})", binary(op, x, y)[0]


def constant_expression_cells():
    def make(form, rng):
        text, x = constant_expression(rng, rng.choice([1, 1, 2, 3]))
        number = convert(x[1], INT)
        if form == "enumeration":
            return Program(f"enumerator {text}", "E@ + 0l", number, f"enum {{ E@ = (int){text} }}; ", paths=EVERYWHERE)
        if form == "sign in an enumeration":
            return Program(f"enumerator of {text}", "E@", int(convert(x[1], common(x[0], INT)) > 0),
                           f"enum {{ E@ = {text} > 0 }}; ", paths=EVERYWHERE)
        if form == "label":
            return Program(f"label {text}", "r@_", 1, "int r@_ = 0; "
                           f"switch ({text_of(INT, number)}) {{ case (int){text}: r@_ = 1; }} ", paths=EVERYWHERE)
        if form == "size of array":
            return Program(f"array of {text}", "sizeof(a@)", (number & 7) + 1, f"char a@[((int){text} & 7) + 1]; ",
                           paths=EVERYWHERE)
        return Program(f"expression {text}", text, shown(x))

    forms = ["enumeration", "sign in an enumeration", "label", "size of array", "value"]
    return [functools.partial(make, form) for form in forms for _ in range(60)]


# ---- atomic functions ----

def modified(function, t, old, operand_):
    """What a read-modify-write leaves. OpenCL C 6.15.12.7.5: signed ones wrap around."""
    by_name = {"exchange": lambda a, b: b, "fetch_add": lambda a, b: a + b, "fetch_sub": lambda a, b: a - b,
               "fetch_or": lambda a, b: a | b, "fetch_xor": lambda a, b: a ^ b, "fetch_and": lambda a, b: a & b,
               "fetch_min": min, "fetch_max": max}
    return convert(by_name[function](old, operand_), t)


def atomic_cells():
    def begun(rng, t):
        old = number_in(rng, t)
        return old, f"atomic_store(&at_{t.name}[@], ({t.name}){text_of(t, old)}); "

    def call(name, arguments, explicit, rng):
        if not explicit:
            return f"atomic_{name}({arguments})"
        order = rng.choice(["memory_order_relaxed", "memory_order_seq_cst"])
        return f"atomic_{name}_explicit({arguments}, {order}{rng.choice(['', ', memory_scope_device'])})"

    def modify(name, after, explicit, t, rng):
        old, setup = begun(rng, t)
        given = rng.choice(TYPES)
        text, more, (_, number) = operand(rng, given, "b")
        number = convert(number, t)
        paths = paths_of_operand(given, t)
        expression = call(name, f"&at_{t.name}[@], {text}", explicit, rng)
        family = f"{'after ' if after else ''}atomic_{name} of {t.name}"
        if after:
            return Program(family, f"atomic_load(&at_{t.name}[@])", shown((t, modified(name, t, old, number))),
                           f"{setup}{more}{expression}; ", paths=paths, is_atomic=True)
        return Program(family, expression, shown((t, old)), setup + more, paths=paths, is_atomic=True)

    def store(explicit, t, rng):
        _, setup = begun(rng, t)
        given = rng.choice(TYPES)
        text, more, (_, number) = operand(rng, given, "b")
        return Program(f"atomic_store of {t.name}", call("load", f"&at_{t.name}[@]", explicit, rng),
                       shown((t, convert(number, t))),
                       f"{setup}{more}{call('store', f'&at_{t.name}[@], {text}', explicit, rng)}; ",
                       paths=paths_of_operand(given, t), is_atomic=True)

    def compare(what, equal, t, rng):
        old, setup = begun(rng, t)
        expected = old if equal else convert(old + 1, t)
        new = number_in(rng, t)
        setup += f"{t.name} e@ = {text_of(t, expected)}; "
        expression = f"atomic_compare_exchange_strong(&at_{t.name}[@], &e@, ({t.name}){text_of(t, new)})"
        family = f"{what} of atomic_compare_exchange_strong of {t.name}"
        if what == "value":
            return Program(family, f"({expression} ? 5 : 7)", 5 if equal else 7, setup, is_atomic=True)
        value, result = ("e@", old) if what == "expected" else (f"atomic_load(&at_{t.name}[@])", new if equal else old)
        return Program(family, value, shown((t, result)), f"{setup}{expression}; ", is_atomic=True)

    def size(text, expected, t, rng):
        text = text.replace("OBJECT", f"&at_{t.name}[@], ").replace("EXPECTED", f"&e@, ({t.name})1")
        return Program(f"sizeof({text})", f"sizeof({text})", expected or t.size, f"{t.name} e@ = 1; ", is_atomic=True)

    def chosen(t, rng):
        old, setup = begun(rng, t)
        return Program(f"? atomic_load of {t.name} : uint", f"(1 ? atomic_load(&at_{t.name}[@]) : 1u)",
                       shown((LONG, convert(old, common(t, UINT)))), setup, is_atomic=True)

    part = functools.partial
    names = ["exchange", "fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and", "fetch_min", "fetch_max"]
    types = [INT, UINT, LONG, ULONG]
    cells = [part(modify, *each) for each in itertools.product(names, (False, True), (False, True), types)]
    cells += [part(store, *each) for each in itertools.product((False, True), types)]
    cells += [part(compare, *each)
              for each in itertools.product(("value", "expected", "after"), (False, True), types)]
    cells += [part(size, "atomic_fetch_add(OBJECT1)", 0, t) for t in types]
    cells += [part(size, "atomic_compare_exchange_strong(OBJECTEXPECTED)", 1, t) for t in types]
    cells += [part(chosen, t) for t in types]
    return cells


# ---- expressions of several operators ----

def nested(rng, depth, names, setup):
    if depth == 0:
        text, more, x = operand(rng, rng.choice(TYPES), next(names))
        setup.append(more)
        return text, x, False
    choice = rng.randrange(6)
    text, x, undefined = nested(rng, depth - 1, names, setup)
    if choice == 0:
        op = rng.choice("+-~!")
        result, bad = unary(op, x)
        return f"({op}{text})", result, undefined or bad
    if choice == 1:
        t = rng.choice(TYPES)
        return f"(({t.name}){text})", (t, convert(x[1], t)), undefined
    right, y, bad = nested(rng, depth - 1, names, setup)
    undefined = undefined or bad
    if choice == 2:
        condition, c, bad = nested(rng, 0, names, setup)
        t = common(x[0], y[0])
        return f"({condition} ? {text} : {right})", (t, convert((x if c[1] else y)[1], t)), undefined or bad
    op = rng.choice([each for each in BINARY if each not in ("/", "%")])
    result, bad = binary(op, x, y)
    return f"({text} {op} {right})", result, undefined or bad


def nested_cells():
    def make(rng):
        setup = []
        text, x, undefined = nested(rng, rng.choice([2, 3]), (f"v{i}_" for i in range(99)), setup)
        return Program("expression", text, shown(x), "".join(setup), paths=paths_of(undefined))
    return [make for _ in range(600)]


# ---- lists in braces ----

ROWS, COLUMNS = 3, 2


def list_cells():
    def make(rng):
        """A list without inner braces, with some, and with designations of rows and elements. C11 6.7.9 p17 to p20"""
        elements, held, next_ = [], [0] * (ROWS * COLUMNS), 0
        for _ in range(rng.randrange(1, 6)):
            designation = ""
            if next_ >= len(held) or rng.random() < 0.4:
                row, column = rng.randrange(ROWS), rng.randrange(COLUMNS)
                is_row = rng.random() < 0.4
                designation = f"[{row}] = " if is_row else f"[{row}][{column}] = "
                next_ = row * COLUMNS + (0 if is_row else column)
            # A row may have braces of its own; an element that a designation names has none.
            dimensions = designation.count("[")
            if dimensions == 1 or (dimensions == 0 and next_ % COLUMNS == 0 and rng.random() < 0.5):
                row = [rng.randrange(1, 100) for _ in range(rng.randrange(1, COLUMNS + 1))]
                held[next_:next_ + COLUMNS] = row + [0] * (COLUMNS - len(row))
                elements.append(designation + "{" + ", ".join(map(str, row)) + "}")
                next_ += COLUMNS
            else:
                held[next_] = rng.randrange(1, 100)
                elements.append(designation + str(held[next_]))
                next_ += 1
        text = ", ".join(elements)
        value = " + ".join(f"{100 ** i}L * m@_[{i // COLUMNS}][{i % COLUMNS}]" for i in range(len(held)))
        result = sum(100 ** i * number for i, number in enumerate(held))
        return Program(f"{{{text}}}", f"({value})", result, f"int m@_[{ROWS}][{COLUMNS}] = {{{text}}}; ",
                       paths=frozenset({KERNEL}))  # litmus tests have no designations
    return [make for _ in range(200)]


FAMILIES = {
    "constants": constant_cells, "literals": literal_cells, "types": type_cells, "unary": unary_cells,
    "binary": binary_cells, "assignment": assignment_cells, "conditional": conditional_cells,
    "conversion": conversion_cells, "switch": switch_cells, "constant-expressions": constant_expression_cells,
    "atomics": atomic_cells, "nested": nested_cells, "lists": list_cells,
}
