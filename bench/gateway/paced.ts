import { setTimeout as pause } from 'node:timers/promises';
import { now } from './now.ts';

const TICK_MS = 2;

export interface Pace {
  perSecond: number;
  seconds: number;
}

/** Calls `act` at a steady rate, without waiting for earlier calls. */
export async function paced({ perSecond, seconds }: Pace, act: () => void): Promise<void> {
  const begin = now();
  const total = Math.round(perSecond * seconds);
  for (let done = 0; done < total; ) {
    const due = Math.min(total, Math.floor(((now() - begin) / 1000) * perSecond));
    for (; done < due; done++) act();
    await pause(TICK_MS);
  }
}
