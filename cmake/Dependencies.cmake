# Libraries of the distribution. Each is private to one folder (docs: DESIGN, "Folders").

find_package(antlr4-runtime REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost REQUIRED COMPONENTS wave)
include(FindZ3Library)
include(FindGraphviz)
