import { type Part, part } from './flow/part.ts';
import { emWidth } from './flow/parts-of-blocks.ts';
import { type FlowOptions, putFlow } from './flow/put-flow.ts';
import type { Box, Page } from './page.ts';

export interface Pair {
  /** May say its group: `wind › speed`. */
  key: string;
  value: string;
}

/** Rows of name and value, as large as all of them fit, in columns where that helps. */
export function putRows(page: Page, pairs: Pair[], box: Box, options: Partial<FlowOptions> = {}): void {
  const { type } = page.theme;
  putFlow(page, rowParts(page, pairs), box, {
    most: pairs.length <= 4 ? type.head : pairs.length <= 6 ? type.title : type.lead,
    columnWidth: 11.5 * type.body,
    ...options,
  });
}

/** The value at the end of the line that its name begins; groups have headings. */
export function rowParts(page: Page, pairs: Pair[]): Part[] {
  let before = '';
  return pairs.flatMap(({ key, value }) => {
    const path = key.split(' › ');
    const label = path.pop() ?? key;
    const group = path.join(' › ');
    const begins = group !== '' && group !== before;
    before = group;
    return [
      ...(begins ? [part(group, { weight: 700, lineHeight: 1.25, space: 1, keepsNext: true })] : []),
      part(value || '–', {
        mark: { kind: 'text', text: label, weight: 400 },
        markWidth: emWidth(page, label, 400) + 0.8,
        weight: 700,
        lineHeight: 1.25,
        space: 0.55,
        atEnd: true,
        rule: 'below',
        unit: 'items',
      }),
    ];
  });
}
