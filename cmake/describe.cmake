# Writes what `described_program` says of its command line below `described_place`, which is installed as share/: manual pages, and
# completion for three shells where these look for it.

# described(FILE WORD...): what clmm WORD... prints.
function(described file)
  execute_process(COMMAND ${described_program} ${ARGN} OUTPUT_FILE ${described_place}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${described_place})
foreach(folder IN ITEMS man/man1 bash-completion/completions zsh/vendor-completions fish/vendor_completions.d)
  file(MAKE_DIRECTORY ${described_place}/${folder})
endforeach()
described(bash-completion/completions/clmm completion bash)
described(zsh/vendor-completions/_clmm completion zsh)
described(fish/vendor_completions.d/clmm.fish completion fish)
described(man/man1/clmm.1 manual)
file(STRINGS ${described_place}/man/man1/clmm.1 commands REGEX "^\\.BR clmm.*\\(1\\)$")
foreach(line IN LISTS commands)
  string(REGEX REPLACE "^\\.BR clmm\\\\-([a-z]+) .*" "\\1" command "${line}")
  described(man/man1/clmm-${command}.1 manual ${command})
endforeach()
file(GLOB pages ${described_place}/man/man1/*.1)
execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
