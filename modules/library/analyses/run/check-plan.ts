import type { PagePlan, PlanAction, PlanRequest } from '../../planners/planner.ts';
import type { PageScene, PageSize, Templates } from '../ports.ts';

export interface Page {
  action: PlanAction;
  scene: PageScene;
  /** File ids of its pictures. */
  images: string[];
}

export interface CheckedPlan {
  pages: Page[];
  /** Problems of the whole plan. Empty if it can be executed. */
  problems: string[];
}

const MAX_TITLE_CHARACTERS = 200;

/**
 * Checks a plan against its request: only displays of the request, each once; existing templates with valid parameters;
 * only pictures of the material. Lays the pages out, because only that shows whether the parameters can be used.
 */
export function checkPlan(
  plan: PagePlan,
  request: PlanRequest,
  {
    templates,
    pictures,
    sizeOf,
  }: { templates: Templates; pictures: ReadonlySet<string>; sizeOf(displayId: string | null): PageSize },
): CheckedPlan {
  if (plan.outcome === 'no_change')
    return { pages: [], problems: request.mayDecline ? [] : ['something must be shown'] };
  const problems = routingProblems(plan.actions, request);
  const pages: Page[] = [];
  if (problems.length > 0) return { pages, problems };
  for (const [index, action] of plan.actions.entries()) {
    const where = `action ${index + 1}`;
    if (typeof action.title !== 'string') problems.push(`${where}: title must be text`);
    try {
      const scene = templates.layOut(action.template, action.parameters, sizeOf(action.displayId));
      const images = templates.imagesOf(scene);
      const unknown = images.filter((id) => !pictures.has(id));
      if (unknown.length > 0) problems.push(`${where}: there is no picture ${unknown.join(', ')}`);
      const title = String(action.title).trim().slice(0, MAX_TITLE_CHARACTERS);
      pages.push({ action: { ...action, title }, scene, images });
    } catch (error) {
      problems.push(`${where}: ${(error as Error).message}`);
    }
  }
  return { pages, problems };
}

function routingProblems(actions: PlanAction[], { routing, displays }: PlanRequest): string[] {
  if (actions.length === 0) return ['there are no actions'];
  const named = actions.map(({ displayId }) => displayId);
  if (routing.kind === 'output')
    return named.length === 1 && named[0] === null ? [] : ['there must be one action, without a display'];
  const known = new Set<string | null>(displays.map(({ id }) => id));
  const problems = named.filter((id) => !known.has(id)).map((id) => `there is no display ${id}`);
  if (new Set(named).size < named.length) problems.push('a display is named more than once');
  if (routing.kind === 'all' && named.length < displays.length) problems.push('a display is left out');
  return problems;
}
