import { clipLine } from '../clip-text.ts';
import type { PlannedAsset, PlannedContent } from '../planner.ts';
import { digestItem, isOwn, titleOf } from './digest-item.ts';
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
import { dayWords, nameOf } from './page-words.ts';

const MAX_DIGEST_ITEMS = 6;
/** Most links in one line. */
const MAX_LINKS = 40;
/** Most characters of a text that accompanies another asset. */
const MAX_NOTE_CHARACTERS = 300;
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
  const others = assets.filter((asset) => !notes.includes(asset));
  const pictures = single ? others.filter(isPicture) : [];
  const gathered = pictures.length > 1 ? pictures : [];
  const told = others.filter((asset) => !gathered.includes(asset));
  const isAnyRead = !told.every(isUnreadLink);
  const shown = isAnyRead ? told.filter((asset) => !isUnreadLink(asset)) : told;
  const links = told.filter((asset) => !shown.includes(asset)).map((asset) => nameOf(asset) ?? '–');
  const left = shown.slice(MAX_DIGEST_ITEMS);
  const { width, height } = scope.viewport;
  // The owner's words are the head of the page; without any it is the day.
  const isDated = notes.length === 0 && width * height >= MIN_DAY_PIXELS;
  const head = title ?? (isDated ? dayOf(assets, scope) : '');
  const parameters = {
    ...(head !== '' && { title: clipLine(head, 200) }),
    ...(notes.length > 0 && { note: notes.map(({ digest }) => digest.text.trim()).join('\n') }),
    items: shown.slice(0, MAX_DIGEST_ITEMS).map((asset) => digestItem(asset, contents)),
    ...(gathered.length > 0 && { pictures: gathered.slice(0, MAX_PICTURES).map(pictureOf) }),
    ...(gathered.length > MAX_PICTURES && { morePictures: gathered.length - MAX_PICTURES }),
    ...(links.length > 0 && { links: links.slice(0, MAX_LINKS).map((link) => clipLine(link, 200)) }),
    ...((left.length > 0 || links.length > MAX_LINKS) && {
      omittedItems: left.length + Math.max(0, links.length - MAX_LINKS),
      omitted: left.reduce(
        (sum, asset) => sum + (isOwn(asset) ? asset.digest.words + asset.digest.omitted : 0),
        0,
      ),
    }),
    ...language(assets),
    timeZone: scope.timeZone,
    now: scope.now.toISOString(),
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

/** Whether nothing is known of a link but its address. */
const isUnreadLink = (asset: PlannedAsset) =>
  asset.type === 'link' &&
  asset.digest.shape === 'link' &&
  asset.digest.title === null &&
  asset.digest.summary === '' &&
  pictureOf(asset) === null;
