"""What runs generated kernels: plain C++, PoCL, `clmm exec` with and without checks, `clmm check`.

Each answers for a kernel with the elements of its buffers at the end, or with a text that says why not.
"""

import itertools
import os
import pathlib
import re
import struct
import subprocess

from asking import CLMM
from kernel import stride

HERE = pathlib.Path(__file__).parent
CXX = os.environ.get("CXX", "c++")
AS_OPENCL = """#define LOCAL local
#define VEC(type, ...) ((type)(__VA_ARGS__))
#define CHOSEN(c, a, b) ((c) ? (a) : (b))
#define PART(x) (x)
"""
FORMAT = {8: "b", 16: "h", 32: "i", 64: "q"}
CXX_OPTIONS = ["-std=c++20", "-w", "-O0", "-ffp-contract=off", "-fno-strict-aliasing", "-fwrapv"]
SMALL, LARGE = 0, 1


def run(command, limit=120, **options):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False, **options)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return 124, "", f"took longer than {limit} s"


def text_for_opencl(kernels):
    return AS_OPENCL + "\n".join(each.text() for each in kernels)


def format_of(kind):
    code = FORMAT[kind.element.width]
    return code if kind.element.signed else code.upper()


def elements(kind, digits):
    """Of a buffer in hexadecimal digits."""
    code = format_of(kind)
    bytes_of = bytes.fromhex(digits)
    size = struct.calcsize("=" + code)
    return list(struct.unpack(f"={len(bytes_of) // size}{code}", bytes_of))


def digits(kind, numbers):
    return struct.pack(f"={len(numbers)}{format_of(kind)}", *numbers).hex()


def printed(output, kernels):
    """Answers by (name, launch), of lines `NAME LAUNCH BUFFER DIGITS`."""
    kinds = {each.name: {name: kind for name, kind, _ in each.buffers(1)} for each in kernels}
    found = {}
    for line in output.splitlines():
        name, launch, buffer, text = line.split(" ")
        found.setdefault((name, int(launch)), {})[buffer] = elements(kinds[name][buffer], text)
    return found


# ---- plain C++ ----

def literal(kind, number):
    if number == kind.element.least and kind.element.width == 64 and kind.element.signed:
        return f"({number + 1}l - 1)"
    return f"{number}{'u' if not kind.element.signed else ''}{'l' if kind.element.width == 64 else ''}"


def cxx_launch(kernel, launch):
    items, group = kernel.launches[launch]
    lines = ["  {"]
    for name, kind, numbers in kernel.buffers(items):
        scalars = ", ".join(literal(kind, each) for each in numbers)
        lines += [f"    std::vector<{kind.name}> {name}({len(numbers) // stride(kind)});",
                  f"    const {kind.element.name} {name}_at_first[] = {{{scalars}}};",
                  f"    std::memcpy({name}.data(), {name}_at_first, sizeof {name}_at_first);"]
    arguments = ", ".join(f"{name}.data()" for name, _, _ in kernel.buffers(items))
    lines.append(f"    run({items}, {group}, [&] {{ {kernel.name}({arguments}, (int){kernel.number}l); }});")
    lines += [f'    print("{kernel.name} {launch} {name}", {name});' for name, _, _ in kernel.buffers(items)]
    return "\n".join([*lines, "  }"])


def precompile(folder, options):
    """launch.h, once for all programs in folders of this one."""
    run([CXX, *CXX_OPTIONS, *options, "-x", "c++-header", "-o", str(folder / "launch.h.gch"), str(HERE / "launch.h")])


def cxx(kernels, folder, options=()):
    """Answers to both launches of each; or what the compiler says."""
    source, binary = folder / f"{kernels[0].name}.cpp", folder / kernels[0].name
    body = "\n".join(cxx_launch(kernel, launch) for kernel in kernels for launch in (SMALL, LARGE))
    source.write_text('#include "launch.h"\nnamespace kernels {\n' + "\n".join(each.text() for each in kernels) +
                      f"void launches() {{\n{body}\n}}\n}}\nint main() {{ kernels::launches(); }}\n")
    code, output, errors = run([CXX, *CXX_OPTIONS, *options, "-I", str(folder.parent), "-I", str(HERE), "-o",
                                str(binary), str(source)], 600)
    if code == 0:
        code, output, errors = run([str(binary)])
        if code == 0 and "runtime error" not in errors:
            binary.unlink()
            return printed(output, kernels), ""
    return None, errors or output or f"ends with {code}"


