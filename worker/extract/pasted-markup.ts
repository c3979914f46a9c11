import { unescapeEntities } from './strip-markup.ts';

/** A document or a fragment of HTML, or a feed. */
const MARKUP_START =
  /^\s{0,200}<(?:!doctype html|html|\?xml|rss|feed|body|div|p|h[1-6]|ul|ol|table|section|article|main|header|span|strong|em|b|i|br)\b/i;
const TAG = /^<(\/?)([a-z][\w:-]{0,40})(?=[\s/>])/i;
/** Elements whose text is not for readers. */
const HIDDEN_TAGS = new Set([
  'script',
  'style',
  'head',
  'template',
  'svg',
  'noscript',
  'link',
  'guid',
  'generator',
]);
/** The text that replaces the start of an element. */
const TEXT_BEFORE_TAG: Record<string, string> = {
  li: '\n- ',
  br: '\n',
  td: ' | ',
  th: ' | ',
  tr: '\n',
  dt: '\n',
  dd: '\n',
};
const BLOCK_TAG =
  /^(?:p|div|section|article|main|header|footer|aside|ul|ol|table|blockquote|pre|figure|form|item|entry|channel|title|description|summary|pubdate|published)$/;

/** Elements that only HTML has. */
const HTML_START =
  /^\s{0,200}<(?:!doctype html|html|div|p|h[1-6]|ul|ol|table|section|article|main|span|strong|em|b|i|br|a|img|tr|td|center|font|pre|blockquote|svg)\b/i;
export const isHtml = (text: string) =>
  HTML_START.test(text.slice(0, 400)) || /<html\b/i.test(text.slice(0, 1000));

const MAX_HEADER_CELLS = 30;

/** Whether a text is markup that a program made or that was copied from a page. */
export function isMarkup(text: string): boolean {
  return MARKUP_START.test(text.slice(0, 400)) && /<\/[a-z]|<br/i.test(text) && text.trimEnd().endsWith('>');
}

/** The text of markup, with headings, items and tables in the notation of Markdown. One pass over the text. */
export function readMarkup(text: string): string {
  // Only ASCII, because the lower case of other letters may have another length, and both texts share their indexes.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let words = '';
  let at = 0;
  /** Number of header cells in the row of a table. */
  let headerCells = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    words += text.slice(at, open < 0 ? text.length : open).replace(/\s+/g, ' ');
    if (open < 0) break;
    const next = tagAt(text, lower, open);
    words += next.words;
    if (/^<th\b/.test(lower.slice(open, open + 4))) headerCells++;
    if (headerCells > 0 && lower.startsWith('</tr', open)) {
      words += `\n|${'---|'.repeat(Math.min(headerCells, MAX_HEADER_CELLS))}`;
      headerCells = 0;
    }
    at = next.at;
  }
  return unescapeEntities(words)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The replacement of a tag, a comment or a lone `<`, and the index at which the text continues. */
function tagAt(text: string, lower: string, open: number): { words: string; at: number } {
  const until = (end: string, from: number) => {
    const found = lower.indexOf(end, from);
    return found < 0 ? text.length : found;
  };
  if (text.startsWith('<!--', open)) return { words: '', at: until('-->', open + 4) + 3 };
  if (text.startsWith('<![CDATA[', open)) {
    const end = until(']]>', open);
    return { words: text.slice(open + 9, end), at: end + 3 };
  }
  const [, closing, tag = ''] = TAG.exec(text.slice(open, open + 60)) ?? [];
  const isDeclaration = /^<[!?]/.test(text.slice(open, open + 2));
  if (tag === '' && !isDeclaration) return { words: '<', at: open + 1 };
  const at = until('>', open) + 1;
  const name = tag.toLowerCase();
  if (closing === '' && HIDDEN_TAGS.has(name) && text[at - 2] !== '/')
    return { words: '', at: until(`</${name}`, at) };
  if (closing === '' && /^h[1-6]$/.test(name)) return { words: `\n\n${'#'.repeat(Number(name[1]))} `, at };
  if (BLOCK_TAG.test(name) || /^h[1-6]$/.test(name)) return { words: '\n\n', at };
  return { words: closing === '' ? (TEXT_BEFORE_TAG[name] ?? '') : '', at };
}
