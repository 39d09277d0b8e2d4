#include "launch/launch_bytes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "clmm/base/counted.h"

namespace clmm::cli {
namespace {

using litmus::LaunchBytes;
using runtime::AddressSpace;
using runtime::ParameterKind;

/// `data` of `atomic_svm:data[8]={1,2}`.
std::string named_by(const std::string& argument) {
    std::string name = argument.substr(0, argument.find_first_of("[="));
    name.erase(0, name.find(':') == std::string::npos ? 0 : name.find(':') + 1);
    std::erase(name, ' ');
    return name;
}

bool is_memory(const runtime::Parameter& parameter) {
    return parameter.kind == ParameterKind::pointer &&
           (parameter.address_space == AddressSpace::global ||
            parameter.address_space == AddressSpace::constant);
}

/// One argument for its parameter.
class Placed {
public:
    Placed(const LaunchFile& file, const FileArgument& argument,
           const runtime::Parameter& parameter)
        : file_(file), argument_(argument), parameter_(parameter) {}

    LaunchBytes operator()(std::uint64_t most) {
        check_words();
        if (argument_.size > most)
            fail(argument_.size_word->span, "an argument has at most " + counted(most, "byte"));
        LaunchBytes out{.source = file_.source,
                        .span = argument_.span,
                        .name = parameter_.name,
                        .size = argument_.size};
        if (argument_.access)
            out.access = argument_.access->text == "ro" ? LaunchBytes::Access::read_only
                                                        : LaunchBytes::Access::write_only;
        if (argument_.null) out.contents = LaunchBytes::Contents::null;
        if (argument_.no_contents) out.contents = LaunchBytes::Contents::any;
        const bool has_bytes = !argument_.null && !argument_.no_contents && !is_local();
        if (has_bytes) out.bytes = contents();
        return out;
    }

private:
    [[nodiscard]] bool is_local() const {
        return parameter_.kind == ParameterKind::pointer &&
               parameter_.address_space == AddressSpace::local;
    }

    void check_words() const {
        const std::string name = "'" + parameter_.name + "' of type '" + parameter_.type_name + "'";
        if (parameter_.kind != ParameterKind::value && parameter_.kind != ParameterKind::pointer)
            fail(argument_.span, name + " is nothing that a launch file can say",
                 "give it on the command line: --arg '" + parameter_.name + "=…'");
        for (const auto& word : {argument_.no_contents, argument_.null, argument_.dump})
            if (word && !is_memory(parameter_))
                fail(word->span, "'" + word->text + "' is about memory, and " + name + " has none");
        if (argument_.access &&
            (!is_memory(parameter_) || parameter_.address_space != AddressSpace::global))
            fail(argument_.access->span, "'" + argument_.access->text +
                                             "' is about global memory, and " + name + " has none");
        if (is_local() && (!argument_.values.empty() || argument_.fill || !argument_.range.empty()))
            fail(argument_.span, "what local memory holds at first cannot be said");
        if (parameter_.kind == ParameterKind::value && argument_.size != parameter_.size)
            fail(argument_.size_word->span, name + " has " + counted(parameter_.size, "byte"));
        if (is_memory(parameter_) && !argument_.null && argument_.size == 0)
            fail(argument_.size_word->span, "a buffer has at least one byte");
    }

    /// Of the numbers that are written; of what is no number they are bytes.
    [[nodiscard]] NumberType number_type() const {
        if (argument_.type) return *argument_.type;
        const auto own = element_type(parameter_.type_name);
        return own ? own->number : NumberType::u8;
    }

    std::vector<std::byte> contents() {
        type_ = number_type();
        step_ = size_of(type_);
        if (argument_.size % step_ != 0)
            fail(argument_.size_word->span, counted(argument_.size, "byte") +
                                                " do not make up numbers of type " +
                                                std::string(to_string(type_)));
        const std::uint64_t count = argument_.size / step_;
        if (argument_.fill) return filled(number(*argument_.fill));
        if (!argument_.range.empty()) return range();
        const std::uint64_t given = argument_.values.size();
        const std::string wanted = "the argument '" + parameter_.name + "' has " +
                                   counted(count, "number") + " of type " +
                                   std::string(to_string(type_));
        if (given > count) fail(argument_.values[count].span, wanted + ", and this is one more");
        if (given < count)
            fail(argument_.span, wanted + ", not " + std::to_string(given),
                 "write them behind it, or fill=0 or range=0:1:" + std::to_string(count - 1) +
                     " for all");
        std::vector<std::byte> out(argument_.size);
        for (std::uint64_t i = 0; i < count; ++i)
            std::ranges::copy(number(argument_.values[i]), out.data() + i * step_);
        return out;
    }

