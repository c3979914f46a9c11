import { countWordsWithin } from './count-words-within.ts';

/** Limits of the members of one list or object that are read, and of all together. A page shows some hundreds. */
export const MAX_MEMBERS = 2_000;
const MAX_ALL_MEMBERS = 100_000;
/** Deeper than anything that is read: twelve names, each of up to twelve nested objects. The rest is only counted. */
const MAX_DEPTH = 160;

export interface LimitedDocument {
  document: unknown;
  /** Number of words beyond the limits. */
  omitted: number;
  /** Number of entries beyond the limits of one list, or of each of several columns; 0 if they are of lists that differ. */
  omittedEntries: number;
}

/** What is left of the limits, and what was beyond them. */
interface Limits {
  members: number;
  omitted: number;
  /** For each list or object that is cut, the number of its entries that are left out. */
  cuts: number[];
}

/**
 * The beginnings of all lists and objects of a document, so that it is read in a moment: the rules look at each member up to a
 * hundred times. The members of a list come before those within them.
 */
export function limitMembers(root: unknown): LimitedDocument {
  const limits: Limits = { members: MAX_ALL_MEMBERS, omitted: 0, cuts: [] };
  const document = limited(root, 0, limits);
  const [first = 0] = limits.cuts;
  const omittedEntries = limits.cuts.every((one) => one === first) ? first : 0;
  return { document, omitted: limits.omitted, omittedEntries };
}

function limited(value: unknown, depth: number, limits: Limits): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return cut(value, limits).map((one) => limited(one, depth + 1, limits));
  const kept = cut(Object.entries(value), limits);
  return Object.fromEntries(kept.map(([name, one]) => [name, limited(one, depth + 1, limits)]));
}

/** The first entries. The words of the others, and the names among them, are counted. */
function cut<Entry>(entries: Entry[], limits: Limits): Entry[] {
  const kept = entries.slice(0, Math.min(MAX_MEMBERS, limits.members));
  limits.members -= kept.length;
  if (kept.length < entries.length) {
    limits.omitted += countWordsWithin(entries.slice(kept.length));
    limits.cuts.push(entries.length - kept.length);
  }
  return kept;
}
