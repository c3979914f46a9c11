import { z } from 'zod';
import type { DisplayDto } from '#modules/display';
import { invalidRequest } from '#shared/errors.ts';
import type { McpContext } from '../context.ts';

export const displayName = z.string().max(200).describe('Name, thing name or id of the display.');

/**
 * The named display; without a name, the user's only display.
 * @throws {AppError} as `findDisplay`; `400 invalid_request` when the user has several displays and named none
 */
export async function chosenDisplay(
  { display, db }: McpContext,
  userId: string,
  name: string | undefined,
): Promise<DisplayDto> {
  const displays = await display.displaysOf(userId);
  const [only] = displays;
  if (name === undefined && only && displays.length === 1) return only;
  // For a user without displays, the refusal explains how to add one.
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
