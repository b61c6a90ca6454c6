// Decode the data in the page to columns of numbers. Its format is that of .astrace files (see trace_file.py).

const COLUMN_TYPES = { H: Uint16Array, I: Uint32Array, i: Int32Array, d: Float64Array };

/** Return the bytes of a base64 text. */
function decodeBase64(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Decompress zlib data with the browser's DecompressionStream. */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** Return the info and the columns of a trace. */
async function readTrace(bytes) {
  const lines = [];
  let start = 0;
  while (lines.length < 3) {
    const end = bytes.indexOf(10, start);
    lines.push(new TextDecoder().decode(bytes.subarray(start, end)));
    start = end + 1;
  }
  if (lines[0] !== "astarlib trace 2") throw new Error("expected the format astarlib trace 2, but the data has " + lines[0]);
  const header = JSON.parse(lines[1]);
  const waiting = header.columns.map((column) => {
    const packed = bytes.subarray(start, start + column.size);
    start += column.size;
    return inflate(packed).then((raw) => [column.name, decodeColumn(column.type, raw)]);
  });
  return { info: header.info, columns: Object.fromEntries(await Promise.all(waiting)) };
}

/** Return a column as numbers or as parsed JSON, depending on its type. */
function decodeColumn(type, raw) {
  if (type === "json") return JSON.parse(new TextDecoder().decode(raw));
  return new COLUMN_TYPES[type](raw);
}
