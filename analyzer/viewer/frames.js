// 帧: the packed frames of a game, unpacked (`analyzer.viewer.pack` says how they are packed), and jumps among them.

function expandFrames(packed) {
  const frames = [];
  let last = null;
  for (const change of packed) {
    const frame = Object.assign({}, last, change);
    if (last !== null) {
      frame.hands = last.hands.slice();
      for (const [at, hand] of Object.entries(change.hands || {})) frame.hands[Number(at)] = hand;
    }
    frames.push(frame);
    last = frame;
  }
  return frames;
}

// Where each trick begins; the first frame counts as a beginning, and so does the first one after the last trick.
function trickStarts(frames) {
  const starts = [0];
  let over = false;
  frames.forEach((frame, at) => {
    const ends = !over && (frame.phase === "over" || frame.phase === "ended");
    over = over || ends;
    if (at > 0 && (frame.trick !== frames[at - 1].trick || ends)) starts.push(at);
  });
  return starts;
}

function nextTrick(starts, at, last) {
  return starts.find((start) => start > at) ?? last;
}

function previousTrick(starts, at) {
  return starts.filter((start) => start < at).pop() ?? 0;
}
