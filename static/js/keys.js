// Keys at a desk: numbers choose from the list, Enter plays, arrows move the board, ? tells.

const FAR = 90; // CSS pixels that an arrow moves the board
const SECOND = 700; // ms in which a second digit is waited for
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  constructor(board) {
    this.board = board;
    this.typed = "";
    this.timer = null;
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  #press(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest("input, textarea, select, dialog")) return;
    const does = () => {
      if (key === "?") document.getElementById("keys").togglePopover();
      else if (/^[0-9]$/.test(key)) return this.#count(key);
      else if (target.closest("a, button, summary")) return false;
      else if (key === "Enter") return this.#play();
      else if (ARROWS[key] && !isScroller(target)) this.#pan(ARROWS[key]);
      else return false;
    };
    if (does() !== false) event.preventDefault();
  }

  // A number is pressed as soon as no other begins like it.
  #count(digit) {
    const offers = [...document.querySelectorAll("#draft button")];
    const number = Number(this.typed + digit);
    clearTimeout(this.timer);
    this.typed = "";
    if (number < 1 || number > offers.length) return false;
    if (number * 10 > offers.length) return offers[number - 1].click();
    this.typed = String(number);
    this.timer = setTimeout(() => {
      this.typed = "";
      offers[number - 1].click();
    }, SECOND);
  }

  #play() {
    const play = document.querySelector("#outcome button[name=play]");
    if (!play) return false;
    play.click();
  }

  #pan([aside, down]) {
    this.board.frame.scrollBy({ left: aside * FAR, top: down * FAR, behavior: "instant" });
  }
}

function isScroller(target) {
  return target.tabIndex >= 0 && !target.matches(".board-frame");
}
