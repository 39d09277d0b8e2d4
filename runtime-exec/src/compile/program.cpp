#include "compile/program.h"

#include <algorithm>
#include <cstring>

#include "compile/code_walk.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

/// Of `aligned(n)`; 0 where there is none. Attributes that change nothing here are taken.
struct Layout {
    std::uint64_t aligned = 0;
    bool packed = false;
};

std::size_t element_count(const syntax::ExpressionPtr& initializer) {
    if (!initializer) return 0;
    if (const auto* text = std::get_if<syntax::StringLiteral>(&initializer->node))
        return text->text.size() + 1;
    const auto* list = std::get_if<syntax::InitializerList>(&initializer->node);
    return list ? list->elements.size() : 0;
}

}  // namespace

Program::Program(syntax::LitmusTree tree, bool watched)
    : tree_(std::move(tree)), watched_(watched) {}

template <class Work>
void Program::attempt(Work&& work) {
    try {
        work();
    } catch (const Rejected& rejected) {
        add(rejected);
    }
}

void Program::add(const Rejected& rejected) {
    Diagnostic diagnostic = rejected.diagnostic;
    diagnostic.source = tree_.source;
    for (const Diagnostic& known : diagnostics)
        if (known.span.begin == diagnostic.span.begin && known.message == diagnostic.message)
            return;
    diagnostics.push_back(std::move(diagnostic));
}

void Program::read() {
    // Types may name one another in the order of the text; constants may stand in dimensions.
    std::vector<std::pair<std::uint32_t, std::function<void()>>> steps;
    for (const auto& each : tree_.structs)
        steps.emplace_back(each.span.begin, [&] { define_record(each); });
    for (const auto& each : tree_.type_definitions)
        // A struct that the typedef itself defines comes first.
        steps.emplace_back(each.declarator.span.begin, [&] {
            const Declared declared = type_of(each.declarator);
            typedefs_[each.declarator.name] = declared.type;
            if (declared.has_space) typedef_spaces_[each.declarator.name] = declared.space;
        });
    if (!tree_.enumerators.empty())
        steps.emplace_back(tree_.enumerators.front().span.begin, [&] { define_enumerators(); });
    for (const auto& each : tree_.variables)
        steps.emplace_back(each.span.begin, [&] { define_variable(each); });
    std::ranges::stable_sort(steps, {}, [](const auto& step) { return step.first; });
    for (const auto& each : tree_.functions)
        attempt([&] {
            require(functions_.emplace(each.name, &each).second, "E-NAME",
                    "the function " + quote(each.name) + " is defined twice", each.name_span);
        });
    for (const auto& [at, step] : steps) attempt(step);
}

namespace {

Layout layout_of(const std::vector<syntax::Attribute>& attributes,
                 const std::function<std::int64_t(const syntax::Expression&)>& constant) {
    Layout out;
    for (const syntax::Attribute& attribute : attributes) {
        if (attribute.name == "packed") {
            out.packed = true;
        } else if (attribute.name == "aligned") {
            const std::int64_t value =
                attribute.arguments.empty() ? 16 : constant(*attribute.arguments.front());
            require(value > 0 && (value & (value - 1)) == 0, "E-TYPE",
                    "an alignment is a power of two", attribute.span);
            out.aligned = static_cast<std::uint64_t>(value);
        } else {
            require(attribute.name == "unused" || attribute.name == "endian" ||
                        attribute.name == "nosvm",
                    "E-UNSUPPORTED",
                    "the attribute " + quote(attribute.name) + " is not supported here",
                    attribute.span);
        }
    }
    return out;
}

}  // namespace

