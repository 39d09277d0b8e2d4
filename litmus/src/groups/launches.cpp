#include "groups/launches.h"

#include <algorithm>
#include <functional>

#include "clmm/parser/tree_walk.h"
#include "memory/object_pieces.h"
#include "read/object_layout.h"
#include "unfold/interpreter.h"

namespace clmm::litmus {
namespace {

std::string position_text(const WorkItem& item) {
    const Index global = item.global();
    std::string text;
    for (unsigned d = 0; d < item.range.dimensions; ++d)
        text += (d == 0 ? "" : ",") + std::to_string(global[d]);
    return text;
}

TypePtr parameter_type(const Unfolding& unfolding, const syntax::Declarator& parameter) {
    return value_type(unfolding.code.types.parameter(parameter));
}

void add_parameter(UnitCode& code, const syntax::Declarator& parameter, const TypePtr& type) {
    code.names.push_back(parameter.name);
    code.parameters.push_back({.declarator = &parameter, .type = type});
}

void check_count(const syntax::Function& function, std::size_t given, Span span) {
    if (function.parameters.size() != given)
        reject("E-TYPE",
               std::string("the ") + (function.is_kernel ? "kernel" : "function") + " '" +
                   function.name + "' takes " + std::to_string(function.parameters.size()) +
                   (function.parameters.size() == 1 ? " argument" : " arguments") +
                   " and is given " + std::to_string(given),
               span);
}

Value as_argument(TermPool& terms, Value value, const syntax::Declarator& parameter,
                  const TypePtr& type, Span span) {
    const bool is_null = terms.is_constant(value.term) && terms[value.term].payload == 0;
    if (is_pointer(type) != is_pointer(value.type) && !(is_pointer(type) && is_null))
        reject("E-TYPE",
               "'" + parameter.name + "' has type " + to_text(*type) + " and is given " +
                   to_text(*value.type),
               span);
    if (is_pointer(type) && value.object.kind != Provenance::Kind::unknown &&
        value.object.kind != Provenance::Kind::memory)
        reject("E-ADDRESS", "'" + parameter.name + "' is given the address of a private object",
               span, "another unit cannot reach it");
    if (is_floating(type) != is_floating(value.type) ||
        (is_floating(type) && type->width() != value.type->width()))
        reject("E-TYPE",
               "'" + parameter.name + "' has type " + to_text(*type) + " and is given " +
                   to_text(*value.type),
               span, "cast it");
    value.term = terms.extend(value.term, type->width(), value.type->is_signed());
    value.type = type;
    return value;
}

/// Runs the work-items of one kernel-instance, one after another.
class LaunchRun {
public:
    LaunchRun(Unfolding& unfolding, std::size_t number)
        : unfolding_(unfolding), number_(number), launch_(unfolding.launched[number]) {}

    void operator()() {
        const std::vector<std::uint64_t>& some = unfolding_.items;
        const bool is_whole = some.empty() || number_ > 0;
        const std::uint64_t count = is_whole ? launch_.range.items() : some.size();
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t position = is_whole ? i : some[i];
            run_item(work_item(launch_.range, position), position);
        }
    }

private:
    void run_item(const WorkItem& item, std::uint64_t position) {
        Unit unit{.id = UnitId(unfolding_.structure.units.size()),
                  .kind = UnitKind::work_item,
                  .name = instance_name() + "[" + position_text(item) + "]",
                  .number = static_cast<std::uint32_t>(position),
                  .device = launch_.device,
                  .kernel = launch_.instance,
                  .work_group = static_cast<std::uint32_t>(item.linear_group()),
                  .sub_group = static_cast<std::uint32_t>(item.sub_group()),
                  .ancestors = launch_.ancestors};
        unfolding_.structure.units.push_back(unit);
        UnitCode& code = unfolding_.kernel_code.emplace_back();
        code.body = launch_.kernel != nullptr ? &launch_.kernel->body : launch_.block.body;
        UnitStart start{.unit = unit.id,
                        .code = &code,
                        .live = launch_.guard,
                        .control = launch_.control,
                        .item = item,
                        .launch = &launch_,
                        .block = &launch_.block};
        if (!unfolding_.reporter.attempt([&] {
                if (launch_.kernel != nullptr) {
                    check_count(*launch_.kernel, launch_.arguments.size(), launch_.span);
                    bind_parameters(launch_.kernel->parameters, code, start, item);
                } else if (launch_.block.parameters != nullptr) {
                    bind_parameters(*launch_.block.parameters, code, start, item);
                }
                bind_local_objects(code, item);
            }))
            return;
        Interpreter(unfolding_, start).run();
    }

