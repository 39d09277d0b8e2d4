"""Terms of an event structure on known values; None: not known."""


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) & 1 else value


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATORS = {
    "add": lambda a, b, w: a + b,
    "subtract": lambda a, b, w: a - b,
    "multiply": lambda a, b, w: a * b,
    "and": lambda a, b, w: a & b,
    "or": lambda a, b, w: a | b,
    "xor": lambda a, b, w: a ^ b,
    "both": lambda a, b, w: a & b,
    "either": lambda a, b, w: a | b,
    "equal": lambda a, b, w: int(a == b),
    "unsigned-less": lambda a, b, w: int(a < b),
    "unsigned-less-equal": lambda a, b, w: int(a <= b),
    "signed-less": lambda a, b, w: int(signed(a, w) < signed(b, w)),
    "signed-less-equal": lambda a, b, w: int(signed(a, w) <= signed(b, w)),
    "unsigned-divide": lambda a, b, w: a // b if b else -1,
    "unsigned-remainder": lambda a, b, w: a % b if b else a,
    "signed-divide": lambda a, b, w: quotient(signed(a, w), signed(b, w)) if b else None,
    "signed-remainder": lambda a, b, w: (signed(a, w) - quotient(signed(a, w), signed(b, w)) * signed(b, w)
                                         if b else None),
    "shift-left": lambda a, b, w: a << b if b < w else None,
    "logical-shift-right": lambda a, b, w: a >> b if b < w else None,
    "arithmetic-shift-right": lambda a, b, w: signed(a, w) >> b if b < w else None,
    "bit-not": lambda a, b, w: ~a,
    "negate": lambda a, b, w: -a,
    "not": lambda a, b, w: int(a == 0),
    "zero-extend": lambda a, b, w: a,
    "truncate": lambda a, b, w: a,
    "sign-extend": lambda a, b, w: signed(a, w),
}


class Values:
    """`leaf(op, number)` gives the value of a read, of a location in the end, of a choice."""

    def __init__(self, terms, leaf):
        self.terms, self.leaf, self.known, self.open = terms, leaf, {}, set()

    def __call__(self, term):
        if term in self.known:
            return self.known[term]
        if term in self.open:  # a value that depends on itself
            return None
        self.open.add(term)
        value = self.compute(term)
        self.open.discard(term)
        if not self.open or value is not None:
            self.known[term] = value
        return value

    def compute(self, number):
        op, width, a, b, c, payload = self.terms[number]
        if op == "constant":
            return payload
        if op in ("read", "final", "choice"):
            return self.leaf(op, payload)
        left = self(a)
        if op == "if":
            if left is None:
                one, other = self(b), self(c)
                return one if one == other else None
            return self(b) if left else self(c)
        right = self(b) if b is not None else 0
        if op in ("both", "either"):
            decides = 1 if op == "either" else 0
            if decides in (left, right):
                return decides
        if left is None or right is None:
            return None
        value = OPERATORS[op](left, right, self.terms[a][1])
        return None if value is None else value & ((1 << width) - 1)
