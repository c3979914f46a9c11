import { countWords } from '#shared/count-words.ts';
import { countWordsWithin } from './count-words-within.ts';
import { delayOf, showCancellation, showDelay } from './delays.ts';
import { isDuplicateMember } from './duplicate-members.ts';
import { fieldOf, isObject, type Json, MAX_LIST, nameOrText } from './fields.ts';
import { homeAssistantState } from './home-assistant.ts';
import { plainName, plainNames, readableName, VAGUE_NAMES } from './names.ts';
import { isNoise } from './noise.ts';
import { isReference, PLURAL_ROLES, textsOf } from './references.ts';
import { electricUnit, isMeter, isUnitName, siblingUnits, takesUnit, unitIn } from './values.ts';

/** Names of parts that follow those of the record itself. */
const LATER_PARTS = /^later_/;
/** Limit of the depth of nested members. */
const MAX_DEPTH = 4;
/** Names of groups whose members belong to the record itself. */
const PLAIN_GROUPS =
  /^(?:main|data|fields|attributes|properties|values|labels|annotations|details|info|stop|measurements?)$/;
/** Groups whose members are read even if the group has a name of its own. */
const UNFOLDED_GROUPS = /^(?:fields|attributes|properties|values|snippet|content_details)$/;
/** Names of the times at which a nested part was created or changed. */
const BOOKKEEPING_TIMES = /^(?:date_)?(?:added|created|updated?|modified)(?:_(?:at|on|time|date))?$/;

/** What sort of object is beside a member, as programs distinguish them: `{ type: "PURCHASE_CONDITIONS", content: {…} }`. */
const isFormOfPart = (name: string, value: unknown, part: Json): value is string =>
  plainName(name) === 'type' &&
  typeof value === 'string' &&
  /^[A-Z]{2,20}(?:_[A-Z]{2,20}){1,5}$/.test(value) &&
  Object.values(part).some(isObject);

/** Counts the words of a record that no column has. */
class UncountedText {
  words = 0;
  readonly #things: { fields: Map<string, string>; called: string }[] = [];

  add(text: string): void {
    this.words += countWords(text);
  }

  /** Adds an entry of a list by its fields, and its name in the column of the list. */
  addThing(fields: Map<string, string>, called: string): void {
    this.#things.push({ fields, called });
  }

  /** Number of words that are in none of the columns. A `text` that a messenger repeats with its type does not count. */
  wordsBeside(columns: Map<string, string>): number {
    const text = columns.get('text');
    for (const { fields, called } of this.#things) {
      const isRepeated =
        text !== undefined &&
        fields.get('text') === text &&
        [...fields.keys()].every((name) => name === 'text' || name === 'type');
      if (!isRepeated) for (const one of fields.values()) if (one !== called) this.add(one);
    }
    return this.words;
  }
}

/** Whether a member has the units of another object's values, as in weather services: `current_units` beside `current`. */
export const isUnitsObject = (name: string, value: unknown): value is Json =>
  isObject(value) && /_units$/.test(plainName(name));

/** The members of an object with units, by their plain names; the first of several. */
export function unitObjects(object: Json): Map<string, Json> {
  const found = new Map<string, Json>();
  for (const [name, value] of Object.entries(object)) {
    const plain = plainName(name);
    if (isUnitsObject(name, value) && !found.has(plain)) found.set(plain, value);
  }
  return found;
}

/**
 * The columns of a record by their readable names, in order, without members for machines. Adds the number of words that have
 * no column to `omitted`.
 */
export function recordFields(record: Json, omitted = { words: 0 }): Map<string, string> {
  const fields = new Map<string, string>();
  const unsaid = new UncountedText();
  const state = homeAssistantState(record);
  if (state) {
    // A list of states shows the present; the time of the last change is left out.
    state.delete('changed');
    return state;
  }
  addFields(record, '', fields, unsaid, 0);
  omitted.words += unsaid.wordsBeside(fields);
  showDelay(record, fields);
  showCancellation(record, fields);
  dropRepeated(fields);
  return removeOwnDay(fields);
}

