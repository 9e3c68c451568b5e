// 清单: the events of a game beside the table - a click goes there; the one at which the table stands is marked.

const CHOICES = ["all", "plays", "marked"];

// Which events a choice leaves: everything, all but passes, or what the scrubber marks and the notes.
function inChoice(choice, frame, marked) {
  const { act } = frame;
  if (choice === "all") return true;
  if (choice === "plays") return act.type !== "pass";
  return marked.has(frame.event) || act.type === "note" || act.type === "mind" || act.type === "end";
}

class EventList {
  constructor(game, frames, go) {
    this.game = game;
    this.frames = frames;
    this.items = [];
    this.list = attributes(element("ol", "events"), { tabindex: 0, "aria-label": words(game.lang, "events") });
    const marked = new Set(game.marks.map((mark) => mark.event));
    frames.slice(1).forEach((frame, before) => this.add(frame, frames[before], go, marked));
    this.choices = CHOICES.map((choice) => this.button(choice));
    this.whole = element("aside", "beside", element("div", "choices", ...this.choices), this.list);
    attributes(this.whole, { "aria-label": words(game.lang, "events") });
    this.choose("all");
  }

  add(frame, before, go, marked) {
    const { game } = this;
    const item = element("li", frame.act.illegal ? "event broken" : `event is-${frame.act.type.replace(/\W/g, "")}`);
    const line = element("button", "told", element("i", "at", String(frame.act.index)), element("span", "", ...tell(game, frame, before)));
    attributes(line, { type: "button", tabindex: -1 });
    line.addEventListener("click", () => go(frame.event));
    if (frame.act.illegal) line.append(icon("mark_illegal"));
    if (frame.trick && frame.trick !== before.trick) {
      item.append(element("span", "new-trick", words(game.lang, "trick", { n: frame.trick })));
    }
    item.append(line);
    item.kept = CHOICES.filter((choice) => inChoice(choice, frame, marked));
    this.items.push(item);
    this.list.append(item);
  }

  button(choice) {
    const made = attributes(element("button", "choice", words(this.game.lang, `list_${choice}`)), { type: "button" });
    made.addEventListener("click", () => this.choose(choice));
    return made;
  }

  choose(choice) {
    CHOICES.forEach((each, at) => attributes(this.choices[at], { "aria-pressed": each === choice }));
    for (const item of this.items) item.hidden = !item.kept.includes(choice);
    this.show(this.at ?? 0);
  }

  // Marks the event that led to a frame, and brings it into the list's sight without moving the page.
  show(at) {
    this.at = at;
    this.current?.removeAttribute("aria-current");
    this.current = this.items[at - 1];
    this.current?.setAttribute("aria-current", "true");
    const seen = this.current && !this.current.hidden ? this.current : null;
    if (!seen || !this.list.clientHeight) return;
    const { offsetTop: top, offsetHeight: height } = seen;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop + 40 || top + height > scrollTop + clientHeight - 40) {
      this.list.scrollTop = top - (clientHeight - height) / 2;
    }
  }
}
