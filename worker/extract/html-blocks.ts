import { type Block, MAX_BLOCKS, oneLine } from './blocks.ts';
import { briefText, type DomElement, type DomNode } from './dom.ts';
import { isMenu } from './is-menu.ts';
import { readDefinitions, readTable } from './read-html-table.ts';
import { isApartAt, type Seam, seamBetween } from './space-seams.ts';

const SKIPPED_TAGS = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'SVG',
  'IFRAME',
  'OBJECT',
  'BUTTON',
  'SELECT',
  'FIGCAPTION',
  'NAV',
]);
const BLOCK_TAGS = new Set([
  'P',
  'DIV',
  'SECTION',
  'ARTICLE',
  'MAIN',
  'HEADER',
  'FOOTER',
  'ASIDE',
  'FIGURE',
  'FORM',
  'UL',
  'OL',
  'DL',
  'TABLE',
  'TBODY',
  'THEAD',
  'TR',
  'TD',
  'TH',
  'DETAILS',
  'SUMMARY',
  'ADDRESS',
  'CENTER',
  'DD',
  'DT',
  'HR',
]);
/** The number of a footnote, which is not on the page that shows the text. */
const FOOTNOTE_NUMBER = /^\s*\[?\s*(?:\d{1,3}|[a-z]|note \d{1,3})\s*\]\s*$/i;
/** Limit of nested elements; deeper ones are read as plain text. */
const MAX_DEPTH = 200;
/** A form with more letters contains the page. */
const MAX_FORM_LETTERS = 600;
const MAX_LEVEL = 8;

/** The readable content of a page as blocks, in document order. */
export function htmlBlocks(root: DomElement): Block[] {
  return blocksWithin(root, 0, 0);
}

function blocksWithin(element: DomElement, depth: number, level: number): Block[] {
  const collector = new BlockCollector(level);
  collector.children(element, depth);
  collector.endParagraph();
  return collector.blocks;
}

class BlockCollector {
  readonly blocks: Block[] = [];
  /** Depth of nesting in items. */
  readonly #level: number;
  #pieces: string[] = [];
  /** The last letter of the pieces, and the seam before the next one. */
  #end = '';
  #seam: Seam = null;

  constructor(level: number) {
    this.#level = level;
  }

  children(element: DomElement, depth: number): void {
    let before: DomNode | null = null;
    for (const child of Array.from(element.childNodes)) {
      if (this.blocks.length >= MAX_BLOCKS) return;
      if (before) this.#seam = seamBetween(before, child);
      if (child.nodeType === 3) this.#add(child.textContent ?? '');
      else if (child.nodeType === 1) this.#element(child as DomElement, depth + 1);
      before = child;
    }
  }

  endParagraph(): void {
    const text = this.#pieces
      .join('')
      .split('\u0000')
      .map(oneLine)
      .filter((line) => line !== '')
      .join('\n');
    if (text !== '') this.blocks.push({ kind: 'paragraph', text });
    this.#pieces = [];
    this.#end = '';
  }

