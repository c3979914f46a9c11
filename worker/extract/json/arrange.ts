import type { Block } from '../blocks.ts';
import { chooseLead } from './choose-lead.ts';
import { capitalised, plainName } from './names.ts';

export interface JsonReading {
  title: string | null;
  blocks: Block[];
  /** Key of the most important pair. */
  lead: string | null;
  /** Words of what is beyond the limits. */
  omitted: number;
  /** Rows among it, where it is nothing but rows; 0 else. */
  omittedRows: number;
}

/** Names of members that hold the title of a document, in any of its first groups. */
const TITLES = ['title', 'name', 'friendly_name', 'subject', 'headline', 'summary', 'alertname', 'symbol'];
/** Names of members that hold its place. */
const PLACES = ['city', 'place', 'station', 'location', 'repository'];
/** Names of members that hold its topic, if they come first. */
const TOPICS = [
  'city',
  'place',
  'station',
  'station_name',
  'stop',
  'stop_name',
  'location',
  'address',
  'bike',
  'car',
  'vehicle',
  'machine',
  'device_name',
  'product',
  'product_name',
  'carrier',
  'hostname',
  'host',
  'race',
  'trip',
  'event',
  'match',
  'course',
  'class',
  'klasse',
  'cantine',
  'comedor',
  'school',
  'playlist',
  'show',
  'stadt',
  'ville',
  'ciudad',
  '都市',
];
/** Arranges a reading for a page: its title, its groups, and its most important figure. */
export function arrange(reading: JsonReading): JsonReading {
  if (reading.title === null) takeTitle(reading);
  reading.blocks = withoutTwins(smallTableAsPairs(reading.blocks), reading.title);
  liftGroup(reading);
  const main = chooseLead(reading.blocks);
  const named = shortGroups(reading.blocks, main);
  const lead = main === null ? null : named[reading.blocks.indexOf(main)];
  if (lead?.kind === 'pair') reading.lead ??= lead.key;
  reading.blocks = inGroups(named.filter((block) => block !== null));
  return reading;
}

/** Groups that only say that what is in them is data. */
const EMPTY_GROUPS =
  /^(?:main|current|attributes|properties|data|values?|now|sys|details?|info|condition|weather|location|state|status|result|body|payload|fields?|measurements?|readings?|options|settings?|order|items?|list|results?|records|rows|features|members|entry|entries|alerts|issue|fields|object attributes|object|rss|channel|feed|root|envelope|weatherdata|after|stop|stoptimes(?: \w{1,20}){0,2}|departures list|viewer|homes|stop place|estimated calls|(?:current )?subscription|nodes?|edges|entity|\d{1,3})$/i;

/**
 * Names without the groups that say nothing, null for headings of such; a group of one or two is part of their names, and so
 * is that of the figure that stands apart from its group.
 */
function shortGroups(blocks: Block[], main: Block | null): (Block | null)[] {
  const groupOf = (key: string) => key.split(' › ').slice(0, -1).join(' › ');
  const sizes = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind === 'pair') sizes.set(groupOf(block.key), (sizes.get(groupOf(block.key)) ?? 0) + 1);
  }
  return blocks.map((block) => {
    if (block.kind === 'heading') {
      const text = meaningful(block.text.split(' › ')).join(' › ');
      return text === '' ? null : { ...block, text: capitalised(text) };
    }
    if (block.kind !== 'pair') return block;
    const path = block.key.split(' › ');
    const leaf = path.pop() as string;
    const groups = meaningful(path);
    const isOnly = sizes.get(path.join(' › ')) === 1 && groups.length > 0;
    if (isOnly && /^(?:v|val)$/.test(leaf)) return { ...block, key: groups.join(' › ') };
    const isSmall = (sizes.get(path.join(' › ')) ?? 0) <= 2 && groups.length <= 1;
    if (block === main || isSmall) return { ...block, key: joined(groups.join(' ') || undefined, leaf) };
    return { ...block, key: [...groups, leaf].join(' › ') };
  });
}

