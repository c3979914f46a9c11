import { briefText, type DomElement, type DomNode } from './dom.ts';

/** Elements that may be controls. */
export const CONTROLS = 'a, span, div, label, p';
/** Classes of links and boxes that look like buttons. */
const BUTTON_NAME =
  /(?:^|[-_\s])(?:btn|button|cta|read-?more|more-?link|continue-?reading|reply|copy-?link|clipboard|tooltip|sr-only|visually-?hidden|screen-?reader-?text)(?:$|[-_\s\d])/i;
/** Addresses of actions: a script, the share page of a network, a message. */
const ACTION_ADDRESS =
  /^\s*(?:#?$|javascript:|mailto:\?|whatsapp:|tg:|https?:\/\/(?:www\.)?(?:facebook\.com\/sharer|twitter\.com\/(?:intent|share)|x\.com\/intent|linkedin\.com\/share|pinterest\.[a-z]+\/pin\/create|reddit\.com\/submit|t\.me\/share|wa\.me\/))/i;
/** A longer text is content, whatever its class. */
const MAX_LABEL_LETTERS = 40;
/** Characters of a label including the white space of the markup. */
const MAX_LABEL_CHARACTERS = 400;
const MAX_CLASS_CHARACTERS = 300;
const MAX_SIBLINGS = 8;

/** Whether an element is the label of an action ("Add to cart", "Share"), which is useless on a panel. */
export function isControl(element: DomElement): boolean {
  const name = element.getAttribute('class') ?? '';
  const isNamed =
    element.getAttribute('role') === 'button' ||
    (name.length <= MAX_CLASS_CHARACTERS && BUTTON_NAME.test(name));
  const isAction =
    element.tagName.toUpperCase() === 'A' && ACTION_ADDRESS.test(element.getAttribute('href') ?? ' ');
  if (!isNamed && !isAction) return false;
  const label = briefText(element, MAX_LABEL_CHARACTERS)?.trim();
  if (label === undefined || label.length > MAX_LABEL_LETTERS) return false;
  // Links in a sentence may have such addresses, too.
  return isNamed || isAlone(element);
}

/** Whether an element is not part of a text: its parent has only a few other nodes, all of them empty. */
function isAlone(element: DomElement): boolean {
  let node: DomNode | null = element.parentElement?.firstChild ?? null;
  for (let nodes = 0; node && nodes <= MAX_SIBLINGS; nodes++) {
    if (node !== element && briefText(node, MAX_LABEL_CHARACTERS)?.trim() !== '') return false;
    node = node.nextSibling;
  }
  return node === null;
}
