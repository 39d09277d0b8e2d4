# Libraries of the distribution. Each is private to one folder (docs/architecture.md).

option(CLMM_STATIC
  "Link statically, and open Z3 and Graphviz when they are needed: clmm starts in a fifth of the time" OFF)

find_package(antlr4-runtime REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
if(CLMM_WITH_SQLITE)
  if(CLMM_STATIC)
    find_library(SQLite3_LIBRARY libsqlite3.a REQUIRED)
  endif()
  find_package(SQLite3 REQUIRED)
endif()
if(CLMM_WITH_WAVE)
  set(Boost_USE_STATIC_LIBS ${CLMM_STATIC})
  find_package(Boost REQUIRED COMPONENTS wave)
endif()
if(CLMM_WITH_Z3)
  include(FindZ3Library)
endif()
if(CLMM_WITH_GRAPHVIZ)
  include(FindGraphviz)
endif()
