#!/usr/bin/env bash
# docs/model-reference.md is what docs/traceability/reference makes of the records, the cat files
# and the golden tests; what the records name exists; every definition and check of the OpenCL models
# is named by a sentence; every rule has tests on both sides.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
failed=0
docs/traceability/reference problems || failed=1
diff -u --label docs/model-reference.md --label now docs/model-reference.md \
    <(docs/traceability/reference page) || { printf 'run ./dev reference\n'; failed=1; }
exit "$failed"
