#include "host/thread.h"

#include <algorithm>
#include <cstring>

#include "check/races/race_checks.h"
#include "clmm/base/reject.h"
#include "clmm/base/stack.h"
#include "clmm/runtime/controlled.h"
#include "execute/bound_kernel.h"
#include "host/api.h"
#include "values/address.h"

namespace clmm::runtime::host {
namespace {

using check::AtomicKind;
using handlers::AtomicOperation;

AtomicKind kind_of(AtomicOperation operation) {
    if (operation == AtomicOperation::load) return AtomicKind::load;
    return operation == AtomicOperation::store ? AtomicKind::store : AtomicKind::read_modify_write;
}

Step::Kind step_kind(AtomicKind kind) {
    if (kind == AtomicKind::load) return Step::Kind::read;
    return kind == AtomicKind::store ? Step::Kind::write : Step::Kind::update;
}

Argument value_argument(std::vector<std::byte> bytes) {
    ValueArgument value;
    value.bytes = std::move(bytes);
    return value;
}

std::vector<std::byte> address_bytes(std::uint64_t bits) {
    std::vector<std::byte> bytes(sizeof bits);
    std::memcpy(bytes.data(), &bits, sizeof bits);
    return bytes;
}

NdRange one_lane() {
    NdRange range;
    range.sub_group_size = 1;
    return range;
}

}  // namespace

/// Looks at what the thread does to memory: whether it may, when it may, and what the checks are
/// told. Their lock is held from there to the next such thing.
class HostThread::Watch : public GroupMonitor {
public:
    explicit Watch(HostThread& thread) : thread_(thread), run_(*thread.run_) {}
    ~Watch() override { leave(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    void leave() {
        if (std::exchange(thread_.is_locked_, false)) run_.checks()->unlock();
    }

    void access(Block& block, const Site& site, std::uint32_t size, std::span<const AccessRow> rows,
                std::vector<unsigned>& /*denied*/) override {
        const std::uint64_t address = rows.front().address;
        if (is_own(address, size, site)) return;
        enter({.kind = site.writes ? Step::Kind::write : Step::Kind::read,
               .address = address,
               .size = size},
              block, site);
        if (run_.checks() != nullptr)
            run_.checks()->access(address, size, site.writes, place(site));
    }

    AtomicPlan begin_atomic(Block& block, const Site& site, unsigned /*lane*/,
                            std::uint64_t address) override {
        if (is_own(address, site.size, site)) return {};
        const AtomicKind kind = kind_of(site.operation);
        enter({.kind = step_kind(kind),
               .seq_cst = site.order == handlers::MemoryOrder::seq_cst,
               .address = address,
               .size = site.size},
              block, site);
        if (run_.checks() == nullptr) return {};
        return {.value = run_.checks()->begin_atomic(address, site.size, kind,
                                                     check::order_of(site.order), place(site))};
    }

    void end_atomic(Block& /*block*/, const Site& site, unsigned /*lane*/, std::uint64_t address,
                    const AtomicStep& step) override {
        if (run_.checks() == nullptr || !thread_.is_locked_) return;
        const bool failed = handlers::compares(site.operation) && !step.written;
        run_.checks()->end_atomic(address, site.size,
                                  failed ? AtomicKind::load : kind_of(site.operation),
                                  check::order_of(failed ? site.failure : site.order), place(site));
    }
    void end_atomics() override { leave(); }

    void fence(Block& block, const Site& site) override {
        const bool is_step = run_.is_weak() && site.order == handlers::MemoryOrder::seq_cst;
        leave();
        if (is_step)
            thread_.before_step({.kind = Step::Kind::fence, .seq_cst = true}, number(block, site));
        if (run_.checks() == nullptr) return;
        const std::lock_guard lock(*run_.checks());
        run_.checks()->fence(check::order_of(site.order), place(site));
    }

    // Host code has none of these.
    bool transfer(Block&, const Site&, unsigned, std::uint64_t, std::uint64_t,
                  std::int64_t) override {
        return true;
    }
    void together(GroupRun&, const Site&, unsigned, unsigned) override {}
    void begin_enqueue(Block&, const Site&, unsigned) override {}
    void end_enqueue() override {}
    void begin_life(Block&, const Site&) override {}
    void unassigned(Block&, const Site&, std::span<const unsigned>) override {}
    void outside_image(Block&, const Site&, unsigned) override {}

private:
    [[nodiscard]] check::HostPlace place(const Site& site) const {
        return {thread_.name_, run_.code().tree.source, site.span};
    }

    [[nodiscard]] static std::uint32_t number(const Block& block, const Site& site) {
        return static_cast<std::uint32_t>(&site - block.code().sites.data());
    }

    void enter(const Step& step, Block& block, const Site& site) {
        leave();
        thread_.before_step(step, number(block, site));
        if (run_.checks() == nullptr) return;
        run_.checks()->lock();
        thread_.is_locked_ = true;
    }

    /// Whether all of it lies in one variable of the thread; rejects what is in nothing.
    [[nodiscard]] bool is_own(std::uint64_t address, std::uint64_t size, const Site& site) const {
        for (Block* block : thread_.blocks_)
            for (const CodeObject& variable : block->code().private_objects) {
                const std::uint64_t begin =
                    runtime::address_of(block->private_memory()) + variable.offset;
                if (address >= begin && address + size <= begin + variable.size) return true;
            }
        const Object* object = run_.memory().at(address);
        if (object == nullptr || run_.memory().at(address + size - 1) != object)
            reject("E-EXEC", "an access outside every object", site.span);
        if (!object->is_of_host())
            reject("E-EXEC",
                   "the host cannot access " + quote(object->name) + ", which kernels have",
                   site.span);
        if (address % site.alignment != 0)
            reject("E-EXEC", "an access that is not aligned", site.span);
        return false;
    }

    HostThread& thread_;
    Run& run_;
};

class HostThread::Watcher : public Monitor {
public:
    explicit Watcher(HostThread& thread) : thread_(thread) {}
    std::unique_ptr<GroupMonitor> start(GroupRun& /*group*/) override {
        return std::make_unique<Watch>(thread_);
    }
    void lock() override {}
    void unlock() override {}
    void pass() override {}

private:
    HostThread& thread_;
};

// ---- running ----

template <class After>
void HostThread::execute(const compiler::HostFunction& function, std::vector<Argument> arguments,
                         After&& after) {
    const BoundKernel kernel(function.code, one_lane(), std::move(arguments), *this);
    const WorkGroup place = work_group(kernel.view().range, 0);
    std::vector<std::unique_ptr<Block>> blocks;
    blocks.push_back(kernel.make_block(1));
    Block& block = *blocks.front();
    GroupRun group(kernel.view(), place, nullptr, blocks, 1);
    Watcher watcher(*this);
    group.start(&watcher);
    block.have_failures(run_->failures());
    blocks_.push_back(&block);
    while (block.run() != Block::Outcome::finished) {
        // It goes round in a loop.
        dynamic_cast<Watch&>(*group.monitor()).leave();
        std::this_thread::yield();
    }
    after(block.code());
    blocks_.pop_back();
}

void HostThread::run_thread(std::uint32_t number) {
    const compiler::HostFunction& function = run_->code().host.threads.at(number);
    at_ = function.code->instructions.front().span;
    execute(function, arguments_of(number), [&](const Code& code) {
        auto held = variables(code);
        const std::scoped_lock lock(run_->mutex);
        run_->registers[number] = std::move(held);
    });
}

void HostThread::run_function(const std::string& function, std::vector<Argument> arguments) {
    execute(run_->code().host.functions.at(function), std::move(arguments), [](const Code&) {});
}

TestLaunch HostThread::run_launch(const compiler::HostFunction& launch) {
    execute(launch, {}, [](const Code&) {});
    return std::move(*launch_);
}

/// A parameter holds a handle, the address of what has its name, or a copy of it.
std::vector<Argument> HostThread::arguments_of(std::uint32_t number) const {
    using Kind = HostValue::Kind;
    std::vector<Argument> out;
    for (const auto& parameter : run_->code().host.threads.at(number).parameters) {
        const Object* object = run_->memory().named(parameter.name);
        const bool is_address = parameter.kind == Kind::pointer || parameter.kind == Kind::opaque;
        if (const auto handle = run_->declared(parameter.name)) {
            out.push_back(value_argument(address_bytes(*handle)));
        } else if (is_address) {
            if (object == nullptr)
                reject("E-UNSUPPORTED",
                       quote(parameter.name) +
                           " is nothing that a host thread reaches when it is executed",
                       parameter.span);
            out.push_back(value_argument(address_bytes(run_->memory().address_of(*object))));
        } else {
            std::vector<std::byte> bytes(std::max<std::size_t>(parameter.size, 8));
            if (object != nullptr)
                std::memcpy(bytes.data(), object->base,
                            std::min<std::size_t>(parameter.size, object->size));
            out.push_back(value_argument(std::move(bytes)));
        }
    }
    return out;
}

void HostThread::before_step(const Step& step, std::uint32_t place) {
    if (!ControlledRuntime::is_controlled_thread()) return;
    std::vector<std::byte> knows(blocks_.size());
    for (Block* block : blocks_) {
        const std::vector<std::byte> more = state_of(*block);
        knows.insert(knows.end(), more.begin(), more.end());
    }
    ControlledRuntime::before_step(step, place, std::move(knows));
}

// ---- what its code asks ----

HostApi::Result HostThread::call(Block& block, const HostCall& call,
                                 std::span<const std::uint64_t> operands) {
    at_ = call.span;
    ApiCall api(*this, call, operands);
    if (call.entry == nullptr) {
        launch_ = api.test_launch();
        return {};
    }
    dynamic_cast<Watch&>(*block.group().monitor()).leave();
    before_step({.kind = Step::Kind::call},
                static_cast<std::uint32_t>(block.code().sites.size()) + call.number);
    run_->enter_api(name_, call.span);
    return api();
}

std::vector<std::byte> HostThread::call_function(const HostRecursion& call,
                                                 std::span<const std::uint64_t> operands) {
    if (stack_runs_low())
        reject("E-LIMIT", "calls are nested too deep here", at_,
               "functions of the host may call themselves, but they must come to an end");
    std::vector<Argument> arguments;
    for (const HostValue& each : call.arguments)
        arguments.push_back(value_argument(bytes_of(each, operands)));
    result_.clear();
    run_function(call.function, std::move(arguments));
    return std::exchange(result_, {});
}

std::uint64_t HostThread::named(const std::string& name) {
    if (const auto handle = run_->declared(name)) return *handle;
    const Object* object = run_->memory().named(name);
    if (object == nullptr)
        reject("E-UNSUPPORTED",
               quote(name) + " is nothing that a host thread reaches when it is executed", at_);
    return run_->memory().address_of(*object);
}

// ---- variables that are observed ----

void HostThread::observe(std::uint32_t declaration, std::uint64_t address) {
    if (blocks_.size() != 1) return;
    std::erase_if(seen_, [&](const Seen& each) { return each.declaration == declaration; });
    seen_.push_back({declaration, address});
}

/// Of the declarations of a name that were reached, the one that went out of scope last.
std::map<std::string, FinalValue> HostThread::variables(const Code& code) const {
    std::map<std::string, Seen> last;
    for (const Seen& each : seen_) {
        const ObservedVariable& variable = code.observed[each.declaration];
        const auto [known, is_new] = last.try_emplace(variable.name, each);
        const ObservedVariable& other = code.observed[known->second.declaration];
        const bool is_inside = other.begin < variable.begin && variable.begin < other.end;
        if (!is_new && !is_inside) known->second = each;
    }
    std::map<std::string, FinalValue> out;
    for (const auto& [name, seen] : last) {
        const ObservedVariable& variable = code.observed[seen.declaration];
        const ScalarType type{variable.type, variable.is_pointer};
        out[name] =
            final_value(type, Memory::load(seen.address, static_cast<unsigned>(type.size() * 8)));
    }
    return out;
}

bool run_apart(const std::shared_ptr<Run>& run, const std::string& name,
               const std::string& function, const std::vector<Argument>& arguments) {
    HostThread thread(run, name);
    return guarded(*run, thread, [&] { thread.run_function(function, arguments); });
}

}  // namespace clmm::runtime::host
