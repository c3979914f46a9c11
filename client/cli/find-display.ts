import { nameKey } from '../name-key.ts';
import type { Placard } from '../placard.ts';
import type { Display } from '../types.ts';
import { failure, usageError } from './exit-codes.ts';
import { listDisplays } from './list-displays.ts';
import { nearestName } from './nearest-name.ts';

/**
 * Finds a display by its id, its thing name or its name, compared without case and with blanks and hyphens alike, as
 * `/push/{display}` does. Without a name, returns the only display.
 * @throws {CommandError} when there is none, or more than one
 */
export async function findDisplay(
  placard: Placard,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<Display> {
  const displays = await listDisplays(placard, { signal });
  if (displays.length === 0)
    throw failure(
      'display_not_found',
      'You have no display yet.',
      'Pair one by the code it shows: `placard claim CODE`.',
    );
  const names = displays.map(({ name }) => name);
  const found = wanted === undefined ? displays : displays.filter((display) => isNamed(display, wanted));
  const [only] = found;
  if (found.length === 1 && only) return only;
  if (wanted === undefined)
    throw usageError('There are several displays: say which.', `You have ${list(names)}.`);
  if (found.length > 1) {
    const ids = found.map(({ id, name }) => `${name} ${id}`);
    throw failure(
      'invalid_state',
      `Several displays are called "${wanted}".`,
      `Name one by its id: ${list(ids)}.`,
    );
  }
  const meant = nearestName(wanted, names);
  const hint = meant ? `Did you mean ${meant}? You have ${list(names)}.` : `You have ${list(names)}.`;
  throw failure('display_not_found', `You have no display called "${wanted}".`, hint);
}

const MAX_NAMES = 20;

function list(names: string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function isNamed({ id, name, thingName }: Display, wanted: string): boolean {
  if (id === wanted.trim().toLowerCase()) return true;
  const key = nameKey(wanted);
  return key !== '' && [name, thingName].map(nameKey).includes(key);
}
