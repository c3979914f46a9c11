import { unescapeEntities } from './without-markup.ts';

/** A document or a fragment of HTML, or a feed. */
const BEGINNING =
  /^\s{0,200}<(?:!doctype html|html|\?xml|rss|feed|body|div|p|h[1-6]|ul|ol|table|section|article|main|header|span|strong|em|b|i|br)\b/i;
const TAG = /^<(\/?)([a-z][\w:-]{0,40})(?=[\s/>])/i;
/** What is in them is for programs. */
const HIDDEN = new Set([
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
/** What is written before the words of an element. */
const BEFORE: Record<string, string> = {
  li: '\n- ',
  br: '\n',
  td: ' | ',
  th: ' | ',
  tr: '\n',
  dt: '\n',
  dd: '\n',
};
const BLOCK =
  /^(?:p|div|section|article|main|header|footer|aside|ul|ol|table|blockquote|pre|figure|form|item|entry|channel|title|description|summary|pubdate|published)$/;

/** Elements that only HTML has. */
const HTML =
  /^\s{0,200}<(?:!doctype html|html|div|p|h[1-6]|ul|ol|table|section|article|main|span|strong|em|b|i|br|a|img|tr|td|center|font|pre|blockquote|svg)\b/i;
export const isHtml = (text: string) => HTML.test(text.slice(0, 400)) || /<html\b/i.test(text.slice(0, 1000));

const MAX_HEADS = 30;

/** Whether a text is markup that a program made or that was copied from a page. */
export function isMarkup(text: string): boolean {
  return BEGINNING.test(text.slice(0, 400)) && /<\/[a-z]|<br/i.test(text) && text.trimEnd().endsWith('>');
}

/** The words of markup as plain text, headings and items with the marks that people make. One pass over the text. */
export function readMarkup(text: string): string {
  // As long as the text, which lower case of other letters need not be.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let words = '';
  let at = 0;
  /** Cells of the row of a table that head its columns. */
  let heads = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    words += text.slice(at, open < 0 ? text.length : open).replace(/\s+/g, ' ');
    if (open < 0) break;
    const next = tagAt(text, lower, open);
    words += next.words;
    if (/^<th\b/.test(lower.slice(open, open + 4))) heads++;
    if (heads > 0 && lower.startsWith('</tr', open)) {
      words += `\n|${'---|'.repeat(Math.min(heads, MAX_HEADS))}`;
      heads = 0;
    }
    at = next.at;
  }
  return unescapeEntities(words)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** What stands for a tag, a comment or a lone `<`, and where the text goes on. */
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
  if (closing === '' && HIDDEN.has(name) && text[at - 2] !== '/')
    return { words: '', at: until(`</${name}`, at) };
  if (closing === '' && /^h[1-6]$/.test(name)) return { words: `\n\n${'#'.repeat(Number(name[1]))} `, at };
  if (BLOCK.test(name) || /^h[1-6]$/.test(name)) return { words: '\n\n', at };
  return { words: closing === '' ? (BEFORE[name] ?? '') : '', at };
}
