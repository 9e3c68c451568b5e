// 操纵: the bar under the table - event in words, scrubber with marks, buttons - and the keys.

const SPEEDS = [1, 2, 4, 8, 0.5];
const BUTTONS = ["first", "back", "previous", "start_play", "next", "forward", "last"];
const BUTTON_KEYS = {
  first: "Home", back: "[", previous: "ArrowLeft", start_play: "Space", next: "ArrowRight", forward: "]", last: "End",
};
const KEYS = {
  ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", PageUp: "back", PageDown: "forward",
  "[": "back", "]": "forward", " ": "start_play",
};
// Where keys belong to somebody else on the page.
const TAKEN = "input, textarea, select, button, a[href], canvas, iframe, summary, [contenteditable=''], "
  + "[contenteditable=true], [role=grid], [role=slider], [role=tab], [role=radio], [role=option], [role=combobox], "
  + "[role=listbox], [role=menu], [role=menuitem], [role=switch], [role=dialog]";

function makeControls(game, last, does) {
  const { lang } = game;
  const story = attributes(element("p", "story"), { "aria-live": "polite" });
  const counter = element("span", "counter");
  const range = attributes(element("input", "range"), {
    type: "range", min: 0, max: last, step: 1, value: 0, "aria-label": words(lang, "scrub"),
  });
  range.addEventListener("input", () => does.go(Number(range.value)));
  const buttons = {};
  for (const name of BUTTONS) {
    buttons[name] = makeButton(lang, name, () => does[name]());
  }
  const speed = element("button", "speed");
  speed.type = "button";
  speed.addEventListener("click", () => does.speed());
  const track = element("div", "track", makeMarks(game, last, game.marks), range);
  const bar = element("div", "buttons", ...BUTTONS.map((name) => buttons[name]), speed);
  const whole = element("div", "controls", element("div", "line", story, counter), track, bar);
  whole.append(element("p", "hint", words(lang, "keys")));
  return { whole, story, counter, track, range, buttons, speed };
}

function makeButton(lang, name, press) {
  const button = attributes(element("button", name), {
    type: "button", "aria-label": words(lang, name), title: words(lang, name), "aria-keyshortcuts": BUTTON_KEYS[name],
  });
  button.append(icon(name));
  button.addEventListener("click", press);
  return button;
}

// Marks stand over the scrubber at their event; of equal ones that would cover each other the first stands for all.
function makeMarks(game, last, marked) {
  const marks = attributes(element("div", "marks"), { "aria-hidden": "true" });
  const placed = {};
  for (const { event, kind } of marked) {
    if (kind !== "illegal" && event - placed[kind] < last / 80) continue;
    placed[kind] = event;
    const mark = element("span", `mark ${/^\w+$/.test(kind) ? kind : ""}`, icon(`mark_${kind}`));
    mark.style.setProperty("--at", String(last ? event / last : 0));
    mark.title = `${event} ${words(game.lang, `mark_${kind}`)}`;
    marks.append(mark);
  }
  return marks;
}

// The command of a key press on this page, or null when the key is not the table's.
function commandOf(press, root) {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return null;
  const command = KEYS[press.key];
  const target = press.composedPath()[0];
  if (!command || !(target instanceof Element)) return null;
  const inside = root.contains(target);
  if (inside) return press.key === " " && target.closest("button") ? null : command;
  return target.closest(TAKEN) ? null : command;
}
