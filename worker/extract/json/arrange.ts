import type { Block } from '../blocks.ts';
import { alarmOf, chooseLead, MAX_LARGE_VALUES } from './choose-lead.ts';
import { findTitle } from './find-title.ts';
import { removeUnimportant } from './housekeeping.ts';
import { joinTables } from './join-tables.ts';
import { keepDailyForecast, keepMainTable, removeUnnamedTable } from './keep-one-table.ts';
import { isMinor } from './minor-names.ts';
import { keepMostImportant } from './most-important.ts';
import { moveTextFirst } from './move-text-first.ts';
import { capitalised, plainName } from './names.ts';
import { withoutRepeated } from './repeated.ts';
import { EMPTY_GROUPS, isSetting, shortenGroups } from './short-names.ts';
import { smallTablesAsPairs } from './small-tables.ts';

export interface JsonReading {
  title: string | null;
  blocks: Block[];
  /** Key of the most important pair. */
  lead: string | null;
  /** Number of words beyond the limits. */
  omitted: number;
  /** How many of the omitted are rows, if all of them are; otherwise 0. */
  omittedRows: number;
  /** Keys of the pairs that are shared by all rows of a table. */
  ofRows: Set<string>;
}

/** Arranges a reading for a page: its title, its groups, and its most important figure. */
export function arrangeReading(reading: JsonReading): JsonReading {
  if (reading.title === null) takeTitle(reading);
  const course = keepDailyForecast(reading.blocks);
  const unnamed = removeUnnamedTable(course.blocks, reading.ofRows);
  const { blocks, omitted } = removeUnimportant(unnamed.blocks, reading.ofRows);
  const beyond = course.omitted + unnamed.omitted + omitted;
  if (beyond > 0) reading.omittedRows = 0;
  reading.omitted += beyond;
  const main = keepMainTable(smallTablesAsPairs(joinTables(blocks)), reading.ofRows);
  if (main.omitted > 0) reading.omittedRows = 0;
  reading.omitted += main.omitted;
  const once = withoutRepeated(removeRepeatedValues(main.blocks, reading.title), reading.title);
  if (once.omitted > 0) reading.omittedRows = 0;
  reading.omitted += once.omitted;
  reading.blocks = moveSettingsLast(once.blocks);
  unwrapOnlyGroup(reading);
  const figure = chooseLead(reading.blocks, reading.ofRows) ?? alarmBesideFacts(reading);
  const { named, omitted: unsaid } = shortenGroups(reading.blocks, figure, reading.title);
  if (unsaid > 0) reading.omittedRows = 0;
  reading.omitted += unsaid;
  const lead = figure === null ? null : named[reading.blocks.indexOf(figure)];
  if (lead?.kind === 'pair') reading.lead ??= lead.key;
  const leading = new Set(named.filter((_, at) => isOfSameGroup(reading.blocks[at], figure)));
  reading.blocks = orderByGroup(removeRepeatedPairs(named.filter((block) => block !== null)), leading);
  takeHeading(reading);
  const spoken = reading.lead === null ? moveTextFirst(reading.blocks) : null;
  const telling = keepMostImportant(spoken?.blocks ?? reading.blocks, reading.lead);
  const omittedWords = (spoken?.omitted ?? 0) + telling.omitted;
  if (omittedWords > 0) reading.omittedRows = 0;
  reading.omitted += omittedWords;
  reading.blocks = telling.blocks;
  return reading;
}

/** The alarming state of a document without rows and without a text, which says more. */
function alarmBesideFacts({ blocks, ofRows }: JsonReading): Block | null {
  const areFacts = blocks.every(({ kind }) => kind === 'pair' || kind === 'heading');
  return areFacts && moveTextFirst(blocks).blocks === blocks ? alarmOf(blocks, ofRows) : null;
}

/** Removes repeated pairs of the same name and value below each heading. */
function removeRepeatedPairs(blocks: Block[]): Block[] {
  const said = new Set<string>();
  return blocks.filter((block) => {
    if (block.kind === 'heading') said.clear();
    const pair = block.kind === 'pair' ? `${block.key}\n${block.value}` : null;
    const isNew = pair === null || !said.has(pair);
    if (pair !== null) said.add(pair);
    return isNew;
  });
}

const groupOf = (block: Block | null | undefined) =>
  block?.kind === 'pair' ? block.key.split(' › ').slice(0, -1).join(' › ') : '';

/** Whether a value is in the group of the main figure, and that in one at all. */
const isOfSameGroup = (block: Block | undefined, figure: Block | null) =>
  groupOf(figure) !== '' && groupOf(block) === groupOf(figure);

/** Makes the only heading of a document without a title its title. */
function takeHeading(reading: JsonReading): void {
  const headings = reading.blocks.filter((block) => block.kind === 'heading');
  const [only] = headings;
  const isTable = reading.blocks.some(({ kind }) => kind === 'table');
  const isEvents = reading.blocks.some(({ kind }) => kind === 'events');
  if (
    reading.title !== null ||
    reading.lead !== null ||
    headings.length !== 1 ||
    !only ||
    !isTable ||
    isEvents
  )
    return;
  reading.title = only.text;
  reading.blocks = reading.blocks.filter((block) => block !== only);
}

/** Whether an ungrouped value is the time at which the document was written. */
const isWritten = ({ key, value }: { key: string; value: string }) =>
  /^(?:time|timestamp|date_?time|updated(?:_at)?)$/.test(plainName(key)) && /^\d{4}-\d\d-\d\dT/.test(value);

