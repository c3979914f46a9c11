import type { Command } from '../command.ts';
import { completionScript, SHELLS } from '../completion/script.ts';
import { usageError } from '../exit-codes.ts';
import { nearestName } from '../nearest-name.ts';

export const command: Command = {
  usage: SHELLS.join('|'),
  words: [1, 1],
  completes: SHELLS,
  async run({ words: [wanted = ''], commands, output }) {
    const shell = SHELLS.find((one) => one === wanted);
    if (!shell) {
      const meant = nearestName(wanted, SHELLS);
      throw usageError(
        `There is no completion for ${wanted}.`,
        meant ? `Did you mean ${meant}?` : `There is ${SHELLS.join(', ')}.`,
      );
    }
    const script = await completionScript(shell, commands);
    if (output.isJson) output.json({ shell, script });
    else output.own(script);
  },
};
