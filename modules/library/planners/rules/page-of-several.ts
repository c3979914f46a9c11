import { clipLine, clipText } from '../clip-text.ts';
import type { PlannedAsset, PlannedContent } from '../planner.ts';
import { isPicture, type PageCandidate, type PageScope, pictureOf } from './page-candidate.ts';
import { pagesOfOne } from './page-of-one.ts';
import { dayWords, nameOf } from './page-words.ts';

const MOST_PICTURES = 9;
const MOST_ITEMS = 6;
/** Characters up to which words are company for something else. */
const NOTE = 300;
/** Characters up to which several texts are items of one list. */
const ITEM = 120;

/** Pages that suit the contents together, the best first. */
export function pagesOf(contents: PlannedContent[], scope: PageScope): PageCandidate[] {
  const single = contents.length === 1 ? contents[0] : undefined;
  const assets = (single ? single.assets : contents.flatMap((content) => leadOf(content) ?? [])).filter(
    (asset) => isPicture(asset) || asset.digest.text.trim() !== '' || asset.digest.url !== null,
  );
  const title = scope.title ?? single?.title ?? null;
  const pictures = assets.filter(isPicture);
  const words = assets.filter((asset) => !isPicture(asset));
  const note = single ? ownNote(words, pictures.length > 0) : undefined;
  const rest = words.filter((asset) => asset !== note);
  const said = note?.digest.text.trim() ?? null;
  const [picture] = pictures;
  const ownTitle = (asset: PlannedAsset) => title ?? titleOf(contents, asset);

  if (rest.length === 1 && rest[0]) {
    const subject = { asset: rest[0], title: ownTitle(rest[0]), note: said };
    return pagesOfOne({ ...subject, picture: (picture && pictureOf(picture)) ?? null }, scope);
  }
  if (rest.length > 1)
    return [...asList(words, title, scope), digestPage(contents, rest, title, said, scope)];
  if (pictures.length > 1) return [gallery(pictures, title, said)];
  if (picture)
    return pagesOfOne({ asset: picture, title: ownTitle(picture), note: said, picture: null }, scope);
  return [];
}

/** The one text of the owner that comes along with something else: whatever its length, it stands beside it whole. */
function ownNote(words: PlannedAsset[], hasPictures: boolean): PlannedAsset | undefined {
  const texts = words.filter(({ type }) => type === 'text');
  if (texts.length === 1 && words.length === 2) return texts[0];
  return hasPictures || words.length > 1 ? words.find(isNote) : undefined;
}

/** What stands for a content among others: its words rather than its pictures. */
function leadOf({ assets }: PlannedContent): PlannedAsset | undefined {
  return assets.find((asset) => !isPicture(asset) && !isNote(asset)) ?? assets.find(isPicture) ?? assets[0];
}

function isNote({ type, digest }: PlannedAsset): boolean {
  const short = digest.shape === 'note' || digest.shape === 'headline';
  return type === 'text' && short && digest.text.length <= NOTE;
}

function titleOf(contents: PlannedContent[], asset: PlannedAsset): string | null {
  return contents.find(({ assets }) => assets.includes(asset))?.title ?? null;
}

function gallery(pictures: PlannedAsset[], title: string | null, note: string | null): PageCandidate {
  const images = pictures.slice(0, MOST_PICTURES).map(pictureOf);
  const parameters = {
    images,
    ...(title && { title: clipLine(title, 200) }),
    ...(note && { caption: clipLine(note, 400) }),
    ...(pictures.length > MOST_PICTURES && { more: pictures.length - MOST_PICTURES }),
  };
  return { template: 'gallery', parameters, why: `${pictures.length} pictures` };
}

/** Several lines that were noted one after the other are a list. */
function asList(words: PlannedAsset[], title: string | null, { now, timeZone }: PageScope): PageCandidate[] {
  if (!words.every((asset) => isNote(asset) && asset.digest.text.length <= ITEM)) return [];
  const items = words.map(({ digest }) => ({ text: clipLine(digest.text, 400) }));
  const parameters = { title: clipLine(title ?? dayWords(now, timeZone), 200), items };
  return [{ template: 'list', parameters, why: `${words.length} short notes` }];
}

function digestPage(
  contents: PlannedContent[],
  words: PlannedAsset[],
  title: string | null,
  said: string | null,
  { now, timeZone }: PageScope,
): PageCandidate {
  const left = words.length - MOST_ITEMS;
  const note = said ?? (left > 0 ? `${left} more` : null);
  const parameters = {
    title: clipLine(title ?? dayWords(now, timeZone), 200),
    ...(note && { note: clipLine(note, 200) }),
    items: words.slice(0, MOST_ITEMS).map((asset) => digestItem(asset, titleOf(contents, asset), contents)),
  };
  return { template: 'digest', parameters, why: `${words.length} things` };
}

function digestItem(asset: PlannedAsset, ownTitle: string | null, contents: PlannedContent[]) {
  const { digest, filename } = asset;
  const title = clipLine((contents.length > 1 ? ownTitle : null) ?? nameOf(asset) ?? 'Untitled', 400);
  const source = digest.siteName ?? digest.author ?? filename;
  const summary = digest.summary.trim();
  return {
    title,
    ...(summary !== '' && summary !== title && { summary: clipText(summary, 20_000) }),
    ...(source && source !== title && { source: clipLine(source, 200) }),
  };
}
