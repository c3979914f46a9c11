import type { DomElement, DomNode } from './dom.ts';

/** Elements whose words belong to those beside them: `10<sup>3</sup>`, a word in part bold or in colour. */
const JOINED_TAGS = new Set(['SUP', 'SUB', 'WBR', 'RT', 'RP', 'RB']);

/**
 * A text with a space at `at` if two elements meet there that stand apart on the page: two links, or the end of a word and
 * the capital letter of the next one (`Profile` and `Elizabeth`). Styles move such elements apart, not white space.
 */
export function spacesAtSeams(text: string, at: number, before: DomNode | null, after: DomNode): string {
  if (at === 0 || at >= text.length || before?.nodeType !== 1 || after.nodeType !== 1) return text;
  const [first, second] = [before, after].map((node) => (node as DomElement).tagName.toUpperCase());
  if (JOINED_TAGS.has(first as string) || JOINED_TAGS.has(second as string)) return text;
  const [end, start] = [text.slice(at - 2, at), text.slice(at, at + 2)];
  const isWords = /[\p{L}\p{N}]$/u.test(end) && /^[\p{L}\p{N}]/u.test(start);
  const isApart =
    first === 'A' && second === 'A'
      ? isWords
      : isWords && /[\p{Ll}\p{N}]$/u.test(end) && /^\p{Lu}/u.test(start);
  return isApart ? `${text.slice(0, at)} ${text.slice(at)}` : text;
}