/** A name with that of its group before it, unless it begins with that already. */
function joined(group: string | undefined, leaf: string): string {
  if (group === undefined || `${leaf} `.toLowerCase().startsWith(`${group} `.toLowerCase())) return leaf;
  // What is measured and what it is called are one.
  if (/^(?:value|localized|display ?value)$/i.test(leaf)) return group;
  // `temperature` of Shelly has a `tC`: the letter says nothing besides.
  return leaf.length === 1 && group.startsWith(leaf) ? group : `${group} ${leaf}`;
}

const meaningful = (path: string[]) => path.filter((group) => !EMPTY_GROUPS.test(group));

/** Removes the only group of a document; its name becomes the title of the document. */
function liftGroup(reading: JsonReading): void {
  const paths = reading.blocks.flatMap((block) =>
    block.kind === 'pair' ? [block.key] : block.kind === 'heading' ? [block.text] : [],
  );
  const [group = ''] = paths[0]?.split(' › ') ?? [];
  const head = `${group.toLowerCase()} › `;
  const isOne = paths.length >= 3 && paths.every((path) => path.toLowerCase().startsWith(head));
  if (!isOne || /^\d+$/.test(group)) return;
  const rest = (path: string) => path.slice(head.length);
  reading.blocks = reading.blocks.map((block) => {
    if (block.kind === 'pair') return { ...block, key: rest(block.key) };
    return block.kind === 'heading' ? { ...block, text: capitalised(rest(block.text)) } : block;
  });
  if (EMPTY_GROUPS.test(group)) return;
  reading.title = [reading.title, capitalised(group)].filter((one) => one !== null).join(' · ');
}

/** Cells of a table that is a detail, and how many times as many values stand around it. */
const FEW_CELLS = 8;
const MANY_AROUND = 2;

/** A small table among many values as one value for each of its columns; a page of its own would make it the topic. */
function smallTableAsPairs(blocks: Block[]): Block[] {
  const tables = blocks.filter((block) => block.kind === 'table');
  const [table] = tables;
  const pairs = blocks.filter(({ kind }) => kind === 'pair').length;
  if (!table?.header || tables.length > 1 || table.notes?.some((note) => note !== '')) return blocks;
  const cells = table.rows.length * table.header.length;
  const isDetail =
    table.header.length <= 2 && cells <= FEW_CELLS && pairs >= 8 && pairs >= MANY_AROUND * cells;
  const at = blocks.indexOf(table);
  const before = blocks[at - 1];
  const headings = blocks.filter(({ kind }) => kind === 'heading').length;
  // Without their rows, values beside an empty cell would seem to be those of another row.
  const hasGaps = table.rows.some((row) => row.includes(''));
  if (!isDetail || hasGaps || headings > 1 || (headings === 1 && before?.kind !== 'heading')) return blocks;
  const group = before?.kind === 'heading' ? [before.text] : [];
  const columns = table.header.flatMap((name, index): Block[] => {
    const said = table.rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    return said.length === 0
      ? []
      : [{ kind: 'pair', key: [...group, name].join(' › '), value: said.join(', ') }];
  });
  return [...blocks.slice(0, at - group.length), ...columns, ...blocks.slice(at + 1)];
}

/** Names that a thing is called by again. */
const AGAIN = /^(?:name|display|display_name|title|label|full_name|file_?name|alertname)$/;

/** Removes repeated values: those of an object that its group has too, and the title. */
function withoutTwins(blocks: Block[], title: string | null): Block[] {
  const said = new Map<string, string[]>();
  return blocks.filter((block) => {
    if (block.kind !== 'pair') return true;
    const path = block.key.split(' › ');
    const leaf = path.pop() as string;
    if (block.value === title && AGAIN.test(plainName(leaf))) return false;
    const groups = said.get(`${leaf}\n${block.value}`) ?? [];
    const own = path.map((group) => `${group} › `).join('');
    // `type` and `sport type` of one thing.
    const word = leaf.split(' ').at(-1) as string;
    if (word !== leaf && said.get(`${word}\n${block.value}`)?.includes(own)) return false;
    // A platform is the one that was planned.
    const planned = leaf.replace(/^planned /, '');
    if (planned !== leaf && said.get(`${planned}\n${block.value}`)?.includes(own)) return false;
    if (groups.some((group) => own.startsWith(group) || group.startsWith(own))) return false;
    said.set(`${leaf}\n${block.value}`, [...groups, own]);
    return true;
  });
}

