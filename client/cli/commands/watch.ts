import { serverEvents } from '../../server-events.ts';
import type { Command } from '../command.ts';
import { type Change, describeChange } from '../describe-change.ts';
import { listDisplays } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import { clockTime } from '../times.ts';
import { createTitles } from '../titles.ts';

const MAX_REMEMBERED = 10_000;

export const command: Command = {
  usage: '',
  async run({ env, output, signal }) {
    const placard = await openBox({ env, output });
    // Also says at once when the box cannot be reached; the stream itself tries again for ever.
    const displays = await listDisplays(placard, { signal });
    const names = new Map(displays.map(({ id, name }) => [id, name]));
    const titles = createTitles(placard, signal);
    if (output.isTerminal && !output.isJson)
      output.note(`Watching ${placard.connection.baseUrl}. Ctrl-C ends it.`);
    /** What was last said of each thing: a change that reads the same is not said twice. */
    const said = new Map<string, string>();
    const call = { method: 'GET', path: 'api/app/v1/events', options: { signal } } as const;
    for await (const { event, data } of serverEvents(placard.connection, call)) {
      // `reset` and what later boxes may tell: no change to speak of.
      if (!/^(?:display|presentation|content)\.(?:changed|removed)$/.test(event)) continue;
      const at = new Date().toISOString();
      const change = { event, data: JSON.parse(data) } as Change;
      if (output.isJson) {
        output.jsonLine({ at, ...change });
        continue;
      }
      const words = await describeChange(change, names, titles);
      const { id } = change.data;
      if (said.get(id) === words) continue;
      said.delete(id);
      said.set(id, words);
      if (said.size > MAX_REMEMBERED) said.delete(said.keys().next().value ?? '');
      if (output.isTerminal) output.line(`${clockTime(at)}  ${words}`);
      else output.table([], [[at, event, id, words]]);
    }
    return undefined;
  },
};
