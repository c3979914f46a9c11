import type { Content } from '../../types.ts';
import type { Command } from '../command.ts';
import { LARGEST_PAGE } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import type { Style } from '../output.ts';
import { ago } from '../times.ts';
import { contentTitle } from '../titles.ts';

const STYLES: Partial<Record<Content['state'], Style>> = {
  failed: 'red',
  processing: 'yellow',
  pending: 'yellow',
};
/** Rows on a terminal; a pipe gets all of them. */
const MAX_ROWS_ON_TERMINAL = 50;
const MAX_WORDS = 50;

export const command: Command = {
  usage: '[WORDS]',
  words: [0, MAX_WORDS],
  async run({ words, env, output, signal }) {
    const placard = await openBox({ env, output });
    const q = words.join(' ').trim() || undefined;
    const most = output.isTerminal && !output.isJson ? MAX_ROWS_ON_TERMINAL : Number.POSITIVE_INFINITY;
    const found: Content[] = [];
    let isWhole = true;
    for await (const content of placard.contents.list({ q, limit: LARGEST_PAGE }, { signal })) {
      isWhole = found.length < most;
      if (!isWhole) break;
      found.push(content);
    }
    if (output.isJson) return output.json(found);
    if (found.length === 0) return output.note(q ? `Nothing has "${q}" in it.` : 'Nothing was pushed yet.');
    output.table(
      ['PUSHED', 'WHAT', 'STATE', 'ID'],
      found.map((content) => [
        { text: ago(content.createdAt), plain: content.createdAt },
        contentTitle(content),
        { text: content.state, style: STYLES[content.state] },
        { text: content.id, style: 'dim' },
      ]),
    );
    if (!isWhole) output.note('There is more: add words, or read all of it in a pipe.');
  },
};
