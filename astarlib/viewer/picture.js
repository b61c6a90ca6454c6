// The picture of a state: its drawing, its position on a map with all reached states, or its text.

class Picture {
  constructor(root, recording) {
    this.recording = recording;
    this.canvas = root.querySelector("canvas");
    this.text = root.querySelector("pre");
    this.onMap = recording.x !== undefined;
    this.isDrawn = this.onMap || recording.drawn !== undefined;
    this.canvas.hidden = !this.isDrawn;
    this.text.hidden = this.isDrawn;
    this.textHeight = 0;
  }

  /** Draw the state of a node, or of its nearest ancestor with a picture.

      Return the number of steps to that ancestor (0 for the node itself), or -1 if none has a picture. */
  show(node, moment, shades) {
    const { recording } = this;
    const { node: shown, steps } = recording.renderedAncestor(node);
    const place = shown === NONE ? -1 : recording.pictureOf(shown);
    const text = place < 0 ? "" : recording.texts[place];
    if (this.onMap) this.showMap(node, moment, shades);
    else if (this.isDrawn && place >= 0) this.showDrawing(place);
    this.canvas.setAttribute("aria-label", text);
    if (!this.isDrawn) this.text.textContent = text;
    return this.onMap ? 0 : place < 0 ? -1 : steps;
  }

  /** Resize and clear the canvas. Return its context, scaled to units of the drawing, and the pixels per unit. */
  prepare() {
    return prepareDrawing(this.canvas, this.recording, this.canvas.parentElement.clientWidth, mapHeight());
  }

  showDrawing(place) {
    drawState(this.canvas, this.recording, place, this.canvas.parentElement.clientWidth, 320);
  }

  showMap(node, moment, shades) {
    const { recording } = this;
    const { context } = this.prepare();
    const labels = recording.info.shapes.filter((shape) => shape[0] === "label");
    for (const shape of recording.info.shapes) if (shape[0] !== "label") drawShape(context, shape);
    if (recording.info.mark > 0) this.drawArea(context, moment, shades);
    else this.drawDiscs(context, moment, shades);
    this.drawPath(context, node);
    for (const shape of labels) drawShape(context, shape);
  }

