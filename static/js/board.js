// A board to look at from near and far. Its frame scrolls, so fingers, keys and scroll bars
// move it as they move anything, with or without this; here the picture grows and shrinks.
//
//   const board = new Board(document.querySelector("svg.board"));
//   board.focus("chicago", "detroit"); board.zoom(1.5); board.whole();

const NEAREST = 3; // CSS pixels a unit of the picture
const LEAST_TEXT = 9; // CSS pixels: what would be smaller is left out
const TEXTS = { far: 14.8, farther: 16 }; // units: the most for towns and plates, for cities
const READABLE = LEAST_TEXT / TEXTS.far;
const ROUNDING = 0.01;
const STEP = 1.5;
const DRAGGED = 5;
const ROOM = 48; // CSS pixels for the names around places
const TWICE = { within: 320, near: 28 };

export class Board {
  constructor(svg) {
    this.svg = svg;
    this.frame = svg.parentElement;
    this.unit = svg.viewBox.baseVal;
    this.fingers = null;
    this.tap = null;
    this.byTouch = false;
    this.inFocus = [];
    this.near = null;
    this.#buttons();
    this.#mouse();
    this.#touch();
    for (const moved of ["wheel", "pointerdown", "keydown"]) {
      this.frame.addEventListener(moved, () => {
        this.inFocus = [];
      });
    }
    this.frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    document.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#keepScale()).observe(this.frame);
    this.#leaveOut();
  }

  get scale() {
    return this.svg.getBoundingClientRect().width / this.unit.width;
  }

  // Whether all names can be read where the whole board is in view.
  get canRead() {
    return this.least >= READABLE;
  }

  get least() {
    const { clientWidth: wide, clientHeight: high } = this.frame;
    return Math.min(wide / this.unit.width, high / this.unit.height);
  }

  // The point of the screen stays where it is; the middle of the frame, if none is given.
  zoomTo(scale, x, y) {
    const wanted = Math.min(NEAREST, Math.max(this.least, scale));
    const frame = this.frame.getBoundingClientRect();
    const at = { x: x ?? frame.left + frame.width / 2, y: y ?? frame.top + frame.height / 2 };
    const before = this.svg.getBoundingClientRect();
    const share = {
      x: (at.x - before.left) / before.width,
      y: (at.y - before.top) / before.height,
    };
    this.svg.style.width = `${wanted * this.unit.width}px`;
    const after = this.svg.getBoundingClientRect();
    this.frame.scrollLeft += after.left + share.x * after.width - at.x;
    this.frame.scrollTop += after.top + share.y * after.height - at.y;
    this.#leaveOut();
    this.frame.classList.toggle("pans-down", this.pansDown);
    this.frame.dispatchEvent(new CustomEvent("board:zoom", { bubbles: true }));
  }

  zoom(factor, x, y) {
    this.zoomTo(this.scale * factor, x, y);
    this.near = this.scale;
  }

  whole() {
    this.zoomTo(this.least);
    this.near = this.least;
  }

  place(id) {
    return this.svg.querySelector(`#place-${CSS.escape(id)}`);
  }

  // Whether there is more of it above or below: then a finger that goes down pans it.
  get pansDown() {
    return this.frame.scrollHeight > this.frame.clientHeight + 1;
  }

  // All of these places come into the frame, as near as somebody brought it, or so near that all
  // names can be read, or as far as they need.
  focus(...ids) {
    const places = ids.map((id) => this.place(id)).filter(Boolean);
    if (!places.length) return;
    const { clientWidth: wide, clientHeight: high } = this.frame;
    const around = cover(places);
    const fits = Math.min((wide - ROOM) / around.width, (high - ROOM) / around.height);
    const near = this.near ?? Math.max(this.least, READABLE);
    this.zoomTo(Math.min(near, fits * this.scale));
    this.#center(cover(places));
    this.inFocus = ids;
  }

  // After the frame has become larger or smaller, unless somebody has moved the board since.
  refocus() {
    this.focus(...this.inFocus);
  }

  // Only what is out of sight moves the board.
  reveal(id) {
    const place = this.place(id);
    const frame = this.frame.getBoundingClientRect();
    const box = cover([place]);
    const isSeen =
      box.left >= frame.left &&
      box.right <= frame.right &&
      box.top >= frame.top &&
      box.bottom <= frame.bottom;
    if (!isSeen) this.#center(box);
  }

