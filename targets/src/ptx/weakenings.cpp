#include "ptx/weakenings.h"

#include <algorithm>
#include <array>

#include "ptx/front_end.h"
#include "ptx/program.h"

namespace clmm::targets::ptx {
namespace {

using litmus::PlaceKind;
using Texts = std::vector<std::string>;

/// The weaker orders of a kind of instruction, strongest first.
Texts weaker_orders(const Instruction& at) {
    const bool is_plain = at.kind == Kind::load || at.kind == Kind::store;
    switch (at.order) {
        case Order::sc:
            return {"acq_rel"};
        case Order::acq_rel:
            if (at.kind == Kind::fence) return {};
            return at.kind == Kind::reduction ? Texts{"release", "relaxed"}
                                              : Texts{"acquire", "release", "relaxed"};
        case Order::acquire:
        case Order::release:
            return is_plain ? Texts{"relaxed", "weak"} : Texts{"relaxed"};
        case Order::relaxed:
            return is_plain ? Texts{"weak"} : Texts{};
        case Order::weak:
            break;
    }
    return {};
}

Texts narrower_scopes(Scope scope, bool is_membar) {
    Texts words;
    if (scope == Scope::sys) words.emplace_back(is_membar ? "gl" : "gpu");
    if (scope == Scope::sys || scope == Scope::gpu) words.emplace_back("cta");
    return words;
}

class WeakeningPlaces {
public:
    explicit WeakeningPlaces(std::string_view text) : text_(text) {}

    void add(const Instruction& at) {
        ++site_;
        const auto begin = static_cast<std::uint32_t>(text_.find(at.mnemonic, at.span.begin));
        const Span mnemonic{begin, static_cast<std::uint32_t>(begin + at.mnemonic.size())};
        if (at.kind == Kind::fence || at.kind == Kind::proxy_fence)
            add(PlaceKind::removed_fence, at.span, {""});
        if (at.kind == Kind::proxy_fence || at.scope == Scope::none) return;
        const bool is_membar = at.mnemonic.starts_with("membar");
        const std::size_t last = at.mnemonic.rfind('.') + 1;
        if (is_membar) {
            add(PlaceKind::order, mnemonic,
                {"fence.acq_rel" + std::string(at.scope == Scope::gpu   ? ".gpu"
                                               : at.scope == Scope::cta ? ".cta"
                                                                        : ".sys")});
            add(PlaceKind::scope, {static_cast<std::uint32_t>(begin + last), mnemonic.end},
                narrower_scopes(at.scope, true));
            return;
        }
        written_order(at, begin);
    }

    std::vector<litmus::WeakeningPlace> take() {
        std::ranges::stable_sort(made_, {}, [](const auto& each) { return each.span.begin; });
        return std::move(made_);
    }

private:
    /// `acquire.gpu` in `ld.acquire.gpu`; what is not written out stays.
    void written_order(const Instruction& at, std::uint32_t begin) {
        static constexpr std::array<std::string_view, 6> kOrderWords{
            "weak", "relaxed", "acquire", "release", "acq_rel", "sc"};
        static constexpr std::array<std::string_view, 4> kScopeWords{"", "cta", "gpu", "sys"};
        const std::string order(kOrderWords[static_cast<std::size_t>(at.order)]);
        const std::string scope(kScopeWords[static_cast<std::size_t>(at.scope)]);
        const std::size_t found = at.mnemonic.find("." + order + "." + scope);
        if (found == std::string::npos) return;
        const auto from = static_cast<std::uint32_t>(begin + found + 1);
        const auto middle = static_cast<std::uint32_t>(from + order.size() + 1);
        const auto end = static_cast<std::uint32_t>(middle + scope.size());
        Texts orders = weaker_orders(at);
        for (std::string& each : orders)
            if (each != "weak") each += "." + scope;
        add(PlaceKind::order, {from, end}, std::move(orders));
        add(PlaceKind::scope, {middle, end}, narrower_scopes(at.scope, false));
    }

    void add(PlaceKind kind, Span span, Texts texts) {
        if (texts.empty()) return;
        made_.push_back({.kind = kind,
                         .span = span,
                         .text = std::string(text_.substr(span.begin, span.end - span.begin)),
                         .now = {},
                         .weaker = std::vector<litmus::Strength>(texts.size()),
                         .texts = std::move(texts),
                         .site = site_});
    }

    std::string_view text_;
    std::size_t site_ = 0;
    std::vector<litmus::WeakeningPlace> made_;
};

}  // namespace

std::vector<litmus::WeakeningPlace> weakenings(const litmus::LitmusTest& test) {
    if (test.front_end != &front_end()) return {};
    WeakeningPlaces places(test.source->text());
    const auto& program =
        *static_cast<const Program*>(static_cast<const targets::Program*>(test.program.get()));
    for (const auto& thread : program.threads)
        for (const Instruction& each : thread) places.add(each);
    return places.take();
}

}  // namespace clmm::targets::ptx
