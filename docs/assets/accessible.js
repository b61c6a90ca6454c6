// Names and keyboard focus for parts that the theme makes without them.
document.querySelector('[data-md-component="search"]')?.setAttribute("aria-label", "Search");
new MutationObserver(() => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    table.tabIndex = 0;
  }
}).observe(document.body, { childList: true, subtree: true });
for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) table.tabIndex = 0;
