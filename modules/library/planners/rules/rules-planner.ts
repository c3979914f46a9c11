import type { PagePlan, Planner, PlanRequest } from '../planner.ts';
import { choosePage } from './choose-page.ts';
import { hasMaterial } from './page-candidate.ts';
import { placeContents, shownContents } from './place-contents.ts';

/** Offline and deterministic: the same request gives the same plan, byte for byte. */
export const rulesPlanner: Planner = {
  name: 'rules',
  async plan(request, progress) {
    progress.started('choosing_layout');
    return planByRules(request);
  },
};

export function planByRules(request: PlanRequest): PagePlan {
  const readable = removeEmptyContents(request);
  const declined = request.mayDecline ? reasonToDecline(readable) : null;
  if (declined !== null) return { outcome: 'no_change', reason: declined };
  const { placements, reasons } = placeContents(readable);
  const pages = placements.map((placement) => choosePage(readable, placement));
  return {
    outcome: 'presentations',
    actions: pages.map(({ action }) => action),
    reasons: [...reasons, ...pages.map(({ action, why }) => `${action.template}: ${why}`)],
  };
}

/** Removes contents of the history that have nothing to show; named contents stay. */
export function removeEmptyContents(request: PlanRequest): PlanRequest {
  const contents = request.contents.filter((content) => content.role === 'input' || hasMaterial(content));
  return { ...request, contents };
}

/** Why no page is made: nothing to show, or nothing newer than the shown picture, unless the owner states an intent. */
function reasonToDecline(request: PlanRequest): string | null {
  const newest = shownContents(request)[0];
  if (!newest) return 'There is nothing to show.';
  if (request.intent !== null || request.displays.length === 0) return null;
  const shownSince = request.displays.map(({ shows }) => shows?.since.getTime() ?? Number.NEGATIVE_INFINITY);
  const latest = request.routing.kind === 'all' ? Math.min(...shownSince) : Math.max(...shownSince);
  return newest.createdAt.getTime() <= latest ? 'There is nothing newer than what is shown.' : null;
}
