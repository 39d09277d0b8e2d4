#include "clmm/litmus/kernel_file.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "clmm/base/counted.h"
#include "clmm/base/reject.h"
#include "clmm/language/names.h"
#include "clmm/language/random_numbers.h"
#include "clmm/litmus/preprocess.h"
#include "clmm/parser/litmus_tree.h"
#include "host/launch_clauses.h"
#include "kernels/kernel_arguments.h"
#include "kernels/reached_text.h"
#include "memory/image_calls.h"
#include "read/constant.h"
#include "read/diagnose.h"
#include "read/enumerators.h"
#include "read/object_layout.h"
#include "read/objects.h"
#include "read/test_code.h"
#include "terms/floating.h"
#include "terms/rules.h"

namespace clmm::litmus {
namespace {

using syntax::Function;

/// Arguments have sources of their own.
[[noreturn]] void fail(const KernelArgument& argument, Span span, std::string message,
                       std::string hint = {}) {
    throw Rejected{{.severity = Severity::error,
                    .code = "E-ARGUMENT",
                    .message = std::move(message),
                    .hint = std::move(hint),
                    .source = argument.source,
                    .span = span}};
}

bool points_to_local(const TypePtr& type) {
    return is_pointer(type) && written_space(*type->element) == AddressSpace::local;
}

/// What a parameter may be given.
std::string example_of(const std::string& name, const TypePtr& type) {
    static constexpr std::array<const char*, 3> kExtents = {"[8]'", "[4x4]'", "[4x4x2]'"};
    if (is_image(type)) return "'" + name + kExtents.at(coordinate_count(*type) - 1);
    if (is_structure(type)) return name + "=any";
    if (!is_pointer(type)) return name + "=8";
    return "'" + name + (points_to_local(type) ? "[4]'" : "[8]'");
}

const Function& find_kernel(const syntax::LitmusTree& tree, const std::string& name) {
    std::vector<std::string> names;
    const Function* found = nullptr;
    for (const Function& function : tree.functions) {
        if (!function.is_kernel) continue;
        names.push_back(function.name);
        if (name.empty() || function.name == name) found = &function;
    }
    const Span start{0, 0};
    if (names.empty()) reject("E-NAME", "the file has no kernel", start);
    if (name.empty() && names.size() > 1) {
        std::string list;
        for (const std::string& each : names) list += (list.empty() ? "" : ", ") + each;
        reject("E-NAME", "the file has several kernels: " + list, start,
               "choose one: --kernel NAME");
    }
    if (found == nullptr)
        reject("E-NAME", "there is no kernel '" + name + "'", start,
               language::did_you_mean(name, names));
    return *found;
}

Index index_of(const std::vector<std::uint64_t>& sizes, std::uint64_t missing, const char* option,
               Span span) {
    if (sizes.size() > 3)
        reject("E-NDRANGE", std::string(option) + " has more than 3 dimensions", span);
    Index index{missing, missing, missing};
    std::ranges::copy(sizes, index.begin());
    return index;
}

/// What `__attribute__((reqd_work_group_size(4, 1, 1)))` and its like ask for.
std::vector<std::uint64_t> required_size(const Function& kernel, std::string_view name) {
    std::vector<std::uint64_t> sizes;
    for (const syntax::Attribute& attribute : kernel.attributes)
        if (attribute.name == name)
            for (const auto& argument : attribute.arguments)
                sizes.push_back(static_cast<std::uint64_t>(constant_value(*argument).value_or(0)));
    return sizes;
}

/// 0: a work-group is one sub-group.
std::uint64_t sub_group_size_of(const Function& kernel, const KernelLaunch& launch) {
    const auto required = required_size(kernel, "intel_reqd_sub_group_size");
    if (required.size() != 1 || required.front() == 0) return launch.sub_group_size;
    if (launch.sub_group_size != 0 && launch.sub_group_size != required.front())
        reject("E-NDRANGE", "--sub-group-size differs from the kernel's intel_reqd_sub_group_size",
               kernel.name_span);
    return required.front();
}

NDRange range_of(const Function& kernel, const KernelLaunch& launch) {
    const Span span = kernel.name_span;
    if (launch.global.empty())
        reject("E-NDRANGE", "the kernel '" + kernel.name + "' is to be run without work-items",
               span, "say how many, for example --global 4 --local 2");
    const std::vector<std::uint64_t> required = required_size(kernel, "reqd_work_group_size");
    NDRange range;
    range.dimensions = static_cast<unsigned>(std::max(launch.global.size(), launch.local.size()));
    range.global = index_of(launch.global, 1, "--global", span);
    range.offset = index_of(launch.offset, 0, "--offset", span);
    range.sub_group_size = sub_group_size_of(kernel, launch);
    if (launch.local.empty() && required.empty() && range.items() > 1)
        reject("E-NDRANGE", "the size of a work-group is missing", span,
               "which work-items share one decides what they may do: add for example --local 2");
    range.local = index_of(launch.local.empty() ? required : launch.local, 1, "--local", span);
    if (!required.empty() && index_of(required, 1, "reqd_work_group_size", span) != range.local)
        reject("E-NDRANGE", "--local differs from the kernel's reqd_work_group_size", span);
    check_range(range, span);
    return range;
}

/// Gives the parameters of a kernel what they hold.
class ArgumentBinder {
public:
    ArgumentBinder(TestCode& code, std::vector<Location>& locations, const Function& kernel,
                   std::vector<KernelArgument> arguments)
        : code_(code), locations_(locations), kernel_(kernel), arguments_(std::move(arguments)) {}