/** Adds the members of a record as columns, and those of its nested parts. */
function addFields(
  record: Json,
  group: string,
  fields: Map<string, string>,
  unsaid: UncountedText,
  depth: number,
): void {
  const unit = Object.keys(record).some(takesUnit) ? unitIn(record) : null;
  const names = plainNames(record);
  const single: [string, Json][] = [];
  const meter = isMeter(record);
  const siblings = siblingUnits(record);
  for (const [name, value] of Object.entries(record)) {
    if (isUnitName(name) && unit) continue;
    if (isNoise(name, value) || isDuplicateMember(name, names) || siblings.names.has(name)) continue;
    if (group !== '' && BOOKKEEPING_TIMES.test(plainName(name))) continue;
    if (group !== '' && isFormOfPart(name, value, record)) {
      unsaid.add(value);
      continue;
    }
    const own =
      siblings.of.get(plainName(name)) ?? (takesUnit(name) ? unit : meter ? electricUnit(name) : null);
    const isGroup = isObject(value) && UNFOLDED_GROUPS.test(plainName(name));
    const field = isGroup ? null : (delayOf(name, value, record) ?? fieldOf(name, value, own));
    if (field) {
      const isVague = group !== '' && (VAGUE_NAMES.test(plainName(name)) || fields.has(field.name));
      const isOwn = `${field.name} `.startsWith(`${group} `);
      const called = isVague && !isOwn ? `${group} ${field.name}` : field.name;
      const said = typeof value === 'number' && called !== field.name ? fieldOf(called, value, own) : field;
      const text = said?.name === called ? said.value : field.value;
      if (!fields.has(called)) fields.set(called, text);
      else if (fields.get(called) !== text) unsaid.add(text);
      if (isObject(value)) {
        if (unitIn(value) === null) addTexts(value, field, fields);
        else for (const [key, text] of textsOf(value, field.value)) if (!isUnitName(key)) unsaid.add(text);
        if (!isReference(name)) countBesideName(value, field.value, unsaid, depth);
      }
    } else if (isObject(value) && depth < MAX_DEPTH) {
      const inner = PLAIN_GROUPS.test(plainName(name)) ? group : readableName(name);
      addFields(value, inner, fields, unsaid, depth + 1);
    } else if (isObject(value)) unsaid.words += countWordsWithin(value);
    if (!field && isListOfOne(name, value) && depth < MAX_DEPTH) single.push([name, value[0]]);
    else if (Array.isArray(value)) countListEntries(name, value, unsaid, depth);
  }
  // Nested parts come last, so that the record's own members keep their names.
  for (const [name, only] of single) addFields(only, readableName(name), fields, unsaid, depth + 1);
}

/** Whether a member is a list of one object. */
const isListOfOne = (name: string, value: unknown): value is [Json] =>
  Array.isArray(value) && value.length === 1 && isObject(value[0]) && !LATER_PARTS.test(plainName(name));

/** Counts the figures of a nested part of which only the name or one figure is shown. */
function countBesideName(thing: Json, said: string, unsaid: UncountedText, depth: number): void {
  if (depth >= MAX_DEPTH) return;
  const fields = new Map<string, string>();
  addFields(thing, '', fields, unsaid, depth + 1);
  const texts = new Set(textsOf(thing, said).map(([, text]) => text));
  for (const text of fields.values())
    if (/^[-+−]?\d/.test(text) && !MOMENT_OF_DAY.test(text) && !said.includes(text) && !texts.has(text))
      unsaid.add(text);
}

/** Counts the words of a list's entries beside their names, and the entries for which a column has no room. */
function countListEntries(name: string, list: unknown[], unsaid: UncountedText, depth: number): void {
  const isNames = PLURAL_ROLES.has(plainName(name));
  for (const [index, one] of list.entries()) {
    const called = index < MAX_LIST ? nameOrText(one) : '';
    if (!isObject(one)) {
      if (called === '' && !isNoise('item', one)) unsaid.words += countWordsWithin(one);
    } else if (depth >= MAX_DEPTH) unsaid.words += countWordsWithin(one);
    else if (isNames && called !== '') for (const [, text] of textsOf(one, called)) unsaid.add(text);
    else {
      const fields = new Map<string, string>();
      addFields(one, '', fields, unsaid, depth + 1);
      unsaid.addThing(fields, called);
    }
  }
}

/** Adds the texts of a nested part beside its name as columns. */
function addTexts(
  thing: Json,
  { name, value }: { name: string; value: string },
  fields: Map<string, string>,
): void {
  for (const [key, text] of textsOf(thing, value)) {
    const said = readableName(key);
    const called = `${said} `.startsWith(`${name} `) ? said : `${name} ${said}`;
    if (!fields.has(called)) fields.set(called, text);
  }
}

/** Limit of the members of a record that are compared with each other. */
const MAX_COMPARED = 40;

/** Removes a bare number that another member has with its unit, and the two parts of a name that is composed of them. */
function dropRepeated(fields: Map<string, string>): void {
  if (fields.size > MAX_COMPARED) return;
  for (const [name, value] of fields) {
    const isBare = /^(?:value|raw(?:_value)?)$/.test(plainName(name)) && /^-?\d/.test(value);
    const others = [...fields].filter(([other]) => other !== name);
    if (isBare && others.some(([, other]) => other === value || other.startsWith(`${value} `)))
      fields.delete(name);
    if (plainName(name) !== 'name') continue;
    for (const [first, one] of others)
      for (const [second, two] of others)
        if (first !== second && value === `${one} ${two}`) {
          fields.delete(first);
          fields.delete(second);
        }
  }
}

