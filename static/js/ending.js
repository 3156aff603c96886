// The race of points runs once, and again when asked; the picture goes where the reader sends it.
const race = document.querySelector(".race");
const again = document.getElementById("race-again");
const share = document.getElementById("share");

again.hidden = matchMedia("(prefers-reduced-motion: reduce)").matches;
again.addEventListener("click", run);
new IntersectionObserver((entries, observer) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  run();
}).observe(race);

function run() {
  race.classList.remove("runs");
  // Reading a size makes the browser forget the animation that has ended.
  void race.offsetWidth;
  race.classList.add("runs");
}

share.addEventListener("click", async (event) => {
  if (!navigator.canShare) return;
  event.preventDefault();
  const picture = await (await fetch(share.href)).blob();
  const file = new File([picture], share.download, { type: picture.type });
  const what = { title: share.dataset.title, url: location.href, files: [file] };
  if (!navigator.canShare(what)) return location.assign(share.href);
  try {
    await navigator.share(what);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
});
