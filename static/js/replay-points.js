// Where the points came from, and the region track and the milestones, at the moment that is shown:
// the page holds every gain and mark of the game, with when it came.

export class Points {
  constructor(section) {
    this.when = section.querySelector(".when");
    this.dated = [...document.querySelectorAll(":is(.points, .marks) [data-since]")];
    this.seats = [...section.querySelectorAll(".gains ol")].map((list) => [...list.children]);
    this.sums = [...section.querySelectorAll("tbody tr")];
    this.totals = section.querySelector("tfoot tr");
  }

  show(version, when) {
    this.when.textContent = when;
    for (const each of this.dated) {
      const { since, until } = each.dataset;
      each.hidden = version < Number(since) || version >= Number(until ?? Infinity);
    }
    for (const row of this.sums) this.#fill(row, (gain) => gain.source === row.dataset.source);
    this.#fill(this.totals, () => true);
  }

  #fill(row, counts) {
    for (const [seat, cell] of row.querySelectorAll("td").entries()) {
      const gains = this.seats[seat].filter((each) => !each.hidden && counts(each.dataset));
      cell.textContent = gains.reduce((sum, each) => sum + Number(each.dataset.gain), 0);
    }
  }
}
