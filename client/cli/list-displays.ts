import type { CallOptions } from '../connection.ts';
import type { Placard } from '../placard.ts';
import type { Display } from '../types.ts';

/** The most that a box puts into one page of a list. */
export const LARGEST_PAGE = 50;

export async function listDisplays(placard: Placard, options: CallOptions): Promise<Display[]> {
  const displays: Display[] = [];
  for await (const display of placard.displays.list({ limit: LARGEST_PAGE }, options)) displays.push(display);
  return displays;
}
