import type { DomDocument, DomElement, DomNode } from './dom.ts';

/** Number of letters by which the beginning of a post is recognised. Metadata cuts posts at about a hundred. */
const ANCHOR_LETTERS = 60;
const MIN_ANCHOR_LETTERS = 15;
const HIDDEN_TAG = /^(?:script|style|noscript|template|textarea|select|title)$/i;
/** Ids of numbered posts, and the element with the words of one, in phpBB, vBulletin, MyBB, SMF, WoltLab and Discourse. */
const POST_ID = /^(?:js-)?(?:post|p|msg|pid|post_message)[-_]?\d{1,12}$/;
const POST_WORDS =
  '.postbody .content, .postcontent, .post_body, .post .inner, .messageText, .bbWrapper, .message-body, [itemprop="articleBody"], [itemprop="text"]';
const MIN_POSTS = 2;
/** Limit of the elements that are examined for the id of a post. */
const MAX_ELEMENTS = 20_000;

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The element with the first post of a thread: the one that begins with the words in the page's metadata, or else the first of
 * several numbered posts. Null for other pages. Readability would take the longest post, or several.
 */
export function openingPost(document: DomDocument, named: string | null): DomElement | null {
  const anchor = lettersOf((named ?? '').slice(0, 4 * ANCHOR_LETTERS)).slice(0, ANCHOR_LETTERS);
  const found = anchor.length >= MIN_ANCHOR_LETTERS ? beginningWith(document, anchor) : null;
  return found ?? firstNumbered(document);
}

/** The outermost element whose text begins with the given letters. One pass over the nodes. */
function beginningWith(document: DomDocument, anchor: string): DomElement | null {
  const root = document.body;
  if (!root) return null;
  const parts: string[] = [];
  const begins = new Map<DomNode, number>();
  const texts: DomNode[] = [];
  let length = 0;
  for (let node: DomNode | null = root; node; node = nextOf(node, root)) {
    begins.set(node, length);
    if (node.nodeType !== 3) continue;
    const letters = lettersOf(node.textContent ?? '');
    if (letters === '') continue;
    texts.push(node);
    parts.push(letters);
    length += letters.length;
  }
  const at = parts.join('').indexOf(anchor);
  if (at < 0) return null;
  const text = texts.findLast((one) => (begins.get(one) as number) <= at);
  let element = (text?.parentNode ?? null) as DomElement | null;
  while (element?.parentElement && element.parentElement !== root && begins.get(element.parentElement) === at)
    element = element.parentElement;
  return element === root ? null : element;
}

/** The next node in document order, without those inside elements that show no text. */
function nextOf(node: DomNode, root: DomNode): DomNode | null {
  const isSeen = node.nodeType !== 1 || !HIDDEN_TAG.test((node as DomElement).tagName);
  if (isSeen && node.firstChild) return node.firstChild;
  let last: DomNode | null = node;
  while (last && last !== root && !last.nextSibling) last = last.parentNode;
  return last === root ? null : (last?.nextSibling ?? null);
}

function firstNumbered(document: DomDocument): DomElement | null {
  let first: DomElement | null = null;
  let posts = 0;
  let seen = 0;
  for (const element of document.querySelectorAll('[id]')) {
    if (++seen > MAX_ELEMENTS) break;
    if (!POST_ID.test(element.getAttribute('id') ?? '')) continue;
    const words = element.querySelector(POST_WORDS);
    if (!words) continue;
    first ??= words;
    if (words !== first && ++posts >= MIN_POSTS - 1) return first;
  }
  return null;
}
