"""What C11 and OpenCL C 3.0 say about integers: the referee, which knows nothing of clmm.

A value is (type, number), the number one that the type has. Signed overflow wraps around, as clmm
documents, and is told by `overflows`; a shift count is taken modulo the width (OpenCL C 6.4).
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    name: str
    width: int
    signed: bool

    @property
    def size(self):
        return 1 if self is BOOL else self.width // 8

    @property
    def least(self):
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def greatest(self):
        return (1 << (self.width - self.signed)) - 1


BOOL = Type("bool", 1, False)
CHAR, UCHAR = Type("char", 8, True), Type("uchar", 8, False)
SHORT, USHORT = Type("short", 16, True), Type("ushort", 16, False)
INT, UINT = Type("int", 32, True), Type("uint", 32, False)
LONG, ULONG = Type("long", 64, True), Type("ulong", 64, False)
TYPES = [BOOL, CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG]
NAMED = {t.name: t for t in TYPES} | {
    "size_t": ULONG, "ptrdiff_t": LONG, "intptr_t": LONG, "uintptr_t": ULONG,
    "unsigned char": UCHAR, "unsigned short": USHORT, "unsigned int": UINT, "unsigned": UINT, "unsigned long": ULONG,
}

COMPARISONS = {"<": int.__lt__, ">": int.__gt__, "<=": int.__le__, ">=": int.__ge__, "==": int.__eq__, "!=": int.__ne__}
ARITHMETIC = ["+", "-", "*", "/", "%", "&", "|", "^"]
SHIFTS = ["<<", ">>"]
BINARY = [*ARITHMETIC, *SHIFTS, *COMPARISONS, "&&", "||", ","]


def convert(number, to):
    """6.3.1.2, 6.3.1.3: to bool by comparison with 0, else modulo 2^width."""
    if to is BOOL:
        return int(number != 0)
    number &= (1 << to.width) - 1
    return number - (1 << to.width) if number > to.greatest else number


def promoted(t):
    """6.3.1.1 p2: int represents all values of what is narrower."""
    return INT if t.width < 32 else t


def common(a, b):
    """6.3.1.8: the usual arithmetic conversions."""
    a, b = promoted(a), promoted(b)
    if a.width != b.width:
        return a if a.width > b.width else b
    return a if not a.signed else b


def _quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _exact(op, a, b):
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    if op == "/":
        return _quotient(a, b)
    if op == "%":
        return a - b * _quotient(a, b)
    return {"&": a & b, "|": a | b, "^": a ^ b}[op]


def type_of_binary(op, a, b):
    if op in COMPARISONS or op in ("&&", "||"):
        return INT
    if op in SHIFTS:
        return promoted(a)
    return b if op == "," else common(a, b)


def binary(op, left, right):
    """The value, and whether C leaves it undefined. No divisor is 0."""
    (a, x), (b, y) = left, right
    t = type_of_binary(op, a, b)
    if op == ",":
        return (b, y), False
    if op == "&&":
        return (INT, int(x != 0 and y != 0)), False
    if op == "||":
        return (INT, int(x != 0 or y != 0)), False
    if op in SHIFTS:
        count = y & (t.width - 1)
        exact = x << count if op == "<<" else x >> count
        return (t, convert(exact, t)), False
    both = common(a, b)
    x, y = convert(x, both), convert(y, both)
    if op in COMPARISONS:
        return (INT, int(COMPARISONS[op](x, y))), False
    exact = _exact(op, x, y)
    overflows = both.signed and (convert(exact, both) != exact or (op == "%" and (x, y) == (both.least, -1)))
    return (both, convert(exact, both)), overflows


def unary(op, operand):
    t, x = operand
    if op == "!":
        return (INT, int(x == 0)), False
    t = promoted(t)
    exact = {"+": x, "-": -x, "~": ~x}[op]
    return (t, convert(exact, t)), t.signed and convert(exact, t) != exact


def type_of_literal(number, decimal, suffix):
    """6.4.4.1 p5; the first type of the list that has the value."""
    suffix = suffix.lower()
    long, unsigned = "l" in suffix, "u" in suffix
    for t in (INT, UINT, LONG, ULONG):
        if (long and t.width < 64) or (unsigned and t.signed) or (decimal and not unsigned and not t.signed):
            continue
        if number <= t.greatest:
            return t
    return None