    std::vector<TestLaunch::Argument> operator()() {
        check_names();
        for (KernelArgument& given : arguments_)
            if (given.bytes) count_elements(given);
        // Buffers come first, since an alias may name one of a later parameter.
        for (const syntax::Declarator& parameter : kernel_.parameters)
            if (const KernelArgument& given = argument_of(parameter);
                given.kind != KernelArgument::Kind::alias)
                add_buffer(parameter, given);
        std::vector<TestLaunch::Argument> result;
        for (const syntax::Declarator& parameter : kernel_.parameters)
            result.push_back(bind(parameter, argument_of(parameter)));
        return result;
    }

private:
    void check_names() const {
        std::vector<std::string> names;
        for (const auto& parameter : kernel_.parameters) names.push_back(parameter.name);
        for (auto argument = arguments_.begin(); argument != arguments_.end(); ++argument) {
            if (std::ranges::find(names, argument->name) == names.end())
                fail(*argument, argument->name_span,
                     "the kernel '" + kernel_.name + "' has no parameter '" + argument->name + "'",
                     language::did_you_mean(argument->name, names));
            if (std::find_if(arguments_.begin(), argument, [&](const KernelArgument& other) {
                    return other.name == argument->name;
                }) != argument)
                fail(*argument, argument->name_span,
                     "the parameter '" + argument->name + "' is given twice");
        }
    }

    /// Of memory that a launch file gives in bytes.
    void count_elements(KernelArgument& given) const {
        const TypePtr type = code_.types.parameter(
            *std::ranges::find(kernel_.parameters, given.name, &syntax::Declarator::name));
        if (!is_pointer(type) || given.kind == KernelArgument::Kind::null) return;
        if (type->kind != TypeKind::pointer)
            fail(given, given.name_span,
                 "'" + given.name + "', " + to_text(*type) + ", has no bytes",
                 "say what it holds by --arg " + example_of(given.name, type));
        const std::uint64_t element = std::max<std::uint64_t>(size_of(*type->element), 1);
        if (given.bytes->size == 0 || given.bytes->size % element != 0)
            fail(given, given.name_span,
                 counted(given.bytes->size, "byte") + " do not make up elements of type " +
                     to_text(*type->element),
                 "an element has " + std::to_string(element));
        given.count = given.bytes->size / element;
        given.extents = {*given.count};
    }

    const KernelArgument& argument_of(const syntax::Declarator& parameter) const {
        const auto found = std::ranges::find(arguments_, parameter.name, &KernelArgument::name);
        if (found != arguments_.end()) return *found;
        reject_missing(parameter);
    }

