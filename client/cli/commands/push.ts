import type { PushResult } from '../../push.ts';
import type { Command, Invocation } from '../command.ts';
import { EXIT, usageError } from '../exit-codes.ts';
import { findDisplay } from '../find-display.ts';
import { followPush } from '../follow-push.ts';
import { listDisplays } from '../list-displays.ts';
import { openBox } from '../open-box.ts';
import { pushOutcome } from '../push-outcome.ts';
import { readInputs } from '../read-inputs.ts';

const DEFAULT_WAIT_SECONDS = 120;
const MAX_WAIT_SECONDS = 86_400;
const MAX_WORDS = 1_000;

export const command: Command = {
  usage: '[TEXT | FILE... | URL... | -]',
  words: [0, MAX_WORDS],
  completes: 'files',
  options: {
    to: { type: 'string', value: 'NAME', about: 'the display; Placard chooses when left out' },
    title: { type: 'string', value: 'TITLE', about: 'a title for the page' },
    'as-is': { type: 'boolean', about: 'show one PNG or JPEG as it is' },
    urgent: { type: 'boolean', about: 'show it before all others, also in quiet hours' },
    expires: {
      type: 'string',
      value: 'WHEN',
      about: 'take it off the display then: seconds, 18:30, or a timestamp',
    },
    wait: { type: 'boolean', about: 'wait for the panel; exit 0 only when it confirmed' },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      about: `how long to wait; default ${DEFAULT_WAIT_SECONDS}`,
    },
  },
  async run(call) {
    const { words, options, output, signal } = call;
    const waitSeconds = waitOf(options);
    const placard = await openBox(call);
    const inputs = await readInputs(words, process.stdin);
    const to = typeof options.to === 'string' ? options.to : undefined;
    const display = to !== undefined || options['as-is'] ? await findDisplay(placard, to, signal) : undefined;
    const pushed = await placard.push(inputs, {
      signal,
      ...(display && { display: display.id }),
      ...(options['as-is'] && { mode: 'hardcode' }),
      ...(typeof options.title === 'string' && { title: options.title }),
      ...(options.urgent && { urgent: true }),
      ...(typeof options.expires === 'string' && { expires: options.expires }),
    });
    if (waitSeconds === null) return printAccepted(pushed, display?.name, call);
    const names = new Map((await listDisplays(placard, { signal })).map(({ id, name }) => [id, name]));
    const result = await followPush(placard, pushed, { waitSeconds, names, output, signal });
    return pushOutcome(placard, result, { names, waitSeconds, output, signal });
  },
};

function waitOf({ wait, timeout }: Invocation['options']): number | null {
  if (timeout === undefined) return wait ? DEFAULT_WAIT_SECONDS : null;
  const seconds = Number(timeout);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_WAIT_SECONDS)
    throw usageError(`--timeout takes whole seconds from 1 to ${MAX_WAIT_SECONDS}.`);
  return seconds;
}

function printAccepted(pushed: PushResult, name: string | undefined, { output }: Invocation): number {
  const { id, state } = pushed.content;
  if (output.isJson) output.json(pushed);
  else if (output.isTerminal) output.line(name ? `Pushed to ${name}.` : 'Pushed: Placard chooses where.');
  else output.table([], [[id, state]]);
  return EXIT.done;
}