  /** Adds a piece to the paragraph. The pieces are joined once, at its end, because there may be very many. */
  #add(text: string): void {
    if (text === '') return;
    if (isApartAt(this.#seam, this.#end, text.slice(0, 2))) this.#pieces.push(' ');
    this.#pieces.push(text);
    this.#end = text.slice(-2);
    this.#seam = null;
  }

  #element(element: DomElement, depth: number): void {
    const tag = element.tagName.toUpperCase();
    if (SKIPPED_TAGS.has(tag) || isMenu(element, tag)) return;
    if (tag === 'FORM' && (element.textContent?.length ?? 0) <= MAX_FORM_LETTERS) return;
    if (tag === 'SUP' && isFootnote(element)) return;
    if (tag === 'BR') {
      this.#add('\u0000');
    } else if (tag === 'PRE') {
      this.endParagraph();
      const text = codeOf(element).trimEnd();
      if (text.trim() !== '') this.blocks.push({ kind: 'code', text: text.replace(/^\n+/, '') });
    } else if (depth > MAX_DEPTH) {
      this.#add(element.textContent ?? '');
    } else if (/^H[1-6]$/.test(tag)) {
      this.#whole(element, depth, (text) => ({ kind: 'heading', level: Number(tag[1]), text }));
    } else if (tag === 'LI') {
      const ordered = element.parentElement?.tagName.toUpperCase() === 'OL';
      const level = this.#level > 0 ? { level: Math.min(this.#level, MAX_LEVEL) } : {};
      this.#whole(element, depth, (text) => ({ kind: 'item', text, ordered, done: null, ...level }));
    } else if (tag === 'BLOCKQUOTE') {
      this.#whole(element, depth, (text) => ({ kind: 'quote', text }));
    } else if (BLOCK_TAGS.has(tag)) {
      this.endParagraph();
      if (tag === 'TABLE' || tag === 'DL') {
        const read = tag === 'TABLE' ? readTable(element) : readDefinitions(element);
        if (read) return void this.blocks.push(...read);
      }
      this.children(element, depth);
      this.endParagraph();
    } else {
      this.children(element, depth);
    }
  }

  /** One block of the words of an element, followed by the lists, the code and the tables in it. */
  #whole(element: DomElement, depth: number, make: (text: string) => Block): void {
    this.endParagraph();
    const inside = blocksWithin(element, depth, this.#level + 1);
    const text = joinLines(inside.filter(isWords).map((block) => oneLine(block.text)));
    if (text !== '') this.blocks.push(make(text));
    this.blocks.push(...inside.filter((block) => !isWords(block)));
  }
}

/** Limit of the letters of a footnote mark. Longer words in raised type are content, even in a link. */
const MAX_MARK_LETTERS = 30;

const isFootnote = (mark: DomElement) => {
  const text = briefText(mark, MAX_MARK_LETTERS);
  return text !== null && (FOOTNOTE_NUMBER.test(text) || mark.querySelector('a[href*="#"]') !== null);
};

type Words = Extract<Block, { kind: 'paragraph' | 'heading' | 'quote' }>;

const isWords = (block: Block): block is Words =>
  block.kind === 'paragraph' || block.kind === 'heading' || block.kind === 'quote';

/** Joins lines into one, with a separator between those that do not end with punctuation. */
function joinLines(lines: string[]): string {
  const pieces: string[] = [];
  let end = '';
  for (const line of lines.filter((one) => one !== '')) {
    if (end !== '') pieces.push(/[\p{P}\p{S}]$/u.test(end) || /^[\p{P}\p{S}]/u.test(line) ? ' ' : ' · ');
    pieces.push(line);
    end = line.slice(-2);
  }
  return pieces.join('');
}

/** The lines of a code block: some pages have an element for each line, or break lines with elements. */
function codeOf(element: DomElement): string {
  const pieces: string[] = [];
  addCode(element, pieces);
  return pieces.join('');
}

function addCode(element: DomElement, pieces: string[]): void {
  const begins = () => pieces.at(-1)?.endsWith('\n') ?? true;
  for (const child of Array.from(element.childNodes)) {
    const text = child.nodeType === 3 ? (child.textContent ?? '') : '';
    if (text !== '') pieces.push(text);
    if (child.nodeType !== 1) continue;
    const tag = (child as DomElement).tagName.toUpperCase();
    if (SKIPPED_TAGS.has(tag)) continue;
    if (tag === 'BR') pieces.push('\n');
    else if (BLOCK_TAGS.has(tag) || tag === 'LI') {
      if (!begins()) pieces.push('\n');
      const count = pieces.length;
      addCode(child as DomElement, pieces);
      if (pieces.length === count || !begins()) pieces.push('\n');
    } else addCode(child as DomElement, pieces);
  }
}
