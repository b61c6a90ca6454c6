// Tooltips for links to the glossary: on hover, on keyboard focus, and on a first tap where there is no hover.
const tooltip = document.createElement("div");
tooltip.id = "term-tooltip";
tooltip.className = "term-tooltip";
tooltip.setAttribute("role", "tooltip");
tooltip.hidden = true;
document.body.append(tooltip);

let shown = null; // The link whose definition is shown.
let closing = 0;

function show(link) {
  clearTimeout(closing);
  shown?.removeAttribute("aria-describedby");
  shown = link;
  tooltip.textContent = link.dataset.definition;
  tooltip.hidden = false;
  link.setAttribute("aria-describedby", tooltip.id);
  move();
}

function move() {
  if (shown === null) return;
  const place = shown.getClientRects()[0];
  const left = Math.min(place.left, document.documentElement.clientWidth - tooltip.offsetWidth - 8);
  const below = place.bottom + tooltip.offsetHeight + 8 < window.innerHeight;
  tooltip.style.left = `${Math.max(8, left)}px`;
  tooltip.style.top = `${below ? place.bottom + 4 : place.top - tooltip.offsetHeight - 4}px`;
}

function hide() {
  clearTimeout(closing);
  shown?.removeAttribute("aria-describedby");
  shown = null;
  tooltip.hidden = true;
}

// The pointer may move from the link to the tooltip.
const hideSoon = () => (closing = setTimeout(hide, 200));

for (const link of document.querySelectorAll("a.term[title]")) {
  link.dataset.definition = link.title;
  link.removeAttribute("title"); // Otherwise, the browser shows it as well.
  link.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(link));
  link.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hideSoon());
  link.addEventListener("focus", () => link.matches(":focus-visible") && show(link));
  link.addEventListener("blur", hideSoon);
  link.addEventListener("click", (event) => {
    if (matchMedia("(hover: none)").matches && shown !== link) {
      event.preventDefault(); // The second tap follows the link.
      show(link);
    }
  });
}
tooltip.addEventListener("pointerenter", () => clearTimeout(closing));
tooltip.addEventListener("pointerleave", hideSoon);
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
document.addEventListener("click", (event) => event.target.closest?.("a.term, .term-tooltip") || hide());
addEventListener("scroll", move, { passive: true }); // The browser scrolls to a link that gets the focus.
