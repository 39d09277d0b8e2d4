#include "ptx_text/writer.h"

#include <algorithm>
#include <utility>

namespace clmm::hardware::ptx_text {

Writer::Writer(std::string name, std::vector<Parameter> parameters)
    : name_(std::move(name)), parameters_(std::move(parameters)) {}

std::string Writer::word(const std::string& operation, const std::string& operands) {
    std::string made = "%w" + std::to_string(words_++);
    line(operation + " " + made + ", " + operands + ";");
    return made;
}

std::string Writer::test(const std::string& comparison, const std::string& a,
                         const std::string& b) {
    std::string made = "%q" + std::to_string(predicates_++);
    line("setp." + comparison + " " + made + ", " + a + ", " + b + ";");
    return made;
}

std::string Writer::parameter(const char* name) {
    const auto found =
        std::ranges::find(parameters_, std::string_view(name),
                          [](const Parameter& each) { return std::string_view(each.name); });
    const std::string from = "[" + std::string(found->name) + "]";
    if (!found->is_pointer) return word("ld.param.u32", from);
    std::string made = "%l" + std::to_string(addresses_++);
    line("ld.param.u64 " + made + ", " + from + ";");
    line("cvta.to.global.u64 " + made + ", " + made + ";");
    return made;
}

std::string Writer::element(const std::string& base, const std::string& index) {
    std::string made = "%l" + std::to_string(addresses_++);
    line("mad.wide.u32 " + made + ", " + index + ", 4, " + base + ";");
    return made;
}

void Writer::store(const std::string& address, const std::string& value) {
    line("st.global.u32 [" + address + "], " + value + ";");
}

std::string Writer::variable(const std::string& value) { return word("mov.b32", value); }

std::string Writer::new_label(const std::string& what) {
    return "clmm_" + what + "_" + std::to_string(labels_++);
}

std::string Writer::text() const {
    std::string out = "\n.visible .entry " + name_ + "(";
    for (const Parameter& each : parameters_)
        out += std::string(&each == parameters_.data() ? "" : ", ") + ".param " +
               (each.is_pointer ? ".u64 " : ".u32 ") + each.name;
    out += ")\n{\n";
    const auto declare = [&out](const char* type, const char* prefix, unsigned count) {
        if (count != 0)
            out += std::string("    .reg ") + type + " %" + prefix + "<" + std::to_string(count) +
                   ">;\n";
    };
    declare(".b32", "w", words_);
    declare(".b64", "l", addresses_);
    declare(".pred", "q", predicates_);
    return out + declarations_ + body_ + "    ret;\n}\n";
}

std::string decimal(std::uint64_t value) { return std::to_string(value); }

}  // namespace clmm::hardware::ptx_text
