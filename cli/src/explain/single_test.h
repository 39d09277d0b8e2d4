#pragma once

#include <iosfwd>

#include "check/check_arguments.h"
#include "clmm/enumerator/check.h"
#include "model_store.h"

namespace clmm::cli {

/// The one test and the one model of a command that looks at one execution at a time.
struct SingleTest {
    litmus::LitmusTest test;
    ModelStore::Loaded model;
    [[nodiscard]] const model::MemoryModel& memory_model() const { return model->value(); }
};

/// Reads the command's test, or kernel, and loads its model. Warnings go to `err`.
/// Errors   those of reading and loading; E-SELECT for several models.
[[nodiscard]] Result<SingleTest> single_test(const CheckArguments& arguments, ModelStore& models,
                                             std::ostream& err);

/// The path of a picture: `output` itself for a single one that is no folder's, else
/// `TEST-N.EXTENSION` in it.
[[nodiscard]] std::string picture_path(const std::string& output, const std::string& test,
                                       std::size_t index, std::size_t count,
                                       const std::string& extension);

/// Writes a file, and the folders that it needs; says so on `err` where that fails.
[[nodiscard]] bool write_file(const std::string& text, const std::string& path, std::ostream& err);

}  // namespace clmm::cli
