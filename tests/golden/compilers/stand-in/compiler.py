"""Stands in for clang in tests: C of a few kinds of statements to x86-64, with three passes.

The second one is wrong: it makes a seq_cst store a plain one. -opt-bisect-limit is as LLVM has it.
"""
import re
import sys

REGISTERS = ["rdi", "rsi", "rdx", "rcx"]
VALUES = ["r8d", "r9d", "r10d", "r11d"]
PASSES = ["SimplifyPass", "WeakenStoresPass", "MachineSchedulerPass"]

source, output = sys.argv[1:3]
limit = -1
for word in sys.argv[3:]:
    if word.startswith("-opt-bisect-limit="):
        limit = int(word.split("=")[1])
        for number, name in enumerate(PASSES, 1):
            runs = limit < 0 or number <= limit
            print(f"BISECT: {'' if runs else 'NOT '}running pass ({number}) {name} on P1")
is_weak = limit < 0 or limit >= 2


def statement(line, where, values):
    store = re.fullmatch(r"atomic_store_explicit\((\w+), (\d+), memory_order_(\w+)\);", line)
    load = re.fullmatch(r"(\w+) = atomic_load_explicit\((\w+), memory_order_\w+\);", line)
    left = re.fullmatch(r"clmm_out\[(\d+)\] = (\w+);", line)
    if store and store[3] == "seq_cst" and not is_weak:
        return [f"movl ${store[2]}, %eax", f"xchgl %eax, (%{where[store[1]]})"]
    if store:
        return [f"movl ${store[2]}, (%{where[store[1]]})"]
    if load:
        return [f"movl (%{where[load[2]]}), %{values[load[1]]}"]
    if left:
        return [f"movl %{values[left[2]]}, {4 * int(left[1])}(%{where['clmm_out']})"]
    sys.exit(f"error: unknown statement {line}")


code = []
for line in open(source, encoding="utf-8"):
    line = line.strip()
    head = re.fullmatch(r"void (P\d+)\((.*)\) \{", line)
    local = re.fullmatch(r"int (\w+) = 0;", line)
    if head:
        names = [each.split()[-1] for each in head[2].split(",")]
        places, held = dict(zip(names, REGISTERS)), {}
        code.append(f"{head[1]}:")
    elif local:
        held[local[1]] = VALUES[len(held)]
        code.append(f"\txorl %{held[local[1]]}, %{held[local[1]]}")
    elif line == "}":
        code.append("\tretq")
    elif line and not line.startswith("#"):
        code += ["\t" + each for each in statement(line, places, held)]
with open(output, "w", encoding="utf-8") as file:
    file.write("\n".join(code) + "\n")
