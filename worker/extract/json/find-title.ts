import type { Block } from '../blocks.ts';
import { MAX_LARGE_VALUES } from './choose-lead.ts';
import { plainName } from './names.ts';
import { EMPTY_GROUPS } from './short-names.ts';

type Pair = Extract<Block, { kind: 'pair' }>;

/** Names of members that hold the title of a document, in any of its first groups. */
const TITLES = [
  'title',
  'display_title',
  'name',
  'friendly_name',
  'subject',
  'headline',
  'summary',
  'alertname',
  'topic',
  'symbol',
  'filename',
];
/** Names of members that hold its place. */
const PLACES = ['city', 'city_name', 'place', 'station', 'location', 'repository'];
/** Names of members that hold its topic, if they come first. */
const TOPICS = [
  'city',
  'city_name',
  'site_name',
  'location_name',
  'place',
  'station',
  'station_name',
  'area_name',
  'stop',
  'stop_name',
  'location',
  'address',
  'bike',
  'car',
  'vehicle',
  'machine',
  'device_name',
  'device_model',
  'product',
  'product_name',
  'plant_name',
  'system_name',
  'biller',
  'merchant',
  'doorbell',
  'camera',
  'carrier',
  'hostname',
  'host',
  'contest',
  'tournament',
  'league',
  'hive',
  'household',
  'vessel',
  'ship',
  'boat',
  'restaurant',
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

/** Names of sources, which are not the topic of a document. */
const DEVICES =
  /^(?:interface|server|webhook|integration|installation|organi[sz]ation|publisher|provider|device|user|account|owner|sender|author|source|area|country|season)$/;

/** An identifier of a program: lower case, words joined by underscores. */
const IDENTIFIER = /^[a-z]+(?:_[a-z]+)*$/;

/** The name of an event as programs write it: `meeting started`, `change-soc`. */
const WORDS_OF_PROGRAMS = /^[a-z]+(?:[ ._:-][a-z\d]+)*$/;
/** A plural, as the name of a list; its entries are not what a document with rows is about. */
const PLURAL = /[^su]s$/;

const isEntry = ([group = '', ...rest]: string[]) =>
  rest.length > 0 && PLURAL.test(group) && !EMPTY_GROUPS.test(group);

const isByTime = ({ rows }: Extract<Block, { kind: 'table' }>) =>
  rows.every(([first = '']) => /^\d{4}-\d\d-\d\d/.test(first));

/** Number of values among which a title is looked for. */
const MAX_VALUES = 60;

/**
 * Finds the value that is the title of a document, by its name.
 *
 * @param ofRows keys of the pairs that are shared by all rows of a table
 */
export function findTitle(blocks: Block[], ofRows: ReadonlySet<string>): Pair | undefined {
  const pairs = blocks.filter((block) => block.kind === 'pair').slice(0, MAX_VALUES);
  const isOfTimes = blocks.some((block) => block.kind === 'table' && isByTime(block));
  const isOfRows = blocks.some(({ kind }) => kind === 'table');
  const named = (name: string, depth: number, withDevices = true) =>
    pairs.find(({ key, value }) => {
      // A trigger that all runs share is not a title, nor is a summary that all hours of a forecast share.
      const isOfAll = ofRows.has(key) && (IDENTIFIER.test(value) || (isOfTimes && name === 'summary'));
      if (isOfAll) return false;
      const path = key.split(' › ');
      if (name === 'event' && WORDS_OF_PROGRAMS.test(value)) return false;
      if (isOfRows && isEntry(path)) return false;
      const isName = path.length <= depth && plainName(path.at(-1) ?? '') === name;
      if (!withDevices && DEVICES.test(plainName(path[0] ?? ''))) return false;
      return isName && value.length <= 80 && /\p{L}/u.test(value);
    });
  const find = (names: string[], depth: number, withDevices?: boolean) =>
    names.map((name) => named(name, depth, withDevices)).find(Boolean);
  const playing = pairs.find(({ key }) => /^now playing(?: item)? › (?:name|title)$/i.test(key));
  return (
    playing ??
    find(TITLES, 1) ??
    find(TOPICS, 1) ??
    find(TITLES, 2, false) ??
    find(TITLES, 3, false) ??
    find(TITLES, 3) ??
    find(PLACES, 2) ??
    (pairs.length > MAX_LARGE_VALUES ? find(['message', 'text', 'content'], 2) : undefined)
  );
}
