// Colors: a ramp from dark to light that color-blind people can read (viridis), and the colors of the page's theme.

const RAMP = [
  [68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141],
  [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37],
];

/** Return the color at a position on the ramp, from 0 to 1. The end that has too little contrast to the page is cut off. */
function rampAt(part, dark) {
  const from = dark ? 0.12 : 0;
  const to = dark ? 1 : 0.88;
  const place = (from + (to - from) * Math.min(1, Math.max(0, part))) * (RAMP.length - 1);
  const left = Math.min(RAMP.length - 2, Math.floor(place));
  return RAMP[left].map((value, channel) => Math.round(value + (RAMP[left + 1][channel] - value) * (place - left)));
}

/** Return 256 colors of the ramp as pixels. */
function rampPixels(dark) {
  const pixels = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    const [red, green, blue] = rampAt(i / 255, dark);
    pixels[i] = pixel(red, green, blue, 255);
  }
  return pixels;
}

/** Return a pixel as the number that the image data of a canvas contains for it. */
function pixel(red, green, blue, alpha) {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

const THEME = new Map(); // A cache, because reading a color from the style sheet is slow.

/** Return a color of the style sheet. */
function themeColor(name) {
  if (!THEME.has(name)) THEME.set(name, getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim());
  return THEME.get(name);
}

/** Return a color of the style sheet as a pixel. The style sheet must define it as #rrggbb. */
function themePixel(name, alpha) {
  const value = parseInt(themeColor(name).slice(1), 16);
  return pixel(value >> 16, (value >> 8) & 255, value & 255, alpha);
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Match the resolution of a canvas to the screen (at most doubled), and return a context that draws in CSS pixels. */
function prepareCanvas(canvas, width, height) {
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
