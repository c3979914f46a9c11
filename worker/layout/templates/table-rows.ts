import type { Phrases } from '../words/phrases.ts';
import type { FlowOptions } from './flow/choose-setting.ts';
import { emWidth } from './flow/measure-part.ts';
import { createPart, type Part } from './flow/part.ts';
import { putFlow } from './flow/put-flow.ts';
import type { Box, Page } from './page.ts';

export interface Pair {
  /** May contain its group: `wind › speed`. */
  key: string;
  value: string;
}

/** Puts rows of name and value at the largest size at which all fit, in columns if that makes them larger. */
export function putRows(page: Page, pairs: Pair[], box: Box, options: Partial<FlowOptions> = {}): void {
  const { type } = page.theme;
  if (areSentences(pairs)) {
    putFlow(page, sentenceParts(pairs), box, { most: type.title, ...options });
    return;
  }
  putFlow(page, rowParts(page, pairs), box, {
    most: pairs.length <= 4 ? type.head : pairs.length <= 6 ? type.title : type.lead,
    columnWidth: 11.5 * type.body,
    ...options,
  });
}

/** Limits for values that are sentences: number of pairs, and letters of a value. */
const MAX_SENTENCE_ROWS = 8;
const MIN_SENTENCE_LETTERS = 30;

const areSentences = (pairs: Pair[]) =>
  pairs.length <= MAX_SENTENCE_ROWS &&
  pairs.every(({ key }) => !key.includes(' › ')) &&
  pairs.filter(({ value }) => value.length > MIN_SENTENCE_LETTERS).length * 2 > pairs.length;

/** Each name above its value. */
function sentenceParts(pairs: Pair[]): Part[] {
  return pairs.flatMap(({ key, value }) => [
    createPart(key, { weight: 700, lineHeight: 1.25, space: 0.7, keepsNext: true, unit: 'items' }),
    createPart(value || '–', { lineHeight: 1.3, space: 0.1, unit: 'details' }),
  ]);
}

/** A group without the names that stand in the heading before it. */
function beyond(path: string[], before: string[]): string {
  let shared = 0;
  while (shared < path.length - 1 && path[shared] === before[shared]) shared++;
  // Outer names of the one before may have been left out.
  if (shared === 0 && path.length > 1 && path[0] === before.at(-1)) shared = 1;
  return path.slice(shared).join(' ');
}

/** Each value at the end of the line that begins with its name; groups have headings. */
export function rowParts(page: Page, pairs: Pair[]): Part[] {
  let before = '';
  return pairs.flatMap(({ key, value }) => {
    const path = key.split(' › ');
    const label = path.pop() ?? key;
    const group = path.join(' › ');
    const begins = group !== '' && group !== before;
    const heading = begins ? beyond(path, before.split(' › ')) : '';
    before = group;
    return [
      ...(begins ? [createPart(heading, { weight: 700, lineHeight: 1.25, space: 1, keepsNext: true })] : []),
      createPart(value || '–', {
        mark: { kind: 'text', text: label, weight: 400 },
        markWidth: emWidth(page, label, 400) + 0.8,
        weight: value.length > MIN_SENTENCE_LETTERS * 2 ? 400 : 700,
        lineHeight: 1.25,
        space: 0.55,
        atEnd: true,
        rule: 'below',
        unit: 'items',
      }),
    ];
  });
}

/** The word for a boolean; null for any other value. */
export function booleanWord(value: string, { yes, no }: Phrases): string | null {
  if (value === 'true') return yes;
  return value === 'false' ? no : null;
}
