import { setTimeout as pause } from 'node:timers/promises';
import { channels } from '#shared/db/channels.ts';
import type { Db } from '#shared/db/open.ts';
import { percentile } from '../single-row.ts';
import { now } from './now.ts';
import { paced } from './paced.ts';
import { deviceIdOf, presentationIdOf } from './panels.ts';
import type { Generator } from './start-generator.ts';

export const COMMANDS_PER_SECOND = 500;
const SECONDS = 8;
const LAST_ARRIVALS_MS = 5_000;
const POLL_MS = 50;

export interface Commands {
  sent: number;
  arrived: number;
  p50: number;
  p99: number;
}

/** Makes a picture of a panel the wanted one, like "show again", and notifies the gateway. */
const WANT = `
  with published as (
    update display.presentations set state = 'published', updated_at = now() where id = :picture
  ), pushed as (
    update display.pushes set published_at = now() where presentation_id = :picture
  ), wanted as (
    update display.devices set pending_presentation_id = :picture, pending_since = now() where id = :device
    returning id
  )
  select pg_notify('${channels.panelChanged}', id::text) from wanted`;

/** Resolves with the time of the commit. */
export async function setWantedPicture(db: Db, panel: number, picture = 1): Promise<number> {
  await db.raw(WANT, { device: deviceIdOf(panel), picture: presentationIdOf(panel, picture) });
  return now();
}

/** Clears the pending pictures, so that every panel gets the picture again that it reports. */
export async function clearWantedPictures(db: Db): Promise<void> {
  await db('display.devices')
    .whereNotNull('pending_presentation_id')
    .update({ pending_presentation_id: null });
}

/**
 * Has a command sent to one panel after the other, from `first` on, at a steady rate. `send` returns its start. The
 * time from that start to the command at the panel's socket counts, in ms.
 */
export async function measureCommands(
  generator: Generator,
  send: (panel: number) => Promise<number> | number,
  first = 0,
): Promise<Commands> {
  await generator.run('takeArrivals');
  const began = new Map<number, number>();
  const sending: Promise<unknown>[] = [];
  let next = first;
  await paced({ perSecond: COMMANDS_PER_SECOND, seconds: SECONDS }, () => {
    const panel = next++;
    sending.push(Promise.resolve(send(panel)).then((at) => began.set(panel, at)));
  });
  await Promise.all(sending);
  const taken = await arrivalsOf(generator, began);
  return {
    sent: began.size,
    arrived: taken.length,
    p50: percentile(taken, 0.5),
    p99: percentile(taken, 0.99),
  };
}

/** Only the first command of each panel counts, because the gateway may repeat it. */
async function arrivalsOf(generator: Generator, began: Map<number, number>): Promise<number[]> {
  const came = new Map<number, number>();
  const deadline = now() + LAST_ARRIVALS_MS;
  while (came.size < began.size && now() < deadline) {
    await pause(POLL_MS);
    for (const [panel, at] of await generator.run('takeArrivals'))
      if (began.has(panel) && !came.has(panel)) came.set(panel, at);
  }
  return [...came].map(([panel, at]) => at - (began.get(panel) as number));
}
