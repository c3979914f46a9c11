import type { Block } from '#worker/extract/blocks.ts';
import { removeTitle } from './flow-blocks.ts';
import { type PageCandidate, type PageScope, type PageSubject, pictureOf } from './page-candidate.ts';
import { furnitureParameters, languageOf, omittedWords, textParameter } from './page-parameters.ts';
import { filenameOf } from './page-words.ts';

/** Pages of structured material: data, recipes, calendars, conversations, code. */

/** The title that the owner gave, and the one in the material. */
export function joinTitles(title: string | null, own: string | null): string | null {
  return title && own && !title.includes(own) ? `${title} · ${own}` : (title ?? own);
}

/** Names and values, in groups if there are headings. `own`: the heading of the rows beside them, which is not a group. */
function pairsOf(blocks: Block[], own?: Block): Fact[] {
  let group = '';
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') group = block === own ? '' : `${block.text} › `;
    return block.kind === 'pair' ? [{ key: `${group}${block.key}`, value: block.value }] : [];
  });
}

/** Characters of a text before names and values. */
const MAX_TEXT_CHARACTERS = 2_000;

export function tablePage({ asset, title }: PageSubject, { timeZone, now }: PageScope): PageCandidate {
  const { lead, title: own } = asset.digest;
  const blocks = removeTitle(asset.digest, own);
  const pairs = pairsOf(blocks);
  const [first] = blocks;
  const [main] = lead === null ? [] : pairs.filter(({ key }) => key === lead);
  const parameters = {
    ...textParameter('title', joinTitles(title, own), 200),
    ...(first?.kind === 'paragraph' && textParameter('text', first.text, MAX_TEXT_CHARACTERS)),
    ...(main && { lead: main }),
    pairs: pairs.filter((pair) => pair !== main),
    timeZone,
    now: now.toISOString(),
    ...furnitureParameters(asset),
    ...omittedWords(asset),
  };
  return { template: 'table', parameters, why: 'names and values' };
}

/** Short facts above rows, and those beside a figure; letters of their names and values. */
const MAX_CELLS = 4;
const MAX_CELL_CHARACTERS = 22;
const MAX_NAME_CHARACTERS = 20;
/** Most characters of longer facts that are placed above the rows; the others are placed below them. */
const MAX_FACTS_CHARACTERS = 160;
const MAX_FACTS_BELOW_CELLS = 90;
const MAX_BESIDES_CHARACTERS = 20_000;

/** Names of facts that identify the subject of a document. */
const IDENTIFYING_NAME = /^(?:.* )?(?:status|state|summary|message|description|headline|text|count|total)$/;

/** Values that mean "almost nothing". */
const NEARLY_EMPTY_FACT = /^(?:0|1|-1|false)$/;

/** A moment in machine form, which pages write shorter. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S{0,20}$/;

interface Fact {
  key: string;
  value: string;
}

/**
 * The facts beside rows, the most important first: short ones and a line of others above them, the rest below.
 * `isTight`: a title and a figure take most of the room above.
 */
function arrangeFacts(facts: Fact[], isTight: boolean): { pairs: Fact[]; above: string; below: string } {
  const rankOf = ({ key, value }: Fact) => {
    if (NEARLY_EMPTY_FACT.test(value)) return 2;
    return IDENTIFYING_NAME.test(key.toLowerCase()) ? 0 : 1;
  };
  const ordered = [...facts].sort((a, b) => rankOf(a) - rankOf(b));
  const isShort = ({ key, value }: Fact) =>
    (value.length <= MAX_CELL_CHARACTERS || MOMENT.test(value)) && key.length <= MAX_NAME_CHARACTERS;
  const pairs = (facts.length <= MAX_CELLS ? facts : ordered)
    .filter(isShort)
    .slice(0, isTight ? MAX_CELLS - 1 : MAX_CELLS);
  const texts = ordered
    .filter((fact) => !pairs.includes(fact))
    .map(({ key, value }) => `${key.replaceAll(' › ', ' ')}: ${BOOLEAN_MARKS[value] ?? value}`);
  let count = 0;
  let length = 0;
  for (const text of texts) {
    length += text.length + 3;
    if (isTight || length > (pairs.length > 1 ? MAX_FACTS_BELOW_CELLS : MAX_FACTS_CHARACTERS)) break;
    count++;
  }
  return { pairs, above: texts.slice(0, count).join(' · '), below: texts.slice(count).join(' · ') };
}

/** Removes the group from the name of a fact if the heading names it. */
function removeGroupName({ key, value }: Fact, heading: string): Fact {
  const [group = '', ...rest] = key.split(' › ');
  const isNamed = rest.length > 0 && `${heading} `.toLowerCase().startsWith(`${group} `.toLowerCase());
  return { key: isNamed ? rest.join(' › ') : key, value };
}