/** Removes the only group of a document; its name becomes the title of the document. */
function unwrapOnlyGroup(reading: JsonReading): void {
  const paths = reading.blocks.flatMap((block) =>
    block.kind === 'pair' && !isWritten(block) ? [block.key] : block.kind === 'heading' ? [block.text] : [],
  );
  const [group = ''] = paths[0]?.split(' › ') ?? [];
  const head = `${group.toLowerCase()} › `;
  const isOne = paths.length >= 3 && paths.every((path) => path.toLowerCase().startsWith(head));
  if (!isOne || /^\d+$/.test(group)) return;
  const rest = (path: string) => path.slice(head.length);
  reading.blocks = reading.blocks.map((block) => {
    if (block.kind === 'pair') return isWritten(block) ? block : { ...block, key: rest(block.key) };
    return block.kind === 'heading' ? { ...block, text: capitalised(rest(block.text)) } : block;
  });
  if (EMPTY_GROUPS.test(group) || ROLES.test(group) || (reading.title !== null && TOPIC_GROUPS.test(group)))
    return;
  reading.title = [reading.title, capitalised(group)].filter((one) => one !== null).join(' · ');
}

/** Names of groups that say of a titled thing only what sort of thing it is. */
const TOPIC_GROUPS =
  /^(?:event|incident|alert|notification|message|issue|devices?|monitor|ticket|task|card|job)$/i;

/** Names of groups with all about one person, whom they do not name. */
const ROLES = /^(?:player|user|account|profile|member|customer|client|subscriber)$/i;

/** Names of values that may repeat the title. */
const TITLE_NAMES = /^(?:name|display|display_name|title|label|full_name|file_?name|alertname)$/;

/** Removes values that repeat the title, or a value of the same name in an outer or inner group. */
function removeRepeatedValues(blocks: Block[], title: string | null): Block[] {
  const said = new Map<string, string[]>();
  return blocks.filter((block) => {
    if (block.kind !== 'pair') return true;
    const path = block.key.split(' › ');
    const leaf = path.pop() as string;
    if (block.value === title && TITLE_NAMES.test(plainName(leaf))) return false;
    const groups = said.get(`${leaf}\n${block.value}`) ?? [];
    const own = path.map((group) => `${group} › `).join('');
    // `forks` and `forks count` of one object.
    const counted = leaf.endsWith(' count') ? leaf.slice(0, -' count'.length) : `${leaf} count`;
    if (said.get(`${counted}\n${block.value}`)?.includes(own)) return false;
    // `type` and `sport type` of one object.
    const word = leaf.split(' ').at(-1) as string;
    if (word !== leaf && said.get(`${word}\n${block.value}`)?.includes(own)) return false;
    // `platform` and `planned platform` of one departure.
    const planned = leaf.replace(/^planned /, '');
    if (planned !== leaf && said.get(`${planned}\n${block.value}`)?.includes(own)) return false;
    if (groups.some((group) => own.startsWith(group) || group.startsWith(own))) return false;
    said.set(`${leaf}\n${block.value}`, [...groups, own]);
    return true;
  });
}

/** Takes one of the first values as the title. */
function takeTitle(reading: JsonReading): void {
  const found = findTitle(reading.blocks, reading.ofRows);
  if (!found) return;
  reading.title = found.value;
  reading.blocks = reading.blocks.filter((block) => block !== found);
}

/** Puts the settings of a machine after its measurements and states. */
function moveSettingsLast(blocks: Block[]): Block[] {
  const end = blocks.findIndex(({ kind }) => kind === 'heading');
  const pairs = blocks.slice(0, end < 0 ? blocks.length : end);
  const isLate = (block: Block) => block.kind === 'pair' && isSetting(block.key.split(' › ').slice(0, -1));
  return [...pairs.filter((block) => !isLate(block)), ...pairs.filter(isLate), ...blocks.slice(pairs.length)];
}

/** Number of letters above which a value is a text. */
const MAX_SHORT_VALUE_LETTERS = 160;

/**
 * Puts ungrouped values before the groups, so that none looks like a part of the group above it, and the group of the main
 * figure before the others. In each group long texts and minor values come last, where values are left out first.
 */
function orderByGroup(blocks: Block[], leading: ReadonlySet<Block | null>): Block[] {
  const isHeaded = blocks.some(({ kind }) => kind === 'heading');
  if (blocks.length <= MAX_LARGE_VALUES && !isHeaded) return blocks;
  const groups = new Map<string, Block[]>([['', []]]);
  // A pair below a heading belongs to it.
  const end = isHeaded ? blocks.findIndex(({ kind }) => kind === 'heading') : blocks.length;
  for (const block of blocks.slice(0, end)) {
    const group = groupOf(block);
    const own = groups.get(group);
    if (own) own.push(block);
    else groups.set(group, [block]);
  }
  const rankOf = (block: Block) => {
    if (block.kind !== 'pair') return 0;
    if (isMinor(block.key.split(' › ').at(-1) ?? '', block.value)) return 2;
    return block.value.length > MAX_SHORT_VALUE_LETTERS ? 1 : 0;
  };
  const isDevice = (group: string) => plainName(group.split(' › ')[0] ?? '') === 'device';
  const isLate = (group: string) =>
    isDevice(group) || (group !== '' && (groups.get(group) ?? []).every((block) => rankOf(block) === 2));
  const placeOf = (group: string) => {
    if (group === '') return 0;
    if (groups.get(group)?.some((block) => leading.has(block))) return 1;
    return isLate(group) ? 3 : 2;
  };
  const ordered = [...groups].sort(([a], [b]) => placeOf(a) - placeOf(b));
  const arranged = ordered.flatMap(([, own]) => own.sort((a, b) => rankOf(a) - rankOf(b)));
  return [...arranged, ...blocks.slice(end)];
}
