// The sheet that lies over the map: a finger drags it from stop to stop, a button and keys move it.
// Where it stands beside the map it does not move.
//
//   const sheet = new Sheet(board);
//   sheet.reveal(document.getElementById("card")); sheet.moveTo("full");

const STOPS = ["small", "half", "full"];
const SLOP = 8; // CSS pixels before a finger is taken to drag
const STEP = 40; // CSS pixels that a finger goes to reach the next stop

export class Sheet {
  constructor(board) {
    this.board = board;
    this.element = document.getElementById("sheet");
    this.grip = this.element.querySelector(".grip");
    this.grip.addEventListener("click", () => this.moveTo(STOPS[(this.stop + 1) % STOPS.length]));
    this.grip.addEventListener("keydown", (event) => this.#key(event));
    this.#drag(this.element, (down) => this.#mayDrag(down));
    this.#drag(board.frame, () => !board.pansDown);
    document.addEventListener("click", (event) => this.#follow(event));
    this.bar = new ResizeObserver(([bar]) => this.#clearBar(bar.target));
    new MutationObserver(() => this.#watchBar()).observe(this.element, {
      childList: true,
      subtree: true,
    });
    this.#watchBar();
  }

  get stop() {
    return STOPS.indexOf(this.element.dataset.at);
  }

  get isBeside() {
    return getComputedStyle(this.grip).display === "none";
  }

  moveTo(name) {
    this.element.dataset.at = name;
    this.grip.setAttribute("aria-expanded", String(name !== "small"));
    if (name === "small") this.element.scrollTop = 0;
    this.#rest(() => this.board.refocus());
  }

  async #rest(then) {
    await Promise.all(this.element.getAnimations().map((move) => move.finished));
    then();
  }

  // What lies in the sheet comes into view, below its handle.
  reveal(part) {
    this.#open("half");
    const { bottom } = this.element.querySelector(".handle").getBoundingClientRect();
    this.element.scrollBy({ top: part.getBoundingClientRect().top - bottom });
  }

  #mayDrag(down) {
    return this.stop < 2 || (down && this.element.scrollTop <= 0);
  }

  // Whether a finger drags is decided once it has moved: up and down more than aside.
  #drag(surface, mayDrag) {
    let from = null;
    surface.addEventListener(
      "touchstart",
      ({ touches: [finger, another] }) => {
        const scrolls = isScroller(finger.target.closest(".told"));
        const stays = another || scrolls || this.isBeside;
        from = stays ? null : { x: finger.clientX, y: finger.clientY };
      },
      { passive: true },
    );
    surface.addEventListener(
      "touchmove",
      (event) => {
        if (!from || !event.cancelable || event.touches.length > 1) return;
        const { clientX: x, clientY: y } = event.touches[0];
        if (from.height === undefined) {
          const [aside, down] = [Math.abs(x - from.x), y - from.y];
          if (Math.max(aside, Math.abs(down)) < SLOP) return;
          if (aside > Math.abs(down) || !mayDrag(down > 0)) {
            from = null;
            return;
          }
          from.height = this.element.offsetHeight;
          this.element.classList.add("dragged");
        }
        event.preventDefault();
        this.element.style.height = `${from.height + from.y - y}px`;
        from.up = from.y - y;
      },
      { passive: false },
    );
    for (const ended of ["touchend", "touchcancel"]) {
      surface.addEventListener(ended, () => {
        if (from?.height !== undefined) this.#settle(from.up);
        from = null;
      });
    }
  }

  // To the stop that is nearest; a short drag goes one on.
  #settle(up) {
    const height = this.element.offsetHeight;
    this.element.classList.remove("dragged");
    const far = this.#heights().map((each) => Math.abs(each - height));
    let nearest = far.indexOf(Math.min(...far));
    if (nearest === this.stop && Math.abs(up) > STEP) nearest += Math.sign(up);
    this.moveTo(STOPS[Math.min(2, Math.max(0, nearest))]);
  }

  // What is measured is not moved to on the way.
  #heights() {
    const { dataset, style } = this.element;
    const { at } = dataset;
    Object.assign(style, { height: "", transition: "none" });
    const heights = STOPS.map((name) => {
      dataset.at = name;
      return this.element.offsetHeight;
    });
    dataset.at = at;
    style.transition = "";
    return heights;
  }

  #key(event) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const next = STOPS[this.stop + by];
    if (!next) return;
    event.preventDefault();
    this.moveTo(next);
  }

  // A link into the sheet opens it as far as its part needs; what is chosen from the list is seen
  // on the map.
  #follow(event) {
    const link = event.target.closest('a[href^="#"]');
    const part = link && document.getElementById(link.hash.slice(1));
    if (part && this.element.contains(part)) this.#open(link.dataset.at ?? "half");
    const chosen = event.target.closest("button[data-place]");
    if (!chosen) return;
    if (this.stop === 2 && !this.isBeside) this.moveTo("half");
    this.board.reveal(chosen.dataset.place);
  }

  #open(name) {
    if (!this.isBeside && this.stop < STOPS.indexOf(name)) this.moveTo(name);
  }

  #watchBar() {
    const bar = document.getElementById("outcome");
    this.bar.disconnect();
    if (bar) this.bar.observe(bar);
  }

  // Neither what has the focus nor all of the choices are hidden by the bar below.
  #clearBar(bar) {
    this.element.style.setProperty("--bar", `${bar.offsetHeight}px`);
    const told = bar.querySelector(".told");
    if (isScroller(told)) told.tabIndex = 0;
    const chosen = this.board.svg.querySelector(".place.chosen");
    if (chosen) this.#rest(() => this.board.reveal(chosen.id.slice("place-".length)));
  }
}

function isScroller(part) {
  return Boolean(part) && part.scrollHeight > part.clientHeight;
}
