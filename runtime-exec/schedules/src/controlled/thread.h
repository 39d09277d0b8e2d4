#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "controlled/run.h"

namespace clmm::runtime {

class Command;

/// A thread that takes turns with a controlled run: it goes on when the run lets it, until it is
/// about to take a step, or must wait for a command.
///
/// Threads  the run's, and its own; one of them goes on at a time.
class ControlledThread : public ControlledAgent {
public:
    explicit ControlledThread(std::function<void()> body) : body_(std::move(body)) {}
    /// Abandons it, unless it has ended.
    ~ControlledThread() override;
    ControlledThread(const ControlledThread&) = delete;
    ControlledThread& operator=(const ControlledThread&) = delete;

    // ---- of the run ----

    [[nodiscard]] std::optional<Step> next() override;
    void take() override;
    [[nodiscard]] bool has_ended() const override { return ended_; }
    [[nodiscard]] std::uint32_t place() const override { return place_; }
    [[nodiscard]] const std::vector<std::byte>& knowledge() const override { return knowledge_; }
    /// Where it stopped it throws, and goes to its end.
    void abandon();

    // ---- of the thread ----

    /// The calling one; null: none of these.
    [[nodiscard]] static ControlledThread* current();
    void before_step(const Step& step, std::uint32_t place, std::vector<std::byte> knows);
    void wait(const Command& command);

private:
    struct Abandoned {};
    void start();
    void run();
    void resume();
    void stop();

    std::function<void()> body_;
    std::thread thread_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool goes_on_ = false;
    bool abandoned_ = false;
    bool ended_ = false;
    std::optional<Step> step_;
    const Command* awaited_ = nullptr;
    std::uint32_t place_ = 0;
    std::vector<std::byte> knowledge_;
};

}  // namespace clmm::runtime
