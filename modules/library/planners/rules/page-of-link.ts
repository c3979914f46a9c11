import type { About } from '#worker/extract/about.ts';
import { clipLine, clipText } from '../clip-text.ts';
import { linkedText } from './linked-text.ts';
import { type PageCandidate, type PageScope, type PageSubject, pictureOf } from './page-candidate.ts';
import { linkAddress, writtenLanguage } from './page-parameters.ts';
import { dateWords, localeOf, nameOf } from './page-words.ts';

/** A linked page, below the owner's words. */
export function articlePage(
  { asset, title, note, picture }: PageSubject,
  { timeZone, language: userLanguage }: PageScope,
): PageCandidate {
  const { digest, type } = asset;
  const language = writtenLanguage(asset) ?? userLanguage;
  // A photograph of the owner precedes that of the linked page.
  const shown = picture ?? pictureOf(asset);
  const isDated = digest.about?.kind !== 'event' && digest.about?.kind !== 'product';
  const name = title ?? nameOf(asset) ?? 'Untitled';
  const said = linkedText(asset, name);
  const parameters = {
    title: clipLine(name, 400),
    ...filledParameter('note', note && clipText(note, 20_000)),
    ...filledParameter('summary', clipText(said.summary, 20_000)),
    ...(said.blocks.length > 0 && { blocks: said.blocks }),
    ...(said.omitted > 0 && { omitted: said.omitted }),
    ...filledParameter('siteName', digest.siteName && clipLine(digest.siteName, 200)),
    ...filledParameter('author', digest.author && clipLine(digest.author, 200)),
    ...filledParameter('date', isDated ? dateWords(digest.publishedAt, language, timeZone) : null),
    ...(digest.about && { facts: factsOf(digest.about, language) }),
    ...(digest.about?.status && { status: digest.about.status }),
    ...(language && { language }),
    ...linkAddress(asset),
    ...(shown && { image: shown }),
  };
  return {
    template: 'article',
    parameters,
    why: type === 'link' ? 'what is behind a link' : 'a longer text',
  };
}

/** The structured data of a page, in the format of its reader's language. */
function factsOf(metadata: About, language: string | null): string[] {
  const locale = localeOf(language);
  const when = metadata.start && spanWords(metadata.start, metadata.end, locale);
  const { rating } = metadata;
  const stars =
    rating &&
    `★ ${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(rating.value)} / ${rating.best}${
      rating.count === null ? '' : ` (${new Intl.NumberFormat(locale).format(rating.count)})`
    }`;
  const facts = [
    when,
    metadata.place,
    // A number without a currency is not a price.
    metadata.price?.currency && priceWords(metadata.price, locale),
    stars,
    metadata.seconds && durationWords(metadata.seconds),
  ];
  return facts.flatMap((fact) => (fact ? [clipLine(fact, 400)] : []));
}

/** `€38.50 – €52.00`, `€52`. */
function priceWords({ from, to, currency }: NonNullable<About['price']>, locale: string): string {
  const isWhole = Number.isInteger(from) && Number.isInteger(to ?? 0);
  const format = new Intl.NumberFormat(locale, {
    ...(currency && { style: 'currency', currency }),
    ...(isWhole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  });
  return to === null ? format.format(from) : `${format.format(from)} – ${format.format(to)}`;
}

/** `Saturday, 28 November 2026 at 20:00 – 22:30`, in local time of the place. */
function spanWords(start: string, end: string | null, locale: string): string {
  const toDate = (time: string) => new Date(time.includes('T') ? `${time}Z` : `${time}T00:00:00Z`);
  const isTimed = start.includes('T') && !start.endsWith('T00:00:00');
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(isTimed && { hour: 'numeric', minute: '2-digit' }),
    timeZone: 'UTC',
  });
  const from = toDate(start);
  const to = end === null ? null : toDate(end);
  return to && to > from ? format.formatRange(from, to) : format.format(from);
}

/** A duration in the format of media players: `12:48`, `1:02:09`. */
function durationWords(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(Math.floor(seconds % 60));
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function filledParameter(name: string, text: string | null | undefined | false): Record<string, string> {
  return text && text.trim() !== '' ? { [name]: text } : {};
}
