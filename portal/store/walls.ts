import { type ReadonlySignal, signal } from '@preact/signals';
import type { Wall } from '#client/index.ts';
import { isReachable } from '../api/connection.ts';
import { placard } from '../api/placard.ts';
import { session } from '../session/credentials.ts';
import { displays, forgetDisplay, noteDisplay, setDisplays } from './displays.ts';
import { isMissing } from './is-missing.ts';
import { onChange } from './live.ts';

const PAGE_SIZE = 50;
/** Changes within this time are handled together: one push makes several. */
const GATHER_MS = 60;
/** More changed walls than this are read together. */
const MAX_SINGLE = 4;
/** Interval at which all displays are read again, because signed addresses and times of a status expire. */
const REFRESH_MS = 60_000;

const all = signal<ReadonlyMap<string, Wall> | null>(null);
/** Each display with its current, pending and next presentation and its status; null until it is loaded. */
export const walls: ReadonlySignal<ReadonlyMap<string, Wall> | null> = all;
const failure = signal<unknown>(null);
/** The error of the last failed load, or null. */
export const wallsError: ReadonlySignal<unknown> = failure;

/** Reads are numbered as they begin: the result of an older one never replaces that of a newer one. */
let reads = 0;
/** Number of the newest finished read of all walls, and of each wall. */
let readOfAll = 0;
const readOf = new Map<string, number>();

let loading: Promise<void> | null = null;
const changed = new Set<string>();

/** Reads every wall again. */
export function loadWalls(): Promise<void> {
  loading ??= readAll()
    .then(
      () => {
        failure.value = null;
      },
      (error) => {
        failure.value = error;
      },
    )
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** Reads every wall now, or after the running read, which may have begun before the change. */
function loadWallsAgain(): void {
  if (loading) void loading.then(loadWalls);
  else void loadWalls();
}

async function readAll(): Promise<void> {
  const read = ++reads;
  const found = new Map<string, Wall>();
  for await (const wall of placard.walls.list({ limit: PAGE_SIZE })) found.set(wall.display.id, wall);
  if (session.peek().state !== 'in') return;
  for (const [id, newer] of readOf) {
    if (newer < read) continue;
    const wall = all.peek()?.get(id);
    if (wall) found.set(id, wall);
    else found.delete(id);
  }
  readOfAll = read;
  all.value = found;
  setDisplays([...found.values()].map(({ display }) => display));
}

/** Reads one wall again; removes it when it is not the user's any more. */
export async function loadWall(id: string): Promise<void> {
  const read = ++reads;
  const isOver = () => session.peek().state !== 'in' || read < readOfAll || read < (readOf.get(id) ?? 0);
  try {
    const wall = await placard.walls.get(id);
    if (isOver()) return;
    readOf.set(id, read);
    all.value = new Map(all.peek()).set(id, wall);
    noteDisplay(wall.display);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (!isOver()) forgetWall(id);
  }
}

/** Removes a wall at once, such as that of an unbound display. */
export function forgetWall(id: string): void {
  readOf.set(id, ++reads);
  const left = new Map(all.peek());
  left.delete(id);
  all.value = left;
  forgetDisplay(id);
}

function readSoon(id: string | null): void {
  if (id === null) return;
  if (changed.size === 0) setTimeout(readChanged, GATHER_MS);
  changed.add(id);
}

function readChanged(): void {
  const ids = [...changed];
  changed.clear();
  if (ids.length > MAX_SINGLE) loadWallsAgain();
  else for (const id of ids) loadWall(id).catch(() => {});
}

/** Loads the walls and updates them by the event stream. */
export function followWalls(): void {
  onChange(({ event, data }) => {
    if (event === 'reset') loadWallsAgain();
    else if (event === 'display.removed') forgetWall(data.id);
    else if (event === 'display.changed') {
      noteDisplay(data);
      readSoon(data.id);
    } else if (event === 'presentation.changed') readSoon(data.displayId);
  });
  session.subscribe(({ state }) => {
    if (state !== 'out') return;
    all.value = null;
    readOf.clear();
  });
  setInterval(() => {
    if (document.visibilityState === 'visible' && isReachable.peek()) void loadWalls();
  }, REFRESH_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && displays.peek()) void loadWalls();
  });
}
