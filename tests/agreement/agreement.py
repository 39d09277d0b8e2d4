#!/usr/bin/env python3
"""Thousands of small programs mean the same to every part of clmm that reads OpenCL C.

    CLMM=clmm agreement.py [--seed N] [--count N | --all] [--family NAME]... [--path NAME]... [--keep DIR]

Each program is an expression whose value a referee (c_integers.py) computes from the text of C11 and
OpenCL C 3.0. It is asked of `clmm check` and `clmm exec` of a litmus test, of both of a host thread, of
`clmm exec` of a kernel and, with `--path device`, of an OpenCL device (`clmm run`). Programs share
files, so that a process answers a hundred; where one is refused, halves are tried until it stands alone.
"""

import functools
import random
import re
import sys

import functions as built_in
import programs
from asking import CLMM, failures_of, one_work_item, parser_of, run
from c_integers import LONG, TYPES
from programs import CHECK, DEVICE, EXEC, HOST_CHECK, HOST_EXEC, KERNEL, MEMORY, PATHS, convert, text_of

BATCH, ATOMIC_BATCH = 100, 8
ATOMICS = ["int", "uint", "long", "ulong"]
ARRAYS = [t for t in TYPES if t.name != "bool"]
FAMILIES = programs.FAMILIES | built_in.FAMILIES
TUNING = '{"instances": 1, "work_group_size": 1}'


# ---- files ----

def numbered(text, number):
    return text.replace("@", str(number))


def statements(batch, note):
    return [numbered(f"  {{ {each.setup}{note(i, each.value)} }}", i) for i, each in enumerate(batch)]


def functions(batch):
    return [numbered(each.function, i) for i, each in enumerate(batch) if each.function]


def parameters(space):
    return ", ".join([f"{space}{t.name}* in_{t.name}" for t in ARRAYS] +
                     [f"{space}atomic_{name}* at_{name}" for name in ATOMICS])


def contents(t):
    return "{" + ",".join(str(convert(each, t)) for each in MEMORY) + "}"


def initial_state(count):
    return " ".join([f"{t.name} in_{t.name}[{len(MEMORY)}] = {contents(t)};" for t in ARRAYS] +
                    [f"{name} at_{name}[{count}];" for name in ATOMICS])


def litmus_text(batch, head, space):
    registers = [f"long r{i} = 0;" for i in range(len(batch))]
    body = statements(batch, lambda i, value: f"r{i} = {value};")
    seen = " ".join(f"0:r{i};" for i in range(len(batch)))
    return "\n".join(["OPENCL agreement", f"{{ {initial_state(len(batch))} }}", *functions(batch),
                      f"P0@{head} ({parameters(space)}) {{", *registers, *body, "}", f"locations [{seen}]", ""])


