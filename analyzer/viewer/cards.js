// 牌面: cards drawn as cards - a holding as columns of one rank each, a play as a fan.

const ORDER = "RB2AKQJT9876543";

// "R*9s9" as [{rank: "R", suit: "", mark: true}, {rank: "9", suit: "s", mark: false}, …], high to low.
function parseCards(text) {
  const found = (text || "").match(/[3-9TJQKA2][shdc]?|[BR]\*?/g) || [];
  const cards = found.map((card) => ({
    rank: card[0],
    suit: "shdc".includes(card[1]) && card[1] ? card[1] : "",
    mark: card[1] === "*",
  }));
  return cards.sort((a, b) => ORDER.indexOf(a.rank) - ORDER.indexOf(b.rank) || b.mark - a.mark);
}

function cardName(card, lang) {
  if (card.rank === "R" || card.rank === "B") return words(lang, card.rank + (card.mark ? "*" : ""));
  const rank = card.rank === "T" ? "10" : card.rank;
  if (!card.suit) return rank;
  return lang === "zh" ? words(lang, card.suit) + rank : `${rank} ${words(lang, card.suit)}`;
}

// A set of cards in words, equal cards counted: for people who listen to the table.
function cardsName(cards, lang) {
  const counts = new Map();
  for (const card of cards) {
    const name = cardName({ ...card, suit: "" }, lang);
    counts.set(name, (counts.get(name) || 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name)).join(words(lang, "join"));
}

function cardClass(card) {
  const red = card.rank === "R" || card.suit === "h" || card.suit === "d";
  const joker = card.rank === "R" || card.rank === "B";
  const colour = red ? "red" : card.suit || joker ? "black" : "plain";
  return ["card", colour, joker && "joker", card.mark && (card.rank === "R" ? "emperors" : "guards")]
    .filter(Boolean).join(" ");
}

function cardPip(card) {
  if (card.mark) return icon(card.rank === "R" ? "crown" : "shield", "pip");
  if (card.rank === "R" || card.rank === "B") return icon("star", "pip");
  return card.suit ? icon(card.suit, "pip") : "";
}

function cardRank(card, lang) {
  const jokers = { zh: { R: "大", B: "小", "R*": "皇", "B*": "保" }, en: { R: "R", B: "B", "R*": "R", "B*": "B" } };
  const joker = jokers[lang === "en" ? "en" : "zh"][card.rank + (card.mark ? "*" : "")];
  return joker || (card.rank === "T" ? "10" : card.rank);
}

// A whole card. The big one has a corner and a large pip, the small one a rank and a pip.
function cardFace(card, lang, big = false) {
  const face = element("span", cardClass(card));
  const rank = element("span", card.rank === "T" ? "rank ten" : "rank", cardRank(card, lang));
  face.append(big ? element("span", "corner", rank, cardPip(card)) : rank, cardPip(card));
  return face;
}

// A holding: a column a rank, high to low; the front card stands at the foot, its like peep out above it.
function handColumns(text, lang) {
  const columns = new Map();
  for (const card of parseCards(text)) columns.set(card.rank, [...(columns.get(card.rank) || []), card]);
  return [...columns.values()].map((cards) => {
    const column = element("span", "column");
    column.style.setProperty("--behind", String(cards.length - 1));
    const [front, ...behind] = cards;
    for (const card of behind.reverse()) column.append(element("span", `${cardClass(card)} peep`, cardPip(card)));
    column.append(cardFace(front, lang));
    if (cards.length > 1) column.append(element("span", "count", String(cards.length)));
    return column;
  });
}

// Hidden cards: a few backs and their number.
function handBacks(count) {
  const backs = element("span", "backs");
  for (let at = 0; at < Math.min(count, 7); at += 1) backs.append(element("span", "card back"));
  backs.append(element("span", "many", String(count)));
  return backs;
}

function fan(text, lang) {
  const cards = parseCards(text);
  const made = element("span", "fan", ...cards.map((card) => cardFace(card, lang, true)));
  made.style.setProperty("--cards", String(cards.length));
  return attributes(made, { role: "img", "aria-label": cardsName(cards, lang) });
}

// Cards within a sentence: small, one group of equal ranks after another.
function inlineCards(text, lang) {
  const cards = parseCards(text);
  const made = element("span", "inline", ...cards.map((card) => cardFace(card, lang)));
  return attributes(made, { role: "img", "aria-label": cardsName(cards, lang) });
}
