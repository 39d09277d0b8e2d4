// Checks a litmus test from a C++ program: the anomaly of examples/thin-air.litmus, once as it is
// and once with both variables in global memory.

#include <cstdio>
#include <memory>
#include <string>

#include "clmm/engines/built_in.h"
#include "clmm/enumerator/check.h"

namespace {

std::string test_with_y_in(const std::string& space) {
    const std::string parameters = "(global atomic_int* x, " + space + " atomic_int* y)";
    const auto thread = [&](const std::string& name, const std::string& from,
                            const std::string& to) {
        return name + "@wg 0, dev 0 " + parameters + " {\n" + "  int t = atomic_load_explicit(" +
               from + ", memory_order_acquire, memory_scope_work_group);\n" +
               "  atomic_store_explicit(" + to +
               ", t, memory_order_release, memory_scope_work_group);\n}\n";
    };
    return "OPENCL anomaly\n{ [x]=0; [y]=0; }\n" + thread("P0", "y", "x") + thread("P1", "x", "y") +
           "exists (x=42 /\\ y=42)\n";
}

}  // namespace

int main() {
    const auto model = clmm::model::shipped_model("opencl-3.0");
    if (!model) {
        std::fputs(clmm::render(model.diagnostics()).c_str(), stderr);
        return 2;
    }

    for (const char* space : {"local", "global"}) {
        const auto source = std::make_shared<clmm::Source>("anomaly.litmus", test_with_y_in(space));
        const auto result =
            clmm::enumerator::check(source, *model, {.engines = clmm::engines::built_in()});
        if (!result) {
            std::fputs(clmm::render(result.diagnostics()).c_str(), stderr);
            return 2;
        }
        std::printf("y %s: x == y == 42 is %s\n", space,
                    result->verdict == clmm::enumerator::Verdict::holds ? "allowed" : "forbidden");
    }
    return 0;
}
