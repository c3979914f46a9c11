import { wanted } from './display-model.ts';
import { type Evidence, failuresOf, shownBy } from './evidence.ts';
import type { Taken } from './replay.ts';

/** A picture that waits to be confirmed, from one step to the next that changes that. */
interface Waiting {
  item: string;
  format: string;
  from: number;
  to: number;
}

const ROUNDING_MS = 1;

/** What must never be seen from outside, given the steps that the display took. @throws naming it */
export function checkPromises(evidence: Evidence, steps: Taken[]): void {
  for (const waiting of waitings(steps)) {
    acknowledgedIsStored(evidence, waiting);
    threeFailuresAreEnough(evidence, waiting);
  }
  for (const sent of evidence.commands) {
    neverAFormerOwners(evidence, steps, sent);
    if (!evidence.froze) neverToAnOlderConnection(evidence, sent);
  }
}

/** A confirm that was answered has had its effect. */
function acknowledgedIsStored(evidence: Evidence, waiting: Waiting): void {
  const forgotten = shownBy(evidence, waiting).find(
    ({ kind, at, acknowledgedAt }) =>
      kind === 'confirm' &&
      at > waiting.from + ROUNDING_MS &&
      (acknowledgedAt ?? Infinity) + ROUNDING_MS < waiting.to,
  );
  if (forgotten) throw new Error(`a confirm of ${waiting.item} was acknowledged before it was stored`);
}

function threeFailuresAreEnough(evidence: Evidence, { item, format, from, to }: Waiting): void {
  const stored = failuresOf(evidence, item).filter(
    ({ at, acknowledgedAt, sha256 }) =>
      at > from + ROUNDING_MS &&
      (acknowledgedAt ?? Infinity) + ROUNDING_MS < to &&
      sha256 === evidence.frames.get(item)?.[format],
  );
  if (new Set(stored.map(({ commandId }) => commandId)).size >= 3)
    throw new Error(`${item} failed three times and still was not given up`);
}

/** A command shows what was wanted since its connection began, and no other ownership than the last one that the panel received. */
function neverAFormerOwners(
  { commands, frames }: Evidence,
  steps: Taken[],
  { at, connection, command }: Evidence['commands'][0],
) {
  if (command.kind !== 'show') return;
  const ownerships = commands.filter(
    (one) => one.connection === connection && one.at < at && one.command.kind !== 'show',
  );
  const since = Math.max(connection.openedAt, ...ownerships.map((one) => one.at));
  const { presentationId, format, sha256 } = command;
  const times = steps.map((step, i) => ({ ...step, to: steps[i + 1]?.at ?? Infinity }));
  const was = times.some(
    ({ next, at: from, to }) =>
      wanted(next) === presentationId && from <= at + ROUNDING_MS && to >= since - ROUNDING_MS,
  );
  if (!was)
    throw new Error(`a panel was sent a command to show ${presentationId}, which was not wanted then`);
  if (frames.get(presentationId)?.[format] !== sha256)
    throw new Error(`a panel was sent a command to show ${presentationId} with the bytes of another`);
}

/** How long a comparison that was under way when the panel turned up elsewhere may take to end. */
const UNDER_WAY_MS = 2_000;

/** Once the panel is let in anew, nothing more is composed for the connections that it had. */
function neverToAnOlderConnection(
  { connections }: Evidence,
  { connection, command }: Evidence['commands'][0],
) {
  const { acceptedAt } = connection;
  const composedAt = Number.parseInt(command.id.replace('-', '').slice(0, 12), 16); // a UUIDv7 begins with its time
  const newer = connections.find(
    (one) => (one.acceptedAt ?? 0) > (acceptedAt ?? 0) && (one.acceptedAt ?? 0) + UNDER_WAY_MS < composedAt,
  );
  if (newer) throw new Error('a command was sent to a connection that had been taken over');
}

function waitings(steps: Taken[]): Waiting[] {
  const found: Waiting[] = [];
  let open: Waiting | null = null;
  for (const { at, next } of steps) {
    if (open && (next.pending !== open.item || next.format !== open.format)) {
      found.push({ ...open, to: at });
      open = null;
    }
    if (next.pending && !open) open = { item: next.pending, format: next.format, from: at, to: Infinity };
  }
  return open ? [...found, open] : found;
}
