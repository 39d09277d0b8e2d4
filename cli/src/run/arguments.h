#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/check_arguments.h"
#include "clmm/report/graph.h"

namespace clmm::cli {

/// The command line of `clmm run`.
struct RunArguments {
    CheckArguments check;              ///< inputs, model, limits of the model's check, shard, JSON
    std::vector<std::string> devices;  ///< as hardware::DeviceSelector; empty: the host
    std::uint64_t instances = 1'000'000;
    std::optional<std::chrono::milliseconds> time;  ///< of a run, or of a search for tunings
    std::uint64_t seed = 1;
    std::string tuning;  ///< a file, or JSON itself; empty: each device's default
    bool beyond_claims = false;
    bool mutants = false;
    std::optional<std::string> tune;  ///< where the tunings go; empty: nowhere
    bool show_code = false;
    std::string log;       ///< file
    std::string database;  ///< file
    std::string html;      ///< file
    std::string dot;       ///< folder
    report::PictureStyle style;
    std::string merge;  ///< a database that others are added to
};

/// Declares the options of `clmm run` on a subcommand; parsing fills `arguments`.
void declare_run_options(CLI::App& command, RunArguments& arguments);

/// A word that a shell takes for one: quoted where it has to be.
[[nodiscard]] std::string shell_word(const std::string& word);
/// What of the command line is about the model, each option with a blank before it.
[[nodiscard]] std::string model_options(const CheckArguments& arguments);

}  // namespace clmm::cli
