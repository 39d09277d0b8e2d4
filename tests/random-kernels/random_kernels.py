#!/usr/bin/env python3
"""Random kernels leave the same on `clmm check`, `clmm exec`, PoCL and plain C++.

    CLMM=clmm random_kernels.py [--seed N] [--kernels N] [--batch N] [--side NAME]... [--device PROGRAM]
                                [--platform NAME] [--sanitize] [--no-reduce] [--keep DIR] [--jobs N]

Each seed is a kernel (kernel.py) with two launches: a small one for `check`, whose one final state it has to list, and
with which it has to verify every property, and a larger one for the others; `exec` runs it with all dynamic checks, too,
and may find nothing. Plain C++ says what is right. Kernels of a batch share a C++ program, and one for PoCL. A kernel
of which they disagree is printed reduced: without all that it still differs without.
"""

import copy
import functools
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "agreement"))

import sides  # noqa: E402
from asking import failures_of, parser_of  # noqa: E402
from kernel import Generator  # noqa: E402
from sides import LARGE, SMALL  # noqa: E402
from statements import Block  # noqa: E402

SIDES = ["exec", "exec-check", "check", "pocl"]
SANITIZERS = ["-fsanitize=undefined,address", "-fno-sanitize=alignment", "-fno-sanitize-recover=undefined"]


def differing(expected, found):
    """The first buffer that differs, or nothing."""
    for name, numbers in expected.items():
        if found.get(name) != numbers:
            return f"{name} is {found.get(name)}, not {numbers}"
    return ""


class Comparing:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.cxx_options = SANITIZERS if options.sanitize else []
        self.unknown = 0
        sides.precompile(folder, self.cxx_options)

    def folder_of(self, kernels):
        path = self.folder / kernels[0].name
        path.mkdir(exist_ok=True)
        return path

    def alone(self, side, kernel, expected, folder):
        """What is wrong with a side's answer to a kernel, or nothing."""
        if side == "check":
            found, said = sides.check(kernel, folder)
            if found is None and said is None:
                self.unknown += 1
                return ""
        elif side == "pocl":
            found, said, code = sides.pocl(self.options.device, self.options.platform, [kernel], folder)
            found = found[kernel.name] if found else None
        else:
            ask = sides.execute if side == "exec" else sides.execute_checked
            found, said = ask(kernel, LARGE, folder)
        if found is None:
            return f"refuses: {said[:1200]}"
        return differing(expected[kernel.name, SMALL if side == "check" else LARGE], found)

    def batch(self, seeds):
        """Prints what is wrong with the kernels of these seeds, and names those."""
        kernels = [Generator(seed).kernel() for seed in seeds]
        folder = self.folder_of(kernels)
        expected, said = sides.cxx(kernels, folder, self.cxx_options)
        if expected is None:
            half = len(seeds) // 2
            if half:
                return self.batch(seeds[:half]) + self.batch(seeds[half:])
            print(f"{kernels[0].name}: the compiler of C++ refuses it: {said[:2000]}", flush=True)
            return [kernels[0].name]
        wrong = []
        for side in self.options.side:
            bad = self.bad_on_pocl(kernels, expected, folder) if side == "pocl" else kernels
            for kernel in bad:
                said = self.alone(side, kernel, expected, folder)
                if said:
                    wrong.append(kernel.name)
                    print(f"{kernel.name} differs on {side}", flush=True)
                    print(self.report(side, kernel, said, folder), flush=True)
        return wrong

    def bad_on_pocl(self, kernels, expected, folder):
        """Those with another answer; all of them where the program has none."""
        found, _, code = sides.pocl(self.options.device, self.options.platform, kernels, folder)
        if code == 77:
            return []
        return [each for each in kernels
                if found is None or differing(expected[each.name, LARGE], found.get(each.name, {}))]

    def report(self, side, kernel, said, folder):
        reduced = kernel if self.options.no_reduce else Reducing(self, side, folder, said).reduced(kernel)
        launch = kernel.launches[SMALL if side == "check" else LARGE]
        arguments = " ".join(sides.arguments(reduced, SMALL if side == "check" else LARGE, side != "check"))
        return (f"--seed {kernel.name[1:]} --kernels 1 --side {side}: {said}\n"
                f"{launch[0]} work-items in groups of {launch[1]}: {arguments}\n{reduced.text()}")


class Reducing:
    """Leaves out statements, and what is around them, while the side still differs in the same way."""

    def __init__(self, comparing, side, folder, said):
        self.comparing, self.side, self.folder = comparing, side, folder
        self.refuses = said.startswith("refuses")
        self.said = said

    def differs(self, kernel):
        expected, _ = sides.cxx([kernel], self.folder, self.comparing.cxx_options)
        if expected is None:
            return False
        said = self.comparing.alone(self.side, kernel, expected, self.folder)
        return bool(said) and said.startswith("refuses") == self.refuses and self.is_same_message(said)

    def is_same_message(self, said):
        """The same code of a diagnostic, or the same property."""
        words = [each for each in ("E-", "Refuted", "Unknown", "internal error", "finding") if each in self.said]
        return all(each in said for each in words)

    def reduced(self, kernel):
        best = kernel
        for _ in range(3):
            changed = False
            for part in ("before", "body"):
                count = len(list(places(getattr(best, part))))
                for number in reversed(range(count)):
                    for change in (leave_out, unwrap):
                        candidate = copy.deepcopy(best)
                        nodes = getattr(candidate, part)
                        if change(nodes, number) and self.differs(candidate):
                            best, changed = candidate, True
                            break
            if not changed:
                break
        return best


def places(nodes, whole=False):
    """Lists of nodes and indices into them, of all that may be changed."""
    for i, node in enumerate(nodes):
        if not whole:
            yield nodes, i
        if isinstance(node, Block):
            yield from places(node.body, node.whole)


def place(nodes, number):
    found = list(places(nodes))
    return found[number] if number < len(found) else (None, None)


def leave_out(nodes, number):
    where, i = place(nodes, number)
    if where is not None:
        del where[i]
    return where is not None


def unwrap(nodes, number):
    where, i = place(nodes, number)
    if where is None or not isinstance(where[i], Block) or where[i].whole:
        return False
    where[i:i + 1] = where[i].body
    return True


def main():
    parser = parser_of(kernels=40, batch=50)
    parser.add_argument("--side", action="append", choices=SIDES)
    parser.add_argument("--device", default=os.environ.get("RANDOM_KERNELS_DEVICE"), help="random_kernels_device")
    parser.add_argument("--platform", default="Portable Computing Language", help="of OpenCL, in the place of PoCL")
    parser.add_argument("--sanitize", action="store_true", help="C++ says what is undefined in the kernels")
    parser.add_argument("--no-reduce", action="store_true")
    options = parser.parse_args()
    options.side = options.side or [each for each in SIDES if each != "pocl" or options.device]
    comparings = []

    def tasks(folder):
        comparings.append(Comparing(options, folder))
        seeds = range(options.seed, options.seed + options.kernels)
        for first in range(0, len(seeds), options.batch):
            yield functools.partial(comparings[0].batch, seeds[first:first + options.batch])

    failures = failures_of(options, tasks)
    print(f"{options.kernels} kernels from seed {options.seed} on {', '.join(['plain C++', *options.side])}: "
          f"{len(failures)} differences; {comparings[0].unknown} without a final state from check")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
