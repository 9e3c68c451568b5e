// 记牌板: ranks that are tapped become a line, lines go to the recorder one after another; a tap asks nobody.
// A line stays here until the recorder has said what became of it, also over a reload. Nothing is told as HTML.

const PADS = new WeakMap();
const KEPT = 8;
const NAMES = { R: "大", B: "小", "R*": "皇", "B*": "保", T: "10" };
const NAMES_EN = { T: "10" };

function made(name, classes, ...children) {
  const node = document.createElement(name);
  node.className = classes;
  node.append(...children);
  return node;
}

function button(classes, text, press) {
  const node = made("button", classes, text);
  node.type = "button";
  node.addEventListener("click", press);
  return node;
}

// Random, also where the page comes over plain http and crypto.randomUUID is not there.
function identity() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Pad {
  constructor(root, data) {
    this.root = root;
    this.taps = [];
    this.seat = 0;
    this.data = data;
    this.key = `paishen.pad.${data.record}`;
    this.queue = this.stored();
    this.build();
  }

  stored() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key)) || [];
    } catch {
      return [];
    }
  }

  keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.queue));
    } catch {
      // a browser that keeps nothing: lines last as long as the page
    }
  }

  build() {
    this.turn = made("p", "turn");
    this.turn.setAttribute("aria-live", "polite");
    this.seats = made("div", "seats");
    this.shown = made("output", "taps");
    this.ranks = made("div", "ranks");
    this.acts = made("div", "acts");
    this.legal = made("div", "legal");
    this.log = made("ol", "log");
    this.log.setAttribute("aria-live", "polite");
    this.text = made("input", "text");
    this.text.maxLength = 2000;
    this.text.autocomplete = "off";
    this.form = made("form", "typed", this.text);
    this.form.addEventListener("submit", (submit) => {
      submit.preventDefault();
      this.send(this.text.value);
      this.text.value = "";
    });
    this.root.replaceChildren(this.turn, this.seats, this.shown, this.ranks, this.acts, this.legal, this.form, this.log);
  }

  say(key) {
    return this.data.words[key];
  }

  // One rank more in the line that is being tapped.
  tap(rank) {
    this.taps.push(rank);
    this.drawTaps();
  }

  play() {
    if (this.taps.length) this.send((this.seat ? `${this.seat} ` : "") + this.taps.join(""));
  }

  // A line to the recorder; the lines before it that are still on their way go first.
  send(line) {
    const waiting = this.queue[this.queue.length - 1];
    this.queue.push({ id: identity(), line, after: waiting ? waiting.id : null });
    this.taps = [];
    this.seat = 0;
    this.tell();
    this.drawTaps();
    this.drawLog();
  }

  tell() {
    this.keep();
    this.report([...this.queue]);
  }

  update(data, report) {
    const first = this.data === data;
    this.data = data;
    this.report = report;
    this.queue = this.queue.filter((line) => !(line.id in data.done));
    this.keep();
    this.drawAll();
    if (first && this.queue.length) this.report([...this.queue]);
  }

  drawAll() {
    this.root.setAttribute("aria-label", this.say("pad"));
    this.turn.textContent = this.data.prompt;
    this.text.placeholder = this.say("typed");
    this.text.setAttribute("aria-label", this.say("typed"));
    this.drawSeats();
    this.drawRanks();
    this.drawLegal();
    this.drawTaps();
    this.drawLog();
  }

  drawSeats() {
    this.seats.replaceChildren(...this.data.players.map((name, at) => {
      const seat = button("seat", `${at + 1} ${name}`, () => {
        this.seat = this.seat === at + 1 ? 0 : at + 1;
        this.drawTaps();
      });
      seat.dataset.turn = String(this.data.turn === at + 1);
      return seat;
    }));
  }

  drawRanks() {
    const names = this.data.lang === "zh" ? NAMES : NAMES_EN;
    this.ranks.replaceChildren(...this.data.ranks.map((rank) => {
      const key = button(/[RB]/.test(rank) ? "rank joker" : "rank", names[rank] || rank, () => this.tap(rank));
      key.setAttribute("aria-label", `${names[rank] || rank}`);
      key.dataset.rank = rank;
      return key;
    }));
    this.acts.replaceChildren(
      button("act play", this.say("play"), () => this.play()),
      button("act pass", this.say("pass"), () => this.send(this.seat ? `${this.seat} -` : "-")),
      button("act undo", this.say("undo"), () => this.send("undo")),
      button("act clear", this.say("clear"), () => {
        this.taps = [];
        this.seat = 0;
        this.drawTaps();
      }),
    );
  }

  drawLegal() {
    const chips = this.data.legal.map((one) => (one.line === null
      ? made("span", "hint", one.label)
      : button("chip", one.label, () => this.send(one.line))));
    this.legal.replaceChildren(...(chips.length ? [made("span", "legal-is", this.say("legal")), ...chips] : []));
  }

  drawTaps() {
    const cards = this.taps.map((rank) => made("span", "tapped", NAMES[rank] && this.data.lang === "zh" ? NAMES[rank] : rank.replace("T", "10")));
    const whose = this.seat || this.data.turn;
    this.shown.replaceChildren(made("span", "whose", whose ? `${whose} ${this.data.players[whose - 1]}` : ""), ...cards);
    [...this.seats.children].forEach((seat, at) => seat.setAttribute("aria-pressed", String(this.seat === at + 1)));
  }

  drawLog() {
    const waiting = this.queue.map((line) => made("li", "waiting", `… ${line.line || "⏎"} · ${this.say("waiting")}`));
    const said = this.data.said.slice(-KEPT).map((one) => {
      const line = made("li", one.good ? "good" : "bad", `${one.good ? "✓" : "✕"} ${one.text}`);
      if (one.again) line.append(button("again", this.say("anyway"), () => this.send(`${one.again}!`)));
      return line;
    });
    this.log.replaceChildren(...waiting.reverse(), ...said.reverse());
  }
}

export default function ({ parentElement, data, setStateValue }) {
  const root = parentElement.querySelector(".pad");
  let pad = PADS.get(root);
  if (!pad || pad.data.record !== data.record) {
    pad = new Pad(root, data);
    PADS.set(root, pad);
  }
  pad.update(data, (lines) => setStateValue("lines", lines));
}