    [[nodiscard]] std::vector<std::byte> number(const ArgumentWord& word) const {
        std::vector<std::byte> out(step_);
        std::string text = word.text;
        const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
        if (argument_.hexadecimal && !is_floating(type_) && !text.substr(sign).starts_with("0x") &&
            !text.substr(sign).starts_with("0X"))
            text.insert(sign, "0x");
        if (const auto wrong = parse_number(type_, text, out.data())) fail(word.span, *wrong);
        return out;
    }

    [[nodiscard]] std::vector<std::byte> filled(const std::vector<std::byte>& one) const {
        std::vector<std::byte> out(argument_.size);
        for (std::uint64_t at = 0; at < out.size(); at += step_)
            std::ranges::copy(one, out.data() + at);
        return out;
    }

    /// As many numbers as its bounds have, each made of the one before.
    [[nodiscard]] std::vector<std::byte> range() const {
        std::vector<std::byte> value = number(argument_.range[0]);
        const std::vector<std::byte> step = number(argument_.range[1]);
        const double by = as_double(step);
        if (by == 0) fail(argument_.range[1].span, "a range has a step that is not 0");
        const double many = (as_double(number(argument_.range[2])) - as_double(value)) / by + 1;
        const auto count = argument_.size / step_;
        const Span all{argument_.range[0].span.begin, argument_.range[2].span.end};
        if (many != static_cast<double>(count))
            fail(all, "this range has not the " + counted(count, "number") + " of '" +
                          parameter_.name + "'");
        std::vector<std::byte> out(argument_.size);
        for (std::uint64_t i = 0; i < count; ++i) {
            std::ranges::copy(value, out.data() + i * step_);
            advance(value, step);
        }
        return out;
    }

    [[nodiscard]] double as_double(const std::vector<std::byte>& number) const {
        return std::strtod(format_number(type_, number.data()).c_str(), nullptr);
    }

    /// Integers wrap around, which those beyond the last do.
    void advance(std::vector<std::byte>& value, const std::vector<std::byte>& step) const {
        if (is_floating(type_))
            return store_number(type_, as_double(value) + as_double(step), value.data());
        std::uint64_t sum = 0;
        std::uint64_t by = 0;
        std::memcpy(&sum, value.data(), step_);
        std::memcpy(&by, step.data(), step_);
        sum += by;
        std::memcpy(value.data(), &sum, step_);
    }

    [[noreturn]] void fail(Span span, std::string message, std::string hint = {}) const {
        reject(file_.source, span, "E-LAUNCH", std::move(message), std::move(hint));
    }

    const LaunchFile& file_;
    const FileArgument& argument_;
    const runtime::Parameter& parameter_;
    NumberType type_ = NumberType::u8;
    std::size_t step_ = 1;
};

}  // namespace

std::vector<LaunchBytes> launch_bytes(const LaunchFile& file, const runtime::KernelCode& kernel,
                                      const std::vector<std::string>& named, std::uint64_t most) {
    const auto& parameters = kernel.parameters();
    const std::string has =
        "the kernel '" + kernel.name() + "' has " + counted(parameters.size(), "parameter");
    if (file.arguments.size() > parameters.size())
        reject(file.source, file.arguments[parameters.size()].span, "E-LAUNCH",
               has + ", and this is an argument more");
    std::vector<LaunchBytes> out;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const runtime::Parameter& parameter = parameters[i];
        const auto is_it = [&](const std::string& each) {
            return named_by(each) == parameter.name;
        };
        if (std::ranges::any_of(named, is_it)) continue;
        if (i >= file.arguments.size()) {
            const auto end = static_cast<std::uint32_t>(file.source->text().size());
            reject(file.source, {end, end}, "E-LAUNCH",
                   has + ", and there is no argument for '" + parameter.name + "' of type '" +
                       parameter.type_name + "'",
                   "add <size=…> and what it holds, or --arg on the command line");
        }
        out.push_back(Placed(file, file.arguments[i], parameter)(most));
    }
    return out;
}

std::vector<OutputRequest> dumped(const LaunchFile& file, const runtime::KernelCode& kernel) {
    std::vector<OutputRequest> out;
    for (std::size_t i = 0; i < std::min(file.arguments.size(), kernel.parameters().size()); ++i)
        if (file.arguments[i].dump)
            out.push_back({kernel.parameters()[i].name,
                           {},
                           file.arguments[i].type,
                           file.arguments[i].hexadecimal});
    return out;
}

}  // namespace clmm::cli
