import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import { isPicture, type PageCandidate, type PageScope, pictureOf, type Subject } from './page-candidate.ts';
import { documentPage, slidesPage, ticketPage } from './page-of-document.ts';
import { articlePage } from './page-of-link.ts';
import { bodyOf, isAllList, nameOf, nameOfList, roomFor } from './page-words.ts';

const PROSE = 20_000;
/** Text may be set this much smaller than is comfortable before a summary is better. */
const SQUEEZE = 1.5;

/** Pages that suit one thing, the best first; the last one takes anything. */
export function pagesOfOne(subject: Subject, scope: PageScope): PageCandidate[] {
  return [...suited(subject, scope), plainNote(subject)];
}

function suited(subject: Subject, scope: PageScope): PageCandidate[] {
  const { asset } = subject;
  const { shape, list, pairs, quotation, pages } = asset.digest;
  const isLong = asset.digest.text.length > SQUEEZE * roomFor(scope.viewport);
  if (isPicture(asset)) return [photo(subject)];
  if (subject.picture && asset.type === 'text') return [ownWords(subject)];
  if ((shape === 'list' || shape === 'agenda') && list) {
    // What somebody wrote around a list of their own belongs on the wall too; a web page has much around its lists.
    const whole = asset.type === 'link' || pages !== null || isLong || isAllList(asset);
    return whole ? [listPage(subject, list, shape)] : [];
  }
  if (shape === 'table') return [table(subject, pairs)];
  if (shape === 'quotation' && quotation) return [quotationPage(subject, quotation)];
  if (shape === 'link') return [link(subject)];
  if (shape === 'ticket') return [ticketPage(subject), documentPage(subject)];
  if (shape === 'slides') return [slidesPage(subject), documentPage(subject)];
  if (shape === 'document' && (asset.type !== 'link' || pages !== null)) return [documentPage(subject)];
  if (asset.type === 'link') return [articlePage(subject, scope), link(subject)];
  if (shape === 'headline') return [headline(subject)];
  if (isLong) return [articlePage(subject, scope)];
  return [];
}

function photo({ asset, title, note }: Subject): PageCandidate {
  const parameters = { image: pictureOf(asset), ...some('title', title, 200), ...some('caption', note, 400) };
  return { template: 'photo', parameters, why: `one ${asset.digest.shape}` };
}

type List = NonNullable<PlannedAsset['digest']['list']>;

function listPage({ asset, title }: Subject, { ordered, items }: List, shape: string) {
  const parameters = {
    ...some('title', title ?? nameOfList(asset), 200),
    ordered,
    items: items
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, when, done }) => ({
        text: clipLine(text, 400),
        when: when === null ? null : clipLine(when, 40),
        done,
      })),
    ...footer(asset),
  };
  return { template: 'list', parameters, why: shape === 'agenda' ? 'an agenda' : 'a list' };
}

function table({ asset, title }: Subject, pairs: { key: string; value: string }[]): PageCandidate {
  const parameters = {
    ...some('title', title ?? asset.digest.title, 200),
    pairs: pairs
      .filter(({ key }) => key.trim() !== '')
      .map(({ key, value }) => ({ key: clipLine(key, 200), value: clipLine(value, 400) })),
    ...footer(asset),
  };
  return { template: 'table', parameters, why: 'names and values' };
}

function quotationPage(
  { asset }: Subject,
  { text, attribution }: { text: string; attribution: string | null },
): PageCandidate {
  const parameters = {
    text: clipText(text, PROSE),
    ...some('attribution', attribution, 200),
    ...(asset.type === 'link' && some('source', asset.digest.siteName, 200)),
  };
  return { template: 'quotation', parameters, why: 'a quotation' };
}

function link({ asset, title, note }: Subject): PageCandidate {
  const { url, siteName } = asset.digest;
  const said = title ?? note ?? asset.digest.title;
  const parameters = { url, ...some('title', said, 400), ...(said && some('kicker', siteName, 200)) };
  return { template: 'link', parameters, why: 'a link that cannot be read' };
}

/** Words beside the owner's photograph: all of them, as they were written. */
function ownWords({ asset, title, note, picture }: Subject): PageCandidate {
  const parameters = {
    note: clipText(joinParagraphs(note, asset.digest.text), PROSE),
    ...some('title', title, 200),
    ...(picture && { image: picture }),
  };
  return { template: 'article', parameters, why: 'words beside a picture' };
}

function headline({ asset, title }: Subject): PageCandidate {
  const parameters = { text: clipLine(asset.digest.text, 400), ...some('kicker', title, 200) };
  return { template: 'headline', parameters, why: 'one short line' };
}

function plainNote({ asset, title, note }: Subject): PageCandidate {
  const { digest } = asset;
  const heading = title ?? digest.title;
  const text = bodyOf(title ? { title, text: digest.text } : digest);
  const words =
    joinParagraphs(note, text || digest.summary) || heading || nameOf(asset) || 'Nothing to read.';
  const parameters = {
    text: clipText(words, PROSE),
    ...(heading !== words && some('title', heading, 200)),
    ...footer(asset),
  };
  return { template: 'note', parameters, why: 'a short text' };
}

function footer({ type, digest, filename }: PlannedAsset) {
  return some('footer', type === 'link' ? digest.siteName : filename, 200);
}

/** Two texts, one under the other; the second not again when it says the same. */
function joinParagraphs(first: string | null, second: string): string {
  return [first ?? '', second === first ? '' : second].filter((text) => text.trim() !== '').join('\n\n');
}

/** A parameter that is left out when there is nothing to say. */
function some(name: string, text: string | null | undefined | false, most: number): Record<string, string> {
  const clipped = text ? (most > 400 ? clipText(text, most) : clipLine(text, most)) : '';
  return clipped === '' ? {} : { [name]: clipped };
}
