import type { Digest } from '#worker/extract/digest.ts';
import { clipLine, clipText, cutIndex } from '../clip-text.ts';
import type { PlannedAsset, PlannedContent } from '../planner.ts';
import {
  captionRoom,
  hasContent,
  isPicture,
  MAX_PICTURES,
  type PageCandidate,
  type PageScope,
  pictureOf,
} from './page-candidate.ts';
import { pagesOfOne } from './page-of-one.ts';
import { writtenLanguage } from './page-parameters.ts';
import { dayWords, filenameOf, nameOf } from './page-words.ts';

const MAX_DIGEST_ITEMS = 6;
/** Most characters of a text that accompanies another asset. */
const MAX_NOTE_CHARACTERS = 300;
/** Most characters of a first line that is the heading of a text. */
const MAX_HEAD_CHARACTERS = 80;
/** Most characters of a fact of a document, and the least number of facts that say what it is. */
const MAX_FACT_CHARACTERS = 48;
const MIN_FACTS = 4;
/** Least area in pixels of a page with the day as its heading; on a smaller one its room is needed. */
const MIN_DAY_PIXELS = 200_000;
/** Most characters of texts that become items of one list. */
const MAX_ITEM_CHARACTERS = 120;

/** Pages for all contents together, the best first. What the page adds is in the language of the owner's own words. */
export function pagesOf(contents: PlannedContent[], scope: PageScope): PageCandidate[] {
  const assets = contents.flatMap((content) => content.assets.filter(hasContent));
  const ownLanguage = assets.length > 1 ? languageOf(assets.filter(({ type }) => type === 'text')) : null;
  const pages = pagesOfAssets(contents, assets, scope);
  if (ownLanguage === null) return pages;
  return pages.map((page) => ({ ...page, parameters: { ...page.parameters, language: ownLanguage } }));
}

function pagesOfAssets(
  contents: PlannedContent[],
  assets: PlannedAsset[],
  scope: PageScope,
): PageCandidate[] {
  const single = contents.length === 1 ? contents[0] : undefined;
  const title = scope.title ?? single?.title ?? null;
  if (!single || assets.length > 1) {
    const together = pagesOfAll(contents, assets, title, scope);
    if (together) return together;
  }
  // An empty file is shown by its name.
  const only = assets[0] ?? contents.flatMap((content) => content.assets).find(nameOf);
  if (!only) return [];
  return pagesOfOne(
    { asset: only, title: title ?? titleOf(contents, only), note: null, picture: null },
    scope,
  );
}

/** A page with all of several assets; null when there is only one. */
function pagesOfAll(
  contents: PlannedContent[],
  assets: PlannedAsset[],
  title: string | null,
  scope: PageScope,
): PageCandidate[] | null {
  if (assets.length < 2) return null;
  const single = contents.length === 1;
  const pictures = assets.filter(isPicture);
  const words = assets.filter((asset) => !isPicture(asset));
  const note = single ? ownNote(words, pictures.length > 0) : undefined;
  const rest = words.filter((asset) => asset !== note);
  const [picture] = pictures;
  const said = note?.digest.text.trim() ?? null;
  const [first] = rest;
  if (rest.length === 1 && first && pictures.length <= 1 && single) {
    const own = {
      asset: first,
      title,
      note: said,
      noteAsset: note,
      picture: (picture && pictureOf(picture)) ?? null,
    };
    // Slides and tickets have a picture of their own, which must not replace that of the owner. Of a document the text is shown.
    const isText = first.digest.shape === 'document' && first.digest.text.trim() !== '';
    if (!picture || !pictureOf(first) || first.type === 'link' || isText) return pagesOfOne(own, scope);
  }
  if (rest.length === 0 && pictures.length === 1 && picture && single) {
    return pagesOfOne({ asset: picture, title, note: said, picture: null }, scope);
  }
  const [text] = words;
  if (pictures.length > 1 && (!text || (single && words.length === 1 && text.type === 'text')))
    return pagesOfPictures(pictures, text, title, scope);
  return [...listOfAssets(assets, title, scope), digestPage(contents, assets, title, scope)];
}

