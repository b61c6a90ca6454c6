// A plot with a point for each expansion: its number across, f or depth up, colored by h or g.

const MARGIN = { left: 44, right: 12, top: 10, bottom: 22 };

class Overview {
  constructor(root, recording, onMoment) {
    this.recording = recording;
    this.canvas = root.querySelector(".plot");
    this.root = root;
    this.layer = document.createElement("canvas");
    this.height = recording.f.length > 0 && variesIn(recording.f, recording.expansions) ? "f" : "depth";
    this.color = variesIn(recording.h, recording.expansions) ? "h" : "g";
    this.choose(".height", this.height, (value) => (this.height = value));
    this.choose(".color", this.color, (value) => (this.color = value));
    this.listen(onMoment);
    root.querySelector(".of-reopened").hidden = recording.reopened.length === 0;
    root.querySelector(".of-path").hidden = recording.path.length === 0;
    root.querySelector(".of-solutions").hidden = recording.info.solutions.length < 2;
    root.querySelector(".of-slices").hidden = recording.slices.length === 0;
  }

  /** Connect two radio buttons to a setting of the plot. */
  choose(selector, value, set) {
    const name = "choice-" + Overview.made++;
    for (const input of this.root.querySelectorAll(selector + " input")) {
      input.name = name;
      input.checked = input.value === value;
      input.addEventListener("change", () => {
        set(input.value);
        this.paint();
        this.show(this.moment);
      });
    }
  }