# ---- PoCL ----

def pocl(program, platform, kernels, folder):
    """Answers to the large launch of each, of PoCL or another platform."""
    source, jobs = folder / f"{kernels[0].name}_all.cl", folder / f"{kernels[0].name}.jobs"
    source.write_text(text_for_opencl(kernels))
    with jobs.open("w") as file:
        for kernel in kernels:
            items, group = kernel.launches[LARGE]
            print(kernel.name, items, group, kernel.number & 0xffffffff, file=file)
            for name, kind, numbers in kernel.buffers(items):
                print(name, digits(kind, numbers), file=file)
            print("end", file=file)
    cache = folder / "pocl"
    code, output, errors = run([program, str(source), str(jobs), platform], 600,
                               env={**os.environ, "POCL_CACHE_DIR": str(cache)})
    if code != 0:
        return None, f"{output[-300:]}{errors[-1500:]}" or f"ends with {code}", code
    return {name: each for (name, _), each in printed(output, kernels).items()}, "", 0


# ---- clmm ----

def arguments(kernel, launch, with_contents):
    items, group = kernel.launches[launch]
    words = ["--global", str(items), "--local", str(group), "--arg", f"number={kernel.number}"]
    for name, kind, numbers in kernel.buffers(items):
        if any(numbers) or (with_contents and kind.lanes == 1):
            words += ["--arg", f"{name}={{{','.join(str(each) for each in numbers)}}}"]
        else:
            words += ["--arg", f"{name}[{len(numbers) // stride(kind)}]" + ("=0" if with_contents else "")]
    return words


def file_of(kernel, folder):
    path = folder / f"{kernel.name}.cl"
    path.write_text(text_for_opencl([kernel]))
    return path


def numbers_in(text):
    return [int(each) for each in re.findall(r"-?\d+", text)]


def execute(kernel, launch, folder, options=()):
    names = [name for name, _, _ in kernel.buffers(1)]
    code, output, errors = run([CLMM, "exec", str(file_of(kernel, folder)), *arguments(kernel, launch, True), *options,
                                "--all", *itertools.chain(*(("--out", name) for name in names))])
    found = {name: numbers_in(text) for name, text in re.findall(r"^\w+ (\w+)\[\d+\] = \{(.*?)\}$", output, re.M | re.S)}
    return (found, "") if code == 0 and len(found) == len(names) else (None, errors + output)


def execute_checked(kernel, launch, folder):
    return execute(kernel, launch, folder, ["--check", "all"])


def check(kernel, folder):
    """Of the small launch: its one final state; (None, None) where a value is not followed, or it is too large."""
    command = [CLMM, "check", str(file_of(kernel, folder)), *arguments(kernel, SMALL, False), "--witness", "never",
               "--unroll", "9", "--timeout", "20"]
    code, output, errors = run([*command, "--outcomes"])
    if code == 2 and "outcomes cannot be listed" in errors:
        code, output, errors = run(command)
        return (None, None) if code in (0, 3) and "Refuted" not in output else (None, errors + output)
    if code == 2 and "[E-LIMIT]" in errors:  # of more events than are looked at
        return None, None
    states = re.findall(r"^States 1\n(.*)$", output, re.M)
    if code == 3 and not states:
        return None, None
    if code not in (0, 3) or "Refuted" in output or not states:
        return None, errors + output
    found = {}
    for name, index, number in re.findall(r"(\w+)\[(\d+)\](?:\.\w+)?=(-?\d+);", states[0]):
        found.setdefault(name, []).append((int(index), int(number)))
    return {name: [number for _, number in sorted(each, key=lambda pair: pair[0])] for name, each in found.items()}, ""
