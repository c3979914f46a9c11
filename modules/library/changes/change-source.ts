import type { DisplayDto, DisplayNow } from '#modules/display';
import { DAY_SECONDS } from '#shared/clock.ts';
import { currentSnapshot, type Snapshot } from '#shared/db/changes.ts';
import { sha256 } from '#shared/keys.ts';
import type { LibraryContext } from '../context.ts';
import { eventFrame, type StreamEvent } from '../streams/event-frames.ts';
import type { Batch, StreamSource } from '../streams/event-stream.ts';
import { type Changes, readChanges } from './read-changes.ts';
import { formatPosition, isOfThisDatabase, type StreamPosition, snapshotOf } from './stream-position.ts';

/** Removals are kept slightly longer. */
export const RESUMABLE_SECONDS = DAY_SECONDS;

type Context = Pick<LibraryContext, 'db' | 'clock' | 'display'>;

/**
 * The changes of a user's displays, presentations and contents. Begins with a `reset` (load everything again; changes
 * follow) unless it resumes from a known position that is at most a day old. Also sends a `reset` if too much has
 * changed for single events.
 */
export function createChangeSource(
  context: Context,
  userId: string,
  from: StreamPosition | null,
): StreamSource {
  const { db, clock, display } = context;
  /** The last sent state of each display. */
  const sentStates = new Map<string, string>();
  let snapshot: Snapshot | null = null;
  let position: string | undefined;
  let resumeFrom = from;

  /** Continues from a snapshot that was taken at `at` or later. */
  function advanceTo(next: Snapshot, at: Date): string {
    snapshot = next;
    const id = formatPosition(at, next);
    position = id;
    return id;
  }

  async function reset(): Promise<Batch> {
    const at = clock.now();
    const now = await currentSnapshot(db);
    const displays = await display.displaysNow(db, userId);
    sentStates.clear();
    changedDisplays(displays, sentStates);
    const frames = eventFrame({ id: advanceTo(now, at), event: 'reset', data: {} });
    return { frames, recheckAfterMs: nextOffline(displays, at) };
  }

  async function resumedSnapshot(): Promise<Snapshot | null> {
    if (!resumeFrom) return null;
    const start = resumeFrom;
    resumeFrom = null;
    const age = clock.now().getTime() - start.at;
    if (age > RESUMABLE_SECONDS * 1000 || age < -RESUMABLE_SECONDS * 1000) return null;
    return isOfThisDatabase(start, await currentSnapshot(db)) ? snapshotOf(start) : null;
  }

  return {
    position: () => position,
    async next() {
      snapshot ??= await resumedSnapshot();
      if (snapshot === null) return reset();
      const at = clock.now();
      const changes = await readChanges(context, userId, snapshot);
      if (!changes) return reset();
      const events = eventsOf(changes, sentStates);
      const last = events.at(-1);
      const id = advanceTo(changes.now, at);
      // Only the last one has an id, so a reader that is disconnected before gets all of them again.
      if (last) last.id = id;
      return { frames: events.map(eventFrame).join(''), recheckAfterMs: nextOffline(changes.displays, at) };
    },
  };
}

function eventsOf(changes: Changes, sentStates: Map<string, string>): StreamEvent[] {
  const removed = changes.removals.map(({ kind, id }) => ({ event: `${kind}.removed`, data: { id } }));
  // A display that was claimed again since is sent again.
  for (const { kind, id } of changes.removals) if (kind === 'display') sentStates.delete(id);
  return [
    ...removed,
    ...changedDisplays(changes.displays, sentStates).map((data) => ({ event: 'display.changed', data })),
    ...changes.presentations.map((data) => ({ event: 'presentation.changed', data })),
    ...changes.contents.map((data) => ({ event: 'content.changed', data })),
  ];
}

/** Returns the displays whose state differs from the last sent one, and stores the new state. */
function changedDisplays(displays: DisplayNow[], sentStates: Map<string, string>): DisplayDto[] {
  return displays.flatMap(({ display }) => {
    const visible = visibleState(display);
    if (sentStates.get(display.id) === visible) return [];
    sentStates.set(display.id, visible);
    return display;
  });
}

/** A hash of the visible state, without the times and battery fractions that change with each heartbeat. */
function visibleState({ lastSeenAt, stateUpdatedAt, batteryPercent, ...rest }: DisplayDto): string {
  return sha256(JSON.stringify({ ...rest, battery: batteryPercent && Math.round(batteryPercent) }));
}

/** Milliseconds until the next display goes offline without a message, for which there is no notification. */
function nextOffline(displays: DisplayNow[], now: Date): number | undefined {
  const times = displays.flatMap(({ onlineUntil }) => onlineUntil?.getTime() ?? []);
  return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - now.getTime()) + 50;
}