/** Names of columns whose cells show their meaning. */
const PLAIN_NAME = /^(?:(?:start |date )?time|date|day|when|name)$/i;

/** Puts the heading of the rows into the name of their first column, because the page has no line for it. */
function prefixHeading(heading: string, { header }: { header: string[] | null }): string[] {
  const [first = '', ...others] = header ?? [];
  return [PLAIN_NAME.test(first) ? heading : `${heading} ${first}`, ...others];
}

/** A boolean in a line of facts. */
const BOOLEAN_MARKS: Record<string, string> = { true: '✓', false: '–' };

export function gridPage({ asset, title }: PageSubject, { timeZone, now }: PageScope): PageCandidate[] {
  const { digest } = asset;
  const rows = digest.blocks.find((block) => block.kind === 'table');
  if (!rows) return [];
  const others = removeTitle(digest, digest.title).filter((block) => block !== rows);
  const leadingBlocks = digest.blocks.slice(0, digest.blocks.indexOf(rows));
  const own = leadingBlocks.findLast((block) => block.kind === 'heading' && others.includes(block));
  const named = own?.kind === 'heading' ? own.text : null;
  const titles = joinTitles(title, digest.title);
  const main = others.find((block) => block.kind === 'pair' && block.key === digest.lead);
  const otherBlocks = others.filter((block) => block !== main);
  const facts = pairsOf(otherBlocks, own).map((fact) => removeGroupName(fact, named ?? digest.title ?? ''));
  const lead = main?.kind === 'pair' ? { key: main.key, value: main.value } : null;
  // The heading of the rows is not the title of a figure without one.
  const isOfRows = lead !== null && !titles && named !== null && rows.header !== null;
  const heading = [titles, isOfRows ? null : named].filter(Boolean).join(' · ');
  const header = isOfRows ? prefixHeading(named, rows) : rows.header;
  const { pairs, above, below } = arrangeFacts(facts, lead !== null && heading !== '');
  if (heading.length > 200 || below.length > MAX_BESIDES_CHARACTERS) return [];
  const parameters = {
    ...textParameter('title', heading, 200),
    ...(pairs.length > 0 && {
      pairs: pairs.map(({ key, value }) => ({ key: key.replaceAll(' › ', ' '), value })),
    }),
    ...textParameter('facts', above, 400),
    ...(below !== '' && { besides: below }),
    ...(lead && { lead }),
    ...(header && { header }),
    rows: rows.rows,
    ...(rows.notes && { notes: rows.notes }),
    timeZone,
    now: now.toISOString(),
    ...furnitureParameters(asset),
    ...omittedWords(asset),
    ...(digest.omittedItems > 0 && { omittedRows: digest.omittedItems }),
  };
  return [{ template: 'grid', parameters, why: 'rows and columns' }];
}

export function recipePage({ asset, title, picture }: PageSubject): PageCandidate[] {
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
    ...furnitureParameters(asset),
    ...omittedWords(asset),
  };
  return [{ template: 'recipe', parameters, why: 'a recipe' }];
}

export function agendaPage({ asset, title }: PageSubject, { timeZone, now }: PageScope): PageCandidate[] {
  const { blocks, title: own, omitted: words, omittedItems } = asset.digest;
  const events = blocks.flatMap((block) => (block.kind === 'events' ? block.events : []));
  const kept = blocks.flatMap((block) => (block.kind === 'events' && block.timeZone) || []);
  const parameters = {
    ...textParameter('title', joinTitles(title, own), 200),
    events,
    // UTC is the default of a user without a zone; the zone of the calendar is the better guess.
    timeZone: timeZone === 'UTC' ? (kept[0] ?? timeZone) : timeZone,
    now: now.toISOString(),
    ...furnitureParameters(asset),
    ...(words > 0 && { omitted: words, omittedEvents: omittedItems }),
  };
  return [{ template: 'agenda', parameters, why: 'events' }];
}

export function chatPage({ asset, title }: PageSubject, { timeZone, now }: PageScope): PageCandidate[] {
  const messages = asset.digest.blocks.flatMap((block) => (block.kind === 'chat' ? block.messages : []));
  const parameters = {
    ...textParameter('title', joinTitles(title, asset.digest.title), 200),
    messages,
    timeZone,
    now: now.toISOString(),
    ...furnitureParameters(asset),
    ...omittedWords(asset),
  };
  return [{ template: 'chat', parameters, why: 'a conversation' }];
}

export function codePage({ asset, title }: PageSubject): PageCandidate[] {
  const { digest } = asset;
  const text = removeTitle(digest, title)
    .flatMap((block) => ('text' in block ? [block.text] : []))
    .join('\n\n');
  const parameters = {
    text,
    ...textParameter('title', title ?? digest.title ?? filenameOf(asset), 200),
    ...languageOf(asset),
    ...omittedWords(asset),
  };
  return [{ template: 'code', parameters, why: 'code' }];
}