def device_text(batch):
    """A device's final state says which programs went wrong, a bit for each."""
    words = range((len(batch) + 63) // 64)
    body = statements(batch, lambda i, value: f"long r = {value}; if (r != (long){text_of(LONG, batch[i].expected)}) "
                                              f"w{i // 64} |= 1ul << {i % 64};")
    return "\n".join(["OPENCL agreement", f"{{ {initial_state(len(batch))} }}", *functions(batch),
                      f"P0@wg 0, dev 0 ({parameters('global ')}) {{", *[f"  ulong w{i} = 0;" for i in words], *body,
                      "}", "locations [" + " ".join(f"0:w{i};" for i in words) + "]", ""])


def kernel_text(batch):
    body = statements(batch, lambda i, value: f"out[{i}] = {value};")
    return "\n".join([*functions(batch), f"kernel void k({parameters('global ')}, global long* out) {{", *body, "}", ""])


# ---- answers ----

def registers_of(output, count):
    found = {int(i): int(value) for i, value in re.findall(r"\b0:r(\d+)=(-?\d+);", output)}
    return [convert(found[i], LONG) for i in range(count)] if len(found) == count else None


def ask_litmus(verb, file, batch):
    code, output, errors = run([CLMM, verb, *(["--witness", "never"] if verb == "check" else []), str(file)])
    return (registers_of(output, len(batch)) if code == 0 else None), errors or output


def ask_kernel(file, batch):
    arguments = [word for t in ARRAYS for word in ("--arg", f"in_{t.name}={contents(t)}")]
    arguments += [word for name in ATOMICS for word in ("--arg", f"at_{name}[{len(batch)}]=0")]
    return one_work_item(file, arguments, "long", len(batch))


def ask_device(device, file, batch):
    code, output, errors = run([CLMM, "run", "--device", device, "--instances", "1", "--tuning", TUNING, str(file)])
    wrong = {int(i): int(value) for i, value in re.findall(r"\b0:w(\d+)=(\d+);", output)}
    if code != 0 or not wrong:
        return None, errors or output
    return [None if wrong[i // 64] >> i % 64 & 1 else each.expected for i, each in enumerate(batch)], ""


class Asking:
    def __init__(self, folder, device):
        self.folder, self.device = folder, device
        self.files = 0

    def file(self, text, ending):
        self.files += 1
        path = self.folder / f"{self.files}.{random.getrandbits(40):x}.{ending}"
        path.write_text(text)
        return path

    def answers(self, path, batch):
        """One for each program; None, and what was said, where they are refused."""
        if path == KERNEL:
            return ask_kernel(self.file(kernel_text(batch), "cl"), batch)
        if path == DEVICE:
            return ask_device(self.device, self.file(device_text(batch), "litmus"), batch)
        head, space = ("host", "") if path in (HOST_CHECK, HOST_EXEC) else ("wg 0, dev 0", "global ")
        verb = "check" if path in (CHECK, HOST_CHECK) else "exec"
        return ask_litmus(verb, self.file(litmus_text(batch, head, space), "litmus"), batch)

    def wrong(self, path, batch):
        """What is wrong with a batch: texts."""
        values, said = self.answers(path, batch)
        if values is None and len(batch) > 1:
            half = len(batch) // 2
            return self.wrong(path, batch[:half]) + self.wrong(path, batch[half:])
        if values is None and path == DEVICE and "no generic address space" in said:
            return []  # the device says what it has not, of a pointer that names no space
        if values is None:
            return [f"{path} refuses {described(batch[0])}\n    " + said.strip().replace("\n", "\n    ")[:600]]
        return [f"{path} says {'something else' if value is None else value} of {described(each)}"
                for each, value in zip(batch, values) if value != each.expected]


def described(program):
    text = numbered(f"{program.function} {program.setup}{program.value}".strip(), 0)
    return f"{program.family}: {text}, which is {program.expected}"


# ---- the choice of programs ----

def chosen(options):
    """Each cell in turn, in an order that the seed says, until there are enough. Lists, which kernels alone take, are
    drawn where they are named."""
    rng = random.Random(options.seed)
    families = options.family or [name for name in FAMILIES if name != "lists" or not options.count]
    cells = [cell for name in families for cell in FAMILIES[name]()]
    rng.shuffle(cells)
    count = options.count or len(cells)
    return [made(cells[i % len(cells)], rng) for i in range(count)]


def batches(takes):
    for is_atomic, size in ((False, BATCH), (True, ATOMIC_BATCH)):
        alike = [each for each in takes if each.is_atomic == is_atomic]
        yield from (alike[i:i + size] for i in range(0, len(alike), size))


def made(cell, rng):
    program = cell(rng)
    program.expected = convert(program.expected, LONG)
    return program


def main():
    parser = parser_of()
    parser.add_argument("--count", type=int, help="programs; all cells once if left out")
    parser.add_argument("--family", action="append", choices=list(FAMILIES))
    parser.add_argument("--path", action="append", choices=PATHS, help="default: all but the device")
    parser.add_argument("--device", default="opencl:0")
    options = parser.parse_args()
    if options.path == [DEVICE] and f"\n{options.device}\n" not in f"\n{run([CLMM, 'devices'])[1]}":
        print(f"skipped: no device {options.device}")
        return 77
    everything = chosen(options)

    def tasks(folder):
        asking = Asking(folder, options.device)
        for path in options.path or [each for each in PATHS if each != DEVICE]:
            takes = [each for each in everything if path in each.paths]
            print(f"{path}: {len(takes)} programs")
            yield from (functools.partial(asking.wrong, path, batch) for batch in batches(takes))

    failures = failures_of(options, tasks)
    for failure in failures:
        print(failure)
    print(f"{len(everything)} programs, seed {options.seed}: {len(failures)} wrong answers")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
