#!/usr/bin/env bash
# What decides and reports knows languages by litmus::FrontEnd alone: orders, scopes, regions, tags
# and links of OpenCL, its attributes of events and the changes of its text are named in no file of
# these folders, so that another language is a folder of targets and a cat file.
set -euo pipefail

folders=(model solver explorer engines enumerator report)
failures=0

# none PATTERN: may match no line of theirs, comments apart.
none() {
    local found
    found=$(grep -rnP --include='*.h' --include='*.cpp' "$1" "${folders[@]}" | grep -vP '^[^:]*:[0-9]+:\s*//' || true)
    [[ -z $found ]] || { printf 'a language is named, which is behind FrontEnd:\n%s\n' "$found"; failures=$((failures + 1)); }
}

for folder in "${folders[@]}"; do
    [[ -d $folder ]] || { printf 'there is no %s\n' "$folder"; failures=$((failures + 1)); }
done
none 'include "clmm/litmus/(opencl_|orders|spelling|strength\.|weakenings)'
none 'include "clmm/language/'
none '\blitmus::(Order|Scope|Regions|Tags?|Link|OpenCl\w*|PlaceKind|Strength|AddressSpace|Allocation|Language)\b'
none '\b(Order|Scope|Tag|Link|AddressSpace|Allocation)::(none|relaxed|acq|rel|seq|work|sub_group|device|all\b|api|command|host|on_|global|local|buffer)'
none 'memory_order_|memory_scope_|CLK_[A-Z]'
none '\b(linked|attributes|opencl_data|own_opencl_data|opencl)\('

# The events themselves: what a front end keeps of its own stands beside them.
structure=litmus/include/clmm/litmus/event_structure.h
for word in Order Scope Regions Tags Link opencl_attributes opencl_events; do
    ! grep -qP "\b$word\b" "$structure" || { printf '%s names %s\n' "$structure" "$word"; failures=$((failures + 1)); }
done
exit $((failures > 0))
