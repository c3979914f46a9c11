export interface Reading {
  /** Characters without spaces. */
  right: number;
  all: number;
}

/** Characters that readers do not distinguish, and those that Tesseract's English model lacks. */
const ALIKE: [RegExp, string][] = [
  [/[‘’`´]/g, "'"],
  [/[“”„]/g, '"'],
  [/[‐‑–—−]/g, '-'],
  [/[›»]/g, '>'],
  [/…/g, '...'],
  [/\s+/g, ''],
];
/** Replaces a passage that was matched, so that no match extends across it. */
const TAKEN = '\n';

/**
 * Counts the recognised characters of a page's lines. Each line, without spaces, is searched in the whole recognised
 * text in any order, because a page may be read column by column. The longest line is searched first, and each
 * passage matches one line. A line loses the Levenshtein distance to the nearest passage. Lines without letters and
 * digits are left out.
 */
export function readRight(lines: string[], read: string): Reading {
  let left = plain(read);
  const sought = lines.map(plain).filter((line) => /[\p{L}\p{N}]/u.test(line));
  let all = 0;
  let wrong = 0;
  for (const line of sought.toSorted((a, b) => b.length - a.length)) {
    const { from, to, distance } = nearestPassage(line, left);
    left = left.slice(0, from) + TAKEN + left.slice(to);
    all += line.length;
    wrong += distance;
  }
  return { right: all - wrong, all };
}

function plain(text: string): string {
  return ALIKE.reduce((left, [from, to]) => left.replace(from, to), text.normalize('NFC'));
}

/** Levenshtein distance to any passage of the text (Sellers 1980): inserted, omitted and changed letters. */
function nearestPassage(line: string, text: string): { from: number; to: number; distance: number } {
  let costs = new Array<number>(text.length + 1).fill(0);
  let starts = costs.map((_, at) => at);
  for (const letter of line) {
    const nextCosts = [costs[0]! + 1];
    const nextStarts = [0];
    for (let at = 0; at < text.length; at++) {
      const choices = [
        [costs[at]! + (letter === text[at] ? 0 : 1), starts[at]!],
        [costs[at + 1]! + 1, starts[at + 1]!],
        [nextCosts[at]! + 1, nextStarts[at]!],
      ] as const;
      const [cost, start] = choices.reduce((best, choice) => (choice[0] < best[0] ? choice : best));
      nextCosts.push(cost);
      nextStarts.push(start);
    }
    costs = nextCosts;
    starts = nextStarts;
  }
  const distance = Math.min(...costs);
  const to = costs.indexOf(distance);
  return { from: starts[to]!, to, distance };
}
