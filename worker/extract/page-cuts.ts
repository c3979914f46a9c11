/** A line of type on a page, in pixels from its top, and the words in it. */
export interface PageLine {
  top: number;
  bottom: number;
  words: number;
}

/** Where a page may be cut, in thousandths of its height, with the number of words since the previous place. */
export interface PageCut {
  at: number;
  words: number;
}

/** Most places that are returned. */
const MAX_CUTS = 100;
/** Lines without a place to part them, as a share of a page's height: columns whose lines do not stand level. */
const MAX_PART_SHARE = 0.2;
const MAX_LINES_OF_PART = 3;
/** Rows of a longer gap, as a share of the height, that go with what is above it. */
const MAX_GAP_SHARE = 0.008;
/** A gap from which on there is a picture in it, which may be parted anywhere, and between two such places, of the height. */
const MIN_PICTURE_SHARE = 0.12;
const PICTURE_STEP_SHARE = 0.03;

/**
 * Where a page can be cut without cutting a line of type. The last place is its end. Empty when its lines leave too few
 * gaps.
 */
export function pageCuts(lines: PageLine[], height: number): PageCut[] {
  if (lines.length === 0) return [];
  const sorted = lines.toSorted((a, b) => a.top - b.top);
  const cuts: PageCut[] = [];
  let [bottom, words, begun, count] = [0, 0, 0, 0];
  const isDense = () => bottom - begun > MAX_PART_SHARE * height && count > MAX_LINES_OF_PART;
  const end = (at: number) => {
    if (at <= (cuts.at(-1)?.at ?? 0)) return;
    cuts.push({ at, words });
    words = 0;
  };
  for (const line of sorted) {
    if (line.top > bottom && bottom > 0) {
      if (isDense()) return [];
      const gap = line.top - bottom;
      const thousandth = (pixels: number) => Math.floor((1000 * pixels) / height);
      end(thousandth(bottom + Math.min(gap / 2, MAX_GAP_SHARE * height)));
      const last = line.top - MAX_GAP_SHARE * height;
      if (gap > MIN_PICTURE_SHARE * height)
        for (let at = bottom + PICTURE_STEP_SHARE * height; at < last; at += PICTURE_STEP_SHARE * height)
          end(thousandth(at));
      begun = line.top;
      count = 0;
    } else if (bottom === 0) begun = line.top;
    bottom = Math.max(bottom, line.bottom);
    words += line.words;
    count++;
  }
  if (isDense()) return [];
  end(1000);
  return limitCuts(cuts);
}

/** Reduces the cuts to the limit, leaving out those with the fewest words between them. */
function limitCuts(cuts: PageCut[]): PageCut[] {
  const kept = [...cuts];
  while (kept.length > MAX_CUTS) {
    let least = 0;
    for (let at = 1; at < kept.length - 1; at++) if (partOf(kept, at) < partOf(kept, least)) least = at;
    const [cut] = kept.splice(least, 1);
    kept[least]!.words += cut!.words;
  }
  return kept;
}

const partOf = (cuts: PageCut[], at: number) => cuts[at]!.at - (cuts[at - 1]?.at ?? 0);