  /** Go to another moment when the user clicks or drags on the plot. */
  listen(onMoment) {
    const move = (event) => {
      const part = (event.offsetX - MARGIN.left) / (this.width - MARGIN.left - MARGIN.right);
      const { begin, end } = this.recording;
      onMoment(Math.round(begin + Math.min(1, Math.max(0, part)) * (end - begin)));
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons > 0) move(event);
    });
  }

  /** Return the values of all nodes for the height or the color. */
  values(name) {
    return this.recording[name];
  }

  resize() {
    this.width = this.canvas.clientWidth;
    this.tall = this.canvas.clientHeight;
    this.paint();
  }

  /** Paint all points once. Each moment then shows a part of this image. */
  paint() {
    const { recording } = this;
    this.ys = rangeOf(this.values(this.height), recording.expansions);
    this.isWhole = areWhole(this.values(this.height), recording.expansions);
    if (recording.slices.length > 0) {
      const values = recording.slices.flatMap(({ f, bound }) => [f, bound]).filter(Number.isFinite);
      this.ys = rangeOf(values);
      this.isWhole = values.every(Number.isInteger);
    }
    this.colors = rangeOf(this.values(this.color), recording.expansions);
    this.shades = shadesOf(this.values(this.color), this.colors);
    this.heights = this.bandHeights(this.values(this.height));
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.layer.width = Math.max(1, Math.round(this.width * ratio));
    this.layer.height = Math.max(1, Math.round(this.tall * ratio));
    const context = this.layer.getContext("2d");
    const image = context.createImageData(this.layer.width, this.layer.height);
    this.plotPoints(new Uint32Array(image.data.buffer), ratio);
    context.putImageData(image, 0, 0);
    this.showRamp();
  }

  /** Return the heights of the points. If there are few levels, each becomes a band, with larger color values lower. */
  bandHeights(values) {
    const { recording, shades, ys } = this;
    const gap = gapOf(values, recording.expansions);
    const isBanded = recording.expansions.length > 200 && gap > (ys.max - ys.min) / 40 && this.colors.max > this.colors.min;
    this.root.querySelector(".of-bands").textContent = isBanded ? "in each band, points with a larger " + this.color + " are lower" : "";
    if (!isBanded) return values;
    const heights = new Float64Array(values.length);
    for (let node = 0; node < heights.length; node++) heights[node] = values[node] + (0.42 - (shades[node] / 255) * 0.84) * gap;
    ys.min -= gap / 2;
    ys.max += gap / 2;
    return heights;
  }

  plotPoints(pixels, ratio) {
    const { recording } = this;
    const { begin, end } = recording;
    const size = Math.max(1, Math.round(ratio * (recording.expansions.length < 100 ? 8 : recording.expansions.length < 1000 ? 4 : recording.expansions.length < 20000 ? 2.5 : 1.5)));
    const ramp = rampPixels(isDark());
    const faint = themePixel("frontier", 90);
    const { heights } = this;
    const { left, scaleX, top, scaleY } = this.scale(ratio);
    const dot = (when, height, color, wide) => {
      const x = Math.round(left + (when - begin) * scaleX - wide / 2);
      const y = Math.round(top + (this.ys.max - height) * scaleY - wide / 2);
      square(pixels, this.layer.width, this.layer.height, x, y, wide, color);
    };
    for (let node = 0; node < recording.size; node++) {
      if (recording.order[node] === 0 && recording.born[node] <= end && heights[node] <= this.ys.max && recording.leftAt[node] > 0) {
        dot(recording.born[node], heights[node], faint, Math.max(1, size - 1));
      }
    }
    for (let row = 0; row < recording.expansions.length; row++) {
      const node = recording.expansions[row];
      dot(recording.numbers[row], heights[node], ramp[this.shades[node]], size);
    }
  }

  scale(ratio) {
    const { begin, end } = this.recording;
    const across = this.width - MARGIN.left - MARGIN.right;
    const down = this.tall - MARGIN.top - MARGIN.bottom;
    return {
      left: MARGIN.left * ratio,
      scaleX: (across / Math.max(1, end - begin)) * ratio,
      top: MARGIN.top * ratio,
      scaleY: (down / Math.max(1e-9, this.ys.max - this.ys.min)) * ratio,
    };
  }

  /** Show the plot at a moment. Later expansions are faint. */
  show(moment) {
    this.moment = moment;
    const context = prepareCanvas(this.canvas, this.width, this.tall);
    context.clearRect(0, 0, this.width, this.tall);
    this.drawAxes(context);
    const { left, scaleX } = this.scale(1);
    const now = left + (Math.min(moment, this.recording.end) - this.recording.begin) * scaleX;
    context.globalAlpha = 0.28;
    context.drawImage(this.layer, 0, 0, this.width, this.tall);
    context.globalAlpha = 1;
    context.save();
    context.beginPath();
    context.rect(0, 0, now + 2, this.tall);
    context.clip();
    context.drawImage(this.layer, 0, 0, this.width, this.tall);
    context.restore();
    this.drawSlices(context, moment);
    this.drawSolutions(context, moment);
    this.drawMarks(context, moment);
    context.fillStyle = themeColor("ink");
    context.fillRect(Math.round(now) - 0.5, MARGIN.top - 4, 1, this.tall - MARGIN.top - MARGIN.bottom + 8);
    this.canvas.setAttribute("aria-label", this.describe(moment));
  }

  /** Draw the progress events: the smallest f in the frontier, and the lower bound. */
  drawSlices(context, moment) {
    const { begin, slices } = this.recording;
    const { left, scaleX, top, scaleY } = this.scale(1);
    for (const [name, color] of [["f", "frontier"], ["bound", "path"]]) {
      context.strokeStyle = themeColor(color);
      context.lineWidth = 2;
      context.beginPath();
      for (const slice of slices) {
        if (slice.at <= moment) context.lineTo(left + (slice.at - begin) * scaleX, top + (this.ys.max - slice[name]) * scaleY);
      }
      context.stroke();
    }
  }

  /** Draw the cost of the best solution so far as steps, if the height is f and the search found several solutions. */
  drawSolutions(context, moment) {
    const { begin, info } = this.recording;
    if (info.solutions.length < 2 || (this.height !== "f" && this.recording.slices.length === 0)) return;
    const { left, scaleX, top, scaleY } = this.scale(1);
    const found = info.solutions.filter(([at]) => at <= moment);
    const y = (cost) => top + Math.max(0, this.ys.max - cost) * scaleY;
    context.strokeStyle = themeColor("best");
    context.lineWidth = 2;
    context.beginPath();
    found.forEach(([at, cost], number) => {
      const until = number + 1 < found.length ? found[number + 1][0] : Math.min(moment, this.recording.end);
      context.lineTo(left + (at - begin) * scaleX, y(cost));
      context.lineTo(left + (until - begin) * scaleX, y(cost));
    });
    context.stroke();
  }

  /** Mark reopened states and the path. */
  drawMarks(context, moment) {
    const { recording } = this;
    const point = (node) => this.pointOf(node);
    context.strokeStyle = themeColor("reopened");
    context.lineWidth = 1.5;
    for (const node of sample(recording.reopened, 400)) {
      if (recording.order[node] === 0 || recording.order[node] > moment) continue;
      const [x, y] = point(node);
      diamond(context, x, y, 4);
    }
    const done = [...recording.path].filter((node) => recording.order[node] > 0 && recording.order[node] <= moment);
    context.strokeStyle = context.fillStyle = themeColor("path");
    context.lineWidth = 1.5;
    context.beginPath();
    for (const node of done) context.lineTo(...point(node));
    context.stroke();
    for (const node of sample(done, 300)) disc(context, ...point(node), 2.5);
  }

  pointOf(node) {
    const { left, scaleX, top, scaleY } = this.scale(1);
    const height = this.heights[node];
    return [left + (this.recording.order[node] - this.recording.begin) * scaleX, top + (this.ys.max - height) * scaleY];
  }

  drawAxes(context) {
    const { left, scaleX, top, scaleY } = this.scale(1);
    context.font = "11px system-ui, sans-serif";
    context.fillStyle = themeColor("soft");
    context.strokeStyle = themeColor("line");
    context.lineWidth = 1;
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const tick of ticks(this.ys.min, this.ys.max, 5).filter((tick) => !this.isWhole || Number.isInteger(tick))) {
      const y = Math.round(top + (this.ys.max - tick) * scaleY) + 0.5;
      stroke(context, left, y, this.width - MARGIN.right, y);
      context.fillText(formatNumber(tick), left - 8, y);
    }
    context.textBaseline = "top";
    const { begin, end } = this.recording;
    for (const tick of ticks(begin, end, Math.max(2, Math.floor(this.width / 140))).filter(Number.isInteger)) {
      const x = left + (tick - begin) * scaleX;
      context.textAlign = x > this.width - 40 ? "right" : "center";
      context.fillText(formatNumber(tick), Math.min(x, this.width - 2), this.tall - MARGIN.bottom + 7);
    }
  }

  showRamp() {
    const canvas = this.root.querySelector(".ramp");
    const context = canvas.getContext("2d");
    for (let x = 0; x < canvas.width; x++) {
      context.fillStyle = "rgb(" + rampAt(x / (canvas.width - 1), isDark()).join() + ")";
      context.fillRect(x, 0, 1, canvas.height);
    }
    this.root.querySelector(".min").textContent = this.color + " " + formatNumber(this.colors.min);
    this.root.querySelector(".max").textContent = formatNumber(this.colors.max);
  }

  describe(moment) {
    const what = this.height === "f" ? "f" : "depth";
    return "Plot of " + countOf(this.recording.info.expanded, "expansion") + ", " + what + " from " + formatNumber(this.ys.min) +
      " to " + formatNumber(this.ys.max) + "; " + formatNumber(moment) + " are finished.";
  }
}
Overview.made = 0;
