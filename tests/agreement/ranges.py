#!/usr/bin/env python3
"""Work-item, sub-group and group functions, and the calls of the API, mean the same to `clmm check` and `clmm exec`.

    CLMM=clmm ranges.py [--seed N] [--programs N] [--jobs N] [--keep DIR]

A program of an NDRange notes for each work-item what some functions yield; a referee computes that from
"Mapping work-items onto an NDRange". It is asked of check and exec of a litmus test, and of exec of the kernel.
Of each function of the API there is a host thread that calls it, with the final state that it leaves.
"""

import functools
import itertools
import random
import re
import sys

from asking import CLMM, failures_of, parser_of, run


# ---- the referee ----

def ceiling(a, b):
    return -(-a // b)


class Item:
    """A work-item: of a range with sizes of three dimensions, in a group, at a place."""

    def __init__(self, shape, group, local):
        self.shape, self.group, self.local = shape, group, local
        self.size = [min(s, g - w * s) for g, s, w in zip(shape.size, shape.local, group)]
        self.linear = self.local[0] + self.size[0] * (self.local[1] + self.size[1] * self.local[2])
        self.items = self.size[0] * self.size[1] * self.size[2]

    def from_zero(self, d):
        return self.group[d] * self.shape.local[d] + self.local[d]

    def global_linear(self):
        size = self.shape.size
        return self.from_zero(0) + size[0] * (self.from_zero(1) + size[1] * self.from_zero(2))

    @property
    def sub_groups(self):
        return ceiling(self.items, self.shape.sub_group)

    def sub_group_size(self):
        number = self.linear // self.shape.sub_group
        return min(self.shape.sub_group, self.items - number * self.shape.sub_group)


class Shape:
    def __init__(self, rng):
        self.dimensions = rng.randrange(1, 4)
        used = [d < self.dimensions for d in range(3)]
        while True:
            self.size = [rng.randrange(1, 7) if each else 1 for each in used]
            if 2 <= self.size[0] * self.size[1] * self.size[2] <= 12:
                break
        self.local = [rng.randrange(1, size + 1) for size in self.size]
        self.offset = [rng.choice([0, 0, 5]) if each else 0 for each in used]
        # A last group that is smaller has the same sub-groups, but for what it lacks.
        smallest = min(item.items for item in self.all_items(1))
        self.sub_group = rng.randrange(1, smallest + 1)

    def groups(self):
        return [ceiling(g, s) for g, s in zip(self.size, self.local)]

    def all_items(self, sub_group=None):
        if sub_group:
            self.sub_group = sub_group
        for group in itertools.product(*(range(n) for n in self.groups())):
            first = Item(self, group, (0, 0, 0))
            for local in itertools.product(*(range(n) for n in first.size)):
                yield Item(self, group, local)

    def clauses(self):
        def listed(numbers):
            return ", ".join(str(each) for each in numbers[:self.dimensions])
        return (f"global_size({listed(self.size)}), local_size({listed(self.local)}), "
                f"global_offset({listed(self.offset)}), sub_group_size({self.sub_group})")


def by_dimension(of, beyond):
    return lambda item, d: of(item, d) if d < 3 else beyond


DIMENSIONAL = {
    "get_global_id": by_dimension(lambda i, d: i.from_zero(d) + i.shape.offset[d], 0),
    "get_local_id": by_dimension(lambda i, d: i.local[d], 0),
    "get_group_id": by_dimension(lambda i, d: i.group[d], 0),
    "get_global_size": by_dimension(lambda i, d: i.shape.size[d], 1),
    "get_local_size": by_dimension(lambda i, d: i.size[d], 1),
    "get_enqueued_local_size": by_dimension(lambda i, d: i.shape.local[d], 1),
    "get_num_groups": by_dimension(lambda i, d: i.shape.groups()[d], 1),
    "get_global_offset": by_dimension(lambda i, d: i.shape.offset[d], 0),
}
PLAIN = {
    "get_work_dim": lambda i: i.shape.dimensions,
    "get_global_linear_id": Item.global_linear,
    "get_local_linear_id": lambda i: i.linear,
    "get_sub_group_id": lambda i: i.linear // i.shape.sub_group,
    "get_sub_group_local_id": lambda i: i.linear % i.shape.sub_group,
    "get_sub_group_size": Item.sub_group_size,
    "get_max_sub_group_size": lambda i: i.shape.sub_group,
    "get_num_sub_groups": lambda i: i.sub_groups,
    "get_enqueued_num_sub_groups":
        lambda i: ceiling(i.shape.local[0] * i.shape.local[1] * i.shape.local[2], i.shape.sub_group),
}


def brought(item):
    """What a work-item brings to a group function."""
    return (item.global_linear() * 7 + 3) % 11 - 4


BROUGHT = "((int)((get_global_linear_id() * 7 + 3) % 11) - 4)"
COMBINE = {"add": (sum, 0), "min": (lambda v: min(v, default=2**31 - 1), 2**31 - 1),
           "max": (lambda v: max(v, default=-2**31), -2**31)}


def group_functions():
    """By name: what each of the members, in their order, gets of all values."""
    out = {"all": lambda v, k: int(all(v)), "any": lambda v, k: int(any(v))}
    for name, (fold, _) in COMBINE.items():
        out[f"reduce_{name}"] = functools.partial(lambda fold, v, k: fold(v), fold)
        out[f"scan_inclusive_{name}"] = functools.partial(lambda fold, v, k: fold(v[:k + 1]), fold)
        out[f"scan_exclusive_{name}"] = functools.partial(lambda fold, v, k: fold(v[:k]), fold)
    return out


def group_value(shape, items, item, name, of_sub_group):
    members = [each for each in items if each.group == item.group and
               (not of_sub_group or each.linear // shape.sub_group == item.linear // shape.sub_group)]
    members.sort(key=lambda each: each.linear)
    values = [brought(each) for each in members]
    return group_functions()[name](values, [each.linear for each in members].index(item.linear))


# ---- programs ----

def expressions(rng, shape, items):
    """Texts, and what they are for each item."""
    out = []
    for name in rng.sample(list(DIMENSIONAL), 4):
        d = rng.randrange(4)
        out.append((f"{name}({d})", [DIMENSIONAL[name](item, d) for item in items]))
    for name in rng.sample(list(PLAIN), 4):
        out.append((f"{name}()", [PLAIN[name](item) for item in items]))
    name = rng.choice(list(group_functions()))
    of_sub_group = rng.random() < 0.5
    prefix = "sub_group_" if of_sub_group else "work_group_"
    out.append((f"{prefix}{name}({BROUGHT})",
                [group_value(shape, items, item, name, of_sub_group) for item in items]))
    return out


def check_range(seed, folder):
    rng = random.Random(seed)
    shape = Shape(rng)
    items = list(shape.all_items())
    noted = expressions(rng, shape, items)
    width = len(noted)
    expected = [0] * (width * len(items))
    for k, (_, values) in enumerate(noted):
        for item, value in zip(items, values):
            expected[item.global_linear() * width + k] = value
    body = " ".join(f"out[get_global_linear_id() * {width} + {k}] = {text};" for k, (text, _) in enumerate(noted))
    kernel = f"kernel void k(global long* out) {{ {body} }}\n"
    seen = " ".join(f"out[{i}];" for i in range(len(expected)))
    litmus = folder / f"r{seed}.litmus"
    litmus.write_text(f"OPENCL r{seed}\n{{ long out[{len(expected)}]; }}\n{kernel}"
                      f"NDRange k(out), {shape.clauses()};\nlocations [{seen}]\n")
    answers = {}
    for verb in ("check", "exec"):
        _, output, errors = run([CLMM, verb, *(["--witness", "never"] if verb == "check" else []), str(litmus)])
        found = {int(i): int(value) for i, value in re.findall(r"\bout\[(\d+)\]=(-?\d+);", output)}
        answers[verb] = ([found[i] for i in range(len(found))], errors or output)
    source = folder / f"r{seed}.cl"
    source.write_text(kernel)
    listed = [",".join(str(each) for each in numbers[:shape.dimensions])
              for numbers in (shape.size, shape.local, shape.offset)]
    code, output, errors = run([CLMM, "exec", str(source), "--global", listed[0], "--local", listed[1], "--offset",
                                listed[2], "--sub-group-size", str(shape.sub_group), "--arg",
                                f"out[{len(expected)}]", "--out", "out", "--all"])
    printed = re.search(r"^long out\[\d+\] = \{(.*?)\}", output, re.M | re.S)
    answers["exec of a kernel"] = ([int(value) for value in printed[1].split(",")] if printed else None, errors or output)
    wrong = []
    for asked, (got, said) in answers.items():
        if got == expected:
            continue
        differing = [f"{noted[i % width][0]} is {a}, not {b}" for i, (a, b) in enumerate(zip(got or [], expected)) if a != b]
        wrong.append(f"{asked} of seed {seed} ({shape.clauses()}): {differing[:3] or said[:600]}")
    return wrong


# ---- the API ----

OBJECTS = "buffer int x[4] = {1,2,3,4}; buffer int y[4]; host int h[4] = {5,6,7,8}; fine_svm int s[4] = {1,2,3,4}; " \
          "coarse_svm int c[4] = {9,9,9,9}; host int n; cl_command_queue q; cl_event u;"
FUNCTIONS = "kernel void twice(global int* x) { x[0] = x[0] * 2; }\n" \
            "kernel void each(global int* x) { x[get_global_id(0)] += 10; }\n" \
            "void note(int* n) { *n = 3; }\n"
PARAMETERS = "int* x, int* y, int* h, int* s, int* c, int* n"
BACK = "clEnqueueReadBuffer(q, x, CL_TRUE, h);"
HOST = {
    "clCreateCommandQueue": ("cl_command_queue p = clCreateCommandQueue(0, 0); clEnqueueTask(p, twice(x)); "
                             "clFinish(p); " + BACK, {"h[0]": 2, "h[3]": 4}),
    "clCreateUserEvent": ("cl_event v = clCreateUserEvent(); clSetUserEventStatus(v, CL_COMPLETE); "
                          "clEnqueueTask(q, twice(x), wait(v)); " + BACK, {"h[0]": 2}),
    "clSetUserEventStatus": ("clEnqueueTask(q, twice(x), wait(u)); clSetUserEventStatus(u, CL_COMPLETE); " + BACK,
                             {"h[0]": 2}),
    "clSetEventCallback": ("cl_event e = clEnqueueTask(q, twice(x)); clSetEventCallback(e, note(n)); clFinish(q);",
                           {"n": 3}),
    "clWaitForEvents": ("cl_event e = clEnqueueTask(q, twice(x)); clWaitForEvents(e); " + BACK, {"h[0]": 2}),
    "clFinish": ("clEnqueueTask(q, twice(x)); clFinish(q); " + BACK, {"h[0]": 2}),
    "clFlush": ("clEnqueueTask(q, twice(x)); clFlush(q); " + BACK, {"h[0]": 2}),
    "clEnqueueNDRangeKernel": ("clEnqueueNDRangeKernel(q, each(x), global_size(3), local_size(1)); " + BACK,
                               {"h[0]": 11, "h[2]": 13, "h[3]": 4}),
    "clEnqueueTask": ("clEnqueueTask(q, each(x)); " + BACK, {"h[0]": 11, "h[1]": 2}),
    "clEnqueueNativeKernel": ("clEnqueueNativeKernel(q, note(n)); clFinish(q);", {"n": 3}),
    "clEnqueueReadBuffer": ("clEnqueueReadBuffer(q, x, CL_TRUE, h, elements(1, 2));",
                            {"h[0]": 2, "h[1]": 3, "h[2]": 7}),
    "clEnqueueWriteBuffer": ("clEnqueueWriteBuffer(q, x, CL_TRUE, h, elements(2)); " + BACK,
                             {"h[0]": 5, "h[1]": 6, "h[2]": 3}),
    "clEnqueueCopyBuffer": ("clEnqueueCopyBuffer(q, x, y); clEnqueueReadBuffer(q, y, CL_TRUE, h);",
                            {"h[0]": 1, "h[3]": 4}),
    "clEnqueueFillBuffer": ("clEnqueueFillBuffer(q, x, 7, elements(1, 2)); " + BACK,
                            {"h[0]": 1, "h[1]": 7, "h[2]": 7, "h[3]": 4}),
    "clEnqueueMapBuffer": ("int* p = clEnqueueMapBuffer(q, x, CL_TRUE, CL_MAP_WRITE); p[1] = 6; "
                           "clEnqueueUnmapMemObject(q, x, p); " + BACK, {"h[0]": 1, "h[1]": 6}),
    "clEnqueueUnmapMemObject": ("cl_event e; int* p = clEnqueueMapBuffer(q, x, CL_FALSE, CL_MAP_WRITE, event(e)); "
                                "clWaitForEvents(e); p[2] = 9; cl_event f = clEnqueueUnmapMemObject(q, x, p); "
                                "clEnqueueTask(q, twice(x), wait(f)); " + BACK, {"h[0]": 2, "h[2]": 9}),
    "clEnqueueSVMMap": ("clEnqueueSVMMap(q, CL_TRUE, CL_MAP_WRITE, c); c[0] = 4; clEnqueueSVMUnmap(q, c); "
                        "clEnqueueTask(q, twice(c)); clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, c); int r0 = c[0];",
                        {"0:r0": 8}),
    "clEnqueueSVMUnmap": ("clEnqueueSVMMap(q, CL_TRUE, CL_MAP_WRITE, c); c[1] = 5; clEnqueueSVMUnmap(q, c); "
                          "clFinish(q); clEnqueueSVMMap(q, CL_TRUE, CL_MAP_READ, c); int r0 = c[1];", {"0:r0": 5}),
    "clEnqueueSVMMemcpy": ("clEnqueueSVMMemcpy(q, CL_TRUE, h, s); int r0 = h[2];", {"0:r0": 3}),
    "clEnqueueSVMMemFill": ("clEnqueueSVMMemFill(q, s, 6, elements(2)); clFinish(q); int r0 = s[1] * 10 + s[2];",
                            {"0:r0": 63}),
    "clEnqueueMigrateMemObjects": ("clEnqueueMigrateMemObjects(q, x); clEnqueueTask(q, twice(x)); " + BACK, {"h[0]": 2}),
    "clEnqueueMarkerWithWaitList": ("cl_event e = clEnqueueTask(q, twice(x)); "
                                    "cl_event m = clEnqueueMarkerWithWaitList(q, wait(e)); clWaitForEvents(m); " + BACK,
                                    {"h[0]": 2}),
    "clEnqueueBarrierWithWaitList": ("clEnqueueTask(q, twice(x)); cl_event b = clEnqueueBarrierWithWaitList(q); "
                                     "clWaitForEvents(b); " + BACK, {"h[0]": 2}),
    "clRetainEvent": ("cl_event e = clEnqueueTask(q, twice(x)); clRetainEvent(e); clReleaseEvent(e); " + BACK,
                      {"h[0]": 2}),
}


def check_call(name, folder):
    body, expected = HOST[name]
    path = folder / f"{name}.litmus"
    path.write_text(f"OPENCL {name}\n{{ {OBJECTS} }}\n{FUNCTIONS}P0@host ({PARAMETERS}) {{ {body} }}\n"
                    f"locations [{' '.join(f'{each};' for each in expected)}]\n")
    wrong = []
    for verb in ("check", "exec"):
        _, output, errors = run([CLMM, verb, *(["--witness", "never"] if verb == "check" else []), str(path)])
        states = {line for line in output.splitlines() if re.match(r"^(\d+ +:>)?[\w:\[\]]+=-?\d+;", line)}
        got = [dict(re.findall(r"([\w:\[\]]+)=(-?\d+);", state)) for state in states]
        if got != [{key: str(value) for key, value in expected.items()}]:
            wrong.append(f"{verb} says {got or (errors or output)[:600]} of {name}, which leaves {expected}")
    return wrong


def main():
    options = parser_of(programs=60).parse_args()

    def tasks(folder):
        yield from (functools.partial(check_call, name, folder) for name in HOST)
        yield from (functools.partial(check_range, options.seed + i, folder) for i in range(options.programs))

    failures = failures_of(options, tasks)
    for failure in failures:
        print(failure)
    print(f"{len(HOST)} calls of the API, {options.programs} ranges, seed {options.seed}: {len(failures)} wrong answers")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
