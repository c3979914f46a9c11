import type { Digest } from '#worker/extract/digest.ts';
import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset } from '../planner.ts';
import { bodyBlocks, type FlowBlock, withoutTitle } from './flow-blocks.ts';
import { isPicture, type PageCandidate, type PageScope, pictureOf, type Subject } from './page-candidate.ts';
import { articlePage } from './page-of-link.ts';
import { isAllList, nameOf, nameOfList } from './page-words.ts';

const PROSE = 20_000;

/** Pages that suit one thing, the best first; the last one takes anything. */
export function pagesOfOne(subject: Subject, scope: PageScope): PageCandidate[] {
  return [...suited(subject, scope), plainNote(subject)];
}

function suited(subject: Subject, scope: PageScope): PageCandidate[] {
  const { asset, picture, note } = subject;
  const { shape, list, quotation, pages, blocks } = asset.digest;
  if (isPicture(asset)) return photo(subject, scope);
  if (asset.type !== 'link' && pages === null && (picture || note)) return [];
  if (shape === 'recipe') return recipePage(subject);
  if (shape === 'agenda' && blocks.some(({ kind }) => kind === 'events')) return agendaPage(subject, scope);
  if (shape === 'chat' && blocks.filter(({ kind }) => kind === 'chat').length === 1) return chatPage(subject);
  if (shape === 'code') return codePage(subject);
  if (shape === 'grid') return gridPage(subject, scope);
  if ((shape === 'list' || shape === 'agenda') && list) {
    // What somebody wrote around a list of their own belongs on the wall too; a web page has much around its lists.
    return asset.type === 'link' || pages !== null || isAllList(asset)
      ? [listPage(subject, list, shape, scope)]
      : [];
  }
  if (shape === 'table') return [table(subject, scope)];
  if (shape === 'quotation' && quotation) return [quotationPage(subject, quotation)];
  if (shape === 'link') return [link(subject)];
  if (
    pages !== null ||
    (shape === 'document' && asset.type === 'file' && asset.contentType === 'application/pdf')
  )
    return noteFits(subject, scope) ? [document(subject)] : [withNote(subject)];
  if (asset.type === 'link')
    return noteFits(subject, scope) ? [articlePage(subject, scope), link(subject)] : [withNote(subject)];
  if (shape === 'headline') return [headline(subject)];
  return [];
}

/** Characters of a caption that a page of some width has room for in any script. */
const captionRoom = ({ viewport: { width } }: PageScope) => Math.floor(width / 9);

function photo(subject: Subject, scope: PageScope): PageCandidate[] {
  const { asset, title, note } = subject;
  // Words that are more than a caption stand beside the picture, where all of them have room.
  if ((note?.length ?? 0) + (title?.length ?? 0) > captionRoom(scope) || note?.includes('\n')) return [];
  const parameters = { image: pictureOf(asset), ...some('title', title, 200), ...some('caption', note, 400) };
  return [{ template: 'photo', parameters, why: `one ${asset.digest.shape}` }];
}

type List = NonNullable<PlannedAsset['digest']['list']>;

function listPage(
  { asset, title }: Subject,
  { ordered, items }: List,
  shape: string,
  { timeZone, now }: PageScope,
) {
  const parameters = {
    ...some('title', bothTitles(title, nameOfList(asset)), 200),
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
    ...furniture(asset),
  };
  return { template: 'list', parameters, why: shape === 'agenda' ? 'an agenda' : 'a list' };
}

/** What the owner calls it and what it calls itself. */
function bothTitles(title: string | null, own: string | null): string | null {
  return title && own && !title.includes(own) ? `${title} · ${own}` : (title ?? own);
}

/** Names and values, in groups where there are headings. */
function pairsOf(digest: Digest, title: string | null): { key: string; value: string }[] {
  let group = '';
  return withoutTitle(digest, title).flatMap((block) => {
    if (block.kind === 'heading') group = `${block.text} › `;
    return block.kind === 'pair' ? [{ key: `${group}${block.key}`, value: block.value }] : [];
  });
}

function table({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate {
  const { lead, title: own } = asset.digest;
  const pairs = pairsOf(asset.digest, own);
  const [main] = lead === null ? [] : pairs.filter(({ key }) => key === lead);
  const parameters = {
    ...some('title', bothTitles(title, own), 200),
    ...(main && { lead: main }),
    pairs: pairs.filter((pair) => pair !== main),
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...omitted(asset),
  };
  return { template: 'table', parameters, why: 'names and values' };
}

function gridPage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate[] {
  const { digest } = asset;
  const rows = digest.blocks.find((block) => block.kind === 'table');
  const others = withoutTitle(digest, digest.title).filter((block) => block !== rows);
  if (!rows) return [];
  const facts = others.filter((block) => block.kind === 'pair').map(({ key, value }) => `${key}: ${value}`);
  const headings = others.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  const heading = [bothTitles(title, digest.title), ...headings].filter(Boolean).join(' · ');
  const main = others.find((block) => block.kind === 'pair' && block.key === digest.lead);
  const lead = main?.kind === 'pair' ? { key: main.key, value: main.value } : null;
  const fact = facts.filter((one) => one !== `${lead?.key}: ${lead?.value}`).join(' · ');
  if (heading.length > 200 || fact.length > 400) return [];
  const parameters = {
    ...some('title', heading, 200),
    ...some('facts', fact, 400),
    ...(lead && { lead }),
    ...(rows.header && { header: rows.header }),
    rows: rows.rows,
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'grid', parameters, why: 'rows and columns' }];
}

function recipePage({ asset, title }: Subject): PageCandidate[] {
  const block = asset.digest.blocks.find((one) => one.kind === 'recipe');
  if (!block) return [];
  const { title: own, ...recipe } = block.recipe;
  const notes = title && own && own !== title ? [own, ...recipe.notes] : recipe.notes;
  const parameters = {
    ...some('title', title ?? own, 200),
    ...recipe,
    notes,
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'recipe', parameters, why: 'a recipe' }];
}

