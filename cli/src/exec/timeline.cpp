#include "exec/timeline.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "exec/json.h"

namespace clmm::cli {
namespace {

using Times = std::array<std::uint64_t, 6>;

constexpr std::array<const char*, 6> kStates = {"queued",  "submitted", "ready",
                                                "running", "ended",     "complete"};
/// What a chart shows for the time in each state but the last.
constexpr std::array<const char*, 5> kMarks = {"·", "░", "▒", "█", "▪"};
constexpr std::size_t kBarColumns = 60;

Times times_of(const TimelineEntry& entry) {
    const runtime::Profile& p = entry.profile;
    return {p.queued, p.submitted, p.ready, p.running, p.ended, p.complete};
}

struct Interval {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

Interval whole(const std::vector<TimelineEntry>& entries) {
    Interval all{UINT64_MAX, 0};
    for (const TimelineEntry& entry : entries) {
        all.begin = std::min(all.begin, entry.profile.queued);
        all.end = std::max(all.end, entry.profile.complete);
    }
    return all;
}

std::string microseconds(std::uint64_t nanoseconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%llu.%03llu",
                  static_cast<unsigned long long>(nanoseconds / 1000),
                  static_cast<unsigned long long>(nanoseconds % 1000));
    return text;
}

std::string padded(const std::string& text, std::size_t width, bool right = false) {
    const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
    return right ? blanks + text : text + blanks;
}

using Row = std::vector<std::string>;

std::string table(const std::vector<Row>& rows, std::size_t left_columns) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += (i > 0 ? "  " : "") + padded(row[i], widths[i], i >= left_columns);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

/// A line with a mark for the state that the command is in at each column.
std::string bar(const TimelineEntry& entry, Interval all) {
    const Times times = times_of(entry);
    const std::uint64_t length = std::max<std::uint64_t>(all.end - all.begin, 1);
    const auto column = [&](std::uint64_t time) {
        return static_cast<std::size_t>(static_cast<double>(time - all.begin) /
                                        static_cast<double>(length) * kBarColumns);
    };
    const std::size_t first = std::min(column(times.front()), kBarColumns - 1);
    const std::size_t end = std::min(std::max(column(times.back()), first + 1), kBarColumns);
    std::string line(first, ' ');
    for (std::size_t c = first; c < end; ++c) {
        std::size_t state = 0;
        while (state + 1 < kMarks.size() && column(times[state + 1]) <= c) ++state;
        line += kMarks[state];
    }
    return line;
}

std::string slice(const std::string& name, const std::string& category, Interval time,
                  std::uint64_t start, std::size_t process, std::size_t thread,
                  const std::string& arguments) {
    return R"({"ph":"X","name":)" + json_string(name) + R"(,"cat":)" + json_string(category) +
           R"(,"ts":)" + microseconds(time.begin - start) + R"(,"dur":)" +
           microseconds(time.end - time.begin) + R"(,"pid":)" + std::to_string(process) +
           R"(,"tid":)" + std::to_string(thread) + R"(,"args":{)" + arguments + "}}";
}

std::string naming(const char* what, const std::string& name, std::size_t process,
                   std::size_t thread) {
    return std::string(R"({"ph":"M","name":")") + what + R"(","pid":)" + std::to_string(process) +
           R"(,"tid":)" + std::to_string(thread) + R"(,"args":{"name":)" + json_string(name) + "}}";
}

}  // namespace

void Timeline::add(std::string name, std::string queue, const runtime::Event& event) {
    known_.push_back({std::move(name), std::move(queue), event});
}

std::vector<TimelineEntry> Timeline::entries() const {
    std::vector<TimelineEntry> entries;
    for (const Known& each : known_)
        entries.push_back({each.name, std::string(runtime::to_string(each.event.type())),
                           each.queue, each.event.failure(), each.event.profile()});
    return entries;
}

std::string timeline_text(const std::vector<TimelineEntry>& entries) {
    if (entries.empty()) return "no commands\n";
    const Interval all = whole(entries);
    std::vector<Row> rows{{"command", "queue", "type"}};
    rows.front().insert(rows.front().end(), kStates.begin(), kStates.end());
    std::size_t width = 0;
    for (const TimelineEntry& entry : entries) {
        Row row{entry.name, entry.queue, entry.type};
        for (const std::uint64_t time : times_of(entry))
            row.push_back(microseconds(time - all.begin));
        rows.push_back(std::move(row));
        width = std::max(width, entry.name.size());
    }
    std::string text = table(rows, 3) + "(microseconds)\n\n";
    for (const TimelineEntry& entry : entries)
        text += padded(entry.name, width) + "  " + bar(entry, all) + "\n";
    text += padded("", width) + "  ";
    for (std::size_t i = 0; i < kMarks.size(); ++i)
        text += std::string(i > 0 ? "  " : "") + kMarks[i] + " " + kStates[i];
    text += "\n";
    for (const TimelineEntry& entry : entries)
        if (!entry.failure.empty()) text += entry.name + ": " + entry.failure + "\n";
    return text;
}

std::string timeline_trace(const std::vector<TimelineEntry>& entries) {
    std::vector<std::string> queues;
    std::vector<std::string> events;
    const std::uint64_t start = entries.empty() ? 0 : whole(entries).begin;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const TimelineEntry& entry = entries[i];
        const Times times = times_of(entry);
        auto queue = std::ranges::find(queues, entry.queue);
        const auto process = static_cast<std::size_t>(queue - queues.begin()) + 1;
        if (queue == queues.end()) {
            queues.push_back(entry.queue);
            events.push_back(naming("process_name", entry.queue, process, 0));
        }
        events.push_back(naming("thread_name", entry.name, process, i + 1));
        const std::string failure =
            entry.failure.empty() ? "" : R"("failure":)" + json_string(entry.failure);
        events.push_back(slice(entry.name, entry.type, {times.front(), times.back()}, start,
                               process, i + 1, failure));
        for (std::size_t state = 0; state + 1 < times.size(); ++state)
            if (times[state] < times[state + 1])
                events.push_back(slice(kStates[state], "state", {times[state], times[state + 1]},
                                       start, process, i + 1, ""));
    }
    std::string text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
    for (std::size_t i = 0; i < events.size(); ++i) text += (i > 0 ? ",\n" : "\n") + events[i];
    return text + "\n]}\n";
}

}  // namespace clmm::cli
