import { plainName } from './names.ts';

/** Endings of imperial names, and of the metric ones that say the same; an epoch beside the moment that it is. */
const TWINS = [
  [/_f$/, '_c'],
  [/_mph$/, '_kph'],
  [/_in$/, '_mm'],
  [/_in$/, '_mb'],
  [/_miles$/, '_km'],
  [/_timestamp$/, ''],
  // The same span as a number.
  [/^uptime_sec$/, 'uptime'],
  // The same moment without its zone.
  [/_local$/, ''],
  [/_utc$/, ''],
  [/^country_code$/, 'country'],
  [/^country_code$/, 'country_name'],
  // The same name, as a program puts them in order, and what a service says of its pages.
  [/^(?:sort|clean)_(?=(?:title|name)$)/, ''],
  [/^(?:sort_key|sort_direction|total_records|page_size|page_count)$/, 'page'],
] as const;

/** The twin of another value: it says the same again. `names`: the plain ones of the object that has it. */
export function isTwin(name: string, names: ReadonlySet<string>): boolean {
  const plain = plainName(name);
  return TWINS.some(([ending, metric]) => ending.test(plain) && names.has(plain.replace(ending, metric)));
}
