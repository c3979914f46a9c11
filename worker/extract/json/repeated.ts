import { countWords } from '#shared/count-words.ts';
import type { Block } from '../blocks.ts';

type Pair = Extract<Block, { kind: 'pair' }>;

/** Least words and letters of a value that is recognised as a text when it is repeated. */
const MIN_WORDS = 3;
const MIN_LETTERS = 16;
/** Least number of values of a group that is recognised as the repetition of another. */
const MIN_GROUP = 3;

/**
 * Removes what services send twice: a text that is the title or the value of another name before it, and a group whose values are
 * all in a group before it. The names that are no longer shown are counted.
 */
export function withoutRepeated(blocks: Block[], title: string | null): { blocks: Block[]; omitted: number } {
  const texts = new Set(title === null ? [] : [title]);
  const again = repeatedGroups(blocks.filter((block) => block.kind === 'pair'));
  let omitted = 0;
  const kept = blocks.filter((block) => {
    if (block.kind !== 'pair') return true;
    const isRepeated = again.has(block) || (isText(block.value) && texts.has(block.value));
    texts.add(block.value);
    if (isRepeated) omitted += countWords(block.key);
    return !isRepeated;
  });
  return { blocks: kept, omitted };
}

const isText = (value: string) => value.length >= MIN_LETTERS && countWords(value) >= MIN_WORDS;

/** The values of all groups that repeat one before them. */
function repeatedGroups(pairs: Pair[]): ReadonlySet<Block> {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const group = pair.key.split(' › ').slice(0, -1).join(' › ');
    const own = groups.get(group);
    if (own) own.push(pair);
    else groups.set(group, [pair]);
  }
  const said = new Set<string>();
  const again = new Set<Block>();
  for (const [group, own] of groups) {
    const keys = own.map(({ key, value }) => `${key.slice(group === '' ? 0 : group.length + 3)}\n${value}`);
    const isAgain = group !== '' && own.length >= MIN_GROUP && keys.every((key) => said.has(key));
    if (isAgain) for (const pair of own) again.add(pair);
    for (const key of keys) said.add(key);
  }
  return again;
}
