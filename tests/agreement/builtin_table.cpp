// The built-in functions whose results follow from their arguments, as the program knows them, a
// line for each: the name, and the least and the most arguments.
#include <cstdio>
#include <string>

#include "clmm/language/signatures.h"

namespace {

void print(const std::string& name) {
    const auto known = clmm::language::find_builtin(name);
    if (known && clmm::language::has_signatures(*known))
        std::printf("%s %zu %zu\n", name.c_str(), known->least, known->most);
}

}  // namespace

int main() {
    for (const std::string& name : clmm::language::builtin_names()) print(name);
    for (const char* prefix : {"half_", "native_"})
        for (const char* name : {"sin", "powr", "divide", "recip", "sqrt"})
            print(prefix + std::string(name));
    return 0;
}
