// What it takes to plot: ranges, ticks, and a few shapes.

/** The least and the most of finite values, at certain nodes; room to draw in even where they are equal. */
function rangeOf(values, nodes = values.map((_, place) => place)) {
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < nodes.length; i++) {
    const value = values[nodes[i]];
    if (value < least) least = value;
    if (value > most && value < Infinity) most = value;
  }
  if (!(least <= most)) return { least: 0, most: 1 };
  return least === most ? { least: least - 1, most: most + 1 } : { least, most };
}

/** The least difference of values at certain nodes; 0 where they are many. */
function gapOf(values, nodes) {
  const found = new Set();
  for (let i = 0; i < nodes.length && found.size <= 40; i++) found.add(values[nodes[i]]);
  if (found.size > 40) return 0;
  const sorted = [...found].sort((one, other) => one - other);
  return sorted.slice(1).reduce((least, value, place) => Math.min(least, value - sorted[place]), sorted.length > 1 ? Infinity : 1);
}

function variesIn(values, nodes) {
  for (let i = 1; i < nodes.length; i++) if (values[nodes[i]] !== values[nodes[0]]) return true;
  return false;
}

/** For each node the place of its value on the ramp, 0 to 255. */
function shadesOf(values, { least, most }) {
  const shades = new Uint8Array(values.length);
  const scale = 255 / (most - least);
  for (let node = 0; node < shades.length; node++) {
    shades[node] = Math.min(255, Math.max(0, (values[node] - least) * scale));
  }
  return shades;
}

function square(pixels, width, height, x, y, size, color) {
  for (let down = Math.max(0, y); down < Math.min(height, y + size); down++) {
    for (let across = Math.max(0, x); across < Math.min(width, x + size); across++) pixels[down * width + across] = color;
  }
}

function stroke(context, x, y, toX, toY) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY);
  context.stroke();
}

function disc(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function diamond(context, x, y, radius) {
  context.beginPath();
  context.moveTo(x, y - radius);
  context.lineTo(x + radius, y);
  context.lineTo(x, y + radius);
  context.lineTo(x - radius, y);
  context.closePath();
  context.stroke();
}

/** Round numbers between two others, about so many. */
function ticks(least, most, about) {
  const rough = (most - least) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) || power;
  const found = [];
  for (let i = Math.ceil(least / step); i * step <= most; i++) found.push(Number((i * step).toPrecision(12)));
  return found;
}

/** At most so many of a list, evenly spread. */
function thinOut(list, most) {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]);
}
