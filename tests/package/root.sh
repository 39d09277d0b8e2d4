#!/usr/bin/env bash
# root.sh BUILD-DIRECTORY: the Debian package and the archive, each in a root of its own that has nothing but the
# package's files and the libraries that it depends on or recommends: the commands of the tutorial run there, with the
# documents and examples of the package. $CLMM is the program that was packed.
set -euo pipefail

build=$1
made=$build/package-made
place=$build/package-root
inside=(chroot)
if [[ $EUID -ne 0 ]]; then
    unshare --user --map-root-user true 2>/dev/null || { echo 'skipped: nobody here may change the root'; exit 77; }
    inside=(unshare --user --map-root-user chroot)
fi
command -v dpkg-shlibdeps >/dev/null || { echo 'skipped: there is no dpkg-shlibdeps'; exit 77; }
rm -rf "$place"
mkdir -p "$place"

# needed_by FILE...: the shared objects that these are linked with, and the loader.
needed_by() { ldd "$@" 2>/dev/null | grep -v ':$' | grep -oE '/[^ :()]+' | sort -u; }

# fill ROOT PROGRAM: what the package depends on and recommends.
fill() {
    local root=$1 program=$2 libraries graphviz
    mapfile -t libraries < <(ldconfig -p | sed -nE 's#^\s*(libz3\.so\.4|libgvc\.so\.6|libcgraph\.so\.6) .*x86-64.*=> (.*)$#\2#p')
    graphviz=$(ls -d /usr/lib/*/graphviz 2>/dev/null | head -1)
    [[ -z $graphviz ]] || libraries+=("$graphviz"/*.so.*)
    for library in "${libraries[@]}" $(needed_by "$program" "${libraries[@]}"); do
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done
    [[ -z $graphviz ]] || cp "$graphviz"/config* "$root$graphviz/"
    mkdir -p "$root"/{tmp,build,etc,usr/share/fonts,var/cache/fontconfig}
    cp -r /etc/fonts "$root/etc/" 2>/dev/null || true
    cp -r /usr/share/fonts/truetype "$root/usr/share/fonts/" 2>/dev/null || true
}

# tutorial ROOT PROGRAM DOCUMENTS: runs its commands there.
tutorial() {
    local root=$1 program=$2 documents=$3
    ln -s "$documents/examples" "$root/examples"
    ln -s "$documents/docs" "$root/docs"
    printf '#!/bin/sh\nexec %s %q %q "$@"\n' "${inside[*]}" "$root" "$program" >"$place/clmm"
    chmod +x "$place/clmm"
    "$place/clmm" version | cmp - <("$CLMM" version)
    CLMM=$place/clmm bash tests/docs/commands.sh docs/tutorial/*.md
}

package=$(ls "$made"/clmm_*.deb)
dpkg-deb -x "$package" "$place/deb"
fill "$place/deb" "$place/deb/usr/bin/clmm"
tutorial "$place/deb" /usr/bin/clmm usr/share/doc/clmm
dpkg-deb -I "$package" | grep -E '^ (Depends|Recommends|Installed-Size):'

# Wherever it is unpacked.
mkdir -p "$place/tgz/opt"
tar -xzf "$made"/clmm-*.tar.gz -C "$place/tgz/opt"
top=$(ls "$place/tgz/opt")
fill "$place/tgz" "$place/tgz/opt/$top/bin/clmm"
tutorial "$place/tgz" "/opt/$top/bin/clmm" "opt/$top/share/doc/clmm"

for file in man/man1/clmm.1.gz man/man1/clmm-check.1.gz bash-completion/completions/clmm zsh/vendor-completions/_clmm \
    fish/vendor_completions.d/clmm.fish clmm/cat/opencl-3.0.cat clmm/json-schema/check.schema.json; do
    [[ -s $place/deb/usr/share/$file ]] || { echo "the package has no $file"; exit 1; }
done
ls -l "$package" "$made"/clmm-*.tar.gz | awk '{ print $5, $9 }'
