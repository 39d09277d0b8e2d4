#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "load_test_support.h"

namespace clmm::model::test {
namespace {

/// The text of a shipped file, out of a model that includes it.
std::string text_of_shipped(const std::string& model, const std::string& file) {
    const Program program = shipped_model(model)->program;
    for (const SourcePtr& source : program.sources)
        if (source->name() == file) return std::string(source->text());
    return {};
}

const Check* check_of(const Program& program, const std::string& name) {
    const auto found = std::ranges::find(program.checks, name, &Check::name);
    return found == program.checks.end() ? nullptr : &*found;
}

TEST(LoadShipped, AllLoadWithoutDiagnostics) {
    std::vector<std::string> names;
    for (const ShippedModel& each : shipped_models()) {
        names.push_back(each.name);
        EXPECT_FALSE(each.summary.empty()) << each.name;
        EXPECT_TRUE(each.summary.ends_with(".")) << each.summary;
        const auto model = shipped_model(each.name);
        ASSERT_TRUE(model.ok()) << render(model.diagnostics());
        EXPECT_TRUE(model.diagnostics().empty()) << render(model.diagnostics());
        EXPECT_EQ(model->name, each.name);
        EXPECT_FALSE(model->program.checks.empty());
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"amdgpu", "armv8", "c11", "opencl-2.0", "opencl-3.0",
                                        "opencl-3.1", "opencl-scoped", "power", "ptx-6.0",
                                        "ptx-7.5", "rc11", "rvwmo", "sc", "vulkan", "x86-tso"}));
}

TEST(LoadShipped, EveryCheckHasANameAndACitation) {
    for (const ShippedModel& each : shipped_models()) {
        const Program program = shipped_model(each.name)->program;
        for (const Check& check : program.checks) {
            const bool cited =
                !check.citation.empty() ||
                std::ranges::any_of(program.definitions, [&](const Definition& definition) {
                    return definition.node == check.node && !definition.citation.empty();
                });
            EXPECT_TRUE(cited) << each.name << ": " << check.name;
        }
    }
}

TEST(LoadShipped, EveryVariantLoadsUnderEveryOpenClModel) {
    for (const std::string model : {"opencl-2.0", "opencl-3.0", "opencl-3.1", "opencl-scoped"})
        for (const std::string variant : {"inclusive-scope=same",
                                          "inclusive-scope=mutual",
                                          "device-scope=device",
                                          "device-scope=kernel-instance",
                                          "device-scope=parent-and-child",
                                          "device-scope=descendants",
                                          "local-scope=narrowed",
                                          "local-scope=as-written",
                                          "image-barrier=unordered",
                                          "image-barrier=ordered",
                                          "user-event=commands",
                                          "user-event=all-that-wait",
                                          "unmap=one-mapping",
                                          "unmap=all-mappings",
                                          "condition-S=reduced-scopes",
                                          "condition-S=given-scopes",
                                          "control-dependency=until-join",
                                          "control-dependency=onwards",
                                          "atomic-sync=incl",
                                          "atomic-sync=text",
                                          "release-sequence=c11",
                                          "release-sequence=c20",
                                          "crossing-regions=sc-or-two-flag-fences",
                                          "crossing-regions=two-flag-fences",
                                          "crossing-joins=no",
                                          "crossing-joins=yes",
                                          "order-S=text-3.0",
                                          "order-S=text-2.0",
                                          "order-S=scoped",
                                          "order-S=psc",
                                          "work-item-scope=reject",
                                          "work-item-scope=inert",
                                          "thin-air=none",
                                          "thin-air=dependency",
                                          "thin-air=sb"}) {
            const auto loaded = shipped_model(model, {.variants = {variant}, .includes = {}});
            EXPECT_TRUE(loaded.ok()) << model << " " << variant << "\n"
                                     << render(loaded.diagnostics());
        }
}

TEST(LoadShipped, SwitchesAskAndCite) {
    for (const std::string model : {"opencl-2.0", "opencl-3.0", "opencl-3.1", "opencl-scoped"}) {
        const auto loaded = shipped_model(model);
        EXPECT_EQ(loaded->switches.size(), 15U) << model;
        for (const Switch& each : loaded->switches) {
            EXPECT_GE(each.values.size(), 2U) << model << " " << each.name;
            const std::string& question = each.values.front().note;
            const bool asks = std::ranges::any_of(each.values, [](const Switch::Value& value) {
                return value.note.find('?') != std::string::npos &&
                       value.note.find('[') != std::string::npos;
            });
            EXPECT_TRUE(asks) << model << " " << each.name << ": " << question;
        }
    }
    EXPECT_EQ(shipped_model("opencl-2.0")->value_of("order-S"), "text-2.0");
    EXPECT_EQ(shipped_model("opencl-scoped")->value_of("work-item-scope"), "inert");
    EXPECT_EQ(shipped_model("opencl-3.0")->value_of("work-item-scope"), "reject");
    EXPECT_EQ(shipped_model("opencl-scoped")->value_of("local-scope"), "as-written");
    EXPECT_EQ(shipped_model("opencl-3.0")->value_of("local-scope"), "narrowed");
    EXPECT_EQ(shipped_model("c11")->value_of("atomic-assignment"), "seq-cst");
    EXPECT_EQ(shipped_model("rc11")->value_of("atomic-assignment"), "plain");
    EXPECT_EQ(shipped_model("opencl-3.0")->value_of("nothing"), "");
    const auto chosen = shipped_model("opencl-3.0", {.variants = {"thin-air=sb"}, .includes = {}});
    EXPECT_EQ(chosen->value_of("thin-air"), "sb");
}

