// The current moment: the slider, the buttons, the keys and playback.

const SPEEDS = [1, 2, 5, 10, 25, 100, 500, 2000, 10000, 50000, 200000];

class Clock {
  constructor(recordings, show) {
    this.recordings = recordings;
    this.show = show;
    this.begin = Math.min(...recordings.map((recording) => recording.begin));
    this.end = Math.max(...recordings.map((recording) => recording.end));
    this.moment = this.begin;
    this.slider = byId("time");
    this.slider.min = this.begin;
    this.slider.max = this.end;
    this.offerSpeeds();
    this.listen();
  }

  /** Offer speeds up to one that plays the search in two seconds. Preselect one that takes at most twenty, if any. */
  offerSpeeds() {
    const length = Math.max(1, this.end - this.begin);
    const offered = SPEEDS.filter((speed, place) => place < 3 || speed <= length / 2);
    const usual = offered.find((speed) => length / speed <= 20) || offered[offered.length - 1];
    for (const speed of offered) {
      const option = element("option", "", formatNumber(speed) + " per second");
      option.value = speed;
      option.selected = speed === usual;
      byId("speed").append(option);
    }
  }

  listen() {
    this.slider.addEventListener("input", () => this.set(Number(this.slider.value)));
    byId("first").addEventListener("click", () => this.set(this.begin));
    byId("last").addEventListener("click", () => this.set(this.end));
    byId("back").addEventListener("click", () => this.step(-1));
    byId("forward").addEventListener("click", () => this.step(1));
    byId("play").addEventListener("click", () => (this.isPlaying ? this.pause() : this.play()));
  }

  /** Go to a moment. The page is drawn at most once per frame, with the latest moment. */
  set(moment) {
    this.moment = Math.min(this.end, Math.max(this.begin, Math.round(moment)));
    this.exact = this.moment;
    this.slider.value = this.moment;
    const words = formatNumber(this.moment) + " of " + countOf(this.end, "expansion");
    this.slider.setAttribute("aria-valuetext", words);
    byId("moment").textContent = words;
    if (this.isPending) return;
    this.isPending = true;
    requestAnimationFrame(() => {
      this.isPending = false;
      this.show(this.moment);
    });
  }

  /** Go to the next recorded expansion, or to the previous one. */
  step(by) {
    this.pause();
    const rows = this.recordings.map((recording) => recording.rowAt(this.moment));
    const moments = this.recordings.map((recording, i) => {
      const here = rows[i] >= 0 && recording.numbers[rows[i]] === this.moment;
      const row = by > 0 ? rows[i] + 1 : rows[i] - (here ? 1 : 0);
      if (row < 0) return this.begin;
      return row < recording.numbers.length ? recording.numbers[row] : this.end;
    });
    this.set(by > 0 ? Math.min(...moments) : Math.max(...moments));
  }

  play() {
    if (this.moment >= this.end) this.set(this.begin);
    this.isPlaying = true;
    this.showPlaying();
    this.exact = this.moment;
    let lastTick = performance.now();
    const tick = (now) => {
      if (!this.isPlaying) return;
      const exact = this.exact + ((now - lastTick) / 1000) * Number(byId("speed").value);
      lastTick = now;
      if (Math.round(exact) !== this.moment) this.set(exact);
      this.exact = exact;
      if (this.moment >= this.end) this.pause();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  pause() {
    this.isPlaying = false;
    this.showPlaying();
  }

  showPlaying() {
    const button = byId("play");
    button.textContent = this.isPlaying ? "Pause" : "Play";
    button.setAttribute("aria-pressed", String(this.isPlaying));
  }

  faster(by) {
    const speed = byId("speed");
    speed.selectedIndex = Math.min(speed.length - 1, Math.max(0, speed.selectedIndex + by));
  }
}

function byId(id) {
  return document.getElementById(id);
}
