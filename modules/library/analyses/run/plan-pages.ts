import { type Problem, problem } from '#shared/errors.ts';
import { removeUnstorable } from '#shared/remove-unstorable.ts';
import type { PagePlan, Planner, PlanRequest } from '../../planners/planner.ts';
import type { AnalysisPorts, PageSize, PlainPage, Templates } from '../ports.ts';
import { checkPlan, type Page } from './check-plan.ts';
import type { PlanLog } from './run-log.ts';

export interface PlanWork {
  ports: Pick<AnalysisPorts, 'planner' | 'fallbackPlanner'> & { templates: Templates };
  request: PlanRequest;
  /** File ids that pages may show. */
  pictures: ReadonlySet<string>;
  sizeOf(displayId: string | null): PageSize;
  log: PlanLog;
}

export type Planned =
  | { outcome: 'presentations'; pages: Page[]; warnings: Problem[] }
  | { outcome: 'no_change'; reason: string };

/** Attempts of a planner that can correct its plan. */
const MAX_PLANNER_ROUNDS = 3;
/** Characters without a glyph that a warning lists. */
const MAX_NAMED_CHARACTERS = 8;

/**
 * Requests plans until one is valid: from the planner at most three times, then from the fallback planner, then plain
 * pages. Illegible pages are laid out plainly.
 */
export async function planPages(work: PlanWork): Promise<Planned> {
  const { planner, fallbackPlanner } = work.ports;
  const warnings: Problem[] = [];
  const planners = [planner, ...(fallbackPlanner ? [fallbackPlanner] : [])];
  let round = 0;
  for (const candidate of planners) {
    let problems: string[] | undefined;
    for (let turn = 0; turn < (candidate.name === 'llm' ? MAX_PLANNER_ROUNDS : 1); turn++) {
      round += 1;
      const plan = await requestPlan(work, candidate, problems, candidate === planners.at(-1));
      if (!plan) break;
      const checked = checkSubmission(work, candidate.name, plan, round);
      if (checked.problems.length === 0) {
        if (plan.outcome === 'no_change') return { outcome: 'no_change', reason: plan.reason };
        return withGlyphWarning(
          work,
          checked.pages.map((page) => ensureLegible(work, page)),
          warnings,
        );
      }
      problems = checked.problems;
    }
    if (warnings.length === 0)
      warnings.push(problem('planner_fallback', 'A simpler layout was used.', { stage: 'routing' }));
  }
  return withGlyphWarning(work, plainPages(work), warnings);
}

/** Adds a warning about characters on the pages that no font has. */
function withGlyphWarning({ ports: { templates } }: PlanWork, pages: Page[], warnings: Problem[]): Planned {
  const missing = [...new Set(pages.flatMap(({ scene }) => templates.missingGlyphs(scene)))];
  if (missing.length === 0) return { outcome: 'presentations', pages, warnings };
  const named = missing.slice(0, MAX_NAMED_CHARACTERS).map(nameOfCharacter).join(', ');
  const more =
    missing.length > MAX_NAMED_CHARACTERS ? ` and ${missing.length - MAX_NAMED_CHARACTERS} more` : '';
  const message = `No font has these characters, which are shown as boxes: ${named}${more}.`;
  return {
    outcome: 'presentations',
    pages,
    warnings: [...warnings, problem('missing_glyphs', message, { stage: 'routing' })],
  };
}

function nameOfCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns null if the planner failed and another one can be used. */
async function requestPlan(
  { request, log }: PlanWork,
  planner: Planner,
  problems: string[] | undefined,
  last: boolean,
): Promise<PagePlan | null> {
  try {
    // Planners cut texts and models write escapes, which can leave lone surrogates.
    return removeUnstorable(await planner.plan(request, log, problems));
  } catch (error) {
    if (last) throw error;
    log.add({
      type: 'planner.failed',
      visibility: 'internal',
      level: 'warn',
      summary: 'The planner could not be asked.',
      data: { planner: planner.name, message: (error as Error).message },
    });
    return null;
  }
}

function checkSubmission(
  { request, ports, pictures, sizeOf, log }: PlanWork,
  planner: Planner['name'],
  plan: PagePlan,
  round: number,
) {
  const checked = checkPlan(plan, request, { templates: ports.templates, pictures, sizeOf });
  const { outcome } = plan;
  const actions = plan.outcome === 'presentations' ? plan.actions : [];
  log.started('submitting_plan');
  log.add(
    {
      type: 'plan.submitted',
      source: 'agent',
      summary: 'A plan was submitted.',
      data: { round, outcome, actions: actions.length },
    },
    {
      type: 'plan.detail',
      source: 'agent',
      visibility: 'internal',
      summary: 'The plan and its reasons.',
      data: { planner, plan: plan as unknown as Record<string, unknown> },
    },
  );
  const { problems } = checked;
  if (problems.length === 0) return checked;
  log.add(
    {
      type: 'plan.rejected',
      level: 'warn',
      summary: 'The plan could not be used.',
      data: { problems: problems.length, reason: 'other', attempt: round },
    },
    {
      type: REJECTION,
      visibility: 'internal',
      level: 'warn',
      summary: 'Why the plan was rejected.',
      data: { problems },
    },
  );
  return checked;
}

/** Why a plan was rejected: for operators, not part of archives. */
export const REJECTION = 'plan.rejection';

function ensureLegible({ request, ports: { templates }, sizeOf, log }: PlanWork, page: Page): Page {
  const problems = templates.problems(page.scene);
  if (problems.length === 0) return page;
  log.add({
    type: 'page.illegible',
    visibility: 'internal',
    level: 'warn',
    summary: 'A page was laid out again, plainly.',
    data: { template: page.action.template, problems },
  });
  const size = sizeOf(page.action.displayId);
  const scene = templates.layOutPlain(plainPage(request, page.action.title), size);
  return { ...page, scene, images: templates.imagesOf(scene) };
}

function plainPages({ request, ports: { templates }, sizeOf }: PlanWork): Page[] {
  const { kind } = request.routing;
  const online = request.displays.find((display) => display.online) ?? request.displays[0];
  const displays = kind === 'all' ? request.displays : online ? [online] : [];
  const ids = kind === 'output' ? [null] : displays.map(({ id }) => id);
  return ids.map((displayId) => {
    const fallback = plainPage(request, null);
    const scene = templates.layOutPlain(fallback, sizeOf(displayId));
    const title = fallback.title ?? '';
    return { action: { displayId, template: 'plain', parameters: fallback, title }, scene, images: [] };
  });
}

/** A page with all texts of the contents. */
function plainPage({ contents, title }: PlanRequest, planned: string | null): PlainPage {
  const digests = contents.flatMap(({ assets }) => assets.map(({ digest }) => digest));
  const firstWithText = digests.find(({ text }) => text.trim() !== '') ?? digests[0];
  const texts = digests.map((digest) => digest.text || digest.summary).filter((one) => one.trim() !== '');
  const text = texts.join('\n\n') || planned || title || 'Nothing to read.';
  return {
    title: title ?? (planned || null) ?? firstWithText?.title ?? null,
    text,
    source: firstWithText?.siteName ?? null,
  };
}
