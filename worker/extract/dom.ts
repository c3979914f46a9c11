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
}

export interface DomDocument {
  documentElement: DomElement | null;
  body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}

/** Whether nodes are nested in `root` more than `limit` deep. Not recursive, because deep nesting would overflow the stack. */
export function isDeeperThan(root: DomNode, limit: number): boolean {
  let depth = 0;
  let node: DomNode | null = root;
  while (node) {
    if (node.firstChild) {
      if (++depth > limit) return true;
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
