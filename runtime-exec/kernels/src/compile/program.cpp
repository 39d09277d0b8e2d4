#include "compile/program.h"

#include <algorithm>
#include <cstring>

#include "clmm/language/overloads.h"
#include "compile/code_walk.h"
#include "compile/translator.h"

namespace clmm::runtime::compiler {
namespace {

/// Of `aligned(n)`; 0 where there is none. Attributes that change nothing here are taken.
struct Layout {
    std::uint64_t aligned = 0;
    bool packed = false;
};

}  // namespace

template <class Work>
void Program::attempt(Work&& work) {
    try {
        work();
    } catch (const Rejected& rejected) {
        add(rejected);
    }
}

void Program::add(const Rejected& rejected) {
    Diagnostic diagnostic = rejected.in(tree_.source);
    if (said_.emplace(diagnostic.span.begin, diagnostic.message).second)
        diagnostics.push_back(std::move(diagnostic));
}

void Program::read() {
    static const std::vector<syntax::Declarator> kNoVariables;
    // Types may name one another in the order of the text; constants may stand in dimensions.
    std::vector<std::pair<std::uint32_t, std::function<void()>>> steps;
    declare_records();
    // A struct ends behind those that are defined in it.
    for (const auto& each : tree_.structs)
        steps.emplace_back(each.span.end, [&] { define_record(each); });
    for (const auto& each : tree_.type_definitions)
        // A struct that the typedef itself defines comes first.
        steps.emplace_back(each.declarator.span.begin, [&] {
            check_attributes(each.declarator.attributes, *this);
            const Declared declared = type_of(each.declarator);
            typedefs_[each.declarator.name] = declared.type;
            if (declared.has_space) typedef_spaces_[each.declarator.name] = declared.space;
        });
    if (!tree_.enumerators.empty())
        steps.emplace_back(tree_.enumerators.front().span.begin, [&] { define_enumerators(); });
    // Host code has no memory of program scope.
    for (const auto& each : host_ != nullptr ? kNoVariables : tree_.variables)
        steps.emplace_back(each.span.begin, [&] { define_variable(each); });
    std::ranges::stable_sort(steps, {}, [](const auto& step) { return step.first; });
    for (const auto& each : tree_.functions)
        attempt([&] {
            std::vector<const syntax::Function*>& named = functions_[each.name];
            named.push_back(&each);
            require(named.size() == 1 || language::are_overloadable(named), "E-NAME",
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
        }
    }
    return out;
}

}  // namespace

/// All of the text: pointers to one may stand before its definition.
void Program::declare_records() {
    for (const syntax::StructDefinition& each : tree_.structs) {
        Record*& record = records_[each.name];
        if (record != nullptr) continue;  // It is defined twice.
        record = &types_.new_record();
        record->name = each.name;
    }
}

Record* Program::find_record(const std::string& name) const {
    const auto known = records_.find(name);
    return known == records_.end() ? nullptr : known->second;
}

void Program::define_record(const syntax::StructDefinition& definition) {
    Record& record = *find_record(definition.name);
    require(defined_records_.insert(&record).second, "E-NAME",
            quote(definition.name) + " is defined twice", definition.name_span);
    const auto constant_of = [&](const syntax::Expression& e) { return constant(e); };
    check_attributes(definition.attributes, *this);
    const Layout layout = layout_of(definition.attributes, constant_of);
    record.is_union = definition.is_union;
    std::set<std::string> names;
    for (const syntax::Declarator& declarator : definition.fields) {
        const Declared declared = type_of(declarator);
        check_attributes(declarator.attributes, *this);
        const Layout own = layout_of(declarator.attributes, constant_of);
        require(size_of(*declared.type) > 0, "E-TYPE",
                "a field cannot be of type " + quote(to_string(declared.type)), declarator.span);
        require(!declared.has_space, "E-ADDRESS", "a field has no address space of its own",
                declarator.span);
        const std::uint64_t alignment =
            layout.packed || own.packed ? 1 : alignment_of(*declared.type);
        language::add_field(record, declarator.name, declared.type,
                            std::max(alignment, own.aligned));
        for (const std::string& name : language::member_names(record.fields.back()))
            require(names.insert(name).second, "E-NAME", "two members are named " + quote(name),
                    declarator.span);
    }
    language::complete(record, layout.aligned);
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

/// Variables of functions are not known here. A name of none is taken for a whole.
language::InitializerRules Program::list_rules() {
    return {.is_whole =
                [this](const TypePtr& structure, const syntax::Expression& value) {
                    try {
                        return Translator(*this, nullptr).list_rules().is_whole(structure, value);
                    } catch (const Rejected&) {
                        return true;
                    }
                },
            .constant = [this](const syntax::Expression& index) -> std::optional<std::int64_t> {
                return constant(index);
            }};
}

void Program::define_variable(const syntax::Declarator& declarator) {
    check_attributes(declarator.attributes, *this);
    Declared declared = type_of(declarator);
    require(!variables_.contains(declarator.name), "E-NAME",
            quote(declarator.name) + " is defined twice", declarator.span);
    if (declared.type->kind == TypeKind::block) return define_block(declarator, declared);
    if (!declared.has_space) declared.space = AddressSpace::global;
    require(declared.space == AddressSpace::global || declared.space == AddressSpace::constant,
            "E-ADDRESS", "a variable outside functions is in global or constant memory",
            declarator.span);
    require(declared.space != AddressSpace::constant || declarator.initializer, "E-TYPE",
            "a variable in constant memory needs a value", declarator.span);
    // Its initial value may hold its address.
    const ProgramVariable& made = variables_[declarator.name] = make_room(declared, declarator);
    initialize(made);
}

void Program::define_block(const syntax::Declarator& declarator, const Declared& declared) {
    const auto* literal = declarator.initializer
                              ? std::get_if<syntax::BlockLiteral>(&declarator.initializer->node)
                              : nullptr;
    require(literal != nullptr, "E-TYPE",
            "a block variable has to be given its block where it is declared", declarator.span);
    ProgramVariable& made = variables_[declarator.name];
    made.type = declared.type;
    made.declarator = &declarator;
    made.block = literal;
}

ProgramVariable Program::allocate(const Declared& declared, const syntax::Declarator& declarator) {
    const ProgramVariable out = make_room(declared, declarator);
    initialize(out);
    return out;
}

ProgramVariable Program::make_room(const Declared& declared, const syntax::Declarator& declarator) {
    require(size_of(*declared.type) > 0, "E-TYPE",
            "a variable cannot be of type " + quote(to_string(declared.type)), declarator.span);
    ProgramVariable out{declared.type, declared.space, 0, &declarator};
    if (declared.space == AddressSpace::constant)
        out.type = types_.qualified(out.type, true, false);
    const std::uint64_t gap = watched_ ? kRedZone : 0;
    out.offset = language::round_up(initial_.size() + gap,
                                    std::max<std::uint64_t>(alignment_of(*declared.type), 8));
    initial_.resize(out.offset + size_of(*declared.type));
    allocated_.push_back(out);
    return out;
}

void Program::initialize(const ProgramVariable& variable) {
    const syntax::Declarator& declarator = *variable.declarator;
    if (!declarator.initializer) return;
    // More memory may be taken meanwhile, by string literals.
    std::vector<std::byte> bytes(size_of(*variable.type));
    std::vector<Relocation> addresses;
    Translator(*this, nullptr)
        .constant_bytes(*declarator.initializer, variable.type, {bytes.data(), &addresses},
                        declarator.span);
    std::memcpy(initial_.data() + variable.offset, bytes.data(), bytes.size());
    for (const Relocation& each : addresses)
        relocations_.push_back({variable.offset + each.at, each.target});
}

bool Program::is_relocated(std::uint64_t at) const {
    return std::ranges::find(relocations_, at, &Relocation::at) != relocations_.end();
}

const ProgramVariable& Program::text(const std::string& characters) {
    const auto [known, is_new] = texts_.try_emplace(characters);
    if (!is_new) return known->second;
    syntax::Declarator& declarator = text_declarators_.emplace_back();
    declarator.name = "a string literal";
    Declared declared;
    declared.type = types_.array(types_.scalar(Scalar::i8), characters.size() + 1);
    declared.space = AddressSpace::constant;
    known->second = make_room(declared, declarator);
    std::memcpy(initial_.data() + known->second.offset, characters.data(), characters.size());
    return known->second;
}

const syntax::Function* Program::function(const std::string& name) const {
    const auto found = functions_.find(name);
    return found == functions_.end() ? nullptr : found->second.front();
}

const syntax::Function* Program::prototype(const std::string& name) const {
    const auto found = std::ranges::find(tree_.prototypes, name, &syntax::Function::name);
    return found == tree_.prototypes.end() ? nullptr : &*found;
}

std::span<const syntax::Function* const> Program::overloads(const std::string& name) const {
    const auto found = functions_.find(name);
    if (found == functions_.end()) return {};
    return found->second;
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
