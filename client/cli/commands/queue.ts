import type { PresentationSummary } from '../../types.ts';
import type { Command } from '../command.ts';
import { findDisplay } from '../find-display.ts';
import { LARGEST_PAGE } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import { ago } from '../times.ts';
import { pageTitle } from '../titles.ts';

export const command: Command = {
  usage: '[NAME]',
  words: [0, 1],
  completes: 'displays',
  async run({ words, env, output, signal }) {
    const placard = await openBox({ env, output });
    const display = await findDisplay(placard, words[0], signal);
    const waiting: PresentationSummary[] = [];
    for await (const one of placard.displays.queue(display.id, { limit: LARGEST_PAGE }, { signal }))
      waiting.push(one);
    if (output.isJson) return output.json(waiting);
    if (waiting.length === 0) return output.note(`Nothing waits for ${display.name}.`);
    // Entries of a queue carry no titles.
    const titles = new Map<string, string>();
    const query = { displayId: display.id, state: 'queued', limit: LARGEST_PAGE } as const;
    for await (const one of placard.presentations.list(query, { signal }))
      if (one.title) titles.set(one.id, one.title);
    const titleOf = async ({ id, contentIds }: PresentationSummary) =>
      titles.get(id) ?? pageTitle(placard, { title: null, contentIds }, { signal });
    const names = await Promise.all(waiting.map(titleOf));
    output.table(
      ['', 'PAGE', 'WAITS SINCE', 'ID'],
      waiting.map(({ id, createdAt }, at) => [
        String(at + 1),
        names[at] ?? '',
        { text: ago(createdAt), plain: createdAt },
        { text: id, style: 'dim' },
      ]),
    );
  },
};
