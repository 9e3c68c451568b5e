// 牌桌: the table - mounted once, then stepped in the browser without asking anybody.

const TABLES = new WeakMap();
const PATIENCE = 250; // ms of rest before the event is reported
const PACE = 1000; // ms an event at speed 1
const SWIPE = 44; // px

class Table {
  constructor(root, packed, report) {
    this.root = root;
    this.game = { ...packed, verdict: packed.verdict || {}, marks: packed.marks || [] };
    this.frames = expandFrames(packed.frames);
    this.starts = trickStarts(this.frames);
    this.last = this.frames.length - 1;
    this.report = report;
    this.at = -1;
    this.pace = 0;
    this.listeners = new AbortController();
    this.build();
    this.listen();
  }

  build() {
    const { game, root } = this;
    const bottom = game.view >= 1 ? game.view : 1;
    this.seats = [0, 1, 2, 3, 4].map((place) => makeSeat(game, ((bottom - 1 + place) % 5) + 1, place));
    this.centre = attributes(element("div", "centre"), { "data-part": "centre" });
    this.controls = makeControls(game, this.last, this.commands());
    const felt = element("div", "felt", element("div", "cloth"), ...this.seats.map((part) => part.whole), this.centre);
    felt.append(this.controls.whole);
    this.events = new EventList(game, this.frames, (event) => this.goEvent(event));
    root.dataset.still = String(Boolean(game.still));
    attributes(root, { lang: game.lang === "zh" ? "zh-CN" : "en", "aria-label": words(game.lang, "table") });
    this.probe = element("i", "probe");
    root.replaceChildren(this.probe);
    this.theme(); // asks for computed styles: before there are many elements to compute them for
    root.append(this.heading(), element("div", "board", felt, this.events.whole));
    this.showSpeed();
  }

  heading() {
    const { game } = this;
    const view = game.view > 0 ? "viewSeat" : game.view < 0 ? "viewOnlooker" : "viewAll";
    const status = game.verdict.status;
    const seat = game.view > 0 ? seatName(game, game.view) : "";
    const chips = [element("span", "chip ruleset", game.rules || game.ruleset), element("span", "chip view", words(game.lang, view, { seat }))];
    if (status) chips.push(element("span", `chip status ${status}`, words(game.lang, status === "illegal" ? "illegalGame" : status)));
    return element("header", "heading", element("span", "title", game.game), ...chips);
  }

  commands() {
    const step = (by) => () => this.go(this.at + by);
    return {
      go: (at) => this.go(at), previous: step(-1), next: step(1), first: () => this.go(0), last: () => this.go(this.last),
      back: () => this.go(previousTrick(this.starts, this.at)),
      forward: () => this.go(nextTrick(this.starts, this.at, this.last)),
      start_play: () => this.toggle(), speed: () => this.faster(),
    };
  }

  listen() {
    const { signal } = this.listeners;
    const commands = this.commands();
    document.addEventListener("keydown", (press) => {
      const command = this.root.isConnected ? commandOf(press, this.root) : null;
      if (!command) return;
      press.preventDefault();
      commands[command]();
    }, { signal });
    this.probe.addEventListener("transitionend", () => this.theme(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.stop(), { signal });
    this.swipes(signal);
  }

  // A sideways stroke over the felt: to the left is onwards, like turning a page.
  swipes(signal) {
    let begun = null;
    const felt = this.root.querySelector(".felt");
    felt.addEventListener("touchstart", (touch) => {
      begun = touch.touches.length === 1 ? touch.touches[0] : null;
    }, { signal, passive: true });
    felt.addEventListener("touchend", (touch) => {
      if (!begun) return;
      const across = touch.changedTouches[0].clientX - begun.clientX;
      const down = touch.changedTouches[0].clientY - begun.clientY;
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) this.go(this.at + (across < 0 ? 1 : -1));
      begun = null;
    }, { signal, passive: true });
  }

