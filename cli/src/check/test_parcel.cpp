// What one test leaves, as bytes: the way from a worker process.
#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "check/test_run.h"
#include "process/parcel.h"

namespace clmm::cli {
namespace {

/// Sources as written, each once.
class Sources {
public:
    std::size_t number_of(const Source& source) {
        const auto [known, is_new] =
            numbers_.try_emplace({source.name(), std::string(source.text())}, numbers_.size());
        if (is_new) sources.push_back(&source);
        return known->second;
    }
    std::vector<const Source*> sources;

private:
    std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
};

constexpr std::size_t kNoSource = ~std::size_t{0};

void put(Packer& packer, const report::Finding::Site& place, Sources& sources) {
    if (place.source) {
        const Source::Written written = place.source->written(place.span);
        packer.put(sources.number_of(written.source));
        packer.put(written.span);
    } else {
        packer.put(kNoSource);
        packer.put(place.span);
    }
    packer.put_text(place.note);
}

report::Finding::Site get_place(Unpacker& unpacker, const std::vector<SourcePtr>& sources) {
    report::Finding::Site place;
    const auto number = unpacker.get<std::size_t>();
    if (number != kNoSource) place.source = sources.at(number);
    place.span = unpacker.get<Span>();
    place.note = unpacker.get_text();
    return place;
}

void put(Packer& packer, const std::vector<report::Finding>& findings) {
    Sources sources;
    Packer body;
    body.put(findings.size());
    for (const report::Finding& finding : findings) {
        body.put_text(finding.rule);
        body.put(finding.level);
        body.put_text(finding.message);
        body.put_text(finding.about);
        body.put(finding.places.size());
        for (const report::Finding::Site& place : finding.places) put(body, place, sources);
    }
    packer.put(sources.sources.size());
    for (const Source* source : sources.sources) {
        packer.put_text(source->name());
        packer.put_text(source->text());
    }
    packer.put_text(body.take());
}

std::vector<report::Finding> get_findings(Unpacker& unpacker) {
    std::vector<SourcePtr> sources(unpacker.get_count());
    for (SourcePtr& source : sources) {
        std::string name = unpacker.get_text();
        source = std::make_shared<const Source>(std::move(name), unpacker.get_text());
    }
    const std::string bytes = unpacker.get_text();
    Unpacker body(bytes);
    std::vector<report::Finding> findings(body.get_count());
    for (report::Finding& finding : findings) {
        finding.rule = body.get_text();
        finding.level = body.get<Severity>();
        finding.message = body.get_text();
        finding.about = body.get_text();
        const auto places = body.get_count();
        for (std::size_t i = 0; i < places; ++i) finding.places.push_back(get_place(body, sources));
    }
    return findings;
}

}  // namespace

std::string pack(const TestRun& run) {
    Packer packer;
    packer.put_text(run.out);
    packer.put_text(run.err);
    packer.put(run.code);
    packer.put(run.counts);
    packer.put_text(run.proofs);
    packer.put(static_cast<std::uint8_t>(run.findings.empty()));
    if (!run.findings.empty()) put(packer, run.findings);
    return packer.take();
}

void unpack(std::string_view bytes, TestRun& run) {
    Unpacker unpacker(bytes);
    run.out = unpacker.get_text();
    run.err = unpacker.get_text();
    run.code = unpacker.get<ExitCode>();
    run.counts = unpacker.get<Counts>();
    run.proofs = unpacker.get_text();
    if (unpacker.get<std::uint8_t>() == 0) run.findings = get_findings(unpacker);
}

namespace {

/// Asks nobody whether it may.
[[noreturn]] void go_on_for_ever(bool takes_memory) {
    constexpr std::size_t kPiece = std::size_t{1} << 20U;
    std::vector<std::unique_ptr<char[]>> pieces;
    for (std::atomic<std::size_t> turns{0};; ++turns)
        if (takes_memory && turns % 4096 == 0) {
            pieces.push_back(std::make_unique<char[]>(kPiece));
            std::memset(pieces.back().get(), 1, kPiece);
        }
}

}  // namespace

void provoke(const CheckArguments& arguments, const Input& input, Stage stage) {
    constexpr std::array<std::string_view, 5> kStages{"begun", "read", "deciding", "decided",
                                                      "told"};
    const std::size_t colon = arguments.provoked.find(':');
    if (colon == std::string::npos || !input.path.ends_with(arguments.provoked.substr(colon + 1)))
        return;
    const std::string before = arguments.provoked.substr(0, colon);
    const std::size_t at = before.find('@');
    const std::string what = before.substr(0, at);
    const std::string_view when =
        at == std::string::npos ? kStages.front() : std::string_view(before).substr(at + 1);
    if (when != kStages.at(static_cast<std::size_t>(stage))) return;
    if (what == "segv") raise(SIGSEGV);
    if (what == "abort") raise(SIGABRT);
    if (what == "kill") raise(SIGKILL);
    if (what == "memory") throw std::bad_alloc();
    if (what == "hang" || what == "swallow") go_on_for_ever(what == "swallow");
    throw std::runtime_error("provoked");
}

}  // namespace clmm::cli
