#!/usr/bin/env bash
# debian.sh BUILD-DIRECTORY: the Debian packages of the program and of the Python module, to lintian's liking; the Python
# module works from its own.
set -euo pipefail

made=$1/package-made
place=$1/package-debian
command -v lintian >/dev/null || { echo 'skipped: there is no lintian'; exit 77; }
rm -rf "$place"
mkdir -p "$place"
# No archive has these: no bug there is closed, nobody there is their maintainer. Addresses are fixed on purpose
# (docs/building.md), and the license lies in the archive, too.
said=$(lintian --allow-root --tag-display-limit 0 \
    --suppress-tags initial-upload-closes-no-bugs,bogus-mail-host,bogus-mail-host-in-debian-changelog,hardening-no-pie,extra-license-file \
    "$made"/*.deb 2>&1 || true)
said=$(grep -E '^[EW]:' <<<"$said" || true)
[[ -z $said ]] || { printf '%s\n' "$said"; exit 1; }
package=$(ls "$made"/python3-clmm_*.deb 2>/dev/null || true)
[[ -n $package ]] || exit 0
dpkg-deb -x "$package" "$place/python"
PYTHONPATH=$place/python/usr/lib/python3/dist-packages python3 - <<'PYTHON'
import pyclmm
assert pyclmm.__file__.endswith("/package-debian/python/usr/lib/python3/dist-packages/pyclmm/__init__.py"), pyclmm.__file__
assert pyclmm.check("examples/message-passing.litmus")["verdict"] == "fails"
PYTHON