    /// Numbered where the kernel runs more than once.
    std::string instance_name() const {
        unsigned before = 0;
        for (std::size_t i = 0; i < number_; ++i)
            if (unfolding_.launched[i].kernel == launch_.kernel) ++before;
        const std::string name = launch_.kernel != nullptr ? launch_.kernel->name : "block";
        return name + (before == 0 ? "" : "#" + std::to_string(before + 1));
    }

    // ---- parameters ----

    void bind_parameters(const std::vector<syntax::Declarator>& parameters, UnitCode& code,
                         UnitStart& start, const WorkItem& item) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const TypePtr type = parameter_type(unfolding_, parameters[i]);
            add_parameter(code, parameters[i], type);
            start.arguments.push_back(argument(parameters[i], type, launch_.arguments[i], item));
        }
    }

    Value argument(const syntax::Declarator& parameter, const TypePtr& type,
                   const Launch::Argument& given, const WorkItem& item) {
        const bool is_local =
            is_pointer(type) && written_space(*type->element) == AddressSpace::local;
        if (is_local != given.local_elements.has_value())
            reject("E-TYPE",
                   is_local ? "'" + parameter.name + "' points to local memory"
                            : "'" + parameter.name + "' does not point to local memory",
                   given.span, is_local ? "give its number of elements: local_array(4)" : "");
        if (is_local) return local_argument(parameter, type, *given.local_elements, item);
        if (is_structure(type)) return struct_argument(parameter, type, given);
        if (is_vector(type) || is_vector(given.value.type))
            return vector_argument(parameter, type, given);
        if (given.value.object.kind == Provenance::Kind::memory) {
            const MemoryObject& object = unfolding_.objects[given.value.object.index];
            check_allocation(type, object.allocation, object.name, given.span);
        }
        return as_argument(unfolding_.structure.terms, given.value, parameter, type, given.span);
    }

    static Value vector_argument(const syntax::Declarator& parameter, const TypePtr& type,
                                 const Launch::Argument& given) {
        if (!language::is_same(*value_type(type), *value_type(given.value.type)))
            reject("E-TYPE",
                   "'" + parameter.name + "' has type " + to_text(*type) + " and is given " +
                       to_text(*given.value.type),
                   given.span);
        return given.value;
    }

    /// A struct by value: an object of the initial state stands for what it holds at the start.
    Value struct_argument(const syntax::Declarator& parameter, const TypePtr& type,
                          const Launch::Argument& given) {
        Value value = given.value;
        const bool is_object = is_pointer(value.type) &&
                               value.object.kind == Provenance::Kind::memory &&
                               unfolding_.objects[value.object.index].type->record == type->record;
        if (!is_object && value.type->record != type->record)
            reject("E-TYPE",
                   "'" + parameter.name + "' has type " + to_text(*type) + " and is given " +
                       to_text(*value.type),
                   given.span, "name an object of that type");
        if (!is_object) return value;
        const std::uint64_t base = object_address(unfolding_, value.object.index);
        auto parts = std::make_shared<std::vector<Value>>();
        for (const Leaf& leaf : leaves_of(type))
            parts->push_back({value_type(leaf.type),
                              initial_term(unfolding_, base + leaf.offset, leaf.type->width()),
                              unfolding_.recorder.dependencies().empty()});
        return {type,
                unfolding_.structure.terms.constant(0, type->width()),
                unfolding_.recorder.dependencies().empty(),
                {},
                std::move(parts)};
    }

    /// What a pointer to void is given, in the widest scalars; casts will tell what is in use.
    static TypePtr bytes_as_array(std::uint64_t size) {
        unsigned bytes = 8;
        while (size % bytes != 0) bytes /= 2;
        return array_of(integer_type(bytes * 8, false), size / bytes);
    }

    Value local_argument(const syntax::Declarator& parameter, const TypePtr& type,
                         std::uint64_t elements, const WorkItem& item) {
        const std::size_t object = local_object(&parameter, parameter.name,
                                                type->element->kind == TypeKind::void_type
                                                    ? bytes_as_array(elements)
                                                    : array_of(type->element, elements),
                                                item);
        const Location& first =
            unfolding_.structure.locations[unfolding_.objects[object].first.index()];
        return {type,
                unfolding_.structure.terms.constant(first.address, 64),
                unfolding_.recorder.dependencies().empty(),
                {Provenance::Kind::memory, static_cast<std::uint32_t>(object)}};
    }

    // ---- local memory ----

    void bind_local_objects(UnitCode& code, const WorkItem& item) {
        syntax::for_each_declarator(*code.body, [&](const syntax::Declarator& declarator) {
            const TypeNames& types = unfolding_.code.types;
            if (written_space(*types.resolve(declarator.type)) != AddressSpace::local) return;
            if (!unfolding_.code.is_plain_kernel)
                unfolding_.reporter.warn(
                    "W-INITIAL",
                    "'" + declarator.name + "' in local memory starts unspecified; taken as 0",
                    declarator.span);
            code.local_objects[&declarator] =
                local_object(&declarator, declarator.name, types.declared(declarator), item);
        });
    }

    /// The one of the item's work-group.
    std::size_t local_object(const void* declaration, const std::string& name, const TypePtr& type,
                             const WorkItem& item) {
        const std::string group = instance_name() + ".wg" + std::to_string(item.linear_group());
        const std::string key = group + " " + name + " " +
                                std::to_string(reinterpret_cast<std::uintptr_t>(declaration));
        return wanted_object(unfolding_,
                             {.key = key,
                              .object = {.name = name + "@" + group,
                                         .type = language::in_space(type, std::nullopt),
                                         .first = {},
                                         .space = AddressSpace::local,
                                         .arbitrary = unfolding_.code.is_plain_kernel}});
    }

    Unfolding& unfolding_;
    std::size_t number_;
    const Launch launch_;
};

