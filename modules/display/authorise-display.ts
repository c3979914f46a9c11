import type { Queryable } from '#shared/db/open.ts';
import { accessDenied, displayNotFound } from './errors.ts';
import { Device } from './models/device.ts';
import { PANEL_VIEWPORT } from './output-profile.ts';

export interface AuthorisedDisplay {
  id: string;
  /** Presentations can be rendered for it. */
  compatible: boolean;
}

/**
 * Makes sure that a display is the user's. A panel without an owner is not a display.
 * @throws {AppError} `404 display_not_found`, `403 access_denied`
 */
export async function authoriseDisplay(
  queryable: Queryable,
  userId: string,
  displayId: string,
): Promise<AuthorisedDisplay> {
  const device = await Device.query(queryable).findById(displayId).select('id', 'user_id', 'width', 'height');
  checkOwner(device, userId);
  return { id: device.id, compatible: isCompatible(device) };
}

/** @throws {AppError} as `authoriseDisplay` */
export function checkOwner<T extends { userId: string | null }>(
  device: T | undefined,
  userId: string,
): asserts device is T {
  if (!device?.userId) throw displayNotFound();
  if (device.userId !== userId) throw accessDenied();
}

export function isCompatible({ width, height }: { width: number; height: number }): boolean {
  return width === PANEL_VIEWPORT.width && height === PANEL_VIEWPORT.height;
}
