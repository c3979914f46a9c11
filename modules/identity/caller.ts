import type { RouteRequest } from '#shared/http/route.ts';
import type { Caller } from './context.ts';

export function callerOf({ address, headers }: Pick<RouteRequest, 'address' | 'headers'>): Caller {
  return { address, userAgent: headers['user-agent'] ?? '' };
}
