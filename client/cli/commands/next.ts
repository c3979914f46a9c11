import type { Command } from '../command.ts';
import { failure } from '../exit-codes.ts';
import { findDisplay } from '../find-display.ts';
import { openBox } from '../open-box.ts';
import { pageTitle } from '../titles.ts';

export const command: Command = {
  usage: '[NAME]',
  words: [0, 1],
  completes: 'displays',
  async run({ words, env, output, signal }) {
    const placard = await openBox({ env, output });
    const { id, name } = await findDisplay(placard, words[0], signal);
    const result = await placard.displays.advance(id, { signal });
    if (!result.changed)
      throw failure('nothing_waits', `Nothing waits for ${name}.`, '`placard back` shows the previous page.');
    if (output.isJson) output.json(result);
    else {
      const next = result.display.pendingPresentationId;
      const page = next && (await placard.presentations.get(next, {}, { signal }));
      const title = page && (await pageTitle(placard, page, { signal }));
      output.line(title ? `${name} shows "${title}" next.` : `${name} shows its next page.`);
    }
  },
};