    /// The first that is given nothing, and the others with it.
    [[noreturn]] void reject_missing(const syntax::Declarator& first) const {
        std::string missing;
        std::string examples;
        std::size_t count = 0;
        for (const syntax::Declarator& each : kernel_.parameters) {
            if (std::ranges::find(arguments_, each.name, &KernelArgument::name) != arguments_.end())
                continue;
            const TypePtr type = code_.types.parameter(each);
            missing += (count++ > 0 ? ", '" : "'") + each.name + "' of type " + to_text(*type);
            examples += " --arg " + example_of(each.name, type);
        }
        if (count > 1)
            reject("E-ARGUMENT", "the parameters " + missing + " are given no value", first.span,
                   "add for example" + examples);
        const TypePtr type = code_.types.parameter(first);
        const std::string& name = first.name;
        reject(
            "E-ARGUMENT", "the parameter " + missing + " is given no value", first.span,
            is_image(type) || is_structure(type) ? "add for example --arg " + example_of(name, type)
            : !is_pointer(type) ? "add for example --arg " + name + "=8, or --arg " + name + "=any"
            : points_to_local(type)
                ? "say how many elements each work-group has: --arg '" + name + "[4]'"
                : "add for example --arg '" + name + "[8]', or --arg '" + name + "[8]=any'");
    }

    void add_buffer(const syntax::Declarator& parameter, const KernelArgument& given) {
        const TypePtr type = code_.types.parameter(parameter);
        if (!is_pointer(type) || points_to_local(type)) return;
        if (given.kind == KernelArgument::Kind::null) return;
        const bool is_list = given.kind == KernelArgument::Kind::list;
        if (given.kind == KernelArgument::Kind::number && !given.count)
            fail(given, given.value_span, "'" + parameter.name + "' is a pointer",
                 "give it a buffer: " + parameter.name + "[8] or " + parameter.name + "={1,2,3}");
        if (!given.count && !is_list)
            fail(given, given.name_span,
                 "how many elements '" + parameter.name + "' has is missing",
                 "write for example " + parameter.name + "[8]");
        check_extents(parameter, type, given);
        const std::uint64_t scalars = leaf_count(*type->element);
        if (given.count && given.values.size() > *given.count * scalars)
            fail(given, given.value_span, "more initial values than elements");
        if (given.count.value_or(1) > kMostElements)
            fail(given, given.name_span,
                 "more than " + std::to_string(kMostElements) + " elements cannot be checked");
        MemoryObject object{
            .name = parameter.name,
            .type = contents_type(type, given, (given.values.size() + scalars - 1) / scalars),
            .first = {},
            .space = space_of(type, parameter),
            .allocation =
                given.allocation.value_or(is_image(type) ? Allocation::image : Allocation::buffer),
            .split = true,
            .arbitrary = given.kind == KernelArgument::Kind::any,
            .access = given.access};
        const std::size_t index = append_object(code_.objects, locations_, std::move(object));
        code_.object_names[parameter.name] = index;
        initialise(given, code_.objects[index]);
    }

    static void check_extents(const syntax::Declarator& parameter, const TypePtr& type,
                              const KernelArgument& given) {
        const std::size_t needed = is_image(type) ? coordinate_count(*type) : 1;
        if (given.count.has_value() ? given.extents.size() != needed : needed > 1)
            fail(given, given.name_span,
                 "'" + parameter.name + "', " + to_text(*type) + ", has " +
                     counted(needed, "dimension"),
                 "write for example " + example_of(parameter.name, type));
        if (needed > 1 && (!given.values.empty() || fills(given)))
            fail(given, given.value_span,
                 "what the texels of " + to_text(*type) + " hold is not followed", "leave it out");
    }

    /// Of an image an array of rows, or of layers of them.
    static TypePtr contents_type(const TypePtr& type, const KernelArgument& given,
                                 std::uint64_t listed) {
        TypePtr contents = language::in_space(type->element, std::nullopt);
        if (!given.count) return array_of(contents, listed);
        for (const std::uint64_t extent : given.extents) contents = array_of(contents, extent);
        return contents;
    }

    static AddressSpace space_of(const TypePtr& type, const syntax::Declarator& parameter) {
        if (written_space(*type->element) == AddressSpace::global ||
            written_space(*type->element) == AddressSpace::constant)
            return *written_space(*type->element);
        reject("E-TYPE", "a kernel's parameter points to global, constant or local memory",
               parameter.span,
               "write for example 'global " + to_text(*type) + " " + parameter.name + "'");
    }

