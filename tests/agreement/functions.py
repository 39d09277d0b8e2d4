"""Small programs for the built-in functions: integers, and floating-point values that are exact.

Those of integers are asked of all; the checker has no floating-point values.
"""

import functools
import math

from c_integers import *  # noqa: F403
from programs import KERNEL, Program, number_in, operand, shown, text_of

TYPED = [t for t in TYPES if t.name != "bool"]
UNSIGNED = {"char": "uchar", "short": "ushort", "int": "uint", "long": "ulong"}


def of_name(name):
    return next(t for t in TYPES if t.name == name)


def unsigned(t):
    return of_name(UNSIGNED.get(t.name, t.name))


def saturated(number, t):
    return max(t.least, min(t.greatest, number))


def bits(number, t):
    return number % 2**t.width


# OpenCL C 3.0, "Integer Functions" and "Common Functions": what they yield, by type and numbers.
INTEGER = {
    "abs": lambda t, a: abs(a),
    "abs_diff": lambda t, a, b: abs(a - b),
    "add_sat": lambda t, a, b: saturated(a + b, t),
    "sub_sat": lambda t, a, b: saturated(a - b, t),
    "hadd": lambda t, a, b: (a + b) >> 1,
    "rhadd": lambda t, a, b: (a + b + 1) >> 1,
    "clz": lambda t, a: t.width - bits(a, t).bit_length(),
    "ctz": lambda t, a: (bits(a, t) & -bits(a, t)).bit_length() - 1 if a else t.width,
    "popcount": lambda t, a: bin(bits(a, t)).count("1"),
    "mul_hi": lambda t, a, b: (a * b) >> t.width,
    "mad_hi": lambda t, a, b, c: ((a * b) >> t.width) + c,
    "mad_sat": lambda t, a, b, c: saturated(a * b + c, t),
    "rotate": lambda t, a, b: (bits(a, t) << b % t.width) | (bits(a, t) >> (t.width - b % t.width) % t.width
                                                              if b % t.width else 0),
    "min": lambda t, a, b: min(a, b),
    "max": lambda t, a, b: max(a, b),
    "bitselect": lambda t, a, b, c: (bits(c, t) & bits(b, t)) | (~bits(c, t) & bits(a, t)),
}
TO_UNSIGNED = {"abs", "abs_diff"}


def arguments_of(function):
    return function.__code__.co_argcount - 1


def call(name, t, numbers):
    return f"{name}({', '.join(f'({t.name}){text_of(t, each)}' for each in numbers)})"


def drawn(rng, t, count):
    """Operands that are literals, variables or in memory: their texts, what is before, the numbers."""
    parts = [operand(rng, t, f"x{i}_") for i in range(count)]
    return ([text for text, _, _ in parts], "".join(setup for _, setup, _ in parts),
            [number for _, _, (_, number) in parts])


def integer_cells():
    def make(name, t, rng):
        function = INTEGER[name]
        texts, setup, numbers = drawn(rng, t, arguments_of(function))
        result_type = unsigned(t) if name in TO_UNSIGNED else t
        result = convert(function(t, *numbers), result_type)
        return Program(f"{name} of {t.name}", f"{name}({', '.join(texts)})", shown((result_type, result)), setup)

    def size(name, t, rng):
        numbers = [1] * arguments_of(INTEGER[name])
        return Program(f"sizeof({name} of {t.name})", f"sizeof({call(name, t, numbers)})", t.size)

    def clamp(t, rng):
        texts, setup, (x, *ends) = drawn(rng, t, 3)
        if ends[0] > ends[1]:
            texts[1:], ends = texts[:0:-1], ends[::-1]
        return Program(f"clamp of {t.name}", f"clamp({', '.join(texts)})", shown((t, max(ends[0], min(ends[1], x)))),
                       setup)

    def select(t, rng):
        texts, setup, (a, b, c) = drawn(rng, t, 3)
        return Program(f"select of {t.name}", f"select({', '.join(texts)})", shown((t, b if c else a)), setup)

    def sign(name, t, rng):
        texts, setup, (a,) = drawn(rng, t, 1)
        return Program(f"{name} of {t.name}", f"{name}({texts[0]})", int(a < 0), setup)

    def upsample(t, rng):
        (high_text,), setup, (high,) = drawn(rng, t, 1)
        low = number_in(rng, unsigned(t))
        wide = of_name({"char": "short", "short": "int", "int": "long"}.get(t.name) or
                       {"uchar": "ushort", "ushort": "uint", "uint": "ulong"}[t.name])
        text = f"upsample({high_text}, ({unsigned(t).name}){text_of(unsigned(t), low)})"
        return Program(f"upsample of {t.name}", text, shown((wide, convert((high << t.width) | low, wide))), setup)

    def narrow(name, t, rng):
        """mul24 and mad24 take what fits 24 bits."""
        a, b = (convert(rng.getrandbits(23) - (2**22 if t.signed else 0), t) for _ in range(2))
        c = number_in(rng, t)
        numbers, result = ([a, b], a * b) if name == "mul24" else ([a, b, c], a * b + c)
        return Program(f"{name} of {t.name}", call(name, t, numbers), shown((t, convert(result, t))))

    part = functools.partial
    cells = [part(make, name, t) for name in INTEGER for t in TYPED for _ in range(3)]
    cells += [part(size, name, t) for name in INTEGER for t in TYPED]
    cells += [part(make, t) for make in (clamp, select) for t in TYPED for _ in range(3)]
    cells += [part(sign, name, t) for name in ("any", "all") for t in TYPED if t.signed for _ in range(2)]
    cells += [part(upsample, t) for t in TYPED if t.width < 64 for _ in range(2)]
    cells += [part(narrow, name, of_name(t)) for name in ("mul24", "mad24") for t in ("int", "uint") for _ in range(3)]
    return cells


