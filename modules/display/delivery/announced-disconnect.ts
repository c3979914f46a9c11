import type { Device } from '../models/device.ts';

/**
 * SQL: whether the last message of panel `d` announced its disconnect: `"online": false` in its state. Any later message
 * revokes it.
 */
export const ANNOUNCED_DISCONNECT = `(d.state -> 'online' = 'false' and d.last_seen_at <= d.state_updated_at) is true`;

/** SQL: whether panel `d` ended its last connection itself and has sent nothing since. */
export const LEFT_IN_ORDER = '(d.last_seen_at <= d.left_at) is true';

/** Like `ANNOUNCED_DISCONNECT`, for a row that was read. */
export function announcedDisconnect({
  state,
  stateUpdatedAt,
  lastSeenAt,
}: Pick<Device, 'state' | 'stateUpdatedAt' | 'lastSeenAt'>): boolean {
  if (state?.online !== false || !stateUpdatedAt || !lastSeenAt) return false;
  return lastSeenAt <= stateUpdatedAt;
}
