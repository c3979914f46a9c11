import { countWords } from '#shared/count-words.ts';
import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import { bodyBlocks, type FlowBlock } from './flow-blocks.ts';
import {
  captionRoom,
  isPicture,
  isSheetToRead,
  type PageCandidate,
  type PageScope,
  type PageSubject,
  pictureOf,
  picturesOf,
} from './page-candidate.ts';
import { documentPage, isLegibleUnchanged, isPoster, slidesPage, ticketPage } from './page-of-document.ts';
import {
  agendaPage,
  chatPage,
  codePage,
  gridPage,
  joinTitles,
  recipePage,
  tablePage,
} from './page-of-form.ts';
import { articlePage } from './page-of-link.ts';
import { furnitureParameters, languageOf, textParameter } from './page-parameters.ts';
import { isAllList, nameOf, nameOfList } from './page-words.ts';

const MAX_PROSE_CHARACTERS = 20_000;

/** Pages for one asset, the best first; the last one accepts anything. */
export function pagesOfOne(subject: PageSubject, scope: PageScope): PageCandidate[] {
  return [...specificPages(subject, scope), plainNote(subject, scope)];
}

function specificPages(subject: PageSubject, scope: PageScope): PageCandidate[] {
  const { asset, picture, note } = subject;
  const { shape, pages } = asset.digest;
  if (isPicture(asset))
    return subject.others || isSheetToRead(asset, scope) ? [] : photoPages(subject, scope);
  const isAlone = !picture && !note;
  if (asset.type !== 'link' && pages === null && !isAlone) return [];
  const form = isAlone ? pageOfForm(subject, scope) : null;
  if (form) return form;
  const fits = noteFits(subject, scope);
  if (shape === 'link') {
    // That page has room for an address and one text. With a photograph or a title, or a long text, it is below these.
    const isAllOfIt = !picture && (subject.title === null || note === null) && fits;
    if (isAllOfIt) return [linkPage(subject)];
    return fits ? [articlePage(subject, scope)] : [notePage(subject, scope)];
  }
  if (pages !== null && picture && asset.digest.text.trim() !== '')
    return fits ? [documentPage(subject)] : [];
  if (shape === 'ticket' && fits) return [ticketPage(subject), documentPage(subject)];
  // A page of a PDF without text.
  if (pages !== null && asset.digest.text.trim() === '' && fits && pictureOf(asset))
    return [slidesPage(subject)];
  if (isPoster(asset, scope) && fits) return [documentPage(subject), slidesPage(subject)];
  if ((shape === 'slides' || isLegibleUnchanged(asset, scope)) && fits) {
    const pages = [slidesPage(subject), documentPage(subject)];
    return hasLongNote(subject) ? pages.reverse() : pages;
  }
  if (pages !== null || (STRUCTURED.has(shape) && asset.type === 'link' && !picture))
    return fits ? [documentPage(subject)] : [notePage(subject, scope)];
  if (asset.type === 'link')
    return fits ? [articlePage(subject, scope), linkPage(subject)] : [notePage(subject, scope)];
  if (shape === 'headline') return [headlinePage(subject)];
  return [];
}

/** Shapes of a linked text that is more than its sentences. */
const STRUCTURED: ReadonlySet<string> = new Set(['document', 'list', 'agenda', 'table', 'grid']);

/** Most characters of a note below which a slide is still legible. */
const MAX_SLIDE_NOTE_CHARACTERS = 60;

/** Whether a slide would be too small below a note. A page of a document keeps its width, and is cut at the bottom. */
const hasLongNote = ({ asset, note }: PageSubject) =>
  asset.digest.shape === 'slides' && (note?.length ?? 0) > MAX_SLIDE_NOTE_CHARACTERS;

/** Pages of structured material; null for any other. They have no place for a note or a further picture. */
function pageOfForm(subject: PageSubject, scope: PageScope): PageCandidate[] | null {
  const { asset } = subject;
  const { shape, list, quotation, pages, blocks } = asset.digest;
  if (shape === 'recipe') return recipePage(subject);
  if (shape === 'agenda' && blocks.some(({ kind }) => kind === 'events')) return agendaPage(subject, scope);
  if (shape === 'chat' && blocks.filter(({ kind }) => kind === 'chat').length === 1)
    return chatPage(subject, scope);
  if (shape === 'code') return codePage(subject);
  if (shape === 'grid') return gridPage(subject, scope);
  if ((shape === 'list' || shape === 'agenda') && list) {
    // The text around a list belongs on the page.
    return pages !== null || isAllList(asset) ? [listPage(subject, list, shape, scope)] : null;
  }
  if (shape === 'table') return [tablePage(subject, scope)];
  // The page of a quotation has no place for a title of the owner's.
  if (shape === 'quotation' && quotation && !subject.title) return [quotationPage(subject, quotation)];
  return null;
}

function photoPages(subject: PageSubject, scope: PageScope): PageCandidate[] {
  const { asset, title, note } = subject;
  // Text that is longer than a caption is placed beside the picture, where all of it fits.
  if ((note?.length ?? 0) + (title?.length ?? 0) > captionRoom(scope) || note?.includes('\n')) return [];
  const parameters = {
    image: pictureOf(asset),
    ...textParameter('title', title, 200),
    ...textParameter('caption', note, 400),
  };
  return [{ template: 'photo', parameters, why: `one ${asset.digest.shape}` }];
}

type List = NonNullable<PlannedAsset['digest']['list']>;

