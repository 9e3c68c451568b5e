// 文字: every word the table shows, in Chinese and in English. {seat}, {to} and {cards} become elements.

const WORDS = {
  zh: {
    table: "牌桌", start: "尚未发牌", trick: "第 {n} 轮", leads: "{seat} 领出", turn: "轮到", passed: "过", out: "走",
    place: "第 {n} 名", cards: "{n} 张", hidden: "{n} 张，未知", empty: "牌已出完", ruleset: "玩法", join: "、",
    emperor: "皇帝", guard: "侍卫", openGuard: "侍卫·明保", rebel: "革命党", declared: "革命党（已宣布）",
    secret: "暗独", open: "明独", auto: "托管", risen: "造反",
    viewAll: "全知视角", viewOnlooker: "旁观视角", viewSeat: "{seat} 的视角",
    deal: "发牌：{counts} 张", tribute: "{seat} 向 {to} 进贡 {cards}", draw: "{seat} 抽中皇位", accept: "{seat} 登基为皇帝",
    yield: "{seat} 让位给 {to}，交出 {cards}", snatch: "{seat} 抢独", abandon: "{seat} 弃位", void: "无人登基，本局作废",
    call: "{seat} 叫保，亮出 {cards}", guardOut: "{seat} 亮明侍卫：明保", soloOut: "{seat} 宣布明独", rebelOut: "{seat} 宣布造反",
    lead: "{seat} 领出 {cards}", play: "{seat} 出 {cards}", pass: "{seat} 过", wind: "{seat} 过，申请接风",
    autoOn: "{seat} 开始托管", autoOff: "{seat} 结束托管", mind: "{seat} 对 {to} 说：{say}", escape: "{seat} 逃跑",
    undo: "撤回：前 {n} 个事件不算", note: "附注：{text}", noteBy: "{seat} 附注：{text}", end: "终局",
    claim: "终局，桌上报分 {scores}", seal: "封存", other: "{type}",
    ally: "我和你是一边的", help: "请帮我一把", warn: "小心", rumour: "听说……", adds: "——{text}",
    winEmperor: "皇帝一方胜", winRebels: "革命党胜", winDraw: "平局", over: "本局结束", illegal: "违规",
    phase_deal: "发牌", phase_tribute: "进贡", phase_throne: "登基", phase_call: "叫保", phase_declare: "声明",
    phase_play: "出牌", phase_over: "结束", phase_ended: "结束",
    valid: "有效", disputed: "有争议", incomplete: "未完", illegalGame: "违规", unreadable: "不可读",
    first: "回到开头", back: "上一轮", previous: "上一步", start_play: "自动播放", stop_play: "暂停", next: "下一步",
    forward: "下一轮", last: "到结尾", speed: "速度 {n} 倍", scrub: "事件",
    events: "事件清单", list_all: "全部", list_plays: "不看过牌", list_marked: "要事",
    keys: "← → 一步 · [ ] 一轮 · 空格 播放", of: "{n} / {m}",
    mark_joker: "出大王", mark_declare: "声明", mark_illegal: "违规", mark_undo: "撤回", mark_out: "走完", mark_swing: "看法转折", mark_winning: "形势转折",
    R: "大王", B: "小王", "R*": "皇帝大王", "B*": "侍卫小王", s: "黑桃", h: "红桃", d: "方块", c: "梅花",
  },
  en: {
    table: "card table", start: "not dealt yet", trick: "Trick {n}", leads: "{seat} leads", turn: "to play", passed: "pass",
    out: "out", place: "place {n}", cards: "{n} cards", hidden: "{n} cards, unknown", empty: "no cards left",
    ruleset: "ruleset", join: ", ",
    emperor: "emperor", guard: "guard", openGuard: "open guard", rebel: "rebel", declared: "rebel (declared)",
    secret: "secret solo", open: "open solo", auto: "auto-play", risen: "Rebellion",
    viewAll: "all hands open", viewOnlooker: "as an onlooker", viewSeat: "as {seat} saw it",
    deal: "Deal: {counts} cards", tribute: "{seat} pays {to} {cards} in tribute", draw: "{seat} is drawn for the throne",
    accept: "{seat} becomes emperor", yield: "{seat} yields to {to} with {cards}", snatch: "{seat} snatches the solo",
    abandon: "{seat} abandons the throne", void: "Nobody wants the throne: void",
    call: "{seat} calls a guard, showing {cards}", guardOut: "{seat} declares as open guard",
    soloOut: "{seat} declares an open solo", rebelOut: "{seat} declares rebellion",
    lead: "{seat} leads {cards}", play: "{seat} plays {cards}", pass: "{seat} passes",
    wind: "{seat} passes, applying for the wind", autoOn: "{seat} goes on auto-play", autoOff: "{seat} is back from auto-play",
    mind: "{seat} to {to}: {say}", escape: "{seat} escapes", undo: "Undo: the last {n} events did not happen",
    note: "Note: {text}", noteBy: "Note by {seat}: {text}", end: "The end", claim: "The end; claimed scores {scores}",
    seal: "Sealed", other: "{type}",
    ally: "I am on your side", help: "help me", warn: "watch out", rumour: "word has it …", adds: " - {text}",
    winEmperor: "Emperor's side wins", winRebels: "Rebels win", winDraw: "Draw", over: "Game over", illegal: "Illegal",
    phase_deal: "deal", phase_tribute: "tribute", phase_throne: "throne", phase_call: "call", phase_declare: "declarations",
    phase_play: "play", phase_over: "over", phase_ended: "over",
    valid: "valid", disputed: "disputed", incomplete: "incomplete", illegalGame: "illegal", unreadable: "unreadable",
    first: "to the start", back: "trick back", previous: "step back", start_play: "play", stop_play: "pause",
    next: "step", forward: "next trick", last: "to the end", speed: "speed × {n}", scrub: "event",
    events: "list of events", list_all: "all", list_plays: "no passes", list_marked: "highlights",
    keys: "← → step · [ ] trick · space play", of: "{n} / {m}",
    mark_joker: "big joker", mark_declare: "declaration", mark_illegal: "illegal", mark_undo: "undo", mark_out: "out", mark_swing: "beliefs turn", mark_winning: "the game turns",
    R: "big joker", B: "small joker", "R*": "emperor's joker", "B*": "guard's joker",
    s: "of spades", h: "of hearts", d: "of diamonds", c: "of clubs",
  },
};

// The words of a key; {names} are filled in from values, as text.
function words(lang, key, values = {}) {
  const text = (WORDS[lang] || WORDS.zh)[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

// The same as nodes: a value may be a node; text is always a text node, never markup.
function sentence(lang, key, values = {}) {
  const text = (WORDS[lang] || WORDS.zh)[key] ?? key;
  return text.split(/(\{\w+\})/).filter(Boolean).map((part) => {
    const value = part.startsWith("{") ? values[part.slice(1, -1)] : undefined;
    if (value instanceof Node) return value;
    return document.createTextNode(value === undefined ? part : String(value));
  });
}
