import type { DomDocument, DomElement } from './dom.ts';

/** What stands on a page beside its matter: comments, consent, subscriptions, sharing. Names of classes and ids. */
const CLUTTER =
  /(?:^|[-_\s])(?:cookies?|cookie-?(?:banner|notice|consent|bar|wall|popup|dialog|modal)|consent|gdpr|cmp|onetrust[-\w]*|didomi[-\w]*|paywall|pay-?wall|regwall|subscription-?(?:wall|offer)|newsletter|subscribe|share|sharing|social|related|recommended|breadcrumbs?|advert(?:isement)?|sponsored)(?:$|[-_\s])/i;
const COMMENTS =
  /(?:^|\s)(?:comments?|comments?-?(?:area|list|section|thread|form|body|container)|disqus[-_]?thread)(?:$|\s)/i;
/** Numbers of notes and places to edit among the words of encyclopedias, and readings above ideographs. */
const MARKS = 'sup.reference, [role="doc-noteref"], .mw-editsection, rt, rp';
/** What is not there for readers, or stands on every page of a site. */
const HIDDEN =
  '[hidden], [aria-hidden="true"], dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]';
const MAX_NAME = 500;
/** Letters beyond which something is the page itself, whatever it is called. */
const MAX_SHARE = 0.5;

/** Takes out what is beside the matter. What holds a first heading or most of the text stays, whatever its name. */
export function removeClutter(document: DomDocument): void {
  const whole = document.body?.textContent?.length ?? 0;
  const isSmall = (element: DomElement) =>
    (element.textContent?.length ?? 0) < MAX_SHARE * whole && element.querySelector('h1') === null;
  for (const element of document.querySelectorAll(MARKS)) element.remove();
  for (const element of document.querySelectorAll(HIDDEN)) if (isSmall(element)) element.remove();
  const named = 'div, section, aside, ul, ol, p, form, footer, details, span';
  for (const element of document.querySelectorAll(named)) {
    const name = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    if (name.length > MAX_NAME) continue;
    if ((CLUTTER.test(name) && isSmall(element)) || (COMMENTS.test(name) && !element.querySelector('h1')))
      element.remove();
  }
  for (const element of document.querySelectorAll('[itemtype$="/Comment"]')) element.remove();
}
