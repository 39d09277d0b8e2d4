"""A client of `clmm lsp`. $CLMM is the program."""
import json
import os
import subprocess
import threading

CLMM = os.environ.get("CLMM", "build/release/bin/clmm")


class Failed(Exception):
    """An answer that is an error."""


class Client:
    """One session. What the server says unasked is kept in `heard`, in order."""

    def __init__(self, *words, encodings=("utf-8",), options=None, refresh=False):
        self.process = subprocess.Popen([CLMM, "lsp", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.heard = []
        self.answers = {}
        self.changed = threading.Condition()
        self.ended = False
        self.last = 0
        threading.Thread(target=self.listen, daemon=True).start()
        self.capabilities = self.ask("initialize", {
            "processId": None, "rootUri": None, "initializationOptions": options,
            "capabilities": {"general": {"positionEncodings": list(encodings)},
                             "workspace": {"codeLens": {"refreshSupport": refresh}}}})
        self.tell("initialized", {})

    def listen(self):
        stream = self.process.stdout
        while True:
            length = None
            while line := stream.readline().strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                break
            message = json.loads(stream.read(length).decode("utf-8"))
            with self.changed:
                if "method" in message:
                    self.heard.append(message)
                else:
                    self.answers[message["id"]] = message
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def send_bytes(self, content):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def answer(self, number):
        with self.changed:
            self.changed.wait_for(lambda: number in self.answers or self.ended, timeout=120)
            assert number in self.answers, f"no answer to {number}: {self.process.poll()}"
            return self.answers.pop(number)

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        answer = self.answer(self.last)
        if "error" in answer:
            raise Failed(answer["error"]["message"])
        return answer["result"]

    def open(self, uri, text, language="litmus"):
        self.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": 1, "text": text}})

    def change(self, uri, version, *changes):
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                             "contentChanges": list(changes)})

    def at(self, method, uri, line, character, **more):
        return self.ask("textDocument/" + method, {
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character},
            **more})

    def of(self, method, uri, **more):
        return self.ask("textDocument/" + method, {"textDocument": {"uri": uri}, **more})

    def finish(self):
        """Waits until all that was asked for in the background is done."""
        self.ask("clmm/finish", {})

    def diagnostics(self, uri):
        """What is shown once all that was asked for is done."""
        self.finish()
        with self.changed:
            found = [each["params"] for each in self.heard
                     if each["method"] == "textDocument/publishDiagnostics"
                     and each["params"]["uri"] == uri]
        assert found, "nothing was published"
        return found[-1]

    def close(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.process.stdin.close()
        return self.process.wait(timeout=60)