void Program::define_record(const syntax::StructDefinition& definition) {
    require(!records_.contains(definition.name), "E-NAME",
            quote(definition.name) + " is defined twice", definition.name_span);
    const auto constant_of = [&](const syntax::Expression& e) { return constant(e); };
    const Layout layout = layout_of(definition.attributes, constant_of);
    Record& record = types_.new_record();
    record.name = definition.name;
    record.is_union = definition.is_union;
    for (const syntax::Declarator& declarator : definition.fields) {
        const Declared declared = type_of(declarator);
        const Layout own = layout_of(declarator.attributes, constant_of);
        require(declared.type->size > 0, "E-TYPE",
                "a field cannot be of type " + quote(to_string(declared.type)), declarator.span);
        require(!declared.has_space, "E-ADDRESS", "a field has no address space of its own",
                declarator.span);
        std::uint64_t alignment = layout.packed || own.packed ? 1 : declared.type->alignment;
        alignment = std::max(alignment, own.aligned);
        const std::uint64_t offset = record.is_union ? 0 : round_up(record.size, alignment);
        record.fields.push_back({declarator.name, declared.type, offset});
        record.size = std::max(record.size, offset + declared.type->size);
        record.alignment = std::max(record.alignment, alignment);
    }
    record.alignment = std::max(record.alignment, layout.aligned);
    record.size = round_up(std::max<std::uint64_t>(record.size, 1), record.alignment);
    records_.emplace(definition.name, &record);
}

void Program::define_enumerators() {
    std::int64_t next = 0;
    for (const syntax::Enumerator& each : tree_.enumerators)
        attempt([&] {
            if (each.starts_list) next = 0;
            if (each.value) next = constant(*each.value);
            require(enumerators_.emplace(each.name, next).second, "E-NAME",
                    quote(each.name) + " is defined twice", each.span);
            ++next;
        });
}

std::int64_t Program::constant(const syntax::Expression& expression) {
    try {
        return Translator(*this, nullptr).integer_constant(expression);
    } catch (const Rejected& rejected) {
        // Variables of functions are no constants, so they are not looked for.
        if (rejected.diagnostic.code != "E-NAME") throw;
        reject("E-TYPE", "an integer constant is needed here: " + rejected.diagnostic.message,
               rejected.diagnostic.span);
    }
}

void Program::define_variable(const syntax::Declarator& declarator) {
    check_attributes(declarator.attributes);
    Declared declared = type_of(declarator, element_count(declarator.initializer));
    if (!declared.has_space) declared.space = AddressSpace::global;
    require(declared.space == AddressSpace::global || declared.space == AddressSpace::constant,
            "E-ADDRESS", "a variable outside functions is in global or constant memory",
            declarator.span);
    require(!variables_.contains(declarator.name), "E-NAME",
            quote(declarator.name) + " is defined twice", declarator.span);
    require(declared.space != AddressSpace::constant || declarator.initializer, "E-TYPE",
            "a variable in constant memory needs a value", declarator.span);
    variables_[declarator.name] = allocate(declared, declarator);
}

ProgramVariable Program::allocate(const Declared& declared, const syntax::Declarator& declarator) {
    require(declared.type->size > 0, "E-TYPE",
            "a variable cannot be of type " + quote(to_string(declared.type)), declarator.span);
    ProgramVariable out{declared.type, declared.space, 0, &declarator};
    if (declared.space == AddressSpace::constant)
        out.type = types_.qualified(out.type, true, false);
    const std::uint64_t gap = watched_ ? kRedZone : 0;
    out.offset =
        round_up(initial_.size() + gap, std::max<std::uint64_t>(declared.type->alignment, 8));
    initial_.resize(out.offset + declared.type->size);
    std::vector<std::byte> bytes(declared.type->size);
    if (declarator.initializer) {
        Translator(*this, nullptr)
            .constant_bytes(declarator.initializer.get(), declared.type, bytes.data(),
                            declarator.span);
        std::memcpy(initial_.data() + out.offset, bytes.data(), bytes.size());
    }
    allocated_.push_back(out);
    return out;
}

const syntax::Function* Program::function(const std::string& name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : found->second;
}

const ProgramVariable* Program::variable(const std::string& name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? nullptr : &found->second;
}

const std::int64_t* Program::enumerator(const std::string& name) const {
    const auto found = enumerators_.find(name);
    return found == enumerators_.end() ? nullptr : &found->second;
}

std::vector<std::string> Program::names() const {
    std::vector<std::string> out;
    for (const auto& [name, function] : functions_) out.push_back(name);
    for (const auto& [name, variable] : variables_) out.push_back(name);
    for (const auto& [name, value] : enumerators_) out.push_back(name);
    return out;
}

}  // namespace clmm::runtime::compiler
