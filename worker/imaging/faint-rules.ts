/** Least difference from the paper on both sides of a faint rule, whose pixels were averaged with paper when it was reduced. */
const MIN_STEP = 5;
/** Distance in pixels at which there is paper on both sides, because a reduced rule may take two rows. */
const REACH = 2;
/** Least length in pixels, so that stains and the noise of compression are no rules. */
const MIN_LENGTH = 32;
/** Pixels without a step that do not end a rule: the crossing with another rule. */
const MAX_GAP = 2;
/** Code of paper after preparation. */
const PAPER = 255;

/**
 * Draws the faint rules of a drawing that its preparation made white: the grid of a table or a calendar. `codes` are its tones
 * before, on a light ground; `to` is its prepared plane.
 */
export function drawFaintRules(
  to: Uint8Array,
  codes: Uint8Array,
  { width, height }: { width: number; height: number },
  tone: number,
): void {
  const found = new Uint8Array(to.length);
  findRules(found, to, codes, { length: width, step: 1, lines: height, stride: width });
  findRules(found, to, codes, { length: height, step: width, lines: width, stride: 1 });
  for (let i = 0; i < to.length; i++) if (found[i]) to[i] = tone;
}

/** Marks long runs of pixels that are darker than the paper on both sides of them. */
function findRules(
  found: Uint8Array,
  to: Uint8Array,
  codes: Uint8Array,
  { length, step, lines, stride }: { length: number; step: number; lines: number; stride: number },
): void {
  const isFaint = (i: number) => {
    const [before, after] = [i - REACH * stride, i + REACH * stride];
    const isOnPaper = to[i] === PAPER && to[before] === PAPER && to[after] === PAPER;
    // Of the two rows of a reduced rule, the darker one.
    const isDarkest = codes[i]! <= codes[i - stride]! && codes[i]! < codes[i + stride]!;
    return isOnPaper && isDarkest && Math.min(codes[before]!, codes[after]!) - codes[i]! >= MIN_STEP;
  };
  for (let line = REACH; line + REACH < lines; line++) {
    let [from, last] = [-1, -1];
    for (let at = 0; at <= length; at++) {
      const isRule = at < length && isFaint(line * stride + at * step);
      if (isRule) {
        if (from < 0) from = at;
        last = at;
      } else if (from >= 0 && (at - last > MAX_GAP || at === length)) {
        if (last - from >= MIN_LENGTH)
          for (let own = from; own <= last; own++) found[line * stride + own * step] = 1;
        from = -1;
      }
    }
  }
}
