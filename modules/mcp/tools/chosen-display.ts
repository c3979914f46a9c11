import { z } from 'zod';
import type { DisplayDto } from '#modules/display';
import { invalidRequest } from '#shared/errors.ts';
import type { McpContext } from '../context.ts';

export const displayName = z.string().max(200).describe('Name, thing name or id of the display.');

/**
 * The display that is named; without a name the only one.
 * @throws {AppError} as `findDisplay`; `400 invalid_request` when it has to be named
 */
export async function chosenDisplay(
  { display, db }: McpContext,
  userId: string,
  name: string | undefined,
): Promise<DisplayDto> {
  const displays = await display.displaysOf(userId);
  const [only] = displays;
  if (name === undefined && only && displays.length === 1) return only;
  // Without any display, the refusal says how to get one.
  if (name === undefined && only) throw displayNotNamed(displays);
  const { id } = await display.findDisplay(db, userId, name ?? '');
  const found = displays.find((one) => one.id === id);
  if (found) return found;
  throw displayNotNamed(displays);
}

export function displayNotNamed(displays: DisplayDto[]) {
  const names = displays.map(({ name }) => name).join(', ');
  return invalidRequest('Say which display is meant.', [
    { path: 'display', message: `must be one of ${names}.` },
  ]);
}
