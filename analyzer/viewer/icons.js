// 图形: suits, roles and buttons as paths on a 24 x 24 grid, and the one way elements are made here.

const PATHS = {
  s: "M12 2C13 6 21 9.5 21 15a4.6 4.6 0 0 1-7.8 3.3C13.4 20 14 21.2 15.5 22h-7C10 21.2 10.6 20 10.8 18.3A4.6 4.6 0 0 1 3 15C3 9.5 11 6 12 2Z",
  h: "M12 21.5C5 15.5 2 12 2 8.1 2 5.2 4.2 3 6.9 3 9.1 3 11 4.2 12 6.3 13 4.2 14.9 3 17.1 3 19.8 3 22 5.2 22 8.1c0 3.9-3 7.4-10 13.4Z",
  d: "M12 1.5 19.5 12 12 22.5 4.5 12Z",
  c: "M12 2a4.6 4.6 0 0 1 3.9 7.1 4.7 4.7 0 1 1-2.7 8.2c.2 2 .9 3.5 2.3 4.7h-7c1.4-1.2 2.1-2.7 2.3-4.7a4.7 4.7 0 1 1-2.7-8.2A4.6 4.6 0 0 1 12 2Z",
  star: "M12 1.8 14.9 8.6 22.2 9.3 16.7 14.1 18.4 21.3 12 17.5 5.6 21.3 7.3 14.1 1.8 9.3 9.1 8.6Z",
  crown: "M3.4 18.2h17.2V21H3.4zM3.2 16.4 1.4 6.6l6 4.2L12 3l4.6 7.8 6-4.2-1.8 9.8z",
  shield: "M12 1.8 20.6 5v6.6c0 5-3.4 8.6-8.6 10.6-5.2-2-8.6-5.6-8.6-10.6V5z",
  flag: "M4.4 2h2.2v20H4.4zM8 3h12.6l-3.8 4.9 3.8 4.9H8z",
  auto: "M11 1.8h2v3.1h4.7A2.3 2.3 0 0 1 20 7.2v10.5a2.3 2.3 0 0 1-2.3 2.3H6.3A2.3 2.3 0 0 1 4 17.7V7.2a2.3 2.3 0 0 1 2.3-2.3H11zM8.6 9.2a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm6.8 0a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM8 15v1.8h8V15z",
  owner: "M12 3 20 19 12 15 4 19z",
  first: "M4 5h2.4v14H4zM20 5v14L8.4 12z",
  back: "M12 5v14L2.6 12zM21.4 5v14L12 12z",
  previous: "M16.5 5v14L6 12z",
  start_play: "M7 4.5v15L20 12z",
  stop_play: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  next: "M7.5 5v14L18 12z",
  forward: "M12 5v14l9.4-7zM2.6 5v14L12 12z",
  last: "M17.6 5H20v14h-2.4zM4 5v14l11.6-7z",
  mark_joker: "M12 2 15 8.6 22 9.5 17 14.4 18.2 21.5 12 18 5.8 21.5 7 14.4 2 9.5 9 8.6Z",
  mark_declare: "M5 2h2.6v20H5zM8.5 3H21l-4 5 4 5H8.5z",
  mark_illegal: "M5.3 2.5 12 9.2l6.7-6.7 2.8 2.8-6.7 6.7 6.7 6.7-2.8 2.8-6.7-6.7-6.7 6.7-2.8-2.8L9.2 12 2.5 5.3z",
  mark_undo: "M9 3v5c7 0 12 4 13 12-3-5-7-7-13-7v5L1.5 10.5z",
  mark_swing: "M3 9.5 12 3l9 6.5h-6v5h6L12 21l-9-6.5h6v-5z",
  mark_winning: "M12 2l10 10-10 10L2 12z",
  mark_out: "M12 3 22 20H2z",
};

function element(name, classes = "", ...children) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  made.append(...children);
  return made;
}

function icon(name, classes = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${classes}`.trim());
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PATHS[name] || "M7 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0z");
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

function attributes(made, values) {
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  return made;
}
