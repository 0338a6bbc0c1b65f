"use strict";
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, input")) return;
  const blocks = [...document.querySelectorAll("article[id]")];
  const here = blocks.findIndex((block) => `#${block.id}` === location.hash);
  const next = { j: blocks[here + 1], k: blocks[here - 1] }[event.key];
  if (!next) return;
  location.hash = next.id;
  next.focus({ preventScroll: true });
});
if ("live" in document.body.dataset)
  setInterval(() => {
    if (!document.hidden && !document.activeElement.matches("select, input")) location.reload();
  }, 4000);
