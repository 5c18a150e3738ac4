// Opens a board of the gallery below its link; without this, or with a key held, the link leads to
// a page of its own.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.board") : null;
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  const line = link.closest("p");
  const open = line.nextElementSibling?.matches("iframe.board") ? line.nextElementSibling : null;
  open?.remove();
  for (const other of line.querySelectorAll("a.board"))
    other.removeAttribute("aria-expanded");
  if (open?.src === link.href)
    return;
  const frame = document.createElement("iframe");
  frame.className = "board";
  frame.title = link.textContent;
  frame.src = link.href;
  link.setAttribute("aria-expanded", "true");
  line.after(frame);
  frame.scrollIntoView({ block: "nearest" });
});
