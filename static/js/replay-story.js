// The words beside the board: marks the line of the moment, and lists the events it is made of.

export class Story {
  constructor(section, captions, go, address) {
    this.section = section;
    this.frame = section.querySelector(".lines");
    this.captions = captions;
    this.address = address;
    this.lines = [...section.querySelectorAll("li[data-since]")];
    new ResizeObserver(() => this.#reveal()).observe(this.frame);
    section.addEventListener("click", (event) => {
      const line = event.target.closest("a")?.closest("[data-version]");
      if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(Number(line.dataset.version));
    });
  }

  show(version) {
    const line = this.lines.find((each) => version <= Number(each.dataset.version));
    if (!line) return;
    if (!line.classList.contains("current")) this.#move(line);
    for (const link of line.querySelectorAll(".events a")) {
      if (Number(link.dataset.version) === version) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    this.#reveal();
  }

  #move(line) {
    const before = this.section.querySelector("li.current");
    before?.classList.remove("current");
    before?.querySelector("a").removeAttribute("aria-current");
    before?.querySelector(".events")?.remove();
    line.classList.add("current");
    line.querySelector("a").setAttribute("aria-current", "step");
    if (line.dataset.since === line.dataset.version) return;
    const events = document.createElement("ol");
    events.className = "events";
    for (let i = Number(line.dataset.since); i <= Number(line.dataset.version); i++) {
      const link = document.createElement("a");
      link.href = this.address(i);
      link.dataset.version = i;
      link.textContent = this.captions[i];
      const item = document.createElement("li");
      item.append(link);
      events.append(item);
    }
    line.append(events);
  }

  // Only where the words scroll by themselves; the page stays where it is.
  #reveal() {
    const { frame } = this;
    const line = frame.querySelector(".current");
    if (!line || frame.scrollHeight <= frame.clientHeight) return;
    const above = line.offsetTop - frame.scrollTop;
    if (above < 0 || above + line.offsetHeight > frame.clientHeight) {
      frame.scrollTo({ top: line.offsetTop - frame.clientHeight / 3 });
    }
  }
}
