import { type Block, MAX_BLOCKS, oneLine } from './blocks.ts';
import type { DomElement, DomNode } from './dom.ts';
import { isMenu } from './is-menu.ts';
import { readDefinitions, readTable } from './read-html-table.ts';
import { spacesAtSeams } from './space-seams.ts';

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
const FOOTNOTE = /^\s*\[?\s*(?:\d{1,3}|[a-z]|note \d{1,3})\s*\]\s*$/i;
/** Elements within elements; deeper ones are read as plain text. */
const MAX_DEPTH = 200;
/** A form with more letters is a page in a form. */
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
  #paragraph = '';

  constructor(level: number) {
    this.#level = level;
  }

  children(element: DomElement, depth: number): void {
    let before: DomNode | null = null;
    for (const child of Array.from(element.childNodes)) {
      if (this.blocks.length >= MAX_BLOCKS) return;
      const start = this.#paragraph.length;
      if (child.nodeType === 3) this.#paragraph += child.textContent ?? '';
      else if (child.nodeType === 1) this.#element(child as DomElement, depth + 1);
      this.#paragraph = spacesAtSeams(this.#paragraph, start, before, child);
      before = child;
    }
  }

  endParagraph(): void {
    const text = this.#paragraph
      .split('\u0000')
      .map(oneLine)
      .filter((line) => line !== '')
      .join('\n');
    if (text !== '') this.blocks.push({ kind: 'paragraph', text });
    this.#paragraph = '';
  }

  #element(element: DomElement, depth: number): void {
    const tag = element.tagName.toUpperCase();
    if (SKIPPED_TAGS.has(tag) || isMenu(element, tag)) return;
    if (tag === 'FORM' && (element.textContent?.length ?? 0) <= MAX_FORM_LETTERS) return;
    if (tag === 'SUP' && isFootnote(element)) return;
    if (tag === 'BR') {
      this.#paragraph += '\u0000';
    } else if (tag === 'PRE') {
      this.endParagraph();
      const text = codeOf(element).trimEnd();
      if (text.trim() !== '') this.blocks.push({ kind: 'code', text: text.replace(/^\n+/, '') });
    } else if (depth > MAX_DEPTH) {
      this.#paragraph += element.textContent ?? '';
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
    const text = inside.reduce((all, block) => (isWords(block) ? joinLines(all, block.text) : all), '');
    if (text !== '') this.blocks.push(make(text));
    this.blocks.push(...inside.filter((block) => !isWords(block)));
  }
}

const isFootnote = (mark: DomElement) =>
  FOOTNOTE.test(mark.textContent ?? '') || mark.querySelector('a[href*="#"]') !== null;

type Words = Extract<Block, { kind: 'paragraph' | 'heading' | 'quote' }>;

const isWords = (block: Block): block is Words =>
  block.kind === 'paragraph' || block.kind === 'heading' || block.kind === 'quote';

/** Lines of their own on one line: a sign stands between those that no sign ends. */
function joinLines(before: string, text: string): string {
  const line = oneLine(text);
  if (before === '' || line === '') return before + line;
  return /[\p{P}\p{S}]$/u.test(before) || /^[\p{P}\p{S}]/u.test(line)
    ? `${before} ${line}`
    : `${before} · ${line}`;
}

/** The lines of a code block: some pages have an element for each line, or break lines by elements. */
function codeOf(element: DomElement): string {
  let text = '';
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === 3) text += child.textContent ?? '';
    if (child.nodeType !== 1) continue;
    const tag = (child as DomElement).tagName.toUpperCase();
    if (SKIPPED_TAGS.has(tag)) continue;
    if (tag === 'BR') text += '\n';
    else if (BLOCK_TAGS.has(tag) || tag === 'LI') {
      if (text !== '' && !text.endsWith('\n')) text += '\n';
      text += `${codeOf(child as DomElement).replace(/\n$/, '')}\n`;
    } else text += codeOf(child as DomElement);
  }
  return text;
}
