import { countWords } from '../count-words.ts';

/** Words of everything within a value, without recursion, which deep nesting would end. */
export function wordsWithin(value: unknown): number {
  const waiting: unknown[] = [value];
  let words = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'object' && next !== null) for (const one of Object.values(next)) waiting.push(one);
    else if (next !== null) words += countWords(String(next));
  }
  return words;
}
