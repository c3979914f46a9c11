import { COMMON_OPTIONS, type CommandEntry } from '../command.ts';
import { bashScript } from './bash.ts';
import type { Completable } from './completable.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const WRITERS: Record<Shell, (commands: Completable[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The script with which a shell completes `placard`. */
export async function completionScript(shell: Shell, entries: Record<string, CommandEntry>): Promise<string> {
  const commands = Object.entries(entries).map(async ([name, { summary, load }]): Promise<Completable> => {
    const { command } = await load();
    const options = Object.entries({ ...command.options, ...COMMON_OPTIONS });
    return { name, summary, options, completes: command.completes };
  });
  return WRITERS[shell](await Promise.all(commands));
}
