/** The part of the DOM that is used here. The browser's types would declare its globals everywhere. */
export interface DomNode {
  nodeType: number;
  textContent: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
}

export interface DomElement extends DomNode {
  tagName: string;
  childNodes: Iterable<DomNode>;
  parentElement: DomElement | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  remove(): void;
  replaceWith(...nodes: DomNode[]): void;
}

export interface DomDocument {
  documentElement: DomElement | null;
  body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}

/** Limit of the nodes of a label. */
const MAX_BRIEF_NODES = 300;

/** The text of a node; null if it has more than `most` characters or many nodes. Does not read the rest of a large node. */
export function briefText(node: DomNode, most: number): string | null {
  const found = { text: '', nodes: 0 };
  collect(node, most, found);
  return found.text.length > most || found.nodes > MAX_BRIEF_NODES ? null : found.text;
}

function collect(node: DomNode, most: number, found: { text: string; nodes: number }): void {
  if (++found.nodes > MAX_BRIEF_NODES || found.text.length > most) return;
  if (node.nodeType === 3) found.text += (node.textContent ?? '').slice(0, most + 1);
  for (let child = node.firstChild; child; child = child.nextSibling) {
    collect(child, most, found);
    if (found.nodes > MAX_BRIEF_NODES) return;
  }
}

/** Letters of a text that take about as much work as one node. */
const LETTERS_OF_NODE = 32;

/**
 * Whether nodes are nested in `root` more than `depth` deep, or the work for all of them is more than `work`: Readability
 * compares the text of each element with that of every element around it, so a node counts by the square of its depth. Not
 * recursive, because deep nesting would overflow the stack.
 */
export function isNestedBeyond(
  root: DomNode,
  { depth: most = Infinity, work: mostWork = Infinity }: { depth?: number; work?: number },
): boolean {
  let depth = 0;
  let work = 0;
  let node: DomNode | null = root;
  while (node) {
    const letters = node.nodeType === 3 ? (node.textContent?.length ?? 0) : 0;
    work += depth ** 2 * (1 + letters / LETTERS_OF_NODE);
    if (work > mostWork) return true;
    if (node.firstChild) {
      if (++depth > most) return true;
      node = node.firstChild;
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      depth--;
      node = node.parentNode;
    }
    if (!node || node === root) return false;
    node = node.nextSibling;
  }
  return false;
}

/** Ancestors that are looked at: a document may be much deeper, and have thousands of elements there. */
const MAX_ANCESTORS = 60;

/** Whether an element or one of its nearest ancestors passes a test. */
export function isWithin(element: DomElement, test: (one: DomElement) => boolean): boolean {
  let one: DomElement | null = element;
  for (let steps = 0; one && steps < MAX_ANCESTORS; steps++) {
    if (test(one)) return true;
    one = one.parentElement;
  }
  return false;
}
