"""notebook.py [--write]: runs the cells of the notebook in order, and holds what they print and show against what
is kept in it; --write keeps that. Jupyter is not needed."""

import ast
import contextlib
import io
import json
import os
import pathlib
import sys

NOTEBOOK = pathlib.Path("examples/pyclmm.ipynb")


def run(source, names):
    """What a cell leaves, as nbformat 4 keeps it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, str(NOTEBOOK), "exec"), names)
        value = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names) if last else None
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream",
                        "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        svg = getattr(value, "_repr_svg_", lambda: None)()
        # Graphviz tells its version in a comment.
        data = {"image/svg+xml": [line for line in svg.splitlines(keepends=True)
                                  if not line.startswith(("<!--", " -->"))]} if svg else {}
        data["text/plain"] = ["<picture>"] if svg else repr(value).splitlines(keepends=True)
        outputs.append({"data": data, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main():
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    os.chdir(NOTEBOOK.parent)  # where Jupyter starts it
    names, wrong, count = {}, 0, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        outputs = run("".join(cell["source"]), names)
        for output in outputs:
            if output["output_type"] == "execute_result":
                output["execution_count"] = count
        if "--write" not in sys.argv and (cell["outputs"] != outputs or cell["execution_count"] != count):
            wrong += 1
            print(f"cell {count}:\n{''.join(cell['source'])}\nkept: {cell['outputs']}\nnow:  {outputs}")
        cell["outputs"], cell["execution_count"] = outputs, count
    if "--write" in sys.argv:
        os.chdir("..")
        NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return 0
    return wrong > 0 or count < 4


sys.exit(main())
