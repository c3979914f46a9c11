import type { Digest } from '#worker/extract/digest.ts';
import { withoutTitle } from './flow-blocks.ts';
import { type PageCandidate, type PageScope, pictureOf, type Subject } from './page-candidate.ts';
import { furniture, language, omitted, textParameter } from './page-parameters.ts';
import { filenameOf } from './page-words.ts';

/** Pages of structured material: data, recipes, calendars, conversations, code. */

/** The title that the owner gave, and the one in the material. */
export function bothTitles(title: string | null, own: string | null): string | null {
  return title && own && !title.includes(own) ? `${title} · ${own}` : (title ?? own);
}

/** Names and values, in groups if there are headings. */
function pairsOf(digest: Digest, title: string | null): { key: string; value: string }[] {
  let group = '';
  return withoutTitle(digest, title).flatMap((block) => {
    if (block.kind === 'heading') group = `${block.text} › `;
    return block.kind === 'pair' ? [{ key: `${group}${block.key}`, value: block.value }] : [];
  });
}

export function tablePage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate {
  const { lead, title: own } = asset.digest;
  const pairs = pairsOf(asset.digest, own);
  const [main] = lead === null ? [] : pairs.filter(({ key }) => key === lead);
  const parameters = {
    ...textParameter('title', bothTitles(title, own), 200),
    ...(main && { lead: main }),
    pairs: pairs.filter((pair) => pair !== main),
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...omitted(asset),
  };
  return { template: 'table', parameters, why: 'names and values' };
}

/** Most characters of text beside rows that are placed above them; longer text is placed below. */
const MAX_FACTS_CHARACTERS = 160;
const MAX_BESIDES_CHARACTERS = 20_000;

/** Names of facts that identify the subject of a document. */
const IDENTIFYING_NAME = /^(?:.* )?(?:status|state|summary|message|description|count|total)$/;

/** Values that mean "almost nothing". */
const NEARLY_EMPTY_FACT = /: (?:0|1|-1|–)$/;

/** The facts beside rows: one line above them, the most important first, and the others below them. */
function aroundRows(facts: string[]): { above: string; below: string } {
  if (facts.join(' · ').length <= MAX_FACTS_CHARACTERS) return { above: facts.join(' · '), below: '' };
  const rankOf = (fact: string) => {
    if (NEARLY_EMPTY_FACT.test(fact)) return 2;
    return IDENTIFYING_NAME.test(fact.slice(0, fact.indexOf(':')).toLowerCase()) ? 0 : 1;
  };
  const ordered = [...facts].sort((a, b) => rankOf(a) - rankOf(b));
  let count = 0;
  let length = 0;
  for (const fact of ordered) {
    length += fact.length + 3;
    if (length > MAX_FACTS_CHARACTERS) break;
    count++;
  }
  return { above: ordered.slice(0, count).join(' · '), below: ordered.slice(count).join(' · ') };
}

/** A boolean in a line of facts. */
const BOOLEAN_MARKS: Record<string, string> = { true: '✓', false: '–' };

export function gridPage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate[] {
  const { digest } = asset;
  const rows = digest.blocks.find((block) => block.kind === 'table');
  const others = withoutTitle(digest, digest.title).filter((block) => block !== rows);
  if (!rows) return [];
  const facts = others
    .filter((block) => block.kind === 'pair')
    .map(({ key, value }) => `${key}: ${BOOLEAN_MARKS[value] ?? value}`);
  const headings = others.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  const titles = bothTitles(title, digest.title);
  const main = others.find((block) => block.kind === 'pair' && block.key === digest.lead);
  const lead = main?.kind === 'pair' ? { key: main.key, value: main.value } : null;
  // The heading of the rows is not the title of a figure without one.
  const isOfRows = lead !== null && !titles && headings.length > 0 && rows.header !== null;
  const heading = [titles, ...(isOfRows ? [] : headings)].filter(Boolean).join(' · ');
  const header = isOfRows
    ? [[...headings, ...(rows.header?.slice(0, 1) ?? [])].join(' › '), ...(rows.header?.slice(1) ?? [])]
    : rows.header;
  const { above, below } = aroundRows(facts.filter((one) => one !== `${lead?.key}: ${lead?.value}`));
  if (heading.length > 200 || below.length > MAX_BESIDES_CHARACTERS) return [];
  const parameters = {
    ...textParameter('title', heading, 200),
    ...textParameter('facts', above, 400),
    ...(below !== '' && { besides: below }),
    ...(lead && { lead }),
    ...(header && { header }),
    rows: rows.rows,
    ...(rows.notes && { notes: rows.notes }),
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...omitted(asset),
    ...(digest.omittedItems > 0 && { omittedRows: digest.omittedItems }),
  };
  return [{ template: 'grid', parameters, why: 'rows and columns' }];
}

export function recipePage({ asset, title, picture }: Subject): PageCandidate[] {
  const block = asset.digest.blocks.find((one) => one.kind === 'recipe');
  if (!block) return [];
  const { title: own, ...recipe } = block.recipe;
  const shown = picture ?? pictureOf(asset);
  const notes = title && own && own !== title ? [own, ...recipe.notes] : recipe.notes;
  const parameters = {
    ...textParameter('title', title ?? own, 200),
    ...recipe,
    notes,
    ...(shown && { image: shown }),
    ...(asset.type === 'link' && asset.digest.url !== null && { url: asset.digest.url }),
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'recipe', parameters, why: 'a recipe' }];
}

export function agendaPage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate[] {
  const { blocks, title: own, omitted: words, omittedItems } = asset.digest;
  const events = blocks.flatMap((block) => (block.kind === 'events' ? block.events : []));
  const kept = blocks.flatMap((block) => (block.kind === 'events' && block.timeZone) || []);
  const parameters = {
    ...textParameter('title', bothTitles(title, own), 200),
    events,
    // UTC is the default of a user without a zone; the zone of the calendar is the better guess.
    timeZone: timeZone === 'UTC' ? (kept[0] ?? timeZone) : timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...(words > 0 && { omitted: words, omittedEvents: omittedItems }),
  };
  return [{ template: 'agenda', parameters, why: 'events' }];
}

export function chatPage({ asset, title }: Subject, { timeZone, now }: PageScope): PageCandidate[] {
  const messages = asset.digest.blocks.flatMap((block) => (block.kind === 'chat' ? block.messages : []));
  const parameters = {
    ...textParameter('title', bothTitles(title, asset.digest.title), 200),
    messages,
    timeZone,
    now: now.toISOString(),
    ...furniture(asset),
    ...omitted(asset),
  };
  return [{ template: 'chat', parameters, why: 'a conversation' }];
}

export function codePage({ asset, title }: Subject): PageCandidate[] {
  const { digest } = asset;
  const text = withoutTitle(digest, title)
    .flatMap((block) => ('text' in block ? [block.text] : []))
    .join('\n\n');
  const parameters = {
    text,
    ...textParameter('title', title ?? digest.title ?? filenameOf(asset), 200),
    ...language(asset),
    ...omitted(asset),
  };
  return [{ template: 'code', parameters, why: 'code' }];
}
