export interface Reading {
  /** Characters, spaces not counted. */
  right: number;
  all: number;
}

/** What a reader takes for the same, and what Tesseract's English has no letter of its own for. */
const ALIKE: [RegExp, string][] = [
  [/[‘’`´]/g, "'"],
  [/[“”„]/g, '"'],
  [/[‐‑–—−]/g, '-'],
  [/[›»]/g, '>'],
  [/…/g, '...'],
  [/\s+/g, ''],
];
/** Stands where a passage was taken out, so that nothing is found across it. */
const TAKEN = '\n';

/**
 * How many characters of a page's lines were read. Each line, spaces aside, is looked for in all that was read, in
 * whatever order that was, since a page may be read column by column; the longest first, and each passage serves one
 * line. A line loses the Levenshtein distance to the nearest passage. Lines of marks alone are left out.
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

/** Levenshtein's distance with the passage's ends free (Sellers 1980): letters put in, left out or changed. */
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