TEST(LoadShipped, NamedModelsAreSetsOfVariants) {
    const auto nodes = [](const std::string& name, std::set<std::string> variants) {
        return shipped_model(name, {.variants = std::move(variants), .includes = {}})
            ->program.nodes.size();
    };
    EXPECT_EQ(nodes("opencl-3.1", {"inclusive-scope=same"}), nodes("opencl-3.0", {}));
    EXPECT_EQ(nodes("opencl-3.0", {"inclusive-scope=mutual"}), nodes("opencl-3.1", {}));
    EXPECT_NE(nodes("opencl-3.0", {}), nodes("opencl-3.1", {}));
}

TEST(LoadShipped, TheOrderSIsChosenByTheTextOnly) {
    const auto orders = [](const std::string& model) {
        std::vector<std::string> names;
        const auto loaded = shipped_model(model);
        for (const TotalOrder& order : loaded->program.total_orders) names.push_back(order.name);
        return names;
    };
    EXPECT_EQ(orders("opencl-3.0"), (std::vector<std::string>{"Q", "S"}));
    EXPECT_EQ(orders("opencl-scoped"), std::vector<std::string>{"Q"});
    EXPECT_EQ(orders("c11"), std::vector<std::string>{"S"});
    const Program scoped = shipped_model("opencl-scoped")->program;
    ASSERT_NE(check_of(scoped, "sequential-consistency"), nullptr);
    EXPECT_EQ(check_of(scoped, "sequential-consistency")->kind, CheckKind::acyclic);
    EXPECT_EQ(check_of(scoped, "S-last-modification"), nullptr);
}

TEST(LoadShipped, RacesAreUndefined) {
    for (const std::string name : {"c11", "rc11", "opencl-3.0", "opencl-scoped"}) {
        const Program program = shipped_model(name)->program;
        for (const std::string race : {"data-race", "unsequenced-race"}) {
            const Check* check = check_of(program, race);
            ASSERT_NE(check, nullptr) << name;
            EXPECT_EQ(check->role, CheckRole::undefined);
            EXPECT_EQ(check->kind, CheckKind::empty);
            EXPECT_TRUE(check->negated);
        }
    }
}

TEST(LoadShipped, RepairedC11IsAsPublished) {
    const Program program = shipped_model("rc11")->program;
    const auto text = [&](const std::string& name) {
        const auto found = std::ranges::find(program.definitions, name, &Definition::name);
        return found == program.definitions.end() ? std::string() : text_of(program, found->node);
    };
    const std::string sb = "(sb | (IW * (_ \\ IW)))";
    EXPECT_EQ(text("sb"), sb);
    EXPECT_EQ(text("rs"), "((([W]; (" + sb + " & loc)?); [(W & A)]); (rf; rmw)*)");
    EXPECT_EQ(text("eco"), "((rf^-1; mo) | (rf | mo))+");
    EXPECT_EQ(text("sb-nloc"), "(" + sb + " \\ loc)");
}

/// Never an exception, always a value or errors.
void load_every_truncation(const std::string& text) {
    const LoadOptions options = with_files({{"opencl-base.cat", ""}});
    for (std::size_t length = 0; length <= text.size(); ++length) {
        const auto model = load(text.substr(0, length), options);
        EXPECT_EQ(model.ok(), !has_errors(model.diagnostics())) << length;
    }
}

TEST(LoadShipped, TruncationAtEveryByte) {
    load_every_truncation(text_of_shipped("opencl-scoped", "opencl-scoped.cat"));
    load_every_truncation(text_of_shipped("sc", "sc.cat"));
}

TEST(LoadShipped, TruncationOfLongFiles) {
    const std::string base = text_of_shipped("opencl-3.0", "opencl-base.cat");
    const std::string order = text_of_shipped("opencl-3.0", "opencl-sc-base.cat");
    ASSERT_FALSE(base.empty());
    for (const std::string& text : {base, order, text_of_shipped("rc11", "rc11.cat")})
        for (std::size_t length = 0; length <= text.size(); length += 7)
            (void)load(text.substr(0, length));
}

TEST(LoadShipped, DamageAtEveryByte) {
    const std::string text = text_of_shipped("sc", "sc.cat");
    for (std::size_t at = 0; at < text.size(); ++at)
        for (const char damage : {'(', ')', '*', '~', '"', '\xff', '0', '\n'}) {
            std::string damaged = text;
            damaged[at] = damage;
            (void)load(damaged);
        }
}

}  // namespace
}  // namespace clmm::model::test
