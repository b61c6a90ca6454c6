// Texts: numbers, and the sentence that explains which entry of the frontier is next.

function formatNumber(value, digits = 6) {
  if (value === Infinity) return "∞";
  if (Number.isNaN(value) || value === undefined) return "–";
  return Number.isInteger(value) ? value.toLocaleString("en") : Number(value.toPrecision(digits)).toString();
}

function countOf(number, noun) {
  return formatNumber(number) + " " + noun + (number === 1 ? "" : "s");
}

/** Create an element. Texts of states must go through this function or `textContent`, so that they can't be markup. */
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Explain why the first entry of the frontier is expanded next. */
function explainNext(recording, { best, count, sharing }) {
  const next = best[0];
  const f = "f = " + formatNumber(recording.f[next]);
  const { choice } = recording.info;
  if (choice === "") return "The recording doesn't contain how this engine orders its frontier. The entries are sorted by f.";
  if (count === 1) return "It's the only entry.";
  if (choice === "stack") return "Depth-first search: the first successor of the last expanded state is next. If there is none, the search backtracks.";
  if (!recording.knowsF) return "This engine doesn't compute f. " + explainTie(recording, best);
  if (sharing === 1) return "It has the smallest " + f + ".";
  return formatNumber(sharing) + " entries share the smallest " + f + ". " + explainTie(recording, best);
}

/** Explain which of the entries with the smallest f comes first. */
function explainTie(recording, best) {
  const { choice } = recording.info;
  if (choice === "fifo") return "The oldest of them comes first.";
  if (choice === "lifo") return "The newest of them comes first.";
  const [next, second] = best;
  const kind = choice === "low-h" ? "smallest" : "largest";
  const hasTwin = best.length > 1 && recording.f[second] === recording.f[next] && recording.h[second] === recording.h[next];
  const byH = "The one with the " + kind + " h = " + formatNumber(recording.h[next]) + " comes first";
  return byH + (hasTwin ? ", and among equals the newest." : ".");
}