function agendaPage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate[] {
  const { blocks, title: own, omitted: words, omittedItems } = asset.digest;
  const events = blocks.flatMap((block) => (block.kind === 'events' ? block.events : []));
  if (events.length === 0) return [];
  const parameters = {
    ...some('title', bothTitles(title, own), 200),
    events,
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...(words > 0 && { omitted: words, omittedEvents: omittedItems }),
  };
  return [{ template: 'agenda', parameters, why: 'events' }];
}

function chatPage({ asset, title }: Subject): PageCandidate[] {
  const messages = asset.digest.blocks.flatMap((block) => (block.kind === 'chat' ? block.messages : []));
  const parameters = {
    ...some('title', bothTitles(title, asset.digest.title), 200),
    messages,
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'chat', parameters, why: 'a conversation' }];
}

function codePage({ asset, title }: Subject): PageCandidate[] {
  const { digest, filename } = asset;
  const text = withoutTitle(digest, title)
    .flatMap((block) => ('text' in block ? [block.text] : []))
    .join('\n\n');
  const parameters = {
    text,
    ...some('title', title ?? digest.title ?? filename, 200),
    ...language(asset),
    ...omitted(asset),
  };
  return [{ template: 'code', parameters, why: 'code' }];
}

function quotationPage(
  { asset }: Subject,
  { text, attribution }: { text: string; attribution: string | null },
): PageCandidate {
  const parameters = {
    text: clipText(text, PROSE),
    ...some('attribution', attribution, 200),
    ...language(asset),
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

function document({ asset, title, note }: Subject): PageCandidate {
  const { digest, filename } = asset;
  const parameters = {
    title: clipLine(title ?? nameOf(asset) ?? 'Document', 400),
    ...some('summary', joinParagraphs(note, digest.summary), PROSE),
    ...(pictureOf(asset) && { image: pictureOf(asset) }),
    ...(digest.pages && { pages: digest.pages }),
    ...some('author', digest.author, 200),
    ...some('kind', kindOf(asset), 200),
    ...some('footer', filename ?? digest.siteName, 200),
  };
  return { template: 'document', parameters, why: 'a long document' };
}

function kindOf({ contentType, digest: { pages } }: PlannedAsset): string | null {
  if (contentType === 'application/pdf' || pages !== null) return 'PDF';
  return contentType === 'text/markdown' ? 'Markdown' : null;
}

/** Whether the owner's note surely has room above what an article says. */
function noteFits({ note }: Subject, { viewport: { width, height } }: PageScope): boolean {
  return note === null || (note.length * 1200 < width * height && !note.includes('\n'));
}

/** The owner's words first and whole; what is behind the link, or in the paper, below them. */
function withNote({ asset, title, note, picture }: Subject): PageCandidate {
  const { digest } = asset;
  const shown = picture ?? pictureOf(asset);
  const name = title ?? nameOf(asset);
  const blocks: FlowBlock[] = [
    { kind: 'paragraph', text: note ?? '' },
    ...(name ? [{ kind: 'heading' as const, text: name, level: 2 }] : []),
    ...(digest.summary ? [{ kind: 'paragraph' as const, text: digest.summary }] : []),
  ];
  const parameters = { blocks, ...(shown && { image: shown }), ...furniture(asset) };
  return { template: 'note', parameters, why: 'a note to something' };
}

function headline({ asset, title }: Subject): PageCandidate {
  const parameters = {
    text: clipLine(asset.digest.text, 400),
    ...some('kicker', title, 200),
    ...language(asset),
  };
  return { template: 'headline', parameters, why: 'one short line' };
}

/** All the words there are, in their parts, with the owner's note and picture. */
function plainNote({ asset, title, note, picture }: Subject): PageCandidate {
  const { digest } = asset;
  const isImage = isPicture(asset);
  const heading = title ?? (isImage ? null : digest.title);
  const said = note === null ? [] : [{ kind: 'paragraph' as const, text: note }];
  const body = isImage ? { blocks: [], rest: '' } : bodyBlocks(digest, heading);
  const blocks: FlowBlock[] = [...said, ...body.blocks];
  const shown = picture ?? (isImage ? pictureOf(asset) : null);
  const [only] = blocks;
  const isPlain = blocks.length === 1 && only?.kind === 'paragraph';
  const spare = heading ?? nameOf(asset) ?? digest.url ?? '–';
  const left = digest.omitted + (body.rest === '' ? 0 : wordsIn(body.rest));
  const parameters = {
    ...(blocks.length === 0
      ? { text: clipText(digest.summary || spare, PROSE) }
      : isPlain
        ? { text: only.text }
        : { blocks }),
    ...(blocks.length > 0 && some('title', heading, 200)),
    ...(shown && { image: shown }),
    ...furniture(asset),
    ...(left > 0 && { omitted: left }),
  };
  return { template: 'note', parameters, why: 'a text' };
}

/** Words that did not come through to a page, about: they are far beyond what any page shows. */
const wordsIn = (text: string) => text.split(/\s+/u).filter(Boolean).length;

function omitted({ digest }: PlannedAsset) {
  return digest.omitted > 0 && { omitted: digest.omitted };
}

function language({ digest }: PlannedAsset) {
  return some('language', digest.language, 35);
}

/** The foot line, and the language in which a page says what it says by itself. */
function furniture(asset: PlannedAsset) {
  const { type, digest, filename } = asset;
  return { ...some('footer', type === 'link' ? digest.siteName : filename, 200), ...language(asset) };
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
