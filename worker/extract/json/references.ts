import { countWords } from '#shared/count-words.ts';
import { cutText, oneLine } from '../blocks.ts';
import { plainName } from './names.ts';
import { isNoise } from './noise.ts';

/** Names of members that refer to a person or an object: only its name is shown. */
const ROLES = new Set(
  (
    'user owner sender author creator assignee reporter pusher committer actor member athlete organization organisation ' +
    'repository repo project priority issuetype issue_type status resolution category milestone team channel workspace account ' +
    'assigned_to created_by updated_by merged_by closed_by requested_by album artist line stop station operator destination'
  ).split(' '),
);
export const PLURAL_ROLES = new Set(
  'authors artists assignees labels tags members participants attendees'.split(' '),
);
const NAME_MEMBERS = [
  'friendly_name',
  'full_name',
  'display_name',
  'name',
  'login',
  'username',
  'title',
  'label',
  'short_name',
  'designation',
];
/** Names of members that classify an object rather than describe it. */
const CLASSIFYING_NAMES =
  /^(?:type|color|colour|visibility|default_branch|domain|initials|role|kind|locale|sprite|email|email_address|string|lang|release_date_precision|mode|transport_mode|product|operator|admin_code|fahrt_nr|album_type)$|name$|(?:^|_)date(?:_?time)?$|^date_(?:added|updated|created)$|^(?:created|updated?|last_made)(?:_at)?$/;

/** Limit of the characters of a text about an object. */
const MAX_TEXT_CHARACTERS = 2_000;

type Json = Record<string, unknown>;

/** The name of an object or a person; null if it has none. */
export function properName(object: Json): string | null {
  const members = Object.entries(object);
  for (const known of NAME_MEMBERS) {
    const value = members.find(([key]) => plainName(key) === known)?.[1];
    if (typeof value === 'string' && value.trim() !== '' && !isNoise('item', value)) return oneLine(value);
  }
  return null;
}

/** Whether a member refers to a person or an object by its name. */
export const isReference = (name: string) => ROLES.has(plainName(name));

/**
 * The name of the object to which a member refers, with the number of other words about it; null for any other member. Ids,
 * counts and addresses beside the name are for machines.
 */
export function readReference(name: string, value: unknown): { name: string; omitted: number } | null {
  const plain = plainName(name);
  const things = Array.isArray(value)
    ? PLURAL_ROLES.has(plain)
      ? value
      : []
    : ROLES.has(plain)
      ? [value]
      : [];
  if (things.length === 0 || !things.every(isObject) || things.some(hasOwnContent)) return null;
  const names = things.map(properName);
  if (names.includes(null)) return null;
  const omitted = things.reduce((sum, thing, index) => sum + wordsBeside(thing, names[index] ?? ''), 0);
  return { name: names.join(', '), omitted };
}

/** Names of the lists that describe a station with each of its departures: all lines that stop there. */
const OF_STATION = /^(?:lines|products)$/;

/** Whether an object has nested objects or figures of its own, such as the channel of a feed or the level of a river. */
const hasOwnContent = (thing: Json) =>
  Object.entries(thing).some(([name, value]) => {
    const plain = plainName(name);
    if (OF_STATION.test(plain) || isNoise(name, value)) return false;
    if (Array.isArray(value)) return value.some(isObject) && !PLURAL_ROLES.has(plain);
    return isObject(value) && !ROLES.has(plain) && Object.entries(value).some(isFigure);
  });

const isFigure = ([name, value]: [string, unknown]) =>
  typeof value === 'number' && !/^(?:total|count)$/.test(plainName(name)) && !isNoise(name, value);

/** Texts about an object besides its name, with the names of their members. */
export function textsOf(thing: Json, name: string): [string, string][] {
  return Object.entries(thing).flatMap(([key, value]): [string, string][] => {
    const isText =
      typeof value === 'string' && !isNoise(key, value) && !CLASSIFYING_NAMES.test(plainName(key));
    return isText && !name.includes(oneLine(value))
      ? [[key, oneLine(cutText(value, MAX_TEXT_CHARACTERS))]]
      : [];
  });
}

const wordsBeside = (thing: Json, name: string) =>
  textsOf(thing, name).reduce((sum, [, text]) => sum + countWords(text), 0);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