/** What a document comes from rather than what it is about. */
const DEVICES = /^(?:interface|server|publisher|provider|device|user|account|owner|sender|author|source)$/;

/** Takes one of the first values as the title, by its name. */
function takeTitle(reading: JsonReading): void {
  const pairs = reading.blocks.filter((block) => block.kind === 'pair').slice(0, 60);
  const named = (name: string, depth: number, withDevices = true) =>
    pairs.find(({ key, value }) => {
      const path = key.split(' › ');
      const isName = path.length <= depth && plainName(path.at(-1) ?? '') === name;
      if (!withDevices && DEVICES.test(plainName(path[0] ?? ''))) return false;
      return isName && value.length <= 80 && /\p{L}/u.test(value);
    });
  const find = (names: string[], depth: number, withDevices?: boolean) =>
    names.map((name) => named(name, depth, withDevices)).find(Boolean);
  const playing = pairs.find(({ key }) => /^now playing(?: item)? › (?:name|title)$/i.test(key));
  const found =
    playing ??
    find(TITLES, 1) ??
    find(TOPICS, 1) ??
    find(TITLES, 3, false) ??
    find(TITLES, 3) ??
    find(PLACES, 2);
  if (!found) return;
  reading.title = found.value;
  reading.blocks = reading.blocks.filter((block) => block !== found);
}

/**
 * What only fills in a page: of which make a device is, how it is connected, when a program wrote something down, and how
 * many there are of something beside it.
 */
const MINOR =
  /(?:^|_)(?:model|manufacturer(?:_name)?|firmware|fw|sn|serial(?:_number)?|(?:sw|hw|software|firmware|hardware)_(?:version|revision|status)|build|(?:wifi_)?ssid|wifi_strength|signal_strength|rssi|user_email|retention)$|^(?:achievement|kudos|comment|athlete|photo|view|like|share)_count$|(?:^|_)(?:created|updated|registered|installed|calibrated|last_edited|last_reported)(?:_(?:at|on|by|time|date))?$/;
/** As many figures stand in large type, in the order that they came in. */
const FEW = 4;
/** Letters of a value that is read as a text. */
const LONG_VALUE = 160;

/**
 * Puts ungrouped values before the groups, so that none looks like a part of the group above it. In each group long texts
 * and minor values come last, where values are left out first.
 */
function inGroups(blocks: Block[]): Block[] {
  // Below a heading a pair belongs to what stands there.
  if (blocks.length <= FEW || blocks.some(({ kind }) => kind === 'heading')) return blocks;
  const groups = new Map<string, Block[]>([['', []]]);
  for (const block of blocks) {
    const group = block.kind === 'pair' ? block.key.split(' › ').slice(0, -1).join(' › ') : '';
    const own = groups.get(group);
    if (own) own.push(block);
    else groups.set(group, [block]);
  }
  const rankOf = (block: Block) => {
    if (block.kind !== 'pair') return 0;
    if (MINOR.test(plainName(block.key.split(' › ').at(-1) ?? ''))) return 2;
    return block.value.length > LONG_VALUE ? 1 : 0;
  };
  const isDevice = (group: string) => plainName(group.split(' › ')[0] ?? '') === 'device';
  const ordered = [...groups].sort(([a], [b]) => Number(isDevice(a)) - Number(isDevice(b)));
  return ordered.flatMap(([, own]) => own.sort((a, b) => rankOf(a) - rankOf(b)));
}