function listPage(
  { asset, title }: PageSubject,
  { ordered, items }: List,
  shape: string,
  { timeZone, now }: PageScope,
) {
  const parameters = {
    ...textParameter('title', joinTitles(title, nameOfList(asset)), 200),
    ordered,
    items: items
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, when, done, level, mark }) => ({
        text,
        when: when === null ? null : clipLine(when, 40),
        done,
        ...(level && { level }),
        ...(mark && { mark }),
      })),
    timeZone,
    now: now.toISOString(),
    ...furnitureParameters(asset),
  };
  return { template: 'list', parameters, why: shape === 'agenda' ? 'an agenda' : 'a list' };
}

function quotationPage(
  { asset }: PageSubject,
  { text, attribution }: { text: string; attribution: string | null },
): PageCandidate {
  const parameters = {
    text: clipText(text, MAX_PROSE_CHARACTERS),
    ...textParameter('attribution', attribution, 200),
    ...languageOf(asset),
    ...(asset.type === 'link' && textParameter('source', asset.digest.siteName, 200)),
  };
  return { template: 'quotation', parameters, why: 'a quotation' };
}

function linkPage({ asset, title, note }: PageSubject): PageCandidate {
  const { url, siteName } = asset.digest;
  const said = title ?? note ?? asset.digest.title;
  const parameters = {
    url,
    ...textParameter('title', said, 400),
    ...(said && textParameter('kicker', siteName, 200)),
  };
  return { template: 'link', parameters, why: 'a link that cannot be read' };
}

/** Whether the owner's note certainly fits above the text of an article. */
function noteFits({ note }: PageSubject, { viewport: { width, height } }: PageScope): boolean {
  return note === null || (note.length * 1200 < width * height && !note.includes('\n'));
}

/** The owner's words first and complete; the text of the link or document below them. */
function notePage(
  { asset, title, note, noteAsset, picture }: PageSubject,
  { timeZone, now }: PageScope,
): PageCandidate {
  const { digest } = asset;
  const shown = picture ?? pictureOf(asset);
  const name = title ?? nameOf(asset);
  const own = ownBlocks(note, noteAsset);
  const blocks: FlowBlock[] = [
    ...own.blocks,
    ...(name ? [{ kind: 'heading' as const, text: name, level: 2 }] : []),
    ...(digest.summary ? [{ kind: 'paragraph' as const, text: digest.summary }] : []),
  ];
  const parameters = {
    ...textParameter('title', own.title, 200),
    blocks,
    ...(shown && { image: shown }),
    ...(blocks.some(isData) && { timeZone, now: now.toISOString() }),
    ...furnitureParameters(asset),
    ...(own.omitted > 0 && { omitted: own.omitted }),
  };
  return { template: 'note', parameters, why: 'a note to something' };
}

/** The owner's words in their structure: a list as its items, with its title. */
function ownBlocks(note: string | null, asset: PlannedAsset | undefined) {
  if (!asset || !STRUCTURED.has(asset.digest.shape) || asset.digest.blocks.some(isApart))
    return { title: null, blocks: [{ kind: 'paragraph' as const, text: note ?? '' }], omitted: 0 };
  const { digest } = asset;
  const { blocks, rest } = bodyBlocks(digest, digest.title);
  return { title: digest.title, blocks, omitted: digest.omitted + countWords(rest) };
}

/** Whether a block has a page of its own and no place among others. */
const isApart = ({ kind }: { kind: string }) => kind === 'recipe' || kind === 'events';

function headlinePage({ asset, title }: PageSubject): PageCandidate {
  const parameters = {
    text: clipLine(asset.digest.text, 400),
    ...textParameter('kicker', title, 200),
    ...languageOf(asset),
  };
  return { template: 'headline', parameters, why: 'one short line' };
}

/** All words in their structure, with the owner's note and picture. */
function plainNote({ asset, title, note, picture, others }: PageSubject, scope: PageScope): PageCandidate {
  const { digest } = asset;
  const isImage = isPicture(asset);
  const heading = title ?? (isImage ? null : digest.title);
  const said = note === null ? [] : [{ kind: 'paragraph' as const, text: note }];
  const isRead = !isImage || (!others && isSheetToRead(asset, scope));
  const body = isRead ? bodyBlocks(digest, heading) : { blocks: [], rest: '' };
  const blocks: FlowBlock[] = [...said, ...body.blocks];
  const shown = picture ?? (isImage ? pictureOf(asset) : null);
  const [only] = blocks;
  const isPlain = blocks.length === 1 && only?.kind === 'paragraph';
  const fallbackText = heading ?? nameOf(asset) ?? digest.url ?? '–';
  const left = digest.omitted + countWords(body.rest);
  const parameters = {
    ...(blocks.length === 0
      ? { text: clipText(digest.summary || fallbackText, MAX_PROSE_CHARACTERS) }
      : isPlain
        ? { text: only.text }
        : { blocks }),
    ...(blocks.length > 0 && textParameter('title', heading, 200)),
    ...(shown && picturesOf(shown, others)),
    ...(blocks.some(isData) && { timeZone: scope.timeZone, now: scope.now.toISOString() }),
    ...furnitureParameters(asset),
    ...(left > 0 && { omitted: left }),
  };
  return { template: 'note', parameters, why: 'a text' };
}

const isData = ({ kind }: FlowBlock) => kind === 'pair' || kind === 'row' || kind === 'message';
