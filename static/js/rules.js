// Chapters are folded on a phone; the one that an address names opens.
function unfold() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chapter = named?.querySelector("details.chapter") ?? named?.closest("details.chapter");
  if (!chapter || chapter.open) return;
  chapter.open = true;
  named.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();
