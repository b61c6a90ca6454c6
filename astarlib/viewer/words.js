// Numbers and sentences.

function told(value, digits = 6) {
  if (value === Infinity) return "∞";
  if (Number.isNaN(value) || value === undefined) return "–";
  return Number.isInteger(value) ? value.toLocaleString("en") : Number(value.toPrecision(digits)).toString();
}

function counted(number, noun) {
  return told(number) + " " + noun + (number === 1 ? "" : "s");
}

/** An element with a class and a text; texts of states come in only through this function. */
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Why the first entry of the frontier is the next one. */
function reason(recording, { best, count, sharing }) {
  const next = best[0];
  const f = "f = " + told(recording.f[next]);
  const alone = count === 1 ? "It is the only entry. " : "";
  switch (recording.info.choice) {
    case "stack":
      return alone + "Depth first: the next is the first successor of the state expanded last; where it has none, the search goes back.";
    case "fifo":
      return alone + (sharing > 1 ? "All that counts is age: the oldest entry comes first." : "The smallest " + f + ".");
    case "lifo":
      return alone + "All that counts is age: the newest entry comes first.";
    case "low-h":
    case "high-h":
      return alone + tieReason(recording, best, sharing, f);
    default:
      return "It is unknown how this engine chooses; the entries are sorted by f.";
  }
}

function tieReason(recording, best, sharing, f) {
  const next = best[0];
  if (sharing === 1) return "The smallest " + f + ", which no other entry has.";
  const kind = recording.info.choice === "low-h" ? "smallest" : "largest";
  const sameH = best.length > 1 && recording.f[best[1]] === recording.f[next] && recording.h[best[1]] === recording.h[next];
  const tie = told(sharing) + " entries share the smallest " + f;
  const byH = "; of these the " + kind + " h = " + told(recording.h[next]) + " comes first";
  return tie + byH + (sameH ? ", and of equals the newest." : ".");
}
