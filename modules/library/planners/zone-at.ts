import type { PlanRequest } from './planner.ts';

/** The clock that a page is read by: that of the wall it hangs on, where its owner gave the display one. */
export function zoneAt({ displays, timeZone }: PlanRequest, displayId: string | null): string {
  return displays.find(({ id }) => id === displayId)?.timeZone ?? timeZone;
}
