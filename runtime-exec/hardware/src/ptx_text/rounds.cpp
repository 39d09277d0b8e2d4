// Who runs which thread of which instance, and the threads.

#include <algorithm>

#include "ptx_text/meetings.h"
#include "ptx_text/ptx_text.h"

namespace clmm::hardware::ptx_text {
namespace {

class Rounds {
public:
    Rounds(Writer& out, const Input& input, std::size_t index, const Frame& frame,
           const std::vector<std::vector<std::uint32_t>>& meetings)
        : out_(out),
          input_(input),
          layout_(input.layout),
          group_(input.layout.groups[index]),
          index_(index),
          frame_(frame),
          meetings_(meetings) {}

    void operator()() {
        const std::string again = out_.new_label("round"), next = out_.new_label("next");
        round_ = out_.variable("0");
        out_.label(again);
        // Those of other rounds are at barriers of the same numbers.
        if (group_.has_barrier)
            out_.line("barrier.sync " + decimal(std::uint64_t{kOwnBarrier}) + ";");
        identify(next);
        take_places();
        threads(next);
        out_.label(next);
        out_.line("add.u32 " + round_ + ", " + round_ + ", 1;");
        if (group_.rounds > 1)
            out_.jump_if(out_.test("lt.u32", round_, decimal(group_.rounds)), again);
    }

private:
    /// The warp's thread of the test and the instance; those without one go to `next`.
    void identify(const std::string& next) {
        const std::string roles = decimal(group_.roles.size());
        const std::string warp = out_.word("div.u32", frame_.self, decimal(group_.sub_group_lanes));
        const std::string team = out_.word("div.u32", warp, roles);
        out_.jump_if(out_.test("ge.u32", team, decimal(group_.per_round / group_.cluster)), next);
        role_ = out_.word("rem.u32", out_.word("add.u32", warp, round_), roles);
        std::string lane = out_.word("rem.u32", frame_.self, decimal(group_.sub_group_lanes));
        lane = out_.word("mad.lo.u32", team + ", " + decimal(group_.cluster) + ", " + lane);
        lane = out_.word("mad.lo.u32", round_ + ", " + decimal(group_.per_round) + ", " + lane);
        const std::string is_over = out_.test("ge.u32", lane, decimal(layout_.block));
        if (!group_.has_barrier) out_.jump_if(is_over, next);
        if (index_ != 0 && input_.tuning.permutation != 1) {
            lane = out_.word("mul.lo.u32", lane,
                             decimal(coprime(input_.tuning.permutation, layout_.block)));
            lane = out_.word("rem.u32", lane, decimal(layout_.block));
        }
        instance_ =
            out_.word("mad.lo.u32", frame_.block + ", " + decimal(layout_.block) + ", " + lane);
        // At barriers all of a warp are there; those too many run an instance that none counts.
        if (group_.has_barrier)
            out_.line("@" + is_over + " mov.b32 " + instance_ + ", " + decimal(layout_.instances) +
                      ";");
    }

    void take_places() {
        std::set<std::size_t> used;
        for (const std::size_t role : group_.roles) used.merge(std::set(of(role).locations));
        for (const std::size_t location : used) {
            const std::string at = "%at" + decimal(location);
            const std::string address =
                place(out_, layout_.objects[location], layout_, frame_.memory, instance_);
            out_.line("mov.b64 " + at + ", " + address + ";");
            if (input_.tuning.preload)
                static_cast<void>(out_.word("ld.volatile.global.u32", "[" + at + "]"));
        }
    }

    void threads(const std::string& next) {
        std::vector<std::string> labels;
        for (std::size_t i = 0; i < group_.roles.size(); ++i) {
            labels.push_back(out_.new_label("thread"));
            if (i > 0) out_.jump_if(out_.test("eq.u32", role_, decimal(i)), labels.back());
        }
        for (std::size_t i = 0; i < group_.roles.size(); ++i) {
            out_.label(labels[i]);
            thread(group_.sub_groups[i].front());
            if (i + 1 < group_.roles.size()) out_.jump(next);
        }
    }

    [[nodiscard]] const targets::PtxThread& of(std::size_t role) const {
        return input_.threads[layout_.roles[role].unit.index()];
    }

    void thread(std::size_t role) {
        const targets::PtxThread& thread = of(role);
        const std::string prefix = "%P" + decimal(layout_.roles[role].number) + "_";
        out_.comment("P" + decimal(layout_.roles[role].number));
        for (const std::string& reg : thread.registers) {
            const auto initial = thread.initial.find(reg);
            out_.set(prefix + reg, decimal(initial == thread.initial.end() ? 0 : initial->second));
        }
        const std::size_t unit = layout_.roles[role].unit.index();
        for (const targets::PtxLine& each : thread.lines)
            out_.line(each.barrier ? each.text + " " +
                                         decimal(std::uint64_t{meetings_[unit][*each.barrier]} *
                                                 group_.per_round) +
                                         ";"
                                   : each.text);
        for (std::size_t i = 0; i < input_.observed.size(); ++i) {
            const Observed& observed = input_.observed[i];
            if (observed.location != nullptr || observed.role != role) continue;
            const std::string column = out_.word(
                "add.u32", instance_, decimal(i * (layout_.instances + std::uint64_t{1})));
            const std::string value = thread.registers.contains(observed.reg)
                                          ? prefix + observed.reg
                                          : out_.variable("0");
            out_.store(out_.element(frame_.results, column), value);
        }
    }

    Writer& out_;
    const Input& input_;
    const Layout& layout_;
    const TestGroup& group_;
    std::size_t index_;
    const Frame& frame_;
    const std::vector<std::vector<std::uint32_t>>& meetings_;
    std::string round_, role_, instance_;
};

}  // namespace

void write_rounds(Writer& out, const Input& input, std::size_t group, const Frame& frame,
                  const std::vector<std::vector<std::uint32_t>>& meetings) {
    Rounds(out, input, group, frame, meetings)();
}

}  // namespace clmm::hardware::ptx_text
