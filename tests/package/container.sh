#!/usr/bin/env bash
# container.sh [PACKAGE.deb]: builds the image of the Containerfile with buildah, and runs the tutorial's commands with it. With a
# package its first stage, which makes one from the sources, is left out. Where no registry can be reached, the base is made by
# debootstrap. With CCACHE_DIR set the build inside uses that compiler cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

image=localhost/clmm
base=$(sed -nE 's/^FROM ([^ ]*).*/\1/p' Containerfile | sort -u)
[[ $(wc -l <<<"$base") -eq 1 ]] || { echo "the Containerfile has several bases"; exit 1; }
# Neither namespaces nor limits of its own: it works inside a container, too.
limits=(--isolation chroot)

if ! buildah inspect --type image "$base" >/dev/null 2>&1 && ! buildah pull "$base" >/dev/null 2>&1; then
    root=$(mktemp -d)
    release=${base#*:}
    debootstrap --variant=minbase "${release%-slim}" "$root" http://deb.debian.org/debian >/dev/null
    empty=$(buildah from scratch)
    buildah add --quiet "$empty" "$root" / >/dev/null
    buildah commit --quiet --rm "$empty" "localhost/$base" >/dev/null
    rm -rf "$root"
fi

place=$(mktemp -d)
cleanup() {
    [[ -z ${container-} ]] || buildah rm "$container" >/dev/null
    rm -rf "$place"
}
trap cleanup EXIT
words=(--ulimit "nofile=$(ulimit -n):$(ulimit -n)" --tag "$image")
[[ -z ${CCACHE_DIR-} ]] || words+=(--volume "$CCACHE_DIR:/ccache" --env CCACHE_DIR=/ccache)
context=.
if [[ $# -gt 0 ]]; then
    context=$place/context
    mkdir "$context"
    cp "$1" "$context/"
    made=$(sed -nE 's/^COPY --from=build ([^ ]*\/)[^ ]* .*/\1/p' Containerfile)
    { printf 'FROM %s AS build\nCOPY *.deb %s\n' "$base" "$made"; sed '1,/^$/d' Containerfile; } >"$context/Containerfile"
fi
buildah bud "${limits[@]}" "${words[@]}" "$context"

container=$(buildah from "$image")
entry=$(buildah inspect --format '{{index .OCIv1.Config.Entrypoint 0}}' "$container")
folder=$(buildah inspect --format '{{.OCIv1.Config.WorkingDir}}' "$container")
root=$(buildah mount "$container")
mkdir -p "$root$folder/build"
cp -r docs examples "$root$folder/"
# buildah run loses an output now and then.
printf '#!/bin/sh\nexec chroot %q sh -c '"'"'cd %q && exec "$0" "$@"'"'"' %s "$@"\n' "$root" "$folder" "$entry" >"$place/clmm"
chmod +x "$place/clmm"
"$place/clmm" version
CLMM=$place/clmm bash tests/docs/commands.sh docs/tutorial/*.md
