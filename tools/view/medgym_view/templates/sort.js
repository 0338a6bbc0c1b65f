"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending";
      for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => {
        const cell = row.cells[column];
        return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent.trim();
      };
      const compare = (a, b) => {
        const [left, right] = [key(a), key(b)];
        if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
        const order = typeof left === "number" ? left - right : left.localeCompare(right);
        return up ? order : -order;
      };
      body.append(...[...body.rows].sort(compare));
    });
  });
}
