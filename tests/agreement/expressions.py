#!/usr/bin/env python3
"""Random programs of integer expressions mean the same to `clmm check`, `clmm exec` and a C compiler.

    CLMM=clmm CC=cc expressions.py [--seed N] [--programs N] [--keep DIR] [--jobs N]

A program is one work-item that works on variables of all widths, an array, a struct, bytes and a
buffer, through pointers of other widths too, and notes the values of expressions. Those depend on
constants and on what is read from memory, which the checker does not know beforehand. The compiler
says what each value is; `check` has to verify so many assertions, and to refute one that is wrong;
`exec` has to print the same values. Nothing in a program is undefined: shift counts are masked,
divisors are small and positive, each object is changed at most once in an expression.
"""

import functools
import os
import random
import re
import sys

from asking import CLMM, failures_of, one_work_item, parser_of, run

WIDTHS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}
SIGNED = {"char", "short", "int", "long"}
TYPES = list(WIDTHS)
INPUTS = 8


def promoted(kind):
    return "int" if WIDTHS[kind] < 32 else kind


def common(a, b):
    a, b = promoted(a), promoted(b)
    if WIDTHS[a] != WIDTHS[b]:
        return a if WIDTHS[a] > WIDTHS[b] else b
    return b if a in SIGNED else a


