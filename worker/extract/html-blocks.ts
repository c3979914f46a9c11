import { type Block, MAX_BLOCKS, oneLine } from './blocks.ts';
import type { DomElement } from './dom.ts';
import { isMenu } from './is-menu.ts';
import { readDefinitions, readTable } from './read-html-table.ts';

const SKIPPED_TAGS = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'SVG',
  'IFRAME',
  'OBJECT',
  'BUTTON',
  'FORM',
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

/** The readable content of a page as blocks, in document order. */
export function htmlBlocks(root: DomElement): Block[] {
  const collector = new BlockCollector();
  collector.children(root, 0);
  collector.endParagraph();
  return collector.blocks;
}

class BlockCollector {
  readonly blocks: Block[] = [];
  #paragraph = '';

  children(element: DomElement, depth: number): void {
    for (const child of Array.from(element.childNodes)) {
      if (this.blocks.length >= MAX_BLOCKS) return;
      if (child.nodeType === 3) this.#paragraph += child.textContent ?? '';
      else if (child.nodeType === 1) this.#element(child as DomElement, depth + 1);
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
    if (tag === 'SUP' && FOOTNOTE.test(element.textContent ?? '')) return;
    if (tag === 'BR') {
      this.#paragraph += '\u0000';
    } else if (/^H[1-6]$/.test(tag)) {
      this.#whole(element, (text) => ({ kind: 'heading', level: Number(tag[1]), text }));
    } else if (tag === 'LI') {
      const ordered = element.parentElement?.tagName.toUpperCase() === 'OL';
      this.#whole(element, (text) => ({ kind: 'item', text, ordered, done: null }));
    } else if (tag === 'BLOCKQUOTE') {
      this.#whole(element, (text) => ({ kind: 'quote', text }));
    } else if (tag === 'PRE') {
      this.endParagraph();
      const text = (element.textContent ?? '').trimEnd();
      if (text.trim() !== '') this.blocks.push({ kind: 'code', text });
    } else if (depth > MAX_DEPTH) {
      this.#paragraph += element.textContent ?? '';
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

  #whole(element: DomElement, make: (text: string) => Block): void {
    this.endParagraph();
    const text = oneLine(element.textContent ?? '');
    if (text !== '') this.blocks.push(make(text));
  }
}
