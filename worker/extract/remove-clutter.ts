import type { DomDocument, DomElement } from './dom.ts';
import { CONTROLS, isControl } from './is-control.ts';

/** Classes and ids of parts beside the content: comments, consent, subscriptions, sharing. */
const CLUTTER =
  /(?:^|[-_\s])(?:cookies?|cookie-?(?:banner|notice|consent|bar|wall|popup|dialog|modal)|consent|gdpr|cmp|onetrust[-\w]*|didomi[-\w]*|paywall|pay-?wall|regwall|subscription-?(?:wall|offer)|newsletter|subscribe|share|sharing|social|related|recommended|breadcrumbs?|advert(?:isement)?|advertiser[-\w]*|commit|sponsored|copyright[-\w]*|(?:photo|image|picture)-?credits?)(?:$|[-_\s])/i;
const HEADING_BUTTONS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
  .map((tag) => `${tag} > button, ${tag} > [role=button]`)
  .join(', ');
const COMMENTS =
  /(?:^|\s)(?:comments?|comments?-?(?:area|list|section|thread|form|body|container)|disqus[-_]?thread)(?:$|\s)/i;
/** Numbers of footnotes and edit links in encyclopedias, and readings (ruby) above ideographs. */
const REMOVED_MARKS = 'sup.reference, [role="doc-noteref"], .mw-editsection, rt, rp';
/** Elements that are hidden, or that are on every page of a site. */
const HIDDEN_ELEMENTS =
  '[hidden], [aria-hidden="true"], dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]';
const MAX_CLASS_CHARACTERS = 500;
/** Share of the letters above which an element is the content, whatever its class. */
const MAX_SHARE = 0.5;

/** Removes parts beside the content. An element with a first heading or most of the text is kept, whatever its class. */
export function removeClutter(document: DomDocument, comments: 'removed' | 'kept'): void {
  const whole = document.body?.textContent?.length ?? 0;
  const isSmall = (element: DomElement) =>
    (element.textContent?.length ?? 0) < MAX_SHARE * whole && element.querySelector('h1') === null;
  for (const element of document.querySelectorAll(REMOVED_MARKS)) element.remove();
  for (const element of document.querySelectorAll(HIDDEN_ELEMENTS)) if (isSmall(element)) element.remove();
  const named = 'div, section, aside, ul, ol, p, form, footer, details, span';
  for (const element of document.querySelectorAll(named)) {
    const name = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    if (name.length > MAX_CLASS_CHARACTERS) continue;
    const isComment = comments === 'removed' && COMMENTS.test(name) && !element.querySelector('h1');
    if (isComment || (CLUTTER.test(name) && isSmall(element))) element.remove();
  }
  // A button in the heading of a collapsible part has its words, which Readability would remove.
  for (const button of document.querySelectorAll(HEADING_BUTTONS)) button.replaceWith(...button.childNodes);
  for (const element of document.querySelectorAll(CONTROLS)) if (isControl(element)) element.remove();
  if (comments === 'kept') return;
  for (const element of document.querySelectorAll('[itemtype$="/Comment"]')) element.remove();
}
