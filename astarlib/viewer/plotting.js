// Helpers for plots: ranges, ticks and a few shapes.

/** Return the minimum and maximum of the finite values at some nodes, a little apart even if they are equal. */
function rangeOf(values, nodes = values.map((_, place) => place)) {
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < nodes.length; i++) {
    const value = values[nodes[i]];
    if (value < min) min = value;
    if (value > max && value < Infinity) max = value;
  }
  if (!(min <= max)) return { min: 0, max: 1 };
  return min === max ? { min: min - 1, max: max + 1 } : { min, max };
}

/** Return the smallest difference between the values at some nodes, or 0 if there are more than 40 different values. */
function gapOf(values, nodes) {
  const found = new Set();
  for (let i = 0; i < nodes.length && found.size <= 40; i++) found.add(values[nodes[i]]);
  if (found.size > 40) return 0;
  const sorted = [...found].sort((one, other) => one - other);
  return sorted.slice(1).reduce((min, value, place) => Math.min(min, value - sorted[place]), sorted.length > 1 ? Infinity : 1);
}

function variesIn(values, nodes) {
  for (let i = 1; i < nodes.length; i++) if (values[nodes[i]] !== values[nodes[0]]) return true;
  return false;
}

/** Return true if all finite values at some nodes are whole numbers. */
function areWhole(values, nodes) {
  for (let i = 0; i < nodes.length; i++) if (!Number.isInteger(values[nodes[i]]) && Number.isFinite(values[nodes[i]])) return false;
  return true;
}

/** Return the position of each node's value on the ramp, from 0 to 255. */
function shadesOf(values, { min, max }) {
  const shades = new Uint8Array(values.length);
  const scale = 255 / (max - min);
  for (let node = 0; node < shades.length; node++) {
    shades[node] = Math.min(255, Math.max(0, (values[node] - min) * scale));
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

/** Return about `about` round numbers from `min` to `max`. */
function ticks(min, max, about) {
  const rough = (max - min) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) || power;
  const found = [];
  for (let i = Math.ceil(min / step); i * step <= max; i++) found.push(Number((i * step).toPrecision(12)));
  return found;
}

/** Return at most `max` items of a list, evenly spaced. */
function sample(list, max) {
  if (list.length <= max) return list;
  return Array.from({ length: max }, (_, i) => list[Math.floor((i * list.length) / max)]);
}
