import type { DomElement, DomNode } from './dom.ts';

/** Elements whose words belong to those beside them: `10<sup>3</sup>`, a word that is partly bold or coloured. */
const JOINED_TAGS = new Set(['SUP', 'SUB', 'WBR', 'RT', 'RP', 'RB']);

/** The place where two elements meet: two links, or any others. */
export type Seam = 'links' | 'elements' | null;

export function seamBetween(before: DomNode, after: DomNode): Seam {
  if (before.nodeType !== 1 || after.nodeType !== 1) return null;
  const [first, second] = [before, after].map((node) => (node as DomElement).tagName.toUpperCase());
  if (JOINED_TAGS.has(first as string) || JOINED_TAGS.has(second as string)) return null;
  return first === 'A' && second === 'A' ? 'links' : 'elements';
}

/**
 * Whether a space belongs between the text before a seam and the text after it, because they are apart on the page: two links,
 * or the end of a word and the capital of the next one (`Profile` and `Elizabeth`). Such elements are separated by styles, not
 * by white space.
 */
export function isApartAt(seam: Seam, end: string, start: string): boolean {
  if (!seam || !/[\p{L}\p{N}]$/u.test(end) || !/^[\p{L}\p{N}]/u.test(start)) return false;
  return seam === 'links' || (/[\p{Ll}\p{N}]$/u.test(end) && /^\p{Lu}/u.test(start));
}
