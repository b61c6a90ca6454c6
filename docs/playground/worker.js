// Run Python: load pyodide and the wheels, then answer one message after another.

import { loadPyodide } from "./pyodide/pyodide.mjs"; // esbuild leaves this import as it is
import maze from "./maze.py";
import program from "./program.py";

const MAX_OUTPUT = 100_000; // characters of one program: a page with more becomes slow

let printed = 0;

function print(text, isError) {
  if (printed >= MAX_OUTPUT) {
    return;
  }
  printed += text.length + 1;
  const cut = printed >= MAX_OUTPUT ? "\n… The rest of the output isn't shown." : "";
  self.postMessage({ kind: "print", text: `${text}\n${cut}`, isError });
}

async function load() {
  const base = new URL(".", import.meta.url);
  const wheels = WHEELS.map(async (name) => {
    const response = await fetch(new URL(name, base));
    if (!response.ok) {
      throw new Error(`${name}: ${response.status} ${response.statusText}`);
    }
    return response.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", base).href });
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  for (const wheel of await Promise.all(wheels)) {
    python.unpackArchive(wheel, "wheel", { extractDir: folder });
  }
  python.FS.writeFile(`${folder}/maze.py`, maze);
  python.FS.writeFile(`${folder}/program.py`, program);
  python.setStdout({ batched: (text) => print(text, false) });
  python.setStderr({ batched: (text) => print(text, true) });
  python.setStdin({ stdin: () => null }); // input() raises EOFError
  return { maze: python.pyimport("maze"), program: python.pyimport("program") };
}

const ANSWERS = {
  run: ({ program: { run } }, { code }) => run(code),
  engines: ({ maze: { engines } }) => JSON.parse(engines()),
  record: ({ maze: { record } }, { rows, start, goal, connectivity, engines }) =>
    engines.map((engine) => JSON.parse(record(rows, start, goal, connectivity, engine))),
};

const loaded = load();
loaded.then(
  () => self.postMessage({ kind: "ready" }),
  (error) => self.postMessage({ kind: "failed", text: error.message }),
);

self.onmessage = async ({ data: { kind, values } }) => {
  const python = await loaded;
  printed = 0;
  try {
    self.postMessage({ kind: "answer", value: ANSWERS[kind](python, values) });
  } catch (error) {
    const lines = error.message.trimEnd().split("\n");
    self.postMessage({ kind: "error", text: lines[lines.length - 1] });
  }
};
