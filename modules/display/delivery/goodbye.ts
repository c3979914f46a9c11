import type { Device } from '../models/device.ts';

/**
 * SQL: whether the last that was heard of panel `d` is its goodbye, `"online": false` in its state. Whatever it says
 * after that takes the goodbye back.
 */
export const SAID_GOODBYE = `(d.state -> 'online' = 'false' and d.last_seen_at <= d.state_updated_at) is true`;

/** SQL: whether panel `d` ended its last connection itself, and was not heard of since. */
export const LEFT_IN_ORDER = '(d.last_seen_at <= d.left_at) is true';

/** The same as `SAID_GOODBYE` of a row that was read. */
export function saidGoodbye({
  state,
  stateUpdatedAt,
  lastSeenAt,
}: Pick<Device, 'state' | 'stateUpdatedAt' | 'lastSeenAt'>): boolean {
  if (state?.online !== false || !stateUpdatedAt || !lastSeenAt) return false;
  return lastSeenAt <= stateUpdatedAt;
}
