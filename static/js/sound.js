// Two soft tones when it becomes one's turn, for who has asked for them in this browser.

const KEPT = "sound";
const TONES = [523.25, 783.99]; // C5, G5

export class Sound {
  constructor(board) {
    this.box = document.getElementById("sound");
    if (!this.box) return;
    this.box.checked = localStorage.getItem(KEPT) === "on";
    this.isMine = isMine();
    this.box.addEventListener("change", () => {
      localStorage.setItem(KEPT, this.box.checked ? "on" : "off");
      if (this.box.checked) this.#play();
    });
    board.svg.addEventListener("draft:marked", () => this.#listen());
  }

  #listen() {
    const was = this.isMine;
    this.isMine = isMine();
    if (this.isMine && !was && this.box.checked) this.#play();
  }

  #play() {
    this.context ??= new AudioContext();
    this.context.resume();
    for (const [i, tone] of TONES.entries()) {
      this.#ring(tone, this.context.currentTime + 0.05 + i * 0.18);
    }
  }

  #ring(tone, at) {
    const [string, loudness] = [this.context.createOscillator(), this.context.createGain()];
    string.frequency.value = tone;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.12, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.7);
    string.connect(loudness).connect(this.context.destination);
    string.start(at);
    string.stop(at + 0.75);
  }
}

function isMine() {
  return document.getElementById("turn") !== null;
}