/** The only text of the owner among other assets, of any length; it is placed beside them complete. */
function ownNote(words: PlannedAsset[], hasPictures: boolean): PlannedAsset | undefined {
  const texts = words.filter(({ type }) => type === 'text');
  if (texts.length === 1 && words.length === 2) return texts[0];
  return hasPictures || words.length > 1 ? words.find(isNote) : undefined;
}

function isNote({ type, digest }: PlannedAsset): boolean {
  return (
    type === 'text' &&
    (digest.shape === 'note' || digest.shape === 'headline') &&
    digest.text.length <= MAX_NOTE_CHARACTERS
  );
}

function titleOf(contents: PlannedContent[], asset: PlannedAsset): string | null {
  return contents.find(({ assets }) => assets.includes(asset))?.title ?? null;
}

/** Pictures side by side, with a short text below them, or beside a long one. */
function pagesOfPictures(
  pictures: PlannedAsset[],
  text: PlannedAsset | undefined,
  title: string | null,
  scope: PageScope,
): PageCandidate[] {
  const [picture = null, ...others] = pictures.flatMap((one) => pictureOf(one) ?? []);
  const said = text?.digest.text.trim() ?? null;
  const letters = (said?.length ?? 0) + (title?.length ?? 0);
  if (letters <= captionRoom(scope) && !said?.includes('\n')) return [gallery(pictures, title, said)];
  const asset = text ?? (pictures[0] as PlannedAsset);
  return pagesOfOne({ asset, title, note: null, picture, others }, scope);
}

function gallery(pictures: PlannedAsset[], title: string | null, note: string | null): PageCandidate {
  const images = pictures.slice(0, MAX_PICTURES).map(pictureOf);
  const parameters = {
    images,
    ...(title && { title: clipLine(title, 200) }),
    ...(note && { caption: clipLine(note, 400) }),
    ...(pictures.length > MAX_PICTURES && { more: pictures.length - MAX_PICTURES }),
  };
  return { template: 'gallery', parameters, why: `${pictures.length} pictures` };
}

/** Several short texts as a list. */
function listOfAssets(assets: PlannedAsset[], title: string | null, scope: PageScope): PageCandidate[] {
  if (
    !assets.every(
      (asset) => !isPicture(asset) && isNote(asset) && asset.digest.text.length <= MAX_ITEM_CHARACTERS,
    )
  )
    return [];
  const items = assets.map(({ digest }) => ({ text: clipLine(digest.text, 400) }));
  const parameters = { title: clipLine(title ?? dayOf(assets, scope), 200), items, ...language(assets) };
  return [{ template: 'list', parameters, why: `${assets.length} short notes` }];
}

/** The language of most of the words, of the owner's own if their language is known. */
function language(assets: PlannedAsset[]) {
  const found = languageOf(assets.filter(({ type }) => type === 'text')) ?? languageOf(assets);
  return found !== null && { language: found };
}

function languageOf(assets: PlannedAsset[]): string | null {
  const words = new Map<string, number>();
  for (const asset of assets) {
    const written = writtenLanguage(asset);
    if (written !== null) words.set(written, (words.get(written) ?? 0) + asset.digest.words);
  }
  const [most] = [...words].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? null;
}

const dayOf = (assets: PlannedAsset[], { now, timeZone, language: userLanguage }: PageScope) =>
  dayWords(now, timeZone, (language(assets) || { language: userLanguage }).language || undefined);

function digestPage(
  contents: PlannedContent[],
  assets: PlannedAsset[],
  title: string | null,
  scope: PageScope,
): PageCandidate {
  const single = contents.length === 1;
  const notes = single ? leadingNotes(assets) : [];
  const shown = assets.filter((asset) => !notes.includes(asset));
  const left = shown.slice(MAX_DIGEST_ITEMS);
  const { width, height } = scope.viewport;
  // The owner's words are the head of the page; without any it is the day.
  const isDated = notes.length === 0 && width * height >= MIN_DAY_PIXELS;
  const head = title ?? (isDated ? dayOf(assets, scope) : '');
  const parameters = {
    ...(head !== '' && { title: clipLine(head, 200) }),
    ...(notes.length > 0 && { note: notes.map(({ digest }) => digest.text.trim()).join('\n') }),
    items: shown.slice(0, MAX_DIGEST_ITEMS).map((asset) => digestItem(asset, contents)),
    ...(left.length > 0 && {
      omittedItems: left.length,
      omitted: left.reduce(
        (sum, asset) => sum + (isOwn(asset) ? asset.digest.words + asset.digest.omitted : 0),
        0,
      ),
    }),
    ...language(assets),
  };
  return { template: 'digest', parameters, why: `${assets.length} things` };
}

