import type { Output } from './output.ts';

export interface OptionSpec {
  type: 'boolean' | 'string';
  short?: string;
  /** Placeholder of the value in the help; it also selects the completion. */
  value?:
    | 'NAME'
    | 'TITLE'
    | 'WHEN'
    | 'SECONDS'
    | 'EMAIL'
    | 'METHOD'
    | 'CMD'
    | 'FILE'
    | 'FORMAT'
    | 'KEY'
    | 'HOURS'
    | 'DAYS'
    | 'ZONE'
    | 'ACTION';
  about: string;
}

/** The options of one call, as `util.parseArgs` returns them. */
export type OptionValues = Record<string, string | boolean | undefined>;

export interface CommandEntry {
  summary: string;
  load(): Promise<{ command: Command }>;
}

/** One call of one command. */
export interface Invocation {
  words: string[];
  options: OptionValues;
  /** Every command, by its name. */
  commands: Record<string, CommandEntry>;
  env: NodeJS.ProcessEnv;
  output: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface Command {
  /** Arguments as the help shows them. */
  usage: string;
  options?: Record<string, OptionSpec>;
  /** How many words may follow the name: at least, at most. Default: none. */
  words?: readonly [number, number];
  /** How the shell completes the words, where it can. */
  completes?: 'displays' | 'files' | readonly string[];
  /** Resolves with the exit code, 0 when left out. */
  run(call: Invocation): Promise<number | undefined>;
}

/** The options that every command takes. */
export const COMMON_OPTIONS: Record<string, OptionSpec> = {
  json: { type: 'boolean', about: 'print JSON' },
  help: { type: 'boolean', short: 'h', about: 'print this help' },
};
