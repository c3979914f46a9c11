import type { Command } from '../command.ts';
import { describeChange, isChange } from '../describe-change.ts';
import { listDisplays } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import { clockTime } from '../times.ts';
import { createTitles } from '../titles.ts';

const MAX_REMEMBERED = 10_000;

export const command: Command = {
  usage: '',
  async run({ env, output, signal }) {
    const placard = await openBox({ env, output });
    // This call fails at once when the box cannot be reached; the stream would retry for ever.
    const displays = await listDisplays(placard, { signal });
    const names = new Map(displays.map(({ id, name }) => [id, name]));
    const titles = createTitles(placard, signal);
    if (output.isTerminal && !output.isJson)
      output.note(`Watching ${placard.connection.baseUrl}. Ctrl-C ends it.`);
    /** The last line printed for each id: a change with the same text is not printed twice. */
    const printed = new Map<string, string>();
    for await (const change of placard.events({ signal })) {
      // `reset` and events that later boxes may send: no change to print.
      if (!isChange(change)) continue;
      const at = new Date().toISOString();
      if (output.isJson) {
        output.jsonLine({ at, ...change });
        continue;
      }
      const words = await describeChange(change, names, titles);
      const { id } = change.data;
      if (printed.get(id) === words) continue;
      printed.delete(id);
      printed.set(id, words);
      if (printed.size > MAX_REMEMBERED) printed.delete(printed.keys().next().value ?? '');
      if (output.isTerminal) output.line(`${clockTime(at)}  ${words}`);
      else output.table([], [[at, change.event, id, words]]);
    }
    return undefined;
  },
};