  /** Draw the reached states as one pixel each and enlarge the image, which is fast for a hundred thousand cells. */
  drawArea(context, moment, shades) {
    const { recording } = this;
    const mark = recording.info.mark;
    const [width, height] = recording.info.size.map((size) => Math.ceil(size / mark));
    if (!this.area) {
      this.area = document.createElement("canvas");
      [this.area.width, this.area.height] = [width, height];
      this.image = this.area.getContext("2d").createImageData(width, height);
    }
    const pixels = new Uint32Array(this.image.data.buffer).fill(0);
    const ramp = rampPixels(isDark());
    const open = themePixel("frontier", 255);
    for (let node = 0; node < recording.size; node++) {
      if (recording.born[node] > moment) continue;
      const at = Math.floor(recording.y[node] / mark) * width + Math.floor(recording.x[node] / mark);
      pixels[at] = recording.order[node] > 0 && recording.order[node] <= moment ? ramp[shades[node]] : open;
    }
    this.area.getContext("2d").putImageData(this.image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.globalAlpha = 0.8;
    context.drawImage(this.area, 0, 0, width * mark, height * mark);
    context.globalAlpha = 1;
  }

  drawDiscs(context, moment, shades) {
    const { recording } = this;
    const radius = -recording.info.mark / 2;
    for (let node = 0; node < recording.size; node++) {
      if (recording.born[node] > moment) continue;
      const [x, y] = [recording.x[node], recording.y[node]];
      const closed = recording.order[node] > 0 && recording.order[node] <= moment;
      context.fillStyle = closed ? "rgb(" + rampAt(shades[node] / 255, isDark()).join() + ")" : themeColor("card");
      disc(context, x, y, radius);
      context.strokeStyle = themeColor(closed ? "card" : "frontier");
      context.lineWidth = radius / 3;
      context.stroke();
    }
  }

  /** Draw the path to the chosen node. */
  drawPath(context, node) {
    const { recording } = this;
    const thick = Math.abs(recording.info.mark);
    const path = [];
    for (let at = node; at !== NONE; at = recording.parents[at]) path.push(at);
    context.strokeStyle = context.fillStyle = themeColor("path");
    context.lineJoin = context.lineCap = "round";
    context.lineWidth = Math.max(thick * 0.28, recording.info.size[0] / 250);
    context.beginPath();
    for (let step = 1; step < path.length; step++) drawStep(context, recording, path[step - 1], path[step]);
    context.stroke();
    disc(context, recording.x[node], recording.y[node], Math.max(thick * 0.42, recording.info.size[0] / 110));
  }
}

/** Draw a line between two places, or two lines that leave the map and enter it on the other side. */
function drawStep(context, { info, x, y }, from, to) {
  const across = info.wraps ? info.size[0] * Math.round((x[from] - x[to]) / info.size[0]) : 0;
  const down = info.wraps ? info.size[1] * Math.round((y[from] - y[to]) / info.size[1]) : 0;
  context.moveTo(x[from], y[from]);
  context.lineTo(x[to] + across, y[to] + down);
  if (across === 0 && down === 0) return;
  context.moveTo(x[from] - across, y[from] - down);
  context.lineTo(x[to], y[to]);
}

/** Return the largest height of a map that fits into the window, between the title and the controls. */
function mapHeight() {
  return Math.max(280, Math.min(560, innerHeight - 350));
}

/** Resize a canvas to a drawing that fits into a box, and clear it. Return its context, scaled to units of the drawing. */
function prepareDrawing(canvas, recording, maxWidth, maxHeight) {
  const [width, height] = recording.info.size;
  const unit = Math.min(maxWidth / width, maxHeight / height);
  canvas.style.width = Math.round(width * unit) + "px";
  canvas.style.height = Math.round(height * unit) + "px";
  const context = prepareCanvas(canvas, width * unit, height * unit);
  context.clearRect(0, 0, width * unit, height * unit);
  context.scale(unit, unit);
  return { context, unit };
}

/** Draw a state on a canvas. */
function drawState(canvas, recording, place, maxWidth, maxHeight) {
  const { context } = prepareDrawing(canvas, recording, maxWidth, maxHeight);
  for (let at = recording.drawing_starts[place]; at < recording.drawing_starts[place + 1]; at++) {
    drawShape(context, recording.info.shapes[recording.drawn[at]]);
  }
}

/** Return the color of a thin shape: a line, a text, or the edge of a box. Roles with a pale color have a stronger one. */
function edgeColor(paint) {
  return themeColor("edge-" + paint) || themeColor("paint-" + paint);
}

/** Draw the edge of a shape whose color alone would be too pale to see. The edge is at least a pixel wide. */
function strokeEdge(context, paint, size) {
  if (themeColor("edge-" + paint) === "") return;
  context.strokeStyle = edgeColor(paint);
  context.lineWidth = Math.min(size / 4, Math.max(0.025 * size, 1 / context.getTransform().a));
  context.stroke();
}

/** Draw one shape. Its text is never interpreted as markup. */
function drawShape(context, shape) {
  const [kind, x, y] = shape;
  if (kind === "box") drawBox(context, shape);
  else if (kind === "line") {
    const [, , , toX, toY, width, paint] = shape;
    context.strokeStyle = edgeColor(paint);
    context.lineWidth = width;
    context.lineCap = "square";
    stroke(context, x, y, toX, toY);
  } else if (kind === "dot") {
    context.fillStyle = themeColor("paint-" + shape[4]);
    disc(context, x, y, shape[3]);
    strokeEdge(context, shape[4], 2 * shape[3]);
  } else {
    const [, , , size, text, paint] = shape;
    context.lineJoin = "round";
    context.lineWidth = size / 4;
    context.strokeStyle = themeColor("card");
    context.fillStyle = edgeColor(paint);
    drawText(context, text, x, y, size, "left", true);
  }
}

function drawBox(context, [, x, y, width, height, paint, text]) {
  context.fillStyle = themeColor("paint-" + paint);
  const radius = paint === "tile" || paint === "given" ? Math.min(width, height) * (width === 1 ? 0 : 0.09) : 0;
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
  strokeEdge(context, paint, Math.min(width, height));
  if (text !== "") {
    context.fillStyle = themeColor("on-" + paint);
    drawText(context, text, x + width / 2, y + height / 2, Math.min(height * 0.5, (width * 1.5) / text.length), "center", false);
  }
}

/** Draw text in units of the drawing. Browsers have no fonts below one pixel, so the text is drawn large and scaled down. */
function drawText(context, text, x, y, size, align, haloed) {
  context.save();
  context.translate(x, y);
  context.scale(size / 100, size / 100);
  context.font = "600 100px system-ui, sans-serif";
  context.textAlign = align;
  context.textBaseline = "middle";
  if (haloed) {
    context.lineWidth = 30;
    context.strokeText(text, 0, 6);
  }
  context.fillText(text, 0, 6);
  context.restore();
}
