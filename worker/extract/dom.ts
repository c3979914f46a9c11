/** The little of the DOM that is used here: the browser's own types would make its globals appear everywhere. */
export interface DomNode {
  nodeType: number;
  textContent: string | null;
}

export interface DomElement extends DomNode {
  tagName: string;
  childNodes: Iterable<DomNode>;
  parentElement: DomElement | null;
  getAttribute(name: string): string | null;
}

export interface DomDocument {
  documentElement: DomElement | null;
  body: DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}
