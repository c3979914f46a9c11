import { type About, blankAbout } from './about.ts';
import type { DomDocument } from './dom.ts';
import { collectMeta } from './html-facts.ts';
import { toAmount, toCurrency } from './read-about.ts';

/** The subject of a page by its `og:` properties alone: a price, the length of a video. */
export function openGraphAbout(document: DomDocument): About | null {
  const meta = collectMeta(document);
  const type = meta.get('og:type') ?? '';
  const amount = toAmount(meta.get('product:price:amount') ?? meta.get('og:price:amount') ?? null);
  if (amount !== null) {
    const currency = toCurrency(meta.get('product:price:currency') ?? meta.get('og:price:currency') ?? null);
    return { ...blankAbout('product'), price: { from: amount, to: null, currency } };
  }
  if (type.startsWith('video')) {
    const seconds = Number(meta.get('og:video:duration') ?? meta.get('video:duration') ?? Number.NaN);
    return { ...blankAbout('video'), seconds: seconds > 0 && Number.isFinite(seconds) ? seconds : null };
  }
  return /^article/.test(type) ? blankAbout('article') : null;
}
