import type { Placard } from '../placard.ts';
import type { PushResult } from '../push.ts';
import type { Presentation } from '../types.ts';
import { EXIT, failure } from './exit-codes.ts';
import type { FollowOptions } from './follow-push.ts';
import { ago } from './times.ts';
import { pageTitle } from './titles.ts';
import { presenceOf } from './wall.ts';

/**
 * Prints what each display shows; returns 0 when every panel has confirmed, else 1.
 * @throws {CommandError} of exit code 1 when the push failed or made no page
 */
export async function pushOutcome(
  placard: Placard,
  result: PushResult,
  { names, waitSeconds, output, signal }: FollowOptions,
): Promise<number> {
  const { content, presentations } = result;
  const isDone = presentations.length > 0 && presentations.every(({ state }) => state === 'confirmed');
  const code = isDone ? EXIT.done : EXIT.failed;
  if (output.isJson) {
    output.json(result);
    return code;
  }
  if (content.state === 'failed') {
    const message = content.failure?.message ?? content.processing.error?.message ?? 'The push failed.';
    throw failure(content.failure?.code ?? 'failed', message);
  }
  if (presentations.length === 0) {
    if (content.state !== 'ready')
      throw failure('timeout', `Nothing is ready after ${waitSeconds} s.`, LATER);
    throw failure(
      'no_change',
      'Placard decided to show nothing of it.',
      await reasonOf(placard, content.analysisIds, signal),
    );
  }
  const nameOf = ({ displayId }: Presentation) => names.get(displayId ?? '') ?? displayId ?? '';
  if (!output.isTerminal)
    output.table(
      [],
      presentations.map((one) => [one.id, one.state, nameOf(one), one.title]),
    );
  for (const one of presentations) {
    if (one.state === 'confirmed') {
      if (!output.isTerminal) continue;
      output.line(`${nameOf(one)} shows "${await pageTitle(placard, one, { signal })}".`, 'green');
    } else output.note(await explain(placard, one, nameOf(one), waitSeconds, signal));
  }
  return code;
}

const LATER = 'It goes on without this command: `placard library` shows how it ends.';

async function reasonOf(placard: Placard, [id]: string[], signal: AbortSignal): Promise<string | undefined> {
  const analysis = id ? await placard.analyses.get(id, { signal }) : null;
  return analysis?.noChangeReason ?? undefined;
}

async function explain(
  placard: Placard,
  { state, failure: problem, displayId }: Presentation,
  name: string,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<string> {
  if (state === 'failed')
    return `placard: ${name} could not show it: ${problem?.message ?? 'no reason given'}`;
  if (state === 'expired') return `placard: It left the queue of ${name} before it was shown.`;
  const wall = displayId ? await placard.walls.get(displayId, { signal }) : null;
  const isSent = state === 'published';
  const presence = wall && presenceOf(wall);
  const isReachable = !wall || presence === 'online' || (isSent && wall.display.online);
  const stage = isSent ? 'it was sent' : 'it waits in the queue';
  const why = isReachable ? stage : `${presence}, last seen ${ago(wall.display.lastSeenAt)}`;
  return `placard: ${name} has not shown it within ${waitSeconds} s (${why}). It goes on without this command.`;
}
