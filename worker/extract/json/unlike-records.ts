import { isObject, type Json } from './fields.ts';
import { plainName } from './names.ts';
import { isNoise } from './noise.ts';

/** Limit of the parts of a document that are read each on their own. */
const MAX_PARTS = 20;
/** Members that say which part of a document an object is. */
const PART_NAME = /^(?:code|name|type|kind|key|widget|section|module)$/;

/**
 * A list of unlike parts, each with its name and one object (`[{ code: 'COUNTER', output: {…} }]`), as an object of these parts;
 * null for records that have members in common.
 */
export function byTheirNames(list: Json[]): Json | null {
  if (list.length < 2 || list.length > MAX_PARTS) return null;
  const parts: Json = {};
  const members = new Set<string>();
  for (const record of list) {
    const kept = Object.entries(record).filter(([name, value]) => !isNoise(name, value));
    const [first, second] = kept;
    const [name, part] = isObject(first?.[1]) ? [second, first] : [first, second];
    if (kept.length !== 2 || !name || !PART_NAME.test(plainName(name[0])) || !isObject(part?.[1]))
      return null;
    const called = name[1];
    if (typeof called !== 'string' || Object.hasOwn(parts, called)) return null;
    for (const member of Object.keys(part[1])) {
      if (members.has(member)) return null;
      members.add(member);
    }
    parts[called] = part[1];
  }
  return parts;
}