  #center(box) {
    const frame = this.frame.getBoundingClientRect();
    this.frame.scrollBy({
      left: box.left + box.width / 2 - frame.left - frame.width / 2,
      top: box.top + box.height / 2 - frame.top - frame.height / 2,
    });
  }

  #keepScale() {
    if (this.svg.style.width) this.zoomTo(this.scale);
    this.#leaveOut();
    this.frame.classList.toggle("pans-down", this.pansDown);
  }

  #leaveOut() {
    this.svg.style.setProperty("--unit", 1 / this.scale);
    for (const [name, size] of Object.entries(TEXTS)) {
      this.svg.classList.toggle(name, size * this.scale < LEAST_TEXT - ROUNDING);
    }
  }

  #buttons() {
    const does = {
      in: () => this.zoom(STEP),
      out: () => this.zoom(1 / STEP),
      whole: () => this.whole(),
    };
    for (const button of this.frame.parentElement.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", does[button.dataset.zoom]);
    }
  }

  #wheel(event) {
    const scale = this.scale;
    const further = event.deltaY > 0;
    if (further ? scale <= this.least * 1.001 : scale >= NEAREST) return;
    event.preventDefault();
    this.zoom(
      Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)),
      event.clientX,
      event.clientY,
    );
  }

  #key(event) {
    if (event.target.closest("input, textarea, select")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const does = {
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
    };
    if (does[event.key]) {
      event.preventDefault();
      does[event.key]();
    }
  }

  #mouse() {
    const frame = this.frame;
    frame.addEventListener("dblclick", (event) => {
      if (!this.byTouch && !event.target.closest(".reachable"))
        this.zoom(STEP, event.clientX, event.clientY);
    });
    frame.addEventListener("pointerdown", (down) => {
      this.byTouch = down.pointerType === "touch";
      if (down.pointerType !== "mouse" || down.button) return;
      const from = { x: frame.scrollLeft, y: frame.scrollTop };
      let dragged = false;
      const move = (event) => {
        const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
        dragged ||= Math.hypot(dx, dy) > DRAGGED;
        if (!dragged) return;
        frame.classList.add("dragged");
        frame.scrollTo({ left: from.x - dx, top: from.y - dy, behavior: "instant" });
      };
      const up = () => {
        removeEventListener("pointermove", move);
        frame.classList.remove("dragged");
        // The click that ends a drag chooses nothing.
        const swallow = (event) => event.stopPropagation();
        if (dragged) addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", up, { once: true });
    });
    frame.addEventListener("dragstart", (event) => event.preventDefault());
  }

  #touch() {
    const frame = this.frame;
    const between = ([one, other]) => ({
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      x: (one.clientX + other.clientX) / 2,
      y: (one.clientY + other.clientY) / 2,
    });
    frame.addEventListener(
      "touchstart",
      (event) => {
        if (event.touches.length === 2) this.#pinch(between(event.touches));
      },
      { passive: true },
    );
    frame.addEventListener(
      "touchmove",
      (event) => {
        if (!this.fingers || event.touches.length !== 2) return;
        event.preventDefault();
        this.#stretch(between(event.touches));
      },
      { passive: false },
    );
    for (const ended of ["touchend", "touchcancel"]) {
      frame.addEventListener(
        ended,
        (event) => {
          if (this.fingers && event.touches.length < 2) this.#release();
        },
        { passive: true },
      );
    }
    frame.addEventListener("pointerup", (event) => {
      if (event.pointerType !== "touch" || this.fingers || event.target.closest(".reachable"))
        return;
      const tap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
      const last = this.tap;
      const again =
        last &&
        tap.at - last.at < TWICE.within &&
        Math.hypot(tap.x - last.x, tap.y - last.y) < TWICE.near;
      this.tap = again ? null : tap;
      if (again) this.zoom(STEP, tap.x, tap.y);
    });
  }

  // While two fingers lie on it the picture is only stretched; it is drawn anew when they leave.
  #pinch(from) {
    const box = this.svg.getBoundingClientRect();
    this.fingers = { from, now: from, factor: 1, scale: this.scale };
    this.svg.style.transformOrigin = `${from.x - box.left}px ${from.y - box.top}px`;
    this.svg.style.willChange = "transform";
  }

  #stretch(now) {
    const { from, scale } = this.fingers;
    const wanted = Math.min(NEAREST, Math.max(this.least, (scale * now.apart) / from.apart));
    Object.assign(this.fingers, { now, factor: wanted / scale });
    const [right, down] = [now.x - from.x, now.y - from.y];
    this.svg.style.transform = `translate(${right}px, ${down}px) scale(${wanted / scale})`;
  }

  #release() {
    const { from, now, factor } = this.fingers;
    this.fingers = null;
    this.svg.style.transform = this.svg.style.willChange = "";
    this.zoom(factor, from.x, from.y);
    this.frame.scrollBy(from.x - now.x, from.y - now.y);
  }
}

// What the elements cover of the screen.
function cover(elements) {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.right)) - left;
  const height = Math.max(...boxes.map((box) => box.bottom)) - top;
  return new DOMRect(left, top, width, height);
}
