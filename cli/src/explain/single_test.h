#pragma once

#include <iosfwd>

#include "check/check_arguments.h"
#include "clmm/enumerator/check.h"
#include "model_store.h"
#include "process/many_tests.h"
#include "process/process.h"

namespace clmm::cli {

/// The one test and the one model of a command that looks at one execution at a time.
struct SingleTest {
    litmus::LitmusTest test;
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

/// The path of a picture: `output` itself for a single one that is no folder's, else
/// `TEST-N.EXTENSION` in it.
[[nodiscard]] std::string picture_path(const std::string& output, const std::string& test,
                                       std::size_t index, std::size_t count,
                                       const std::string& extension);

/// Writes a file, and the folders that it needs; says so on `err` where that fails.
[[nodiscard]] bool write_file(const std::string& text, const std::string& path, std::ostream& err);

}  // namespace clmm::cli
