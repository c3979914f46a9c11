import type { Block } from '../blocks.ts';
import { plainName } from './names.ts';

type Pair = Extract<Block, { kind: 'pair' }>;

/** Values from which a document is long enough to go without what says next to nothing. */
const MANY_PAIRS = 10;
/** Who took part in what an event tells of. */
const PERSON =
  /^(?:user|sender|author|creator|reporter|owner|committer|pusher|assignees?|actor|triggering_actor|organization|username|closed_by|merged_by|customer)(?:_(?:name|login|username))?$/;
const CREATED = /^(?:created|added|started)(?:_(?:at|on|time|date|date_time))?$/;
const UPDATED =
  /^(?:updated|modified|last_(?:edited|modified|updated|activity))(?:_(?:at|on|time|date|date_time))?$/;
/** What is not so, and of which there is nothing. */
const NOTHING = /^(?:false|0(?:[.,]0{1,6})?(?: %)?|-1)$/;
/** Where nothing is news: a figure of the thing itself. */
const TELLING =
  /delay|temp|power|balance|score|goals|result|level|humidity|price|amount|alarm|error|fail|loss|open|lock|online|active|running/;

/**
 * What a long document of one thing says again or says of nothing: the same person in another part, when it was changed beside
 * when it was made, counts of nothing and what is not so.
 */
export function saidBefore(pairs: Pair[]): Pair[] {
  if (pairs.length < MANY_PAIRS) return [];
  const people = new Set<string>();
  const isMade = pairs.some((pair) => CREATED.test(leafOf(pair)));
  const known = pairs.filter((pair) => NOTHING.test(pair.value)).length;
  return pairs.filter((pair) => {
    const leaf = leafOf(pair);
    if (PERSON.test(leaf) || (/^(?:name|login|username)$/.test(leaf) && PERSON.test(groupOf(pair)))) {
      const isKnown = people.has(pair.value);
      people.add(pair.value);
      return isKnown;
    }
    if (UPDATED.test(leaf)) return isMade;
    return known < pairs.length / 2 && NOTHING.test(pair.value) && !TELLING.test(leaf);
  });
}

const pathOf = ({ key }: Pair) => key.split(' › ').map(plainName);
const leafOf = (pair: Pair) => pathOf(pair).at(-1) ?? '';
const groupOf = (pair: Pair) => pathOf(pair).at(-2) ?? '';