/** The short texts of the owner about the rest; none when there is no rest, which makes all of them equal. */
function leadingNotes(assets: PlannedAsset[]): PlannedAsset[] {
  if (assets.every(isNote)) return [];
  let letters = 0;
  return assets.filter((asset) => {
    const isLeading = isNote(asset) && letters + asset.digest.text.length <= MAX_NOTE_CHARACTERS;
    if (isLeading) letters += asset.digest.text.length;
    return isLeading;
  });
}

/** Whether its text was written by the owner, and not read from a link or a picture. */
const isOwn = (asset: PlannedAsset) =>
  asset.type === 'text' || (asset.type === 'file' && asset.digest.pages === null);

function digestItem(asset: PlannedAsset, contents: PlannedContent[]) {
  const { digest } = asset;
  const given = contents.length > 1 ? titleOf(contents, asset) : null;
  const picture = pictureOf(asset);
  const source = digest.siteName ?? digest.author ?? filenameOf(asset);
  if (isOwn(asset)) {
    const text = digest.text.trim();
    const [head, body] = headOf(text, given ?? digest.title);
    const end = cutIndex(body, 20_000);
    const whole = body.slice(0, end);
    const words = body.slice(end).split(/\s+/u).filter(Boolean).length + digest.omitted;
    return {
      title: head,
      ...(whole !== '' && { summary: whole }),
      ...(words > 0 && { omitted: words }),
      ...(picture && { image: picture }),
    };
  }
  // A picture says what it shows; the name of its file adds nothing.
  if (picture && isPicture(asset)) return { title: clipLine(given ?? '', 400), image: picture };
  const title = clipLine(given ?? nameOf(asset) ?? '–', 400);
  const isPaper = digest.pages !== null && isReadable(digest);
  const summary = factsOf(asset) ?? (isPaper ? paperText(digest) : digest.summary.trim());
  return {
    title,
    ...(summary !== '' && summary !== title && { summary: clipText(summary, 20_000) }),
    ...(source && source !== title && { source: clipLine(source, 200) }),
    // The type on a page of a paper would be too small to read.
    ...(picture && !isPaper && { image: picture }),
  };
}

/** The facts of a document, such as a ticket or an invoice, which say more than its sentences; null when it has few. */
function factsOf({ digest: { pages, pairs, total } }: PlannedAsset): string | null {
  if (pages === null) return null;
  const all = [...(total ? [total] : []), ...pairs.filter(({ key }) => key !== total?.key)];
  const facts = all.filter(({ key, value }) => key.length + value.length <= MAX_FACT_CHARACTERS);
  if (facts.length < MIN_FACTS && !total) return null;
  return facts.map(({ key, value }) => `${key} ${value}`).join(' · ');
}

/** Least letters of a paper that is shown as text, and the place up to which its title is at its beginning. */
const MIN_PAPER_LETTERS = 100;
const MAX_TITLE_PLACE = 600;

/** Whether a paper is running text. Of tables, whose cells would follow one another, its summary and its picture say more. */
const isReadable = ({ shape, blocks, text }: Digest) =>
  shape !== 'slides' && text.length >= MIN_PAPER_LETTERS && !blocks.some(({ kind }) => kind === 'table');

/** What a paper says from its beginning, below its title. */
function paperText({ text, title }: Digest): string {
  const at = title === null ? -1 : text.slice(0, MAX_TITLE_PLACE).indexOf(title);
  const body = at < 0 ? text : text.slice(at + (title?.length ?? 0));
  return body.trim().replaceAll('\n\n', '\n');
}

/** The heading of a text of the owner, and the rest: nothing is repeated, and nothing omitted. */
function headOf(text: string, title: string | null): [string, string] {
  if (title !== null && text.startsWith(title))
    return [title, text.slice(title.length).replace(/^[\s:：]{1,20}/u, '')];
  if (title !== null) return [clipLine(title, 400), text];
  const [first = '', ...rest] = text.split('\n');
  return first.length <= MAX_HEAD_CHARACTERS ? [first, rest.join('\n').trim()] : ['', text];
}
