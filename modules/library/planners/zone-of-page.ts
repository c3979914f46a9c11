import type { PlanRequest } from './planner.ts';

/** The time zone of a page: that of its display if its owner set one, else the user's. */
export function zoneOfPage({ displays, timeZone }: PlanRequest, displayId: string | null): string {
  return displays.find(({ id }) => id === displayId)?.timeZone ?? timeZone;
}
