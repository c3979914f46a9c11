import type { Command, OptionSpec } from '../command.ts';

/** The parts of a command that can be completed. */
export interface Completable {
  name: string;
  summary: string;
  options: [name: string, spec: OptionSpec][];
  completes: Command['completes'];
}

/** Prints the names of the displays, one a line; nothing, after a short time, when the box cannot be reached. */
export const NAMES_COMMAND = 'placard displays --names 2>/dev/null';

/** Names of the commands whose words are of this kind. */
export function namesOf(commands: Completable[], kind: Completable['completes']): string[] {
  return commands.filter(({ completes }) => completes === kind).map(({ name }) => name);
}
