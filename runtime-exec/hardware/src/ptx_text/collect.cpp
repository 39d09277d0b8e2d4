// The kernels around the test: initial values, and the count of final states.

#include "ptx_text/ptx_text.h"

namespace clmm::hardware::ptx_text {
namespace {

std::string thread_of_all(Writer& out) {
    const std::string cta = out.word("mov.u32", "%ctaid.x");
    const std::string size = out.word("mov.u32", "%ntid.x");
    return out.word("mad.lo.u32", cta + ", " + size + ", " + out.word("mov.u32", "%tid.x"));
}

std::string all_threads(Writer& out) {
    const std::string ctas = out.word("mov.u32", "%nctaid.x");
    return out.word("mul.lo.u32", ctas, out.word("mov.u32", "%ntid.x"));
}

void reset(Writer& out, const Input& input, const std::string& memory,
           const std::string& instance) {
    for (const PlacedObject& object : input.layout.objects) {
        const std::string initial = out.variable(decimal(object.locations.front()->initial));
        out.store(place(out, object, input.layout, memory, instance), initial);
    }
}

class Collection {
public:
    explicit Collection(const Input& input) : input_(input) {}

    std::string operator()() {
        memory_ = out_.parameter("clmm_memory");
        results_ = out_.parameter("clmm_results");
        counts_ = out_.parameter("counts");
        run_ = out_.variable("0");
        last_ = out_.variable("0");
        for (std::size_t i = 0; i < input_.observed.size(); ++i)
            before_.push_back(out_.variable("0"));
        const std::string instance = out_.variable(thread_of_all(out_));
        const std::string step = all_threads(out_);
        const std::string again = out_.new_label("instance"), end = out_.new_label("end"),
                          next = out_.new_label("next");
        out_.label(again);
        out_.jump_if(out_.test("ge.u32", instance, decimal(input_.layout.instances)), end);
        take_values(instance);
        reset(out_, input_, memory_, instance);
        count(instance, next);
        out_.label(next);
        out_.line("add.u32 " + instance + ", " + instance + ", " + step + ";");
        out_.jump(again);
        out_.label(end);
        add_run();
        return out_.text();
    }

private:
    std::string result(std::size_t i, const std::string& instance) {
        return out_.element(results_,
                            out_.word("add.u32", instance,
                                      decimal(i * (input_.layout.instances + std::uint64_t{1}))));
    }

    void take_values(const std::string& instance) {
        values_.clear();
        for (std::size_t i = 0; i < input_.observed.size(); ++i) {
            const Observed& observed = input_.observed[i];
            values_.push_back(
                out_.load(observed.is_result()
                              ? result(i, instance)
                              : place(out_, *observed.object, input_.layout, memory_, instance)));
        }
    }

    /// The state of the last instance again is added later; another one is looked up.
    void count(const std::string& instance, const std::string& next) {
        const std::string other = out_.new_label("other");
        out_.jump_if(out_.test("eq.u32", run_, "0"), other);
        for (std::size_t i = 0; i < values_.size(); ++i)
            out_.jump_if(out_.test("ne.u32", values_[i], before_[i]), other);
        out_.line("add.u32 " + run_ + ", " + run_ + ", 1;");
        out_.jump(next);
        out_.label(other);
        const std::string found = look_up();
        const std::string known = out_.new_label("known");
        out_.jump_if(out_.test("ne.u32", found, "0"), known);
        for (std::size_t i = 0; i < values_.size(); ++i)
            out_.store(result(i, instance), values_[i]);
        const std::string place =
            out_.word("atom.relaxed.gpu.global.add.u32", "[" + counts_ + "]", "1");
        const std::string index = out_.word("sub.u32", place, out_.parameter("others_before"));
        out_.store(out_.element(out_.parameter("others"), index), instance);
        out_.jump(next);
        out_.label(known);
        add_run();
        out_.set(last_, found);
        out_.set(run_, "1");
        for (std::size_t i = 0; i < values_.size(); ++i) out_.set(before_[i], values_[i]);
    }

    /// 1 more than the number of the state, or 0.
    std::string look_up() {
        const std::string slots = out_.parameter("slots"), states = out_.parameter("states");
        const std::string hash = out_.variable("0");
        for (const std::string& value : values_) {
            out_.line("xor.b32 " + hash + ", " + hash + ", " + value + ";");
            out_.line("mul.lo.u32 " + hash + ", " + hash + ", " + decimal(kHashFactor) + ";");
        }
        out_.line("shr.u32 " + hash + ", " + hash + ", 20;");
        const std::string found = out_.variable("0");
        const std::string again = out_.new_label("slot"), end = out_.new_label("found"),
                          wrong = out_.new_label("wrong");
        out_.label(again);
        out_.set(found, out_.load(out_.element(slots, hash)));
        out_.jump_if(out_.test("eq.u32", found, "0"), end);
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const std::string at =
                out_.word("add.u32", found,
                          std::to_string(static_cast<std::int64_t>(i) * StateTable::kStates - 1));
            out_.jump_if(out_.test("ne.u32", out_.load(out_.element(states, at)), values_[i]),
                         wrong);
        }
        out_.jump(end);
        out_.label(wrong);
        out_.line("add.u32 " + hash + ", " + hash + ", 1;");
        out_.line("and.b32 " + hash + ", " + hash + ", " + decimal(StateTable::kSlots - 1) + ";");
        out_.jump(again);
        out_.label(end);
        return found;
    }

    void add_run() {
        const std::string none = out_.new_label("counted");
        out_.jump_if(out_.test("eq.u32", run_, "0"), none);
        out_.line("red.relaxed.gpu.global.add.u32 [" + out_.element(counts_, last_) + "], " + run_ +
                  ";");
        out_.label(none);
    }

    const Input& input_;
    Writer out_{"clmm_collect",
                {{"clmm_memory", true},
                 {"clmm_results", true},
                 {"states", true},
                 {"slots", true},
                 {"counts", true},
                 {"others", true},
                 {"others_before", false}}};
    std::string memory_, results_, counts_, run_, last_;
    std::vector<std::string> values_, before_;
};

}  // namespace

std::string place(Writer& out, const PlacedObject& object, const Layout& layout,
                  const std::string& memory, const std::string& instance) {
    std::string index = out.word("mul.lo.u32", instance, decimal(object.multiplier));
    index = out.word("and.b32", index, decimal(layout.slots - 1));
    index = out.word("mad.lo.u32",
                     index + ", " + decimal(object.stride) + ", " + decimal(object.offset));
    return out.element(memory, index);
}

std::string prepare_kernel(const Input& input) {
    Writer out("clmm_prepare", {{"clmm_memory", true}});
    const std::string memory = out.parameter("clmm_memory");
    const std::string instance = out.variable(thread_of_all(out));
    const std::string step = all_threads(out);
    const std::string again = out.new_label("instance"), end = out.new_label("end");
    out.label(again);
    out.jump_if(out.test("gt.u32", instance, decimal(input.layout.instances)), end);
    reset(out, input, memory, instance);
    out.line("add.u32 " + instance + ", " + instance + ", " + step + ";");
    out.jump(again);
    out.label(end);
    return out.text();
}

std::string collect_kernel(const Input& input) { return Collection(input)(); }

std::string text(const Input& input) {
    return "// " + input.name +
           ", many instances at once\n.version 7.5\n.target sm_70\n.address_size 64\n" +
           prepare_kernel(input) + test_kernel(input) + collect_kernel(input);
}

}  // namespace clmm::hardware::ptx_text
