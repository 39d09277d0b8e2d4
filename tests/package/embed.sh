#!/usr/bin/env bash
# embed.sh CMAKE COMPILER BUILD-DIRECTORY: installs the build somewhere, then configures, builds
# and runs examples/embed as a project of its own that finds the installed clmm.
set -euo pipefail

cmake=$1 compiler=$2 build=$3
place=$build/package-test
rm -rf "$place"

"$cmake" --install "$build" --prefix "$place/installed"
"$cmake" -S examples/embed -B "$place/embed" -G Ninja \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$place/installed"
"$cmake" --build "$place/embed"
"$place/embed/embed"

# The same without CMake.
if command -v pkg-config >/dev/null; then
    # shellcheck disable=SC2046
    "$compiler" examples/embed/main.cpp -o "$place/plain" $(PKG_CONFIG_PATH=$place/installed/lib/pkgconfig pkg-config --cflags --libs clmm)
    cmp <("$place/plain") <("$place/embed/embed")
fi
