// From the text in the page to columns of numbers. The format is that of .astrace files; see the page on recording.

const COLUMN_TYPES = { H: Uint16Array, I: Uint32Array, i: Int32Array, d: Float64Array };

/** The bytes that a base64 text stands for. */
function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Unpack what zlib has packed, with what the browser brings along. */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The header and the columns of a trace. */
async function readTrace(bytes) {
  const lines = [];
  let start = 0;
  while (lines.length < 3) {
    const end = bytes.indexOf(10, start);
    lines.push(new TextDecoder().decode(bytes.subarray(start, end)));
    start = end + 1;
  }
  if (lines[0] !== "astarlib trace 1") throw new Error("this page cannot read " + lines[0]);
  const header = JSON.parse(lines[1]);
  const waiting = header.columns.map((column) => {
    const packed = bytes.subarray(start, start + column.size);
    start += column.size;
    return inflated(packed).then((raw) => [column.name, columnOf(column.type, raw)]);
  });
  return { info: header.info, columns: Object.fromEntries(await Promise.all(waiting)) };
}

/** A column as the type says: numbers, or JSON. */
function columnOf(type, raw) {
  if (type === "json") return JSON.parse(new TextDecoder().decode(raw));
  return new COLUMN_TYPES[type](raw);
}
