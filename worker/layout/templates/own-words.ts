import { below } from './furniture.ts';
import type { Box, Page } from './page.ts';

/** Share of a page that the owner's words may take, so that what they are about is on it too. */
const MAX_SHARE = 0.7;

/** The owner's words, whole, above what they are about. Returns the room that is left. */
export function putOwnWords(page: Page, box: Box, words: string, areAll = false): Box {
  const { type, floor, gap, accent } = page.theme;
  const isShort = words.length <= 160;
  const placed = page.text(
    'own-words',
    words,
    { ...box, height: areAll ? box.height : Math.round(box.height * MAX_SHARE) },
    {
      size: words.length <= 60 ? type.display : isShort ? type.head : type.title,
      smallest: floor,
      weight: isShort ? 600 : 400,
      lineHeight: 1.3,
      balance: isShort,
      excerpt: true,
    },
  );
  if (areAll) return box;
  const y = placed.bottom + gap;
  const bar = Math.max(2, Math.round(type.body / 7));
  page.rule('own-rule', { x: box.x, y, width: Math.min(box.width, 3 * type.body), height: bar }, accent);
  return below(box, y + bar + gap);
}
