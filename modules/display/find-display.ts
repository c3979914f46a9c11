import { nameKey } from '#client/name-key.ts';
import type { Queryable } from '#shared/db/open.ts';
import { AppError } from '#shared/errors.ts';
import { isUuid } from '#shared/ids.ts';
import { type AuthorisedDisplay, authoriseDisplay, isCompatible } from './authorise-display.ts';
import { displayNotFound } from './errors.ts';
import { Device } from './models/device.ts';

/**
 * Finds a display by its id, its thing name or its name. Names are compared without case, and blanks equal hyphens.
 * @throws {AppError} `403 access_denied` for the id of another user's; `404 display_not_found` with the caller's names;
 * `409 invalid_state` with `details.displays` when several have that name
 */
export async function findDisplay(
  queryable: Queryable,
  userId: string,
  wanted: string,
): Promise<AuthorisedDisplay> {
  const own = await Device.query(queryable)
    .where({ user_id: userId })
    .orderBy(['bound_at', 'id'])
    .select('id', 'thing_name', 'nickname', 'width', 'height');
  if (isUuid(wanted.trim())) {
    const id = wanted.trim().toLowerCase();
    const device = own.find((one) => one.id === id);
    if (device) return { id, compatible: isCompatible(device) };
    return authoriseDisplay(queryable, userId, id).catch((error) => {
      throw error instanceof AppError && error.status === 404 ? unknownDisplay(own) : error;
    });
  }
  const key = nameKey(wanted);
  const found = own.filter(({ thingName, nickname }) =>
    [thingName, nickname ?? ''].map(nameKey).includes(key),
  );
  const [only] = found;
  if (!only || key === '') throw unknownDisplay(own);
  if (found.length > 1) throw ambiguousDisplay(found);
  return { id: only.id, compatible: isCompatible(only) };
}

function nameOf({ nickname, thingName }: Device): string {
  return nickname || thingName;
}

function unknownDisplay(own: Device[]): AppError {
  const { status, code } = displayNotFound();
  const names = own.map(nameOf);
  const hint = names.length > 0 ? `You have ${names.join(', ')}.` : 'You have none yet: claim a panel first.';
  return new AppError(status, code, `You have no display of that name. ${hint}`, { displays: names });
}

function ambiguousDisplay(found: Device[]): AppError {
  const displays = found.map((device) => ({ id: device.id, name: nameOf(device) }));
  return new AppError(409, 'invalid_state', 'Several of your displays have that name: push to an id.', {
    displays,
  });
}
