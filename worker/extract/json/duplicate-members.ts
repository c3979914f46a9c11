import { plainName } from './names.ts';

/** Endings of imperial names and of the equal metric ones; endings of an epoch and of the equal moment. */
const DUPLICATE_ENDINGS = [
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
  // The same figure as people read it.
  [/$/, '_human'],
  [/$/, '_formatted'],
  // The same text with marks of its form.
  [/^(?:html|markdown)$/, 'text'],
  [/^(?:html|markup)$/, 'raw'],
  [/_html$/, '_text'],
  [/_html$/, ''],
  [/^(?:formatted|html)_(?=body$)/, ''],
  // The same name, as a program puts them in order, and what a service says of its pages.
  [/^(?:sort|clean)_(?=(?:title|name)$)/, ''],
  [/^(?:sort_key|sort_direction|total_records|page_size|page_count)$/, 'page'],
] as const;

/** Whether a value repeats another one of its object. `names`: the plain names of the object's members. */
export function isDuplicateMember(name: string, names: ReadonlySet<string>): boolean {
  const plain = plainName(name);
  return DUPLICATE_ENDINGS.some(
    ([ending, metric]) => ending.test(plain) && names.has(plain.replace(ending, metric)),
  );
}