std::uint32_t first_free_instance(const Unfolding& unfolding) {
    std::uint32_t next = 0;
    for (const Unit& unit : unfolding.test.units) next = std::max(next, unit.kernel + 1);
    return next;
}

/// A struct's or vector's scalars, by their numbers and widths.
std::shared_ptr<const std::vector<Value>> parts_of(
    Unfolding& unfolding, const TypePtr& type,
    const std::function<TermId(std::size_t number, unsigned width)>& term) {
    auto parts = std::make_shared<std::vector<Value>>();
    for (const Leaf& leaf : leaves_of(type))
        parts->push_back({value_type(leaf.type), term(parts->size(), leaf.type->width()),
                          unfolding.recorder.dependencies().empty()});
    return parts;
}

}  // namespace

Launch launch_of(Unfolding& unfolding, const TestLaunch& from) {
    Launch launch{.kernel = from.kernel,
                  .range = from.range,
                  .device = from.device,
                  .instance = new_instance(unfolding),
                  .guard = unfolding.structure.terms.boolean(true),
                  .control = unfolding.recorder.dependencies().empty(),
                  .span = from.span};
    for (const TestLaunch::Argument& given : from.arguments) {
        const InitialValue& initial = given.initial;
        const TypePtr type = initial.object
                                 ? pointer_to(unfolding.objects[*initial.object].element())
                             : initial.type ? initial.type
                                            : integer_type(64, true);
        TermPool& terms = unfolding.structure.terms;
        if (initial.arbitrary)
            unfolding.structure.choices.push_back({.text = "the argument may have any value",
                                                   .when = terms.boolean(true),
                                                   .span = given.span});
        Value value{type,
                    initial.arbitrary ? terms.choice(type->width())
                                      : terms.constant(initial.value, type->width()),
                    unfolding.recorder.dependencies().empty()};
        if (initial.arbitrary && has_parts(type))
            value.parts = parts_of(
                unfolding, type, [&](std::size_t, unsigned width) { return terms.choice(width); });
        else if (!initial.parts.empty())
            value.parts = parts_of(unfolding, type, [&](std::size_t number, unsigned width) {
                return terms.constant(initial.parts[number], width);
            });
        else if (!initial.arbitrary && is_vector(type))
            value.parts = std::make_shared<const std::vector<Value>>(
                type->lanes, Value{component_type(type), value.term, value.reads});
        if (initial.object)
            value.object = {Provenance::Kind::memory, static_cast<std::uint32_t>(*initial.object)};
        launch.arguments.push_back({value, given.local_elements, given.span});
    }
    return launch;
}

void run_launch(Unfolding& unfolding, Launch launch) {
    unfolding.launched.push_back(std::move(launch));
    LaunchRun{unfolding, unfolding.launched.size() - 1}();
}

std::uint32_t new_instance(Unfolding& unfolding) {
    unfolding.next_instance = std::max(unfolding.next_instance, first_free_instance(unfolding));
    return unfolding.next_instance++;
}

void bind_arguments(Unfolding& unfolding, const syntax::Function& function,
                    const std::vector<Value>& arguments, UnitCode& code,
                    std::vector<Value>& converted, Span span) {
    check_count(function, arguments.size(), span);
    code.body = &function.body;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const syntax::Declarator& parameter = function.parameters[i];
        const TypePtr type = parameter_type(unfolding, parameter);
        add_parameter(code, parameter, type);
        converted.push_back(
            as_argument(unfolding.structure.terms, arguments[i], parameter, type, span));
    }
}

std::size_t wanted_object(Unfolding& unfolding, const WantedObject& wanted) {
    const auto found = unfolding.wanted_index.find(wanted.key);
    if (found != unfolding.wanted_index.end()) return found->second;
    const std::size_t index =
        append_object(unfolding.objects, unfolding.structure.locations, wanted.object);
    unfolding.wanted_index.emplace(wanted.key, index);
    unfolding.wanted.push_back(wanted);
    return index;
}

}  // namespace clmm::litmus
