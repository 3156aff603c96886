// The chips with everybody's points, money, income and bonus tiles, at the moment that is shown.

import { latestAt } from "./replay-frames.js";

export class Scores {
  constructor(strip, changes) {
    this.chips = [...strip.children];
    this.changes = changes;
  }

  show(version) {
    const [, seats] = this.changes[latestAt(this.changes, version)];
    for (const [seat, [moves, won, points, money, income, bonus]] of seats.entries()) {
      const chip = this.chips[seat];
      chip.classList.toggle("moves", moves);
      chip.classList.toggle("won", won);
      chip.querySelector(".points").textContent = points;
      const more = document.createElement("i");
      more.textContent = income;
      chip.querySelector(".purse").replaceChildren(money, more);
      chip.querySelector(".tickets").textContent = "\u25ae".repeat(bonus);
    }
  }
}