class Program:
    def __init__(self, rng, values):
        self.rng = rng
        self.values = values
        self.scalars = [(f"v{i}", rng.choice(TYPES)) for i in range(6)]
        self.array = ("a", rng.choice(TYPES), rng.choice([4, 5, 8]))
        self.buffer = ("g", rng.choice(TYPES), 4)
        self.members = [(f"s.{name}", kind) for name, kind in
                        (("a", "char"), ("b", "short"), ("c", "int"), ("d", "long"), ("e", "uchar"))]
        self.inputs = [rng.choice([0, 1, 2, 3, 255, 256, -1, -128, 65535, 2**31 - 1, -2**31,
                                   rng.getrandbits(32) - 2**31]) for _ in range(INPUTS)]
        self.changed = set()
        self.read = set()

    # ---- expressions: text and type ----

    def literal(self):
        value = self.rng.choice([0, 1, 2, 7, 127, 128, 255, 256, 32767, 65536, 2**31 - 1, 2**31, 2**32 - 1,
                                 2**32, self.rng.getrandbits(16), self.rng.getrandbits(63)])
        suffix = self.rng.choice(["", "", "u", "l", "ul"])
        if suffix == "" and value > 2**31 - 1 or suffix == "u" and value > 2**32 - 1:
            suffix += "l"
        kind = {"": "int", "u": "uint", "l": "long", "ul": "ulong"}[suffix]
        return f"{value}{suffix}", kind

    def character(self):
        return self.rng.choice([("'a'", "int"), ("'\\n'", "int"), ("'\\xff'", "int"), ("'\\0'", "int")])

    def known(self):
        """Constants of a launch."""
        return self.rng.choice([("get_global_id(0)", "ulong"), ("get_global_size(0)", "ulong"),
                                ("get_local_id(0)", "ulong"), ("get_work_dim()", "uint"),
                                ("RED", "int"), ("BLUE", "int"), self.literal(), self.character()])

    def index(self, length):
        if self.rng.random() < 0.5:
            return str(self.rng.randrange(length))
        i = self.rng.randrange(INPUTS)
        return f"((uint)in[{i}] % {length})"

    def bytes_of(self, name, size, space):
        """A part of an object, through a pointer of another width."""
        kind = self.rng.choice([k for k in TYPES if WIDTHS[k] <= size * 8])
        return f"(({space}{kind}*)&{name})[{self.index(size * 8 // WIDTHS[kind])}]", kind

    def place(self):
        """An object's name, the text of a part of it, and the part's type."""
        choice = self.rng.randrange(8)
        if choice < 3:
            name, kind = self.rng.choice(self.scalars)
            return name, name, kind
        if choice == 3:
            name, kind, length = self.array
            return name, f"{name}[{self.index(length)}]", kind
        if choice == 4:
            name, kind = self.rng.choice(self.members)
            return "s", name, kind
        if choice == 5:
            name, kind = self.rng.choice(self.scalars)
            return name, *self.bytes_of(name, WIDTHS[kind] // 8, "")
        if choice == 6:
            name, kind, length = self.array
            return name, *self.bytes_of(f"{name}[0]", WIDTHS[kind] // 8 * length, "")
        name, kind, length = self.buffer
        if self.rng.random() < 0.5:
            return name, f"{name}[{self.index(length)}]", kind
        return name, *self.bytes_of(f"{name}[0]", WIDTHS[kind] // 8 * length, "global ")

    def readable(self):
        for _ in range(8):
            name, text, kind = self.place()
            if name not in self.changed:
                self.read.add(name)
                return text, kind
        return self.literal()

    def changeable(self):
        for _ in range(8):
            name, text, kind = self.place()
            if name not in self.changed and name not in self.read:
                self.changed.add(name)
                return text, kind
        return None

    def leaf(self):
        choice = self.rng.randrange(10)
        if choice < 2:
            return self.literal()
        if choice == 2:
            return self.known()
        if choice < 5:
            return f"in[{self.rng.randrange(INPUTS)}]", "int"
        return self.readable()

    def change(self, depth):
        target = self.changeable()
        if target is None:
            return self.leaf()
        text, kind = target
        choice = self.rng.randrange(3)
        if choice == 0:
            return self.rng.choice([f"(++{text})", f"(--{text})", f"({text}++)", f"({text}--)"]), kind
        if choice == 1:
            return f"({text} = {self.expression(depth - 1)[0]})", kind
        op = self.rng.choice(["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="])
        right, right_kind = self.expression(depth - 1)
        if op in ("<<=", ">>="):
            right = f"({right} & {WIDTHS[promoted(kind)] - 1})"
        if op in ("/=", "%="):
            right = f"(({right} & 7) + 1)"
        return f"({text} {op} {right})", kind

    def condition(self, depth):
        if self.rng.random() < 0.4:
            return self.known()[0]
        return self.expression(depth - 1)[0]

    def binary(self, depth):
        op = self.rng.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%", "<", ">", "<=", ">=", "==", "!="])
        left, left_kind = self.expression(depth - 1)
        right, right_kind = self.expression(depth - 1)
        if op in ("<<", ">>"):
            kind = promoted(left_kind)
            return f"({left} {op} ({right} & {WIDTHS[kind] - 1}))", kind
        if op in ("/", "%"):
            right = f"(({right} & 7) + 1)"
            right_kind = common(right_kind, "int")
        kind = common(left_kind, right_kind)
        if op in ("<", ">", "<=", ">=", "==", "!="):
            kind = "int"
        return f"({left} {op} {right})", kind

    def branch(self, depth):
        """Expressions of which one is evaluated may change the same objects."""
        condition = self.condition(depth)
        changed, read = set(self.changed), set(self.read)
        yes, yes_kind = self.expression(depth - 1)
        after_changed, after_read = set(self.changed), set(self.read)
        self.changed, self.read = changed, read
        no, no_kind = self.expression(depth - 1)
        self.changed |= after_changed
        self.read |= after_read
        return f"({condition} ? {yes} : {no})", common(yes_kind, no_kind)

    def expression(self, depth):
        if depth <= 0:
            return self.leaf()
        choice = self.rng.randrange(20)
        if choice < 7:
            return self.binary(depth)
        if choice < 11:
            return self.branch(depth)
        if choice < 13:
            kind = self.rng.choice(TYPES)
            return f"(({kind}){self.expression(depth - 1)[0]})", kind
        if choice == 13:
            return f"((bool){self.expression(depth - 1)[0]})", "uchar"
        if choice == 14:
            op = self.rng.choice(["-", "~", "+"])
            text, kind = self.expression(depth - 1)
            return f"({op}{text})", promoted(kind)
        if choice == 15:
            return f"(!{self.expression(depth - 1)[0]})", "int"
        if choice == 16:
            op = self.rng.choice(["&&", "||"])
            return f"({self.condition(depth)} {op} {self.expression(depth - 1)[0]})", "int"
        if choice == 17:
            left = self.expression(depth - 1)[0]
            text, kind = self.expression(depth - 1)
            return f"({left}, {text})", kind
        if choice == 18:
            before = set(self.changed), set(self.read)
            text = self.expression(depth - 1)[0]
            self.changed, self.read = before  # sizeof evaluates nothing
            return f"sizeof({text})", "ulong"
        return self.change(depth)

    def struct_statement(self):
        return self.rng.choice(["t = s;", "s = in[0] ? t : s;", "s = get_global_id(0) ? s : t;", "p->c = (*p).b;",
                                "n[in[1] & 1] = *p;", "s = n[1];", "n[0].e = s.e;", "t = (s = n[0]);"])

    def value(self):
        self.changed, self.read = set(), set()
        return self.expression(self.rng.randrange(1, 5))[0]

    def body(self, note):
        lines = ["struct S s = {1, -2, 3, -4, 250}, t = {5}, n[2] = {{1}, {2, 3}};",
                 "struct S* p = &t;"]
        for name, kind in self.scalars:
            lines.append(f"{kind} {name} = {self.literal()[0]};")
        name, kind, length = self.array
        values = ", ".join(self.literal()[0] for _ in range(length))
        lines.append(f"{kind} {name}[] = {{{values}}};")
        for i in range(self.values):
            if self.rng.random() < 0.3:
                lines.append(self.struct_statement())
            if self.rng.random() < 0.3:
                self.changed, self.read = set(), set()
                lines.append(self.change(2)[0] + ";")
            lines.append(note(i, self.value()))
        ends = [name for name, _ in self.scalars] + [name for name, _ in self.members]
        ends += [f"{self.array[0]}[{i}]" for i in range(self.array[2])] + ["g[0]", "g[3]", "t.d", "n[1].b"]
        for i, end in enumerate(ends, self.values):
            lines.append(note(i, end))
        self.count = self.values + len(ends)
        return "\n  ".join(lines)


STRUCT = "enum Colour { RED = 3, GREEN, BLUE = -5 };\nstruct S { char a; short b; int c; long d; uchar e; };\n"


def c_text(body, program):
    inputs = ", ".join(f"(int){value}LL" for value in program.inputs)
    return f"""#include <stdbool.h>
#include <stdio.h>
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned int uint; typedef unsigned long ulong;
#define global
#define get_global_id(d) 0UL
#define get_local_id(d) 0UL
#define get_global_size(d) 1UL
#define get_work_dim() 1u
{STRUCT}static int in[] = {{{inputs}}};
static _Alignas(16) {program.buffer[1]} g[4] = {{1, 2, 3, 4}};
int main(void) {{
  {body}
}}
"""


def kernel_text(body, program, parameters):
    return (f"{STRUCT}kernel void k(global int* in, global {program.buffer[1]}* g{parameters}) {{\n  {body}\n}}\n")


def arguments(program):
    return ["--arg", "in={" + ",".join(str(value) for value in program.inputs) + "}", "--arg", "g={1,2,3,4}"]


def compiled(compiler, folder, name, text):
    path = folder / f"{name}.c"
    path.write_text(text)
    binary = folder / name
    code, output, errors = run([compiler, "-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-o", str(binary), str(path)])
    if code != 0:
        return None, output + errors
    _, output, _ = run([str(binary)])
    return [int(line, 16) for line in output.split()], output


def checked(path, program):
    code, output, errors = run([CLMM, "check", str(path), "--global", "1", "--local", "1", *arguments(program)])
    return code, output + errors


def check_program(seed, values, compiler, folder):
    """What is wrong, or nothing."""
    name = f"e{seed}"
    program = Program(random.Random(seed), values)
    body = program.body(lambda i, text: f'printf("%lx\\n", (ulong)({text}));')
    expected, output = compiled(compiler, folder, name, c_text(body, program))
    if expected is None and "internal compiler error" in output:
        return None  # gcc 12 cannot take sizeof before a comma
    if expected is None or len(expected) != program.count:
        return f"seed {seed}: the compiler refuses the program: {output[:400]}"

    again = Program(random.Random(seed), values)
    body = again.body(lambda i, text: f"{{ ulong r = (ulong)({text}); assert(r == 0x{expected[i]:x}ul); }}")
    path = folder / f"{name}_check.cl"
    path.write_text(kernel_text(body, again, ""))
    code, output = checked(path, again)
    if code != 0 or output.count("Verified") != 5:
        return f"seed {seed}: check disagrees ({path}):\n{output[:1500]}"

    wrong = random.Random(seed).randrange(program.count)
    values_of_one = list(expected)
    values_of_one[wrong] ^= 1
    again = Program(random.Random(seed), values)
    body = again.body(lambda i, text: f"{{ ulong r = (ulong)({text}); assert(r == 0x{values_of_one[i]:x}ul); }}")
    path = folder / f"{name}_wrong.cl"
    path.write_text(kernel_text(body, again, ""))
    code, output = checked(path, again)
    if not re.search(r"assert +Refuted", output) or len(re.findall("Refuted", output)) != 1:
        return f"seed {seed}: check does not refute value {wrong} ({path}):\n{output[:1500]}"

    again = Program(random.Random(seed), values)
    body = again.body(lambda i, text: f"out[{i}] = (ulong)({text});")
    path = folder / f"{name}_exec.cl"
    path.write_text(kernel_text(body, again, ", global ulong* out"))
    got, output = one_work_item(path, arguments(again), "ulong", program.count)
    if got != expected:
        differing = [i for i, (a, b) in enumerate(zip(got or [], expected)) if a != b]
        return f"seed {seed}: exec disagrees at {differing} ({path}):\n{output[:1500]}"
    return None


def main():
    options = parser_of(programs=40, values=12).parse_args()
    compiler = os.environ.get("CC", "cc")

    def task(folder, seed):
        found = check_program(seed, options.values, compiler, folder)
        return [found] if found else []

    seeds = range(options.seed, options.seed + options.programs)
    failures = failures_of(options, lambda folder: [functools.partial(task, folder, seed) for seed in seeds])
    for failure in failures:
        print(failure)
    print(f"{options.programs} programs, {len(failures)} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
