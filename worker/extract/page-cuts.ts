/** A line of type on a page, in pixels from its top, and the number of its words. */
export interface PageLine {
  top: number;
  bottom: number;
  words: number;
}

/** A place where a page may be cut, in thousandths of its height, and the number of words since the previous one. */
export interface PageCut {
  at: number;
  words: number;
}

/** Limit of the cuts. */
const MAX_CUTS = 100;
/** Greatest height of a part, as a share of the page. Columns whose lines are not level leave no gaps. */
const MAX_PART_SHARE = 0.2;
const MAX_PART_LINES = 3;
/** Share of the page's height that stays above a cut in a longer gap. */
const MAX_GAP_SHARE = 0.008;
/** Ratio of the gaps above and below a line from which it is a heading or the first of a paragraph, and its greatest height in lines. */
const MIN_HEADING_GAP_RATIO = 1.5;
const MAX_HEADING_LINES = 1.5;
/** Shares of the height: least gap that is a picture, which may be cut anywhere, and the distance of its cuts. */
const MIN_PICTURE_SHARE = 0.12;
const PICTURE_STEP_SHARE = 0.03;

/** The row between two lines at which a page is cut, if something is drawn there; null for the usual place. */
export type PlaceOfCut = (bottom: number, top: number) => number | null;

/**
 * Finds where a page can be cut between lines of type. A line that is much closer to the next one than to the one before stays with
 * the next one. The last place is the end of the page. Empty when the lines leave too few gaps.
 */
export function pageCuts(lines: PageLine[], height: number, placeOf: PlaceOfCut = () => null): PageCut[] {
  if (lines.length === 0) return [];
  const sorted = lines.toSorted((a, b) => a.top - b.top);
  const cuts: PageCut[] = [];
  let [bottom, words, begun, count, above, first] = [0, 0, 0, 0, 0, 0];
  const isHeading = (gap: number) =>
    above >= MIN_HEADING_GAP_RATIO * gap && bottom - begun <= MAX_HEADING_LINES * first;
  const isDense = () => bottom - begun > MAX_PART_SHARE * height && count > MAX_PART_LINES;
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
      const drawn = placeOf(bottom, line.top);
      if (!isHeading(gap))
        end(
          drawn === null
            ? thousandth(bottom + Math.min(gap / 2, MAX_GAP_SHARE * height))
            : Math.ceil((1000 * drawn) / height),
        );
      const last = line.top - MAX_GAP_SHARE * height;
      if (gap > MIN_PICTURE_SHARE * height)
        for (let at = bottom + PICTURE_STEP_SHARE * height; at < last; at += PICTURE_STEP_SHARE * height)
          end(thousandth(at));
      [begun, count, above, first] = [line.top, 0, gap, line.bottom - line.top];
    } else if (bottom === 0) begun = line.top;
    bottom = Math.max(bottom, line.bottom);
    words += line.words;
    count++;
  }
  if (isDense()) return [];
  end(1000);
  return limitCuts(cuts);
}

/** Removes the cuts with the fewest words between them beyond the limit. */
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
