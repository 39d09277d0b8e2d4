#!/usr/bin/env bash
# made.sh CPACK BUILD-DIRECTORY: makes the packages in BUILD-DIRECTORY/package-made, once for all tests that look at them: Debian's
# of the program and of the Python module, and the program's archive.
set -euo pipefail

cpack=$1 build=$2
place=$build/package-made
rm -rf "$place"
mkdir -p "$place"
components=program
! grep -q '^set(CPACK_COMPONENTS_ALL ".*python' "$build/CPackConfig.cmake" || components+=';python'

# made GENERATOR COMPONENTS
made() {
    "$cpack" --config "$build/CPackConfig.cmake" -G "$1" -B "$place" -D "CPACK_COMPONENTS_ALL=$2" >"$place/log" ||
        { cat "$place/log"; exit 1; }
}
if command -v dpkg-shlibdeps >/dev/null; then made DEB "$components"; fi
made TGZ program
