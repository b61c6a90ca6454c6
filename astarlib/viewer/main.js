// The page: decode its data, make a view of each search, and connect the views to the slider and the keys.

async function main() {
  const loading = byId("loading");
  try {
    const begun = performance.now();
    const packed = [...document.querySelectorAll("script[type='application/x-astrace']")];
    const recordings = await Promise.all(packed.map((part) => readTrace(decodeBase64(part.textContent.trim())).then((trace) => new Recording(trace))));
    performance.measure("decode", { start: begun, end: performance.now() });
    packed.forEach((part) => part.remove());
    showAll(recordings);
  } catch (error) {
    loading.textContent = "This search can't be shown: " + error.message;
    throw error;
  }
}

function showAll(recordings) {
  let clock = null;
  const views = recordings.map((recording) => new View(recording, (moment) => clock.set(moment), recordings.length > 1));
  const holder = byId("views");
  document.body.classList.toggle("compared", views.length > 1);
  holder.replaceChildren(...views.map((view) => view.root));
  holder.removeAttribute("aria-busy");
  clock = new Clock(recordings, (moment) => {
    const begun = performance.now();
    for (const view of views) view.show(moment);
    performance.measure("frame", { start: begun, end: performance.now() });
  });
  for (const view of views) {
    view.moment = clock.begin;
    view.chosen = 0;
    view.resize();
  }
  const hasSteps = recordings.some((recording) => recording.slices.length === 0);
  clock.set(hasSteps ? clock.begin : clock.end);
  listenToKeys(clock, views);
  listenToPage(views);
}

function listenToKeys(clock, views) {
  const hundredth = Math.max(1, Math.round((clock.end - clock.begin) / 100));
  const along = (by) => views.forEach((view) => view.alongPath(by));
  const actions = {
    " ": () => (clock.isPlaying ? clock.pause() : clock.play()),
    ArrowLeft: (event) => (event.shiftKey ? clock.set(clock.moment - hundredth) : clock.step(-1)),
    ArrowRight: (event) => (event.shiftKey ? clock.set(clock.moment + hundredth) : clock.step(1)),
    Home: () => clock.set(clock.begin),
    End: () => clock.set(clock.end),
    "+": () => clock.faster(1),
    "-": () => clock.faster(-1),
    "[": () => along(-1),
    "]": () => along(1),
    d: switchTheme,
    "?": () => byId("keys").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open || isTakenBy(event)) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
  byId("theme").addEventListener("click", switchTheme);
  byId("show-keys").addEventListener("click", () => byId("keys").showModal());

  function switchTheme() {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    repaint(views);
  }
}

/** Return true if the focused element uses the key itself, such as a button the space bar or a select the arrow keys. */
function isTakenBy({ key, target }) {
  if (target.matches("button, [role=button]")) return key === " ";
  return target.matches("select, input[type=radio]") && key.length > 1;
}

function listenToPage(views) {
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return; // On phones, only the height changes when the browser's bars appear.
    width = innerWidth;
    repaint(views);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => repaint(views));
  nameTheme();
}

function repaint(views) {
  THEME.clear();
  nameTheme();
  for (const view of views) view.resize();
}

function nameTheme() {
  byId("theme").textContent = isDark() ? "Light" : "Dark";
}

main();
