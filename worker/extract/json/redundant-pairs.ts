import type { Block } from '../blocks.ts';
import { plainName } from './names.ts';

type Pair = Extract<Block, { kind: 'pair' }>;

/** Number of values from which repeated and empty ones are left out. */
const MANY_PAIRS = 10;
/** Names of people who took part in an event. */
const PERSON =
  /^(?:user|sender|author|creator|reporter|owner|committer|pusher|assignees?|actor|triggering_actor|organization|username|closed_by|merged_by|customer)(?:_(?:name|login|username))?$/;
const CREATED = /^(?:created|added|started)(?:_(?:at|on|time|date|date_time))?$/;
const UPDATED =
  /^(?:updated|modified|last_(?:edited|modified|updated|activity))(?:_(?:at|on|time|date|date_time))?$/;
/** Values that mean no or none. */
const NONE = /^(?:false|0(?:[.,]0{1,6})?(?: %)?|-1)$/;
/** Names of which a zero or `false` is worth showing. */
const ZERO_MATTERS =
  /delay|temp|power|balance|score|goals|result|level|humidity|price|amount|alarm|error|fail|loss|open|lock|online|active|running/;

/**
 * The values that a long document about one thing repeats or that say little: a person who is named before, the time of the last
 * change beside that of the creation, zeros and `false`.
 */
export function redundantPairs(pairs: Pair[]): Pair[] {
  if (pairs.length < MANY_PAIRS) return [];
  const people = new Set<string>();
  const isMade = pairs.some((pair) => CREATED.test(leafOf(pair)));
  const known = pairs.filter((pair) => NONE.test(pair.value)).length;
  return pairs.filter((pair) => {
    const leaf = leafOf(pair);
    if (PERSON.test(leaf) || (/^(?:name|login|username)$/.test(leaf) && PERSON.test(groupOf(pair)))) {
      const isKnown = people.has(pair.value);
      people.add(pair.value);
      return isKnown;
    }
    if (UPDATED.test(leaf)) return isMade;
    return known < pairs.length / 2 && NONE.test(pair.value) && !ZERO_MATTERS.test(leaf);
  });
}

const pathOf = ({ key }: Pair) => key.split(' › ').map(plainName);
const leafOf = (pair: Pair) => pathOf(pair).at(-1) ?? '';
const groupOf = (pair: Pair) => pathOf(pair).at(-2) ?? '';
