import type { Command } from '../command.ts';
import { openBox } from '../open-box.ts';

export const command: Command = {
  usage: 'CODE [--name NAME]',
  words: [1, 1],
  options: { name: { type: 'string', value: 'TITLE', about: 'name for the display' } },
  async run({ words, options, env, output, signal }) {
    const placard = await openBox({ env, output });
    const nickname = typeof options.name === 'string' ? options.name : undefined;
    const display = await placard.displays.claim({ code: words[0] ?? '', nickname }, { signal });
    if (output.isJson) return output.json(display);
    if (!output.isTerminal) return output.table([], [[display.name, display.id]]);
    output.line(`${display.name} is yours. Try: placard push "Hello" --to "${display.name}"`);
  },
};
