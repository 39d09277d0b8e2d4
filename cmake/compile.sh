#!/bin/sh
# Compiles through the compiler cache: compile.sh CCACHE COMPILER argument...
#
# No two precompiled headers of the same text are the same file. So the cache is given a sum of the text that
# each was made from, and what is compiled with it is found again after it was made anew, and in another clone.
# Paths below this tree are relative to it: in another clone they are the same.
export CCACHE_BASEDIR="${0%/cmake/compile.sh}" CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1
"$@" || exit
last=
for argument; do
  case $last,$argument in
    -o,*.gch) header=$argument ;;
    -MF,*) read_files=$argument ;;
  esac
  last=$argument
done
[ "${header:-}" ] || exit 0
sed 's/^[^ ]*:\( \|$\)//; s/\\$//' "$read_files" | xargs cat | sha256sum >"$header.sum"
