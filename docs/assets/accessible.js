// Names and keyboard focus for parts that the theme makes without them.
document.querySelector('[data-md-component="search"]')?.setAttribute("aria-label", "Search");
new MutationObserver(() => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    table.tabIndex = 0;
  }
}).observe(document.body, { childList: true, subtree: true });
for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;

// On a phone, the cells of a row are below each other. Then each names its column, which has no head there.
for (const table of document.querySelectorAll(".stacked:not(.choices) table")) {
  const heads = [...table.querySelectorAll("th")].map((head) => head.textContent);
  if (heads.length > 2) {
    for (const cell of table.querySelectorAll("td:not(:first-child)")) cell.dataset.label = heads[cell.cellIndex];
  }
}
