/** `interrupted` is 128 plus the number of SIGINT, as in shells. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  notSignedIn: 4,
  interrupted: 130,
} as const;

/** A failure of the command line itself. The message says what is wrong, `hint` what to do next. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  readonly code: string;
  readonly hint: string | undefined;

  constructor(exitCode: number, code: string, message: string, hint?: string) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
    this.hint = hint;
  }
}

/** Wrong usage: exit code 2. */
export function usageError(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.usage, 'wrong_usage', message, hint);
}

/** A request that cannot be fulfilled: exit code 1. */
export function failure(code: string, message: string, hint?: string): CommandError {
  return new CommandError(EXIT.failed, code, message, hint);
}
