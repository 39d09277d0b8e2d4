#include "explain/single_test.h"

#include <ostream>

#include "clmm/base/printable.h"
#include "clmm/targets/languages.h"
#include "inputs.h"
#include "launch/adopted.h"
#include "output/problems.h"

namespace clmm::cli {

Result<SingleTest> single_test(const CheckArguments& arguments, ModelStore& models,
                               std::ostream& err) {
    using Failure = Result<SingleTest>;
    const std::string& path = arguments.inputs.front();
    const Result<SourcePtr> source = read_input(arguments, path);
    if (!source) return Failure::failure(source.diagnostics());
    const bool is_kernel = is_kernel_file(arguments, path);
    if (!is_kernel)
        if (Diagnostics other = about_kernels_alone(arguments, *source); !other.empty())
            return Failure::failure(std::move(other));
    const auto kernel = kernel_input(*source, name_of(arguments, path), arguments.launch);
    if (!kernel) return Failure::failure(kernel.diagnostics());
    auto test = is_kernel ? litmus::read_kernel(kernel->source, kernel->launch)
                          : targets::read_test(*source);
    if (!test) return Failure::failure(test.diagnostics());
    show_problems(test.diagnostics(), err);
    if (arguments.models.size() > 1)
        return Failure::failure({{Severity::error, "E-SELECT", "this command is about one model",
                                  "name one with --model", nullptr, Span{}}});
    const std::string word = arguments.models.empty()
                                 ? std::string(enumerator::default_model(*test))
                                 : arguments.models.front();
    ModelStore::Loaded model = models.get(word);
    if (!*model) return Failure::failure(model->diagnostics());
    return SingleTest{std::move(test).value(), word, std::move(model)};
}

std::string file_name_of(const std::string& test) {
    constexpr std::size_t kMost = 200;  // systems take 255, and something follows
    std::string name = test.substr(0, kMost);
    for (char& c : name)
        if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '_';
    if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
    return name;
}

}  // namespace clmm::cli
