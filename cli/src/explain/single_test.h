#pragma once

#include <iosfwd>

#include "check/check_arguments.h"
#include "clmm/enumerator/check.h"
#include "inputs.h"
#include "process/many_tests.h"
#include "process/process.h"

namespace clmm::cli {

/// The one test and the one model of a command that looks at one execution at a time.
struct SingleTest {
    litmus::LitmusTest test;
    std::string word;  ///< the model's name, or its file
    ModelStore::Loaded model;
    [[nodiscard]] const model::MemoryModel& memory_model() const { return model->value(); }
};

/// What ends a command about one test: its time, from now on, and its memory, for all that it does;
/// an interrupt.
struct SingleSearch {
    explicit SingleSearch(const CheckArguments& arguments)
        : check(search_options(arguments, watch.flag())), limit(hard_limits(arguments, false)) {}

    InterruptWatch watch;
    enumerator::CheckOptions check;
    HardLimit limit;
};

/// Reads the command's test, or kernel, and loads its model. Warnings go to `err`.
/// Errors   those of reading and loading; E-SELECT for several models.
[[nodiscard]] Result<SingleTest> single_test(const CheckArguments& arguments, ModelStore& models,
                                             std::ostream& err);

/// The name of a test as that of a file in whatever folder, and nowhere else.
[[nodiscard]] std::string file_name_of(const std::string& test);

}  // namespace clmm::cli
