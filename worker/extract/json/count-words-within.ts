import { countWords } from '#shared/count-words.ts';

/** Number of words in a value and everything in it. Not recursive, because deep nesting would overflow the stack. */
export function countWordsWithin(value: unknown): number {
  const waiting: unknown[] = [value];
  let words = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'object' && next !== null) for (const one of Object.values(next)) waiting.push(one);
    else if (next !== null) words += countWords(String(next));
  }
  return words;
}