def away(x):
    return math.copysign(math.floor(abs(x) + 0.5), x)


# Exact for the numbers below: quarters of small size. OpenCL C 3.0, "Math Functions" and so on.
FLOATING = {
    "ceil": math.ceil, "floor": math.floor, "trunc": math.trunc, "round": away, "rint": lambda x: round(x),
    "fabs": abs, "sign": lambda x: (x > 0) - (x < 0), "copysign": math.copysign, "fmin": min, "fmax": max,
    "min": min, "max": max, "fdim": lambda a, b: max(a - b, 0.0), "fma": lambda a, b, c: a * b + c,
    "mad": lambda a, b, c: a * b + c, "step": lambda edge, x: 0.0 if x < edge else 1.0,
    "clamp": lambda x, low, high: min(max(x, low), high), "mix": lambda a, b, c: a + (b - a) * c,
    "maxmag": lambda a, b: a if abs(a) > abs(b) else b if abs(b) > abs(a) else max(a, b),
    "minmag": lambda a, b: a if abs(a) < abs(b) else b if abs(b) < abs(a) else min(a, b),
    "ldexp": None, "ilogb": None, "fmod": math.fmod,
    "isequal": lambda a, b: a == b, "isnotequal": lambda a, b: a != b, "isgreater": lambda a, b: a > b,
    "isgreaterequal": lambda a, b: a >= b, "isless": lambda a, b: a < b, "islessequal": lambda a, b: a <= b,
    "islessgreater": lambda a, b: a != b, "isordered": lambda a, b: True, "isunordered": lambda a, b: False,
    "isfinite": lambda x: True, "isinf": lambda x: False, "isnan": lambda x: False,
    "isnormal": lambda x: x != 0, "signbit": lambda x: math.copysign(1, x) < 0,
    "dot": lambda a, b: a * b, "length": abs, "distance": lambda a, b: abs(a - b),
}
ARITY = {"fmin": 2, "fmax": 2, "min": 2, "max": 2, "fabs": 1, "length": 1, "ceil": 1, "floor": 1, "trunc": 1,
         "copysign": 2, "fmod": 2}


def floating_cells():
    def value(x, suffix):
        return f"{x!r}{suffix}" if x >= 0 else f"(-{-x!r}{suffix})"

    def make(name, suffix, rng):
        count = ARITY.get(name) or FLOATING[name].__code__.co_argcount
        numbers = [rng.randrange(-40, 41) / 4 for _ in range(count)]
        if name == "clamp":
            numbers[1:] = sorted(numbers[1:])
        if name == "fmod" and numbers[1] == 0:
            numbers[1] = 0.75
        if name in ("copysign", "signbit") and numbers[-1] == 0:
            numbers[-1] = 1.0
        result = FLOATING[name](*numbers)
        text = f"{name}({', '.join(value(each, suffix) for each in numbers)})"
        return Program(f"{name} of {'float' if suffix else 'double'}", f"(long)({text} * 64)", int(float(result) * 64),
                       paths=frozenset({KERNEL}))

    def with_int(name, suffix, rng):
        x = rng.choice([1.0, 1.5, 0.75, 40.25, -3.0])
        n = rng.randrange(-2, 6)
        if name == "ldexp":
            return Program("ldexp", f"(long)(ldexp({value(x, suffix)}, {n}) * 64)", int(x * 2.0**n * 64),
                           paths=frozenset({KERNEL}))
        return Program("ilogb", f"ilogb({value(x, suffix)})", math.frexp(x)[1] - 1, paths=frozenset({KERNEL}))

    part = functools.partial
    return [part(with_int if FLOATING[name] is None else make, name, suffix)
            for name in FLOATING for suffix in ("f", "") for _ in range(4)]


FAMILIES = {"integer-functions": integer_cells, "floating-functions": floating_cells}