    void initialise(const KernelArgument& given, const MemoryObject& object) {
        const std::size_t first = object.first.index();
        const std::vector<Leaf> leaves = leaves_of(object.type);
        const std::vector<std::uint64_t> bits = bits_of(given, leaves);
        for (std::size_t i = 0; i < bits.size(); ++i) locations_[first + i].initial = bits[i];
        if (fills(given)) return fill(given, object, leaves);
        for (std::size_t i = 0; i < given.values.size() && first + i < locations_.size(); ++i) {
            Location& location = locations_[first + i];
            if (location.is_pointer && given.values[i].integer != 0)
                fail(given, given.value_span, kNoAddress);
            location.initial = bits_of(given, given.values[i], leaves[i].type);
        }
        for (std::size_t i = first; object.arbitrary && i < locations_.size(); ++i)
            if (locations_[i].is_pointer)
                fail(given, given.value_span, "the elements are addresses, which cannot be 'any'");
    }

    static bool fills(const KernelArgument& given) {
        using Kind = KernelArgument::Kind;
        return given.kind == Kind::number || given.kind == Kind::iota || given.kind == Kind::random;
    }

    /// All numbers of a buffer, one after another.
    void fill(const KernelArgument& given, const MemoryObject& object,
              const std::vector<Leaf>& leaves) {
        const TypePtr element = object.element();
        if (!is_number(element) && !is_vector(element))
            fail(given, given.value_span,
                 "'" + given.name + "' has elements of type " + to_text(*value_type(element)) +
                     ", which are no numbers",
                 "list them in braces");
        language::RandomNumbers random(given.seed);
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const TypePtr& type = leaves[i].type;
            KernelArgument::Number number{i, static_cast<double>(i)};
            if (given.kind == KernelArgument::Kind::number) number = given.values.front();
            if (given.kind == KernelArgument::Kind::random) {
                if (is_floating(type))
                    number = {.value = random.fraction(type->scalar)};
                else
                    number = {.integer = random.bits()};
            }
            locations_[object.first.index() + i].initial = bits_of(given, number, type);
        }
    }

    TestLaunch::Argument bind(const syntax::Declarator& parameter, const KernelArgument& given) {
        const TypePtr type = code_.types.parameter(parameter);
        TestLaunch::Argument result{.span = parameter.span};
        if (given.kind == KernelArgument::Kind::null) {
            result.initial = null_address(parameter, type, given);
        } else if (points_to_local(type)) {
            if (!given.count || given.kind != KernelArgument::Kind::none || given.allocation ||
                given.access != LaunchBytes::Access::all)
                fail(given, given.span(), "'" + parameter.name + "' points to local memory",
                     "say how many elements each work-group has: " + parameter.name + "[4]");
            result.local_elements = *given.count;
        } else if (is_pointer(type)) {
            result.initial = address_of(parameter, type, given);
        } else {
            result.initial = number(parameter, type, given);
        }
        return result;
    }

    InitialValue address_of(const syntax::Declarator& parameter, const TypePtr& type,
                            const KernelArgument& given) {
        const bool is_alias = given.kind == KernelArgument::Kind::alias;
        if (is_alias && (given.count || given.allocation))
            fail(given, given.span(),
                 "the buffer of another parameter has a size and an allocation already");
        const auto found = code_.object_names.find(is_alias ? given.alias : parameter.name);
        const bool is_parameter =
            std::ranges::find(kernel_.parameters, is_alias ? given.alias : parameter.name,
                              &syntax::Declarator::name) != kernel_.parameters.end();
        if (found == code_.object_names.end() || !is_parameter)
            fail(given, given.value_span, "'" + given.alias + "' is no parameter with a buffer",
                 "write for example " + parameter.name + "[8] or " + parameter.name + "={1,2,3}");
        const MemoryObject& object = code_.objects[found->second];
        if (is_alias) check_alias(given, type, object);
        return {.value = locations_[object.first.index()].address, .object = found->second};
    }

    void check_alias(const KernelArgument& given, const TypePtr& type, const MemoryObject& object) {
        if (is_image(type))
            fail(given, given.value_span, "each image has memory of its own",
                 "write for example " + example_of(given.name, type));
        const TypePtr& element = type->element;
        if (element->width() != object.element()->width() ||
            is_pointer(element) != is_pointer(object.element()))
            fail(given, given.value_span,
                 "'" + object.name + "' has elements of type " +
                     to_text(*value_type(object.element())) + ", '" + given.name + "' points to " +
                     to_text(*value_type(element)));
        if (element->is_atomic) return;
        for (std::size_t i = 0; i < object.count; ++i)
            locations_[object.first.index() + i].atomic_type = false;
    }

