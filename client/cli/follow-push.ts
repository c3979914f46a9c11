import type { Placard } from '../placard.ts';
import { follow, type PushResult } from '../push.ts';
import type { Presentation } from '../types.ts';
import type { Output } from './output.ts';

const STATES: Partial<Record<Presentation['state'], string>> = {
  queued: 'waits in the queue',
  published: 'sent to the panel',
  confirmed: 'on the wall',
  expired: 'taken out of the queue',
  failed: 'could not be shown',
};
/** How long to wait for the last events of a run that has ended. */
const LAST_LINES_MS = 3_000;

export interface FollowOptions {
  waitSeconds: number;
  /** Names of the displays, by id. */
  names: Map<string, string>;
  output: Output;
  signal: AbortSignal;
}

/** Follows a push until the panel shows it, and prints each stage in a line. */
export async function followPush(
  placard: Placard,
  pushed: PushResult,
  { waitSeconds, names, output, signal }: FollowOptions,
): Promise<PushResult> {
  const printed = new Map<string, string>();
  const finished = new AbortController();
  const interrupt = () => finished.abort();
  signal.addEventListener('abort', interrupt);
  let run: Promise<void> | undefined;
  const onProgress = ({ content, presentations }: PushResult) => {
    const [analysisId] = content.analysisIds;
    if (analysisId) run ??= printRun(placard, analysisId, output, finished.signal);
    for (const { id, state, displayId } of presentations) {
      if (printed.get(id) === state) continue;
      printed.set(id, state);
      if (STATES[state]) output.note(`${names.get(displayId ?? '') ?? displayId}: ${STATES[state]}`);
    }
  };
  try {
    const result = await follow(placard, pushed, { waitSeconds, onProgress, signal });
    const timer = setTimeout(interrupt, LAST_LINES_MS);
    await run;
    clearTimeout(timer);
    return result;
  } finally {
    signal.removeEventListener('abort', interrupt);
    finished.abort();
  }
}

/** Prints one line for each event of a run. A failure of the stream does not end the command. */
async function printRun(
  placard: Placard,
  analysisId: string,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  let last = '';
  try {
    for await (const { summary } of placard.analyses.events(analysisId, { signal })) {
      if (summary !== last) output.note(summary);
      last = summary;
    }
  } catch {}
}
