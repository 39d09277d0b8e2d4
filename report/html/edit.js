// ---- a test as a link to the playground, where it can be edited ----

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/* A text, short enough for an address. */
async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/* Kernels are not read there. */
function edit_button(page) {
  if (!report.playground || !page.source || is_c_file(page)) return null;
  return button("Edit", async () => {
    const model = page.model ? `&model=${encodeURIComponent(page.model)}` : "";
    location.href = `${report.playground}#text=${await packed(page.source)}${model}`;
  }, { id: "edit", class: "control", title: "Change the test in the playground" });
}
