// ---- the module, and the worker that it runs in ----

function from_base64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const bytes = atob(text), list = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; ++i) list[i] = bytes.charCodeAt(i);
  return list;
}

/* Compiled while it is unpacked. */
function compiled() {
  const packed = new Blob([from_base64(document.getElementById("module").textContent)]);
  const unpacked = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
}

const checker = { module: compiled(), worker: null, waiting: new Map(), next: 0,
  text: URL.createObjectURL(new Blob([document.getElementById("worker-text").textContent], { type: "text/javascript" })) };

function end_worker() {
  checker.worker?.terminate();
  checker.worker = null;
  for (const { reject } of checker.waiting.values()) reject(new Error("stopped"));
  checker.waiting.clear();
}

async function worker() {
  const module = await checker.module;
  if (checker.worker) return checker.worker;
  checker.worker = new Worker(checker.text);
  checker.worker.onmessage = ({ data: { id, reply, failed } }) => {
    const { resolve, reject } = checker.waiting.get(id);
    checker.waiting.delete(id);
    if (failed === undefined) return resolve(reply);
    reject(new Error(failed));
    end_worker();  // its instance is of no use
  };
  checker.worker.postMessage({ module });
  return checker.worker;
}

function is_busy() {
  return checker.waiting.size > 0;
}

async function ask(request) {
  const to = await worker();
  return new Promise((resolve, reject) => {
    const id = checker.next++;
    checker.waiting.set(id, { resolve, reject });
    to.postMessage({ id, request });
  });
}
