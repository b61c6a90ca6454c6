// Load the playground when the visitor clicks. Until then, the page loads only this file and the style sheet.

const frame = (() => {
  try {
    return window.frameElement; // The page of the documentation that shows this page; null if there is none.
  } catch {
    return null; // Pages from disk may not look at each other.
  }
})();

if (frame) {
  const outer = frame.ownerDocument.body;
  const follow = () => {
    document.documentElement.dataset.theme = outer.dataset.mdColorScheme === "slate" ? "dark" : "light";
  };
  follow();
  new MutationObserver(follow).observe(outer, { attributeFilter: ["data-md-color-scheme"] });
  new ResizeObserver(() => {
    frame.style.height = `${document.documentElement.offsetHeight}px`;
  }).observe(document.documentElement);
}

const button = document.getElementById("start");
const note = document.getElementById("start-note");
if (location.protocol === "file:") {
  button.disabled = true;
  note.textContent =
    "Browsers don't start Python for pages from disk. Run python -m http.server in the folder of the documentation, " +
    "and open the address that it prints.";
}
button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const { open } = await import("./playground.js");
    open();
    document.getElementById("welcome").hidden = true;
    document.getElementById("playground").hidden = false;
  } catch (error) {
    button.disabled = false;
    note.textContent = `The playground can't be loaded: ${error.message}`;
  }
});
