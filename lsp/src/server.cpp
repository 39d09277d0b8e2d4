#include "clmm/lsp/server.h"

#include <exception>
#include <istream>
#include <map>
#include <optional>
#include <utility>

#include "documents.h"
#include "features/features.h"
#include "verdicts/worker.h"
#include "wire/connection.h"

namespace clmm::lsp {
namespace {

constexpr std::size_t kLargestDocument = std::size_t{1} << 20U;

class Server {
public:
    Server(std::istream& in, std::ostream& out, const ServerOptions& options)
        : connection_(in, out), options_(options) {
        add_requests();
        add_notifications();
    }

    bool operator()() {
        while (!ended_) {
            const auto content = connection_.read();
            if (!content) break;
            receive(*content);
        }
        return shut_down_;
    }

private:
    void receive(const std::string& content) {
        const Json message = Json::parse(content, nullptr, false);
        if (message.is_discarded())
            return connection_.fail(nullptr, ErrorCode::parse_error, "this is no JSON");
        if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
            // Answers to our own requests say nothing that we wait for.
            if (!message.is_object() || !message.contains("id") ||
                !(message.contains("result") || message.contains("error")))
                connection_.fail(nullptr, ErrorCode::invalid_request, "this is no message");
            return;
        }
        const std::string method = message["method"];
        const Json parameters = message.contains("params") ? message["params"] : Json::object();
        if (message.contains("id"))
            answer(message["id"], method, parameters);
        else
            notice(method, parameters);
    }

    void answer(const Json& id, const std::string& method, const Json& parameters) {
        const auto request = requests_.find(method);
        if (request == requests_.end())
            return connection_.fail(id, ErrorCode::method_not_found, "no method '" + method + "'");
        if (!initialized_ && method != "initialize")
            return connection_.fail(id, ErrorCode::not_initialized, "initialize comes first");
        if (shut_down_)
            return connection_.fail(id, ErrorCode::invalid_request, "the server is shut down");
        try {
            connection_.reply(id, request->second(parameters));
        } catch (const Refused& refusal) {
            connection_.fail(id, ErrorCode::request_failed, refusal.what());
        } catch (const Json::exception& error) {
            connection_.fail(id, ErrorCode::invalid_params, error.what());
        } catch (const std::exception& error) {
            connection_.fail(id, ErrorCode::internal_error, error.what());
        }
    }

    void notice(const std::string& method, const Json& parameters) {
        if (method == "exit") {
            ended_ = true;
            return;
        }
        const auto notification = notifications_.find(method);
        if (notification == notifications_.end() || !initialized_ || shut_down_) return;
        try {
            notification->second(parameters);
        } catch (const std::exception& error) {
            connection_.notify("window/logMessage",
                               {{"type", 1}, {"message", method + ": " + error.what()}});
        }
    }

    // ---- requests ----

    void add_requests() {
        requests_["initialize"] = [this](const Json& p) { return initialize(p); };
        requests_["shutdown"] = [this](const Json&) {
            shut_down_ = true;
            return Json();
        };
        at_position("textDocument/hover", hover);
        at_position("textDocument/completion", completion);
        at_position("textDocument/definition", definition);
        at_position("textDocument/documentHighlight", highlights);
        at_position("textDocument/prepareRename", prepare_rename);
        of_document("textDocument/references", [this](const Document& document, const Json& p) {
            return references(document, position_in(p.at("position")), encoding_,
                              p.at("context").at("includeDeclaration").get<bool>());
        });
        of_document("textDocument/rename", [this](const Document& document, const Json& p) {
            return rename(document, position_in(p.at("position")),
                          p.at("newName").get<std::string>(), encoding_);
        });
        of_document("textDocument/documentSymbol", [this](const Document& document, const Json&) {
            return outline(document, encoding_);
        });
        of_document("textDocument/codeLens", [this](const Document& document, const Json&) {
            return lenses(document, encoding_);
        });
        of_document("textDocument/codeAction", [this](const Document& document, const Json& p) {
            const Json& range = p.at("range");
            return actions(document, {position_in(range.at("start")), position_in(range.at("end"))},
                           encoding_);
        });
        requests_["workspace/executeCommand"] = [this](const Json& p) { return execute(p); };
        requests_["clmm/finish"] = [this](const Json&) {
            worker_.finish();
            return Json();
        };
    }