  // Shows the table after `at` events. Out of range is the nearest end; nothing happens when it is there already.
  go(at) {
    const wanted = Math.max(0, Math.min(this.last, Number.isFinite(at) ? Math.trunc(at) : 0));
    if (wanted === this.at) return;
    this.at = wanted;
    this.draw();
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.tell(), PATIENCE);
    if (wanted === this.last) this.stop();
  }

  // Reports where the table stands.
  tell() {
    clearTimeout(this.pending);
    this.report(this.frames[this.at].event);
  }

  // The frame after `event` events, for a link to an exact moment.
  goEvent(event) {
    const found = this.frames.findIndex((frame) => frame.event >= event);
    this.go(found < 0 ? this.last : found);
  }

  draw() {
    const { game, controls } = this;
    const frame = this.frames[this.at];
    const before = this.at > 0 ? this.frames[this.at - 1] : null;
    for (const part of this.seats) updateSeat(game, part, frame);
    this.drawMiddle(frame);
    const broken = frame.act && frame.act.illegal;
    controls.story.replaceChildren(...tell(game, frame, before), ...(broken ? [refusal(game, frame)] : []));
    controls.counter.textContent = words(game.lang, "of", { n: frame.event, m: this.frames[this.last].event });
    controls.range.value = String(this.at);
    controls.range.style.setProperty("--done", String(this.last ? this.at / this.last : 0));
    attributes(controls.range, { "aria-valuetext": controls.story.textContent });
    for (const name of ["first", "back", "previous"]) attributes(controls.buttons[name], { "aria-disabled": this.at === 0 });
    for (const name of ["next", "forward", "last"]) attributes(controls.buttons[name], { "aria-disabled": this.at === this.last });
    this.events.show(this.at);
    attributes(this.root, { "data-event": frame.event, "data-phase": frame.phase });
  }

  drawMiddle(frame) {
    const seen = [frame.standing, frame.owner, frame.trick, frame.phase, frame.risen, !frame.standing && this.at].join();
    if (seen !== this.seen) this.centre.replaceChildren(...middle(this.game, frame, this.seats));
    this.seen = seen;
  }

  // Says once that the table is on the screen: there is more to come that it did not wait for.
  ask(laid) {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => setTimeout(laid, 0));
  }

  // More marks over the scrubber, which are known later than the table.
  mark(more) {
    const known = JSON.stringify(more);
    if (known === this.marked) return;
    this.marked = known;
    this.controls.track.firstChild.replaceWith(makeMarks(this.game, this.last, [...this.game.marks, ...more]));
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.at === this.last) this.go(0);
    this.timer = setInterval(() => this.go(this.at + 1), PACE / SPEEDS[this.pace]);
    return this.showPlaying();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying();
  }

  faster() {
    this.pace = (this.pace + 1) % SPEEDS.length;
    this.showSpeed();
    if (!this.timer) return;
    this.stop();
    this.toggle();
  }

  showSpeed() {
    const n = SPEEDS[this.pace];
    this.controls.speed.textContent = `${n}×`;
    attributes(this.controls.speed, { "aria-label": words(this.game.lang, "speed", { n }) });
  }

  showPlaying() {
    const name = this.timer ? "stop_play" : "start_play";
    const button = this.controls.buttons.start_play;
    button.replaceChildren(icon(name));
    attributes(button, { "aria-label": words(this.game.lang, name), title: words(this.game.lang, name) });
    this.root.dataset.playing = String(Boolean(this.timer));
  }

  // Dark or light: from the page's own background where it names one (Streamlit), else from the system.
  theme() {
    const named = getComputedStyle(this.root).getPropertyValue("--st-background-color").trim();
    if (!named) return;
    const [red, green, blue] = (getComputedStyle(this.probe).color.match(/[\d.]+/g) || [255, 255, 255]).map(Number);
    this.root.dataset.theme = 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? "dark" : "light";
  }

  destroy() {
    this.stop();
    clearTimeout(this.pending);
    this.listeners.abort();
    TABLES.delete(this.root);
  }
}

function refusal(game, frame) {
  const told = game.verdict.event === frame.act.index && game.verdict.message ? game.verdict.message : frame.act.illegal;
  return element("span", "refusal", icon("mark_illegal"), `${words(game.lang, "illegal")}: ${told}`);
}

// The middle of the table: trick, what happened or stands, and whose it is.
function middle(game, frame, seats) {
  const { lang } = game;
  const place = (seat) => ({ "data-toward": seats.findIndex((part) => part.seat === seat) });
  const parts = [element("span", "trick", middleTitle(lang, frame))];
  const shown = frame.standing || (frame.act && ["call", "tribute", "yield"].includes(frame.act.type) ? frame.act.cards : "");
  if (shown) parts.push(fan(shown, lang));
  if (isOver(frame)) parts.push(element("span", "outcome", outcome(game)));
  else if (frame.standing && frame.owner) {
    parts.push(attributes(element("span", "owner", icon("owner"), seatName(game, frame.owner)), place(frame.owner)));
  } else if (frame.phase === "play" && frame.turn) {
    const leads = sentence(lang, "leads", { seat: nameNode(game, frame.turn) });
    parts.push(attributes(element("span", "owner", icon("owner"), element("span", "", ...leads)), place(frame.turn)));
  }
  return parts;
}

function middleTitle(lang, frame) {
  const title = frame.trick && !isOver(frame) ? words(lang, "trick", { n: frame.trick }) : words(lang, `phase_${frame.phase}`);
  return frame.risen ? `${title} · ${words(lang, "risen")}` : title;
}

// Mounts a game on an element; a table already there is taken down first.
function mountTable(root, packed, { event = 0, report = () => {} } = {}) {
  TABLES.get(root)?.destroy();
  const table = new Table(root, packed, report);
  TABLES.set(root, table);
  table.goEvent(event);
  clearTimeout(table.pending);
  return table;
}

// Streamlit's entry: called again at every run of the script, so the table stays while its token does.
export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".paishen");
  let table = TABLES.get(root);
  const report = (event) => setStateValue("event", event);
  if (!table || table.token !== data.token) {
    table = mountTable(root, data.game, { event: data.event, report });
    table.token = data.token;
  } else {
    table.report = report;
    if (data.jump !== table.jump) {
      table.goEvent(data.event);
      table.tell(); // or going back at once would be no news
    }
  }
  if (data.marks) table.mark(data.marks);
  else table.ask(() => setTriggerValue("laid", true));
  table.jump = data.jump;
  clearTimeout(table.leaving);
  return () => {
    table.leaving = setTimeout(() => root.isConnected || table.destroy(), 0);
  };
}
