import type { Token, Tokens } from 'marked';

/** Least number of entries in a table of contents. */
const MIN_CONTENTS_ENTRIES = 3;

/**
 * Removes the navigation of a document: its table of contents with the heading above it, and links to the top. Only links to a
 * heading or to the top are removed, because any other link may be content.
 */
export function removeNavigation(tokens: Token[]): Token[] {
  const kept: Token[] = [];
  const headings = new Set(
    tokens.flatMap((token) => (token.type === 'heading' ? [lettersOf((token as Tokens.Heading).text)] : [])),
  );
  const leadsWithin = (token: Token) => leadsTo(token, headings);
  const full = tokens.filter(({ type }) => type !== 'space');
  for (const [index, token] of full.entries()) {
    if (token.type === 'paragraph' && leadsWithin(token)) continue;
    if (token.type !== 'list' || !isContents(token as Tokens.List, leadsWithin)) {
      kept.push(token);
      continue;
    }
    const next = full[index + 1];
    const isAlone = kept.at(-1)?.type === 'heading' && (next === undefined || next.type === 'heading');
    if (isAlone && kept.length > 1) kept.pop();
  }
  return kept;
}

function isContents(list: Tokens.List, leadsWithin: (token: Token) => boolean): boolean {
  const entries = entriesOf(list);
  return entries.length >= MIN_CONTENTS_ENTRIES && entries.every((entry) => entry.every(leadsWithin));
}

/** The texts of each entry of a list and of those in it. */
const entriesOf = (list: Tokens.List): Token[][] =>
  list.items.flatMap((item) => [
    item.tokens.filter(({ type }) => type !== 'list'),
    ...item.tokens.filter(({ type }) => type === 'list').flatMap((inner) => entriesOf(inner as Tokens.List)),
  ]);

/** Links to the top of a document. */
const TOP_ANCHOR = /^#(?:$|(?:[\w-]{1,40}-)?top$)/i;

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a text is only a link to a heading of its document, by anchor or words, or to the top. */
function leadsTo(token: Token, headings: ReadonlySet<string>): boolean {
  if (token.type === 'link') {
    const { href, text } = token as Tokens.Link;
    if (!href.startsWith('#')) return false;
    return TOP_ANCHOR.test(href) || headings.has(lettersOf(decoded(href))) || headings.has(lettersOf(text));
  }
  const children = 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : [];
  const full = children.filter((child) => !(child.type === 'text' && child.raw.trim() === ''));
  return full.length === 1 && leadsTo(full[0] as Token, headings);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** `==highlight==`. In a comparison, words are next to the signs on both sides. */
const HIGHLIGHT = /(?<![\w=)\]])==(?=[^\s=])([^=\n]{1,200})(?<=\S)==(?![\w=([])/g;
const WIKI_LINK = /!?\[\[([^[\]|\n]{1,200})(?:\|([^[\]|\n]{1,200}))?\]\]/g;
const FOOTNOTE = /\[\^(\d{1,3})\]:?/g;
const RAISED_DIGITS = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** Converts notations that CommonMark lacks: highlights and links of notebooks become words, footnote numbers are raised. */
export const convertMarks = (text: string) =>
  text
    .replace(HIGHLIGHT, '$1')
    .replace(WIKI_LINK, (_, page: string, name?: string) => name ?? page)
    .replace(FOOTNOTE, (_, number: string) =>
      [...number].map((digit) => RAISED_DIGITS[Number(digit)]).join(''),
    );
