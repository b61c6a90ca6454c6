// Python in a worker. Stop ends the worker, which ends whatever Python is doing, and starts another one.

export class Python extends EventTarget {
  state = "stopped"; // or loading, ready, busy, failed
  #worker = null;
  #waiting = null;

  start() {
    // A worker from a blob inherits the policy of this page, so Python can't load anything from another host.
    const address = JSON.stringify(new URL("worker.js", import.meta.url).href);
    const blob = URL.createObjectURL(new Blob([`import ${address};`], { type: "text/javascript" }));
    this.#worker = new Worker(blob, { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.#receive({ kind: "failed", text: event.message ?? "the worker can't start" });
    this.#change("loading");
  }

  // Return a promise of the answer. It is rejected if Python raises an error or is stopped.
  ask(kind, values, print = () => {}) {
    if (this.state !== "ready") {
      return Promise.reject(new Error(`Python is ${this.state}`));
    }
    this.#change("busy");
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, print };
      this.#worker.postMessage({ kind, values });
    });
  }

  stop() {
    this.#worker.terminate();
    this.#settle("reject", new Error("stopped"));
    this.start();
  }

  #receive({ kind, text, value, isError }) {
    if (kind === "print") {
      this.#waiting?.print(text, isError);
    } else if (kind === "ready" || kind === "failed") {
      this.reason = text;
      this.#change(kind);
    } else {
      this.#change("ready");
      if (kind === "answer") {
        this.#settle("resolve", value);
      } else {
        this.#settle("reject", new Error(text));
      }
    }
  }

  #settle(how, value) {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.[how](value);
  }

  #change(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}
