import type { DisplayDto, DisplayNow } from '#modules/display';
import { currentSnapshot, type Snapshot } from '#shared/db/changes.ts';
import { sha256 } from '#shared/keys.ts';
import type { LibraryContext } from '../context.ts';
import { eventFrame, type StreamEvent } from '../streams/event-frames.ts';
import type { Batch, StreamSource } from '../streams/event-stream.ts';
import { formatPlace, isKnown, type Place, snapshotOf } from './place.ts';
import { type Changes, readChanges } from './read-changes.ts';

/** Removals are kept slightly longer. */
export const RESUMABLE_SECONDS = 24 * 3600;

type Context = Pick<LibraryContext, 'db' | 'clock' | 'display'>;

/**
 * The changes of a user's displays, presentations and contents. Begins with a `reset` (load everything again; changes
 * follow) unless it resumes from a known position that is at most a day old. Also sends a `reset` if too much has
 * changed for single events.
 */
export function createChangeSource(context: Context, userId: string, from: Place | null): StreamSource {
  const { db, clock, display } = context;
  /** The last sent state of each display. */
  const known = new Map<string, string>();
  let since: Snapshot | null = null;
  let place: string | undefined;
  let resumeFrom = from;

  /** Continues from a snapshot that was taken at `at` or later. */
  function moveTo(snapshot: Snapshot, at: Date): string {
    since = snapshot;
    place = formatPlace(at, snapshot);
    return place;
  }

  async function reset(): Promise<Batch> {
    const at = clock.now();
    const now = await currentSnapshot(db);
    const displays = await display.displaysNow(db, userId);
    known.clear();
    changedDisplays(displays, known);
    const frames = eventFrame({ id: moveTo(now, at), event: 'reset', data: {} });
    return { frames, lookAgainMs: nextOffline(displays, at) };
  }

  async function resumed(): Promise<Snapshot | null> {
    if (!resumeFrom) return null;
    const start = resumeFrom;
    resumeFrom = null;
    const age = clock.now().getTime() - start.at;
    if (age > RESUMABLE_SECONDS * 1000 || age < -RESUMABLE_SECONDS * 1000) return null;
    return isKnown(start, await currentSnapshot(db)) ? snapshotOf(start) : null;
  }

  return {
    place: () => place,
    async next() {
      since ??= await resumed();
      if (since === null) return reset();
      const at = clock.now();
      const changes = await readChanges(context, userId, since);
      if (!changes) return reset();
      const events = eventsOf(changes, known);
      const last = events.at(-1);
      const id = moveTo(changes.now, at);
      // Only the last one has an id, so a reader that is disconnected before gets all of them again.
      if (last) last.id = id;
      return { frames: events.map(eventFrame).join(''), lookAgainMs: nextOffline(changes.displays, at) };
    },
  };
}

function eventsOf(changes: Changes, known: Map<string, string>): StreamEvent[] {
  const removed = changes.removals.map(({ kind, id }) => ({ event: `${kind}.removed`, data: { id } }));
  // A display that was claimed again since is sent again.
  for (const { kind, id } of changes.removals) if (kind === 'display') known.delete(id);
  return [
    ...removed,
    ...changedDisplays(changes.displays, known).map((data) => ({ event: 'display.changed', data })),
    ...changes.presentations.map((data) => ({ event: 'presentation.changed', data })),
    ...changes.contents.map((data) => ({ event: 'content.changed', data })),
  ];
}

/** Returns the displays whose state differs from the last sent one, and stores the new state. */
function changedDisplays(displays: DisplayNow[], known: Map<string, string>): DisplayDto[] {
  return displays.flatMap(({ display }) => {
    const visible = visibleState(display);
    if (known.get(display.id) === visible) return [];
    known.set(display.id, visible);
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