    static InitialValue null_address(const syntax::Declarator& parameter, const TypePtr& type,
                                     const KernelArgument& given) {
        if (type->kind != TypeKind::pointer)
            fail(given, given.value_span,
                 "'" + parameter.name + "', " + to_text(*type) + ", is no pointer");
        return {.type = type};
    }

    static InitialValue value_of_bytes(const TypePtr& type, const KernelArgument& given) {
        if (given.bytes->bytes.size() != size_of(*type))
            fail(given, given.value_span,
                 "'" + given.name + "' of type " + to_text(*type) + " has " +
                     counted(size_of(*type), "byte"));
        InitialValue out{.type = value_type(type)};
        const std::vector<std::uint64_t> bits = bits_of(given, leaves_of(type));
        if (has_parts(type))
            out.parts = bits;
        else
            out.value = bits.front();
        return out;
    }

    InitialValue number(const syntax::Declarator& parameter, const TypePtr& type,
                        const KernelArgument& given) const {
        if (given.bytes) return value_of_bytes(type, given);
        const bool is_any = given.kind == KernelArgument::Kind::any;
        if (is_structure(type)) {
            const auto leaves = leaves_of(type);
            const bool has_addresses =
                std::ranges::any_of(leaves, [](const Leaf& leaf) { return is_pointer(leaf.type); });
            if (!is_any || given.count || given.allocation || has_addresses)
                fail(given, given.span(),
                     "'" + parameter.name + "' is a " + to_text(*type) +
                         (has_addresses ? ", whose addresses cannot be 'any'" : ""),
                     has_addresses ? "" : "write " + parameter.name + "=any");
        }
        if (given.count || given.allocation ||
            (given.kind != KernelArgument::Kind::number && !is_any))
            fail(given, given.span(),
                 "'" + parameter.name + "' is a " + (is_vector(type) ? "vector" : "number") +
                     " of type " + to_text(*type),
                 "write for example " + parameter.name + "=8 or " + parameter.name + "=any");
        return {.value = is_any ? 0 : bits_of(given, given.values.front(), type),
                .type = value_type(type),
                .arbitrary = is_any};
    }

    /// A number as an object of the type has it.
    static std::uint64_t bits_of(const KernelArgument& given, const KernelArgument::Number& number,
                                 const TypePtr& type) {
        if (is_vector(type)) return bits_of(given, number, component_type(type));
        if (is_floating(type)) return nearest_bits(number.value, type->width());
        if (!number.is_integer)
            fail(given, given.value_span, "a value of type " + to_text(*type) + " is an integer");
        return mask_to(number.integer, type->width());
    }

    /// Of the scalars of a whole that a launch file gives in bytes; none of others.
    static std::vector<std::uint64_t> bits_of(const KernelArgument& given,
                                              const std::vector<Leaf>& leaves) {
        std::vector<std::uint64_t> out;
        if (!given.bytes || given.bytes->bytes.empty()) return out;
        for (const Leaf& leaf : leaves) {
            std::uint64_t& bits = out.emplace_back(0);
            std::memcpy(&bits, given.bytes->bytes.data() + leaf.offset,
                        (leaf.type->width() + 7) / 8);
            if (is_pointer(leaf.type) && bits != 0) fail(given, given.value_span, kNoAddress);
        }
        return out;
    }

    static constexpr const char* kNoAddress = "an address is no number";
    static constexpr std::uint64_t kMostElements = 65536;

