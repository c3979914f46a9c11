import type { DomElement, DomNode } from './dom.ts';

const MENU_TAGS = new Set(['UL', 'OL', 'P', 'DIV', 'TD', 'SPAN']);
/** Least share of a menu's letters that are in links. */
const MIN_LINKED_SHARE = 0.7;
const MIN_LINKS = 3;
/** Number of letters above which a link is a headline. */
const MAX_LINK_LETTERS = 24;
/** An element with more letters or nodes is not a menu. */
const MAX_LETTERS = 600;
const MAX_NODES = 300;

/** Whether an element is a row or a list of short links: `new | past | comments`. */
export function isMenu(element: DomElement, tag: string): boolean {
  if (!MENU_TAGS.has(tag)) return false;
  const found = { letters: 0, linked: 0, links: 0, nodes: 0 };
  count(element, false, found);
  const { letters, linked, links, nodes } = found;
  if (nodes > MAX_NODES || letters > MAX_LETTERS || links < MIN_LINKS) return false;
  return linked >= MIN_LINKED_SHARE * letters && linked <= MAX_LINK_LETTERS * links;
}

/** Counts letters and links, until there are too many. */
function count(
  node: DomNode,
  isLinked: boolean,
  found: { letters: number; linked: number; links: number; nodes: number },
): void {
  if (++found.nodes > MAX_NODES || found.letters > MAX_LETTERS) return;
  if (node.nodeType === 3) {
    const letters = lettersOf(node.textContent ?? '');
    found.letters += letters;
    if (isLinked) found.linked += letters;
    return;
  }
  const isLink = node.nodeType === 1 && (node as DomElement).tagName.toUpperCase() === 'A';
  if (isLink) found.links++;
  for (let child = node.firstChild; child; child = child.nextSibling) count(child, isLinked || isLink, found);
}

/** Number of letters and digits; of a long text only in its beginning. */
const lettersOf = (text: string) => text.slice(0, 4 * MAX_LETTERS).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