    using OfDocument = std::function<Json(const Document&, const Json&)>;
    void of_document(const std::string& method, OfDocument feature) {
        requests_[method] = [this, feature = std::move(feature)](const Json& p) {
            const std::lock_guard lock(mutex_);
            return feature(opened(p.at("textDocument").at("uri").get<std::string>()), p);
        };
    }
    void at_position(const std::string& method,
                     Json (*feature)(const Document&, Position, Encoding)) {
        of_document(method, [this, feature](const Document& document, const Json& p) {
            return feature(document, position_in(p.at("position")), encoding_);
        });
    }

    Json initialize(const Json& parameters) {
        if (initialized_) throw Refused("initialize comes once");
        const Json capabilities = parameters.value("capabilities", Json::object());
        const auto flag = [&](const char* pointer) {
            return capabilities.value(Json::json_pointer(pointer), false);
        };
        refreshes_lenses_ = flag("/workspace/codeLens/refreshSupport");
        const Json encodings =
            capabilities.value(Json::json_pointer("/general/positionEncodings"), Json::array());
        for (const Json& each : encodings)
            if (each == "utf-8") encoding_ = Encoding::utf8;
        const Json settings = parameters.value("initializationOptions", Json::object());
        if (settings.is_object() && settings.contains("model"))
            options_.model = settings["model"].get<std::string>();
        initialized_ = true;
        return {{"serverInfo", {{"name", "clmm"}, {"version", options_.version}}},
                {"capabilities",
                 {{"positionEncoding", encoding_ == Encoding::utf8 ? "utf-8" : "utf-16"},
                  {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
                  {"hoverProvider", true},
                  {"completionProvider", Json::object()},
                  {"definitionProvider", true},
                  {"referencesProvider", true},
                  {"documentHighlightProvider", true},
                  {"documentSymbolProvider", true},
                  {"codeActionProvider", {{"codeActionKinds", {"quickfix", "refactor.rewrite"}}}},
                  {"codeLensProvider", Json::object()},
                  {"renameProvider", {{"prepareProvider", true}}},
                  {"executeCommandProvider", {{"commands", {kRepairCommand}}}}}}};
    }

    Json execute(const Json& parameters) {
        const std::string command = parameters.at("command");
        if (command != kRepairCommand) throw Refused("no command '" + command + "'");
        const std::string uri = parameters.at("arguments").at(0);
        const std::lock_guard lock(mutex_);
        const Document& document = opened(uri);
        worker_.submit(command + uri, [this, uri, version = document.version,
                                       analysis = document.analysis](const auto& interrupted) {
            repair(uri, version, *analysis, interrupted);
        });
        return nullptr;
    }

    void repair(const std::string& uri, int version, const Analysis& analysis,
                const Worker::Interrupted& interrupted) {
        const Result<std::string> text = repaired(analysis, options_, interrupted);
        const std::lock_guard lock(mutex_);
        const auto document = documents_.find(uri);
        if (document == documents_.end() || document->second.version != version) return;
        if (text)
            return connection_.request(
                "workspace/applyEdit",
                {{"label", "Repair"}, {"edit", edit_to(document->second, *text, encoding_)}});
        connection_.notify("window/showMessage",
                           {{"type", 2}, {"message", text.diagnostics().front().message}});
    }

    // ---- documents ----

    void add_notifications() {
        notifications_["textDocument/didOpen"] = [this](const Json& p) {
            const Json& document = p.at("textDocument");
            const std::string uri = document.at("uri");
            kinds_[uri] = kind_of(document.value("languageId", std::string()), path_of(uri));
            update(uri, version_in(document), document.at("text").get<std::string>());
        };
        notifications_["textDocument/didChange"] = [this](const Json& p) { change(p); };
        notifications_["textDocument/didClose"] = [this](const Json& p) {
            const std::string uri = p.at("textDocument").at("uri");
            worker_.cancel(uri);
            const std::lock_guard lock(mutex_);
            documents_.erase(uri);
            connection_.notify("textDocument/publishDiagnostics",
                               {{"uri", uri}, {"diagnostics", Json::array()}});
        };
    }

    void change(const Json& parameters) {
        const std::string uri = parameters.at("textDocument").at("uri");
        const int version = version_in(parameters.at("textDocument"));
        SourcePtr source;
        {
            const std::lock_guard lock(mutex_);
            source = opened(uri).analysis->source;
        }
        for (const Json& each : parameters.at("contentChanges")) {
            std::string text = each.at("text");
            if (each.contains("range")) {
                const Json& range = each.at("range");
                std::uint32_t begin = offset_of(*source, position_in(range.at("start")), encoding_);
                std::uint32_t end = offset_of(*source, position_in(range.at("end")), encoding_);
                if (end < begin) std::swap(begin, end);
                std::string whole(source->text());
                whole.replace(begin, end - begin, text);
                text = std::move(whole);
            }
            source = std::make_shared<Source>(source->name(), std::move(text));
        }
        update(uri, version, std::string(source->text()));
    }

    /// A new version: read at once, decided by the worker.
    void update(const std::string& uri, int version, std::string text) {
        worker_.cancel(uri);
        const bool is_large = text.size() > kLargestDocument;
        auto source = std::make_shared<Source>(path_of(uri), std::move(text));
        Analysis analysis{source, kinds_[uri], {}, {}, {}, {}};
        if (is_large)
            analysis.diagnostics.push_back({Severity::warning,
                                            "W-SIZE",
                                            "files over 1 MiB are not looked at",
                                            {},
                                            source,
                                            {}});
        else
            analysis = analyse(source, kinds_[uri], options_);
        Document document{uri, version, std::make_shared<Analysis>(std::move(analysis)), nullptr};
        const std::lock_guard lock(mutex_);
        publish(document);
        const auto read = document.analysis;
        documents_.insert_or_assign(uri, std::move(document));
        if (read->test)
            worker_.submit(uri, [this, uri, read](const auto& interrupted) {
                decide(uri, read, interrupted);
            });
    }

    void decide(const std::string& uri, const std::shared_ptr<const Analysis>& analysis,
                const Worker::Interrupted& interrupted) {
        auto judgement = std::make_shared<Judgement>(judge(*analysis, options_, interrupted));
        const std::lock_guard lock(mutex_);
        const auto document = documents_.find(uri);
        if (document == documents_.end() || document->second.analysis != analysis) return;
        document->second.judgement = std::move(judgement);
        publish(document->second);
        if (refreshes_lenses_) connection_.request("workspace/codeLens/refresh", nullptr);
    }

    void publish(const Document& document) {
        connection_.notify("textDocument/publishDiagnostics",
                           {{"uri", document.uri},
                            {"version", document.version},
                            {"diagnostics", diagnostics_of(document, encoding_)}});
    }

    [[nodiscard]] const Document& opened(const std::string& uri) const {
        const auto document = documents_.find(uri);
        if (document == documents_.end()) throw Refused(uri + " is not open");
        return document->second;
    }

    Connection connection_;
    ServerOptions options_;
    std::map<std::string, std::function<Json(const Json&)>> requests_;
    std::map<std::string, std::function<void(const Json&)>> notifications_;
    bool initialized_ = false;
    bool shut_down_ = false;
    bool ended_ = false;
    bool refreshes_lenses_ = false;
    Encoding encoding_ = Encoding::utf16;
    std::map<std::string, DocumentKind> kinds_;

    mutable std::mutex mutex_;  ///< of what follows, and of what is published about it
    std::map<std::string, Document> documents_;
    Worker worker_;  ///< last, so that it ends first
};

}  // namespace

bool serve(std::istream& in, std::ostream& out, const ServerOptions& options) {
    return Server(in, out, options)();
}

}  // namespace clmm::lsp
