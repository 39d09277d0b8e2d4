// Harnesses that read texts which people or compilers wrote, and need no more.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "clmm/compilers/assembly.h"
#include "clmm/engines/built_in.h"
#include "clmm/hardware/campaign.h"
#include "clmm/litmus/preprocess.h"
#include "clmm/lowering/mapping.h"
#include "clmm/lowering/read_program.h"
#include "clmm/lsp/server.h"
#include "clmm/runtime/compile.h"
#include "clmm/runtime/listing.h"
#include "clmm/targets/languages.h"
#include "harness.h"
#include "reading.h"

namespace clmm::fuzz {
namespace {

std::string message(const nlohmann::json& body) {
    const std::string text = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

/// A document is opened, asked about here and there, changed in the middle and closed.
std::string session(const std::string& text, const std::string& uri, const std::string& language) {
    using nlohmann::json;
    int id = 0;
    const auto ask = [&](const char* method, json parameters) {
        return message(
            {{"jsonrpc", "2.0"}, {"id", ++id}, {"method", method}, {"params", parameters}});
    };
    const auto tell = [&](const char* method, json parameters) {
        return message({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
    };
    const json document{{"uri", uri}};
    std::string all = ask("initialize", {{"capabilities", json::object()}});
    all += tell("textDocument/didOpen",
                {{"textDocument",
                  {{"uri", uri}, {"languageId", language}, {"version", 1}, {"text", text}}}});
    for (const int line : {0, 2, 5}) {
        const json where{{"textDocument", document},
                         {"position", {{"line", line}, {"character", 3}}}};
        for (const char* method :
             {"textDocument/hover", "textDocument/completion", "textDocument/definition"})
            all += ask(method, where);
    }
    all += tell("textDocument/didChange", {{"textDocument", {{"uri", uri}, {"version", 2}}},
                                           {"contentChanges",
                                            {{{"range",
                                               {{"start", {{"line", 1}, {"character", 0}}},
                                                {"end", {{"line", 2}, {"character", 1}}}}},
                                              {"text", "int \xc3\xa9"}}}}});
    all += ask("textDocument/documentSymbol", {{"textDocument", document}});
    all += ask("shutdown", nullptr) + tell("exit", nullptr);
    return all;
}

}  // namespace

bool eats_preprocessor(const std::string& text) {
    return is_read(litmus::preprocess(named("fuzzed.cl", text), {.definitions = {"N=4"}}),
                   "preprocess");
}

bool eats_program(const std::string& text) {
    bool is_whole = false;
    for (const bool watched : {false, true}) {
        const auto made = runtime::compile(named("fuzzed.cl", text), {.watched = watched});
        is_whole = is_read(made, "compile");
        if (is_whole) static_cast<void>(runtime::listing(**made));
    }
    return is_whole;
}

bool eats_assembly(const std::string& text) {
    static const auto program =
        lowering::read_program(*targets::read_test(named("mp.litmus", R"(OPENCL MP
{ [x]=0; [y]=0; }
P0@wg 0, dev 0 (global atomic_int* x, global atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(y, 1, memory_order_release, memory_scope_device);
}
P1@wg 1, dev 0 (global atomic_int* x, global atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire, memory_scope_device);
  int r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
}
exists (1:r0=1 /\ 1:r1=0)
)")));
    if (!program) broken("the program is one", render(program.diagnostics()));
    const auto* machine = compilers::architecture_of(text);
    bool is_whole = false;
    for (const compilers::Architecture& each : compilers::architectures())
        if (machine == nullptr || machine == &each)
            is_whole |= is_read(compilers::read_assembly(*program, named("fuzzed.s", text), each),
                                "read_assembly");
    return is_whole;
}

bool eats_mapping(const std::string& text) {
    return is_read(lowering::read_mapping(named("fuzzed.map", text)), "read_mapping");
}

bool eats_messages(const std::string& text) {
    lsp::ServerOptions options;
    options.check.engines = engines::built_in();
    options.check.timeout = std::chrono::milliseconds(50);
    options.repair_timeout = std::chrono::milliseconds(50);
    options.models = [](const std::string& word) {
        return std::make_shared<const Result<model::MemoryModel>>(model::shipped_model(word));
    };
    options.launch = [](const std::vector<std::string>&) {
        return Result<litmus::KernelLaunch>(litmus::KernelLaunch{.global = {2}});
    };
    options.claim_problem = [](const enumerator::CheckResult&, const enumerator::ClaimResult&) {
        return Diagnostic{Severity::error, "E-EXPECT", "not so", {}, nullptr, Span{}};
    };
    for (const auto& [uri, language] :
         {std::pair("file:///f.litmus", "litmus"), std::pair("file:///f.cat", "cat")}) {
        std::istringstream in(session(text, uri, language));
        std::ostringstream out;
        if (!lsp::serve(in, out, options)) broken("a whole session is served", uri);
    }
    std::istringstream in(text);  // the bytes themselves
    std::ostringstream out;
    static_cast<void>(lsp::serve(in, out, options));
    return true;
}

bool eats_database(const std::string& text) {
    namespace fs = std::filesystem;
    const fs::path path =
        fs::temp_directory_path() / ("fuzzed-" + std::to_string(getpid()) + ".db");
    std::ofstream(path, std::ios::binary) << text;
    bool is_one = false;
    {
        auto opened = hardware::Campaign::open_existing(path.string());
        is_one = is_read(opened, "Campaign");
        if (is_one) static_cast<void>(opened.value().runs());
    }
    fs::remove(path);
    return is_one;
}

}  // namespace clmm::fuzz