/** Removes the date from times on the day of the record. */
function removeOwnDay(fields: Map<string, string>): Map<string, string> {
  const day = [...fields.values()].find((value) => /^\d{4}-\d\d-\d\d$/.test(value));
  if (day === undefined) return fields;
  const clock = new RegExp(`^${day}T(\\d\\d:\\d\\d)(?::\\d\\d)?$`);
  return new Map([...fields].map(([name, value]) => [name, value.replace(clock, '$1')]));
}

/** A moment in the form of RFC 3339: its day, and the rest. */
const MOMENT_OF_DAY = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))$/;
/** Names of a moment that stands for a day. */
const DAY_MEMBER = /^(?:date|day|date_?time|time|utc_time|valid_time|start_time|timestamp|dt)$/;
/** Times in UTC that are on the same day in nearly every zone. */
const MIDDAY = /^T(?:11|12):/;
const MIN_DAYS = 3;
/** Names that only forecasts have; in any other record the time may be that of an event. */
const FORECAST =
  /(?:^|_)(?:sun|moon)_?(?:rise|set)(?:_|$)|temp\w{0,20}_(?:min|max)|(?:min|max|low|high)\w{0,8}_?temp|temp\w{0,20}_(?:low|high)|^templow$/;

/**
 * Replaces the moment of each record by its day, if it is the midnight of a different day or, in a forecast, always the same
 * time of day. Other moments of that day become times of day in the same zone.
 */
export function momentsToOwnDays(fields: Map<string, string>[]): Map<string, string>[] {
  const name = [...(fields[0]?.keys() ?? [])].find((one) => DAY_MEMBER.test(plainName(one)));
  const given = fields.map((one) => MOMENT_OF_DAY.exec(one.get(name ?? '') ?? ''));
  const days = new Set(given.map((match) => match?.[1]));
  const [clock] = new Set(given.map((match) => match?.[2]));
  if (name === undefined || clock === undefined || days.size < MIN_DAYS || days.size < fields.length)
    return fields;
  if (given.some((match) => match?.[2] !== clock)) return fields;
  const isForecast = fields.every((one) => [...one.keys()].some((key) => FORECAST.test(plainName(key))));
  if (!/^T00:00(?::00(?:\.0{1,9})?)?[+-]/.test(clock) && !isForecast) return fields;
  if (clock.endsWith('Z') && !MIDDAY.test(clock)) return fields;
  const zone = clock.endsWith('Z') ? '–' : clock.slice(-6);
  return fields.map((one, index) => {
    const day = given[index]?.[1] ?? '';
    const own = new Map(
      [...one].map(([key, value]) => [
        key,
        value.startsWith(`${day}T`) && value.endsWith(zone) ? value.slice(0, -6) : value,
      ]),
    );
    return removeOwnDay(own.set(name, day));
  });
}

const MIDNIGHT = /^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Times of day with seconds, and those that are unlikely to be readings of a stopwatch. */
const WHOLE_MINUTE = /^((?:[01]\d|2[0-3]):[0-5]\d):00$/;
const AFTER_SIX = /^(?:0[6-9]|[12]\d):/;
const DURATION =
  /durat|length|laps?\b|timer|elapsed|split|lasts?\b|remain|left\b|spent|total|pace|runtime|dauer/;

/**
 * Replaces columns that have only midnights by days, and removes the seconds of columns that have only times of day in whole
 * minutes. A column that may have durations is unchanged: `00:03` may be three seconds.
 */
export function simplifyTimes(fields: Map<string, string>[]): Map<string, string>[] {
  const columns = new Map<string, string[]>();
  for (const one of fields)
    for (const [name, value] of one) {
      const column = columns.get(name);
      if (column) column.push(value);
      else columns.set(name, [value]);
    }
  const short = new Map<string, RegExp>();
  for (const [name, values] of columns) {
    if (values.length < 2) continue;
    if (values.every((value) => MIDNIGHT.test(value))) short.set(name, MIDNIGHT);
    const isOfMinutes = values.every((value) => WHOLE_MINUTE.test(value));
    if (isOfMinutes && !DURATION.test(plainName(name)) && values.some((value) => AFTER_SIX.test(value)))
      short.set(name, WHOLE_MINUTE);
  }
  const shortened = (name: string, value: string) => {
    const form = short.get(name);
    return form ? value.replace(form, '$1') : value;
  };
  return fields.map((one) => new Map([...one].map(([name, value]) => [name, shortened(name, value)])));
}
