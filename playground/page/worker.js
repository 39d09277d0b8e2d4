"use strict";
/* Owns one instance of the module. What ends the instance ends the worker: the page starts another. */

const kNotThere = 52;  // ENOSYS, of what a page has not: files
const kBadFile = 8;    // EBADF
let memory, instance, written = "";

function view() {
  return new DataView(memory.buffer);
}

/* What of WASI a program without files needs. */
const kWasi = {
  clock_time_get(id, precision, at) {
    view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  },
  fd_write(file, list, count, at) {
    let size = 0;
    for (let i = 0; i < count; ++i) {
      const begin = view().getUint32(list + 8 * i, true), length = view().getUint32(list + 8 * i + 4, true);
      written += new TextDecoder().decode(new Uint8Array(memory.buffer, begin, length));
      size += length;
    }
    view().setUint32(at, size, true);
    return 0;
  },
  environ_sizes_get(count, size) {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  },
  environ_get: () => 0,
  fd_prestat_get: () => kBadFile,
  fd_fdstat_get: () => kBadFile,
  proc_exit() { throw new Error("the module has ended"); },
};

async function start(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = kWasi[name] ?? (() => kNotThere);
  instance = await WebAssembly.instantiate(module, imports);
  memory = instance.exports.memory;
  instance.exports._initialize();
}

function ask(request) {
  const { allocate, ask, reply_size } = instance.exports;
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const place = allocate(bytes.length);
  new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
  const reply = ask(place, bytes.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, reply, reply_size())));
}

/* In words for the page. */
function reason(error) {
  if (error instanceof RangeError) return "the test is nested more deeply than the browser has room for";
  const last = written.trim().split("\n").at(-1);
  return last || (error instanceof Error ? error.message : String(error));
}

let started;
onmessage = async ({ data }) => {
  try {
    if (data.module) {
      started = start(data.module);
      return;
    }
    await started;
    postMessage({ id: data.id, reply: ask(data.request) });
  } catch (error) {
    postMessage({ id: data.id, failed: reason(error) });
  }
};
