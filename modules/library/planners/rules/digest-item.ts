import type { Digest } from '#worker/extract/digest.ts';
import { clipLine, clipText, cutIndex } from '../clip-text.ts';
import type { PlannedAsset, PlannedContent } from '../planner.ts';
import { isPicture, pictureOf } from './page-candidate.ts';
import { filenameOf, nameOf } from './page-words.ts';

/** Most characters of a first line that is the heading of a text. */
const MAX_HEAD_CHARACTERS = 80;
/** Most characters of a fact of a document, and the least number of facts that say what it is. */
const MAX_FACT_CHARACTERS = 48;
const MIN_FACTS = 4;

/** The owner's title of the content that an asset belongs to. */
export function titleOf(contents: PlannedContent[], asset: PlannedAsset): string | null {
  return contents.find(({ assets }) => assets.includes(asset))?.title ?? null;
}

/** Whether its text was written by the owner, and not read from a link or a picture. */
export const isOwn = (asset: PlannedAsset) =>
  asset.type === 'text' || (asset.type === 'file' && asset.digest.pages === null);

/** A thing in brief, as the parameters of the template have it. */
export function digestItem(asset: PlannedAsset, contents: PlannedContent[]) {
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
    // The type on a page of a paper would be too small to read, and facts say what it says.
    ...(picture &&
      !isPaper &&
      (digest.pages === null || digest.pairs.length < MIN_FACTS) && { image: picture }),
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
