#include "execute/group_run.h"

#include <algorithm>
#include <thread>

#include "clmm/runtime/error.h"

namespace clmm::runtime {

GroupRun::GroupRun(const InstanceView& instance, const WorkGroup& group, std::byte* local_memory,
                   std::vector<std::unique_ptr<Block>>& blocks, unsigned lanes)
    : instance_(instance), group_(group), local_(local_memory), blocks_(blocks), lanes_(lanes) {}

void GroupRun::start_blocks() {
    const auto items = static_cast<unsigned>(group_.items());
    used_ = (items + lanes_ - 1) / lanes_;
    while (blocks_.size() < used_)
        blocks_.push_back(std::make_unique<Block>(*instance_.code, lanes_));
    for (unsigned i = 0; i < used_; ++i)
        blocks_[i]->start(*this, i * lanes_, std::min(lanes_, items - i * lanes_));
}

namespace {

/// Holds the lock of watched code, if there is one.
class Watch {
public:
    explicit Watch(Monitor* monitor) : monitor_(monitor) {
        if (monitor_ != nullptr) monitor_->lock();
    }
    ~Watch() {
        if (monitor_ != nullptr) monitor_->unlock();
    }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

private:
    Monitor* monitor_;
};

}  // namespace

void GroupRun::run() {
    const Watch watch(instance_.monitor);
    start(instance_.monitor);
    run_blocks();
    if (monitor_ && !instance_.environment->cancelled().load(std::memory_order_relaxed))
        monitor_->end_group();
    monitor_.reset();
}

void GroupRun::start(Monitor* monitor) {
    start_blocks();
    if (monitor != nullptr) monitor_ = monitor->start(*this);
}

void GroupRun::run_blocks() {
    while (true) {
        bool all_finished = true;
        bool out_of_turn = false;
        for (unsigned i = 0; i < used_; ++i) {
            const Block::Outcome outcome = blocks_[i]->run();
            all_finished = all_finished && outcome == Block::Outcome::finished;
            out_of_turn = out_of_turn || outcome == Block::Outcome::out_of_turn;
        }
        if (all_finished) return;
        if (instance_.environment->cancelled().load(std::memory_order_relaxed)) return;
        // Others may be waiting for these in loops.
        if (release_sub_groups(true) || release_sub_groups(false)) continue;
        if (!out_of_turn)
            release_group();
        else if (instance_.monitor != nullptr)
            instance_.monitor->pass();
        else
            std::this_thread::yield();
    }
}

/// Lets the sub-groups go on whose lanes all wait at one of their own instructions; or, where it
/// does not need all, those lanes whose sub-group has none that could still come.
bool GroupRun::release_sub_groups(bool all_come) {
    bool any = false;
    for (unsigned b = 0; b < used_; ++b) {
        Block& block = *blocks_[b];
        for (const Block::Waiting& waiting : block.waiting()) {
            const Instruction& instruction = instance_.code->instructions[waiting.at];
            if (!is_of_sub_group(instruction)) continue;
            if (!all_come && !goes_without_all(instruction)) continue;
            const LaneSet lanes = that_go_on(block, waiting, all_come);
            if (lanes.empty()) continue;
            block.activate(lanes);
            execute_together(*this, block, instruction);
            block.release(waiting.at, lanes);
            any = true;
        }
    }
    return any;
}

/// Of the lanes that wait at one instruction, those whose sub-group is there as a whole; or is
/// there, waits elsewhere or has ended.
LaneSet GroupRun::that_go_on(const Block& block, const Block::Waiting& waiting,
                             bool all_come) const {
    LaneSet settled = waiting.lanes;
    if (!all_come) {
        settled |= block.ended();
        for (const Block::Waiting& each : block.waiting()) settled |= each.lanes;
    }
    LaneSet out;
    const std::uint32_t size = sub_group_size();
    for (unsigned first = 0; first < block.lanes(); first += size) {
        const unsigned end = std::min(first + size, block.lanes());
        LaneSet here;
        bool is_settled = true;
        for (unsigned lane = first; lane < end; ++lane) {
            if (waiting.lanes.contains(lane)) here.insert(lane);
            is_settled = is_settled && settled.contains(lane);
        }
        if (is_settled) out |= here;
    }
    return out;
}

void GroupRun::release_group() {
    const std::vector<Block::Waiting> first = blocks_[0]->waiting();
    if (first.size() != 1) report_divergence();
    const std::uint32_t at = first.front().at;
    for (unsigned b = 0; b < used_; ++b) {
        const std::vector<Block::Waiting> here = blocks_[b]->waiting();
        if (here.size() != 1 || here.front().at != at || !blocks_[b]->ended().empty())
            report_divergence();
    }
    const Instruction& instruction = instance_.code->instructions[at];
    if (is_of_sub_group(instruction)) report_divergence();
    for (unsigned b = 0; b < used_; ++b) blocks_[b]->activate(LaneSet::first(blocks_[b]->lanes()));
    execute_together(*this, *blocks_[0], instruction);
    for (unsigned b = 0; b < used_; ++b)
        blocks_[b]->release(at, LaneSet::first(blocks_[b]->lanes()));
}

Finding::Site GroupRun::site(const Block& block, unsigned lane, Span span, std::string what) const {
    Finding::Site out;
    out.source = instance_.code->source;
    out.span = span;
    out.global_id = global_id(instance_.range, group_, local_id(group_, block.first_item() + lane));
    out.what = std::move(what);
    return out;
}

void GroupRun::report_divergence() {
    Finding finding;
    finding.kind = FindingKind::divergence;
    finding.message = "not all work-items of the group reach this call";
    const auto& code = instance_.code->instructions;
    std::vector<std::uint32_t> seen;
    for (unsigned b = 0; b < used_; ++b) {
        for (const Block::Waiting& waiting : blocks_[b]->waiting()) {
            if (std::ranges::find(seen, waiting.at) != seen.end()) continue;
            seen.push_back(waiting.at);
            unsigned lane = kMostLanes;
            waiting.lanes.for_each([&](unsigned each) { lane = std::min(lane, each); });
            finding.sites.push_back(site(*blocks_[b], lane, code[waiting.at].span, "waits here"));
        }
    }
    for (unsigned b = 0; b < used_; ++b) {
        unsigned lane = kMostLanes;
        blocks_[b]->ended().for_each([&](unsigned each) { lane = std::min(lane, each); });
        if (lane == kMostLanes) continue;
        finding.sites.push_back(site(*blocks_[b], lane, code.back().span, "has ended"));
        break;
    }
    instance_.environment->report(finding);
    throw Error(ErrorCode::invalid_operation, "work-items of a group wait for others in vain");
}

void GroupRun::report_difference(const Lane& one, const Lane& first, Span span,
                                 const std::string& argument) {
    const auto id_of = [&](const Finding::Site& at) {
        return "(" + std::to_string(at.global_id[0]) + ", " + std::to_string(at.global_id[1]) +
               ", " + std::to_string(at.global_id[2]) + ")";
    };
    Finding finding;
    finding.kind = FindingKind::divergence;
    Finding::Site own = site(first.block, first.number, span, "");
    Finding::Site other = site(one.block, one.number, span, "");
    finding.message = "the work-items of the group do not give the same " + argument +
                      " here: work-item " + id_of(other) + " gives another than " + id_of(own);
    own.what = argument;
    finding.sites = {std::move(own)};
    instance_.environment->report(finding);
    throw Error(ErrorCode::invalid_operation, "work-items of a group do not agree on arguments");
}

void GroupRun::report_assertion(const Block& block, unsigned lane, Span span) {
    Finding finding;
    finding.kind = FindingKind::assertion;
    finding.message = "an assertion fails";
    finding.sites = {site(block, lane, span, "the condition does not hold")};
    instance_.environment->report(finding);
    throw Error(ErrorCode::invalid_operation, "an assertion fails");
}

}  // namespace clmm::runtime
