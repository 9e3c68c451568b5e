// 座位: five seats round the table in order of play, counter-clockwise; place 0 is at the bottom.

const ROLE_ICONS = { emperor: "crown", guard: "shield", rebel: "flag", declared: "flag" };

function makeSeat(game, seat, place) {
  const plate = element("div", "plate");
  const parts = {
    role: element("span", "role"), name: element("span", "name", seatName(game, seat)),
    left: element("span", "left"), chips: element("span", "chips"), bubble: element("span", "bubble"),
  };
  parts.bubble.hidden = true;
  parts.name.title = seatName(game, seat);
  const line = element("span", "line", parts.left, parts.chips);
  plate.append(parts.role, element("span", "who", parts.name, line), parts.bubble);
  const hand = element("div", "hand");
  const title = element("span", "whose", element("i", "number", String(seat)), seatName(game, seat));
  const held = element("div", "held");
  hand.append(title, held);
  const whole = element("section", "seat", plate, hand);
  attributes(whole, { role: "group", "data-seat": seat, "data-place": place });
  return { seat, whole, plate, hand, held, title, ...parts, drawn: undefined };
}

// Brings a seat up to a frame; what did not change is not touched, so that a step costs little.
function updateSeat(game, part, frame) {
  const { seat } = part;
  const at = seat - 1;
  drawHolding(game, part, frame);
  const role = roleOf(frame, seat);
  drawBubble(game, part, frame);
  const seen = [role, frame.turn === seat, frame.places[at], frame.left[at], frame.passed.includes(seat),
    frame.auto.includes(seat), frame.solo, frame.open_guard, isOver(frame)].join();
  if (seen === part.seen) return;
  part.seen = seen;
  attributes(part.whole, {
    "data-role": role, "data-turn": frame.turn === seat, "data-out": frame.places[at] > 0,
    "aria-label": seatLabel(game, frame, seat),
  });
  part.role.replaceChildren(role ? icon(ROLE_ICONS[role]) : String(seat));
  part.left.textContent = frame.left[at] ? words(game.lang, "cards", { n: frame.left[at] }) : "";
  part.chips.replaceChildren(...seatChips(game, frame, seat));
}

// What an observer reads beside a name: role, turn, pass, place, points.
function seatChips(game, frame, seat) {
  const { lang } = game;
  const chips = [];
  const add = (kind, text, symbol) => chips.push(element("span", `chip ${kind}`, ...(symbol ? [icon(symbol)] : []), text));
  const role = roleOf(frame, seat);
  const points = isOver(frame) && game.verdict.scores ? game.verdict.scores[seat - 1] : null;
  if (points !== null) add(points < 0 ? "lost" : "won", signed(points));
  if (frame.places[seat - 1]) add("placed", words(lang, "place", { n: frame.places[seat - 1] }));
  if (frame.passed.includes(seat)) add("pass", words(lang, "passed"));
  if (role) add(role, roleWord(lang, frame, role, "short"));
  if (frame.solo && frame.emperor === seat) add("emperor", words(lang, frame.solo));
  if (frame.auto.includes(seat)) add("auto", words(lang, "auto"), "auto");
  return chips;
}

function roleWord(lang, frame, role, form = "long") {
  const known = role === "guard" && frame.open_guard ? "openGuard" : role;
  return words(lang, form === "short" && known === "declared" ? "rebel" : known);
}

function seatLabel(game, frame, seat) {
  const { lang } = game;
  const at = seat - 1;
  const role = roleOf(frame, seat);
  const facts = [
    `${seat} ${seatName(game, seat)}`,
    role && roleWord(lang, frame, role),
    frame.places[at] ? words(lang, "place", { n: frame.places[at] }) : words(lang, "cards", { n: frame.left[at] }),
    frame.turn === seat && words(lang, "turn"),
    frame.passed.includes(seat) && words(lang, "passed"),
  ];
  return facts.filter(Boolean).join(words(lang, "join"));
}

// Redraws a holding only when it changed: most steps change one seat.
function drawHolding(game, part, frame) {
  const at = part.seat - 1;
  const hand = frame.hands[at];
  const drawn = hand === null ? `${frame.left[at]}` : `=${hand}`;
  if (drawn === part.drawn) return;
  part.drawn = drawn;
  part.hand.dataset.kind = hand === null ? (frame.left[at] ? "hidden" : "none") : hand === "" ? "none" : "open";
  if (hand) {
    part.held.replaceChildren(...handColumns(hand, game.lang));
    attributes(part.held, { role: "img", "aria-label": cardsName(parseCards(hand), game.lang) });
  } else {
    part.held.replaceChildren(...(frame.left[at] && hand === null ? [handBacks(frame.left[at])] : []));
    const label = hand === null && frame.left[at] ? words(game.lang, "hidden", { n: frame.left[at] }) : "";
    attributes(part.held, { role: "img", "aria-label": label || words(game.lang, "empty") });
  }
}

function drawBubble(game, part, frame) {
  const { act } = frame;
  const speaks = act && act.type === "mind" && act.seat === part.seat;
  if (!speaks && part.bubble.hidden) return undefined;
  part.bubble.hidden = !speaks;
  if (!speaks) return part.bubble.replaceChildren();
  const said = element("span", "said", words(game.lang, act.say));
  part.bubble.replaceChildren(element("span", "address", "→ ", seatName(game, act.to)), said);
  if (act.text) part.bubble.append(element("span", "text", act.text));
  return undefined;
}
