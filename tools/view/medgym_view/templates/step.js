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
const renew = async () => {
  const main = document.querySelector("main");
  if (document.hidden || main.contains(document.activeElement)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const name of ["header", "main"]) {
    const [shown, now] = [document, page].map((one) => one.querySelector(name));
    if (shown.innerHTML !== now.innerHTML) shown.replaceWith(now);
  }
  if (!("live" in page.body.dataset)) clearInterval(renewing);
};
const renewing = "live" in document.body.dataset && setInterval(renew, 4000);
