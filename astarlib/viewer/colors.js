// Colors: a ramp that every eye can read from dark to light (viridis), and those of the page's theme.

const RAMP = [
  [68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141],
  [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37],
];

/** The color at a part of the ramp, 0 to 1. On paper its palest end would not be seen, so it ends before. */
function rampAt(part, dark) {
  const from = dark ? 0.12 : 0;
  const to = dark ? 1 : 0.88;
  const place = (from + (to - from) * Math.min(1, Math.max(0, part))) * (RAMP.length - 1);
  const left = Math.min(RAMP.length - 2, Math.floor(place));
  return RAMP[left].map((value, channel) => Math.round(value + (RAMP[left + 1][channel] - value) * (place - left)));
}

/** 256 colors of the ramp as pixels. */
function rampPixels(dark) {
  const pixels = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    const [red, green, blue] = rampAt(i / 255, dark);
    pixels[i] = pixel(red, green, blue, 255);
  }
  return pixels;
}

/** One pixel as the number that a canvas has for it. */
function pixel(red, green, blue, alpha) {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

const THEME = new Map(); // colors that were asked for; asking the style sheet takes a while

/** A color of the style sheet. */
function themed(name) {
  if (!THEME.has(name)) THEME.set(name, getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim());
  return THEME.get(name);
}

/** A color of the style sheet, written #rrggbb there, as a pixel. */
function themedPixel(name, alpha) {
  const value = parseInt(themed(name).slice(1), 16);
  return pixel(value >> 16, (value >> 8) & 255, value & 255, alpha);
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Make a canvas as fine as the screen; the context draws in CSS pixels. */
function sharp(canvas, width, height) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