    TestCode& code_;
    std::vector<Location>& locations_;
    const Function& kernel_;
    std::vector<KernelArgument> arguments_;
};

Result<std::vector<KernelArgument>> parse_arguments(const KernelLaunch& launch) {
    std::vector<KernelArgument> arguments;
    Diagnostics problems;
    for (const std::string& text : launch.arguments) {
        const auto parsed = parse_kernel_argument(text);
        problems.insert(problems.end(), parsed.diagnostics().begin(), parsed.diagnostics().end());
        if (parsed) arguments.push_back(*parsed);
    }
    for (const LaunchBytes& each : launch.bytes) arguments.push_back(kernel_argument(each));
    if (has_errors(problems))
        return Result<std::vector<KernelArgument>>::failure(std::move(problems));
    return arguments;
}

/// `reached`: a kernel; only what it needs.
Result<syntax::LitmusTree> parse(const SourcePtr& source, const KernelLaunch& launch,
                                 std::string_view reached = {}) {
    PreprocessOptions options{launch.definitions, launch.include_paths};
    for (const char* feature :
         {"cl_khr_fp16=1", "cl_khr_fp64=1", "__opencl_c_fp16=1", "__opencl_c_fp64=1"})
        options.definitions.emplace_back(feature);
    if (!reached.empty())
        options.blank_out = [reached](std::string text) {
            return reached_text(std::move(text), reached);
        };
    const auto text = preprocess(source, options);
    if (!text) return Result<syntax::LitmusTree>::failure(text.diagnostics());
    auto tree = syntax::parse_kernels(*text, syntax::KernelLanguage::complete);
    Diagnostics all = text.diagnostics();
    all.insert(all.end(), tree.diagnostics().begin(), tree.diagnostics().end());
    if (!tree) return Result<syntax::LitmusTree>::failure(std::move(all));
    return {std::move(tree).value(), std::move(all)};
}

LitmusTest test_of(TestCode& code, const KernelLaunch& launch,
                   const std::vector<KernelArgument>& arguments, Reporter& reporter) {
    LitmusTest test;
    test.source = code.tree.source;
    replace_enumerators(code.tree, reporter);
    reporter.attempt([&] {
        const Function& kernel = find_kernel(code.tree, launch.kernel);
        test.name = kernel.name;
        TestLaunch out{
            .kernel = &kernel, .range = range_of(kernel, launch), .span = kernel.name_span};
        test.locations = collect_objects(code, {}, reporter);
        for (MemoryObject& object : code.objects) object.split = true;
        out.arguments = ArgumentBinder(code, test.locations, kernel, arguments)();
        code.launches.push_back(std::move(out));
        for (const Location& location : test.locations)
            code.observed.push_back({.kind = Operand::Kind::location,
                                     .location = location.id,
                                     .object = location.object});
    });
    return test;
}

Result<LitmusTest> read_parsed(Result<syntax::LitmusTree> parsed, const KernelLaunch& launch,
                               const std::vector<KernelArgument>& arguments) {
    if (!parsed) return Result<LitmusTest>::failure(parsed.diagnostics());
    const Diagnostics warnings = parsed.diagnostics();
    auto code = std::make_shared<TestCode>();
    code->is_plain_kernel = true;
    code->types.allow_floating();
    code->tree = std::move(parsed).value();
    Reporter reporter(code->tree.source);
    LitmusTest test = test_of(*code, launch, arguments, reporter);
    if (reporter.failed()) return Result<LitmusTest>::failure(reporter.take());
    test.code = std::move(code);
    Diagnostics all = reporter.take();
    all.insert(all.begin(), warnings.begin(), warnings.end());
    return {std::move(test), std::move(all)};
}

}  // namespace

Result<LitmusTest> read_kernel(const SourcePtr& source, const KernelLaunch& launch) {
    const auto arguments = parse_arguments(launch);
    if (!arguments) return Result<LitmusTest>::failure(arguments.diagnostics());
    auto parsed = parse(source, launch);
    if (!parsed) return Result<LitmusTest>::failure(parsed.diagnostics());
    std::string kernel;
    try {
        kernel = find_kernel(*parsed, launch.kernel).name;
    } catch (const Rejected& rejected) {
        return Result<LitmusTest>::failure(rejected.in(parsed->source));
    }
    auto whole = read_parsed(std::move(parsed), launch, *arguments);
    if (whole) return whole;
    // What the checker does not know matters only where the kernel needs it.
    return read_parsed(parse(source, launch, kernel), launch, *arguments);
}

Result<std::string> dump_kernel_tree(const SourcePtr& source, const KernelLaunch& launch) {
    const auto tree = parse(source, launch);
    if (!tree) return Result<std::string>::failure(tree.diagnostics());
    return {syntax::to_text(*tree), tree.diagnostics()};
}

}  // namespace clmm::litmus
