# WebAssembly by Debian's clang-19 with wasi-libc, libc++ and compiler-rt for wasm32. Debian's libc++ there has neither
# exceptions nor threads nor files: runtime/ has the first, and stands in for the others.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(triple wasm32-wasi)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET ${triple})
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# Headers of the standard library that are not there are looked for here first; each includes what is there.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -isystem ${CMAKE_CURRENT_LIST_DIR}/runtime/include")

# What is installed is for this machine.
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY NEVER)
