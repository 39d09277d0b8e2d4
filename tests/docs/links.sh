#!/usr/bin/env bash
# Links between the documents lead somewhere, and so do the golden tests that docs/model.md names.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
failed=0
complain() { printf '%s\n' "$*"; failed=1; }

for file in README.md docs/*.md docs/tutorial/*.md docs/observations/*.md; do
    while IFS= read -r link; do
        [[ $link != *://* ]] || continue
        path=${link%%#*}
        [[ -z $path || -e $(dirname "$file")/$path ]] || complain "$file: no such file: $link"
    done < <(grep -oE '\]\([^)]+\)' "$file" | sed -E 's/^\]\(//; s/\)$//')
    while IFS= read -r path; do
        [[ -e $path ]] || complain "$file: no such file: $path"
    done < <(grep -oE '`(docs|examples|tests|model|base|parser|litmus|solver|enumerator|report|cli|cmake)/[A-Za-z0-9_./-]+`' "$file" |
        tr -d '`' | grep -vE 'NAME|TOPIC|FOLDER')
done

while IFS= read -r name; do
    compgen -G "tests/golden/$name*" >/dev/null || complain "docs/model.md: no golden test $name"
done < <(grep -oE '`[a-z0-9-]+/([A-Za-z0-9+.*-]+)?`' docs/model.md | tr -d '`' | grep -vE '^(model|tests)/' | sed 's/\*$//')

exit "$failed"
