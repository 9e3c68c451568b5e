// 讲述: the event of a frame as a sentence, and what the middle of the table says.

function seatName(game, seat) {
  return game.players[seat - 1] ?? String(seat);
}

// A name inside a sentence: set apart by its own element, so that no name reads as a word of the sentence.
function nameNode(game, seat) {
  return element("b", "name", seatName(game, seat));
}

function roleOf(frame, seat) {
  if (frame.emperor === seat) return "emperor";
  if (frame.guard === seat) return "guard";
  if (frame.rebels.includes(seat)) return "declared";
  return frame.emperor && frame.guard ? "rebel" : "";
}

// Which sentence of WORDS tells an act.
function storyKey(act, before) {
  const declared = { guard: "guardOut", solo: "soloOut", rebel: "rebelOut" };
  if (act.type === "declare") return declared[act.what];
  if (act.type === "play") return before && before.standing === null ? "lead" : "play";
  if (act.type === "pass") return act.wind ? "wind" : "pass";
  if (act.type === "auto") return act.on ? "autoOn" : "autoOff";
  if (act.type === "note") return act.seat ? "noteBy" : "note";
  if (act.type === "end") return act.scores ? "claim" : "end";
  return act.type in WORDS.en ? act.type : "other";
}

function tell(game, frame, before) {
  const { lang } = game;
  const { act } = frame;
  if (!act) return sentence(lang, "start");
  const values = { type: act.type, text: act.text ?? act.note ?? "", n: act.count ?? 1 };
  const seat = act.seat || act.from;
  if (seat) values.seat = nameNode(game, seat);
  if (act.to) values.to = nameNode(game, act.to);
  if (act.cards) values.cards = inlineCards(act.cards, lang);
  if (act.type === "deal") values.counts = frame.left.join(words(lang, "join"));
  if (act.scores) values.scores = act.scores.map(signed).join(words(lang, "join"));
  if (act.type === "mind") values.say = words(lang, act.say) + (act.text ? words(lang, "adds", { text: act.text }) : "");
  return sentence(lang, storyKey(act, before), values);
}

// A score with its sign: a true minus, never a hyphen that looks like a dash.
function signed(score) {
  return score > 0 ? `+${score}` : String(score).replace("-", "\u2212");
}

// The result, once the game is over: who won, from the verdict.
function outcome(game) {
  const keys = { emperor: "winEmperor", rebels: "winRebels", draw: "winDraw" };
  return words(game.lang, keys[game.verdict.winner] || "over");
}

function isOver(frame) {
  return frame.phase === "over" || frame.phase === "ended";
}
