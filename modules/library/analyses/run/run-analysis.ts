import type { Problem } from '#shared/errors.ts';
import type { LibraryContext } from '../../context.ts';
import type { PlanRequest } from '../../planners/planner.ts';
import type { Page } from './check-plan.ts';
import { chooseTargets, pageSize, type Targets } from './choose-targets.ts';
import { completeRun, completeWithoutChange } from './complete-run.ts';
import { gatherMaterial, type MaterialContent } from './gather-material.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';
import { planPages } from './plan-pages.ts';
import { picturesOf, planRequest, sourceOf } from './plan-request.ts';
import { type ReadContent, readMaterial } from './read-material.ts';
import { runDirect } from './run-direct.ts';
import type { RunLog } from './run-log.ts';

/**
 * One attempt at an analysis, from the material to the presentations. All steps before the last may be repeated; stored
 * digests are reused.
 * @throws {RunError} when another attempt would fail again; other errors are temporary
 */
export async function runAnalysis(
  context: LibraryContext,
  analysis: LeasedAnalysis,
  log: RunLog,
): Promise<void> {
  const material = await gatherMaterial(context, analysis);
  if (analysis.mode === 'direct') return runDirect(context, analysis, material);
  const withoutChange = (reason: string) =>
    log.conclude((events) => completeWithoutChange(context, analysis, { reason, events }));
  if (material.length === 0) return withoutChange('There is nothing in the chosen period.');

  log.started('reading_notes');
  const { contents, warnings } = await readMaterial(context, analysis, { material, log });
  log.started('checking_display');
  log.stage('routing');
  const [targets, templates] = await Promise.all([
    chooseTargets(context, analysis),
    context.analysis.loadTemplates(),
  ]);
  const request = await planRequest(context, { requested: analysis, contents, targets, templates });
  log.add(materialEvent(contents, request, warnings));
  const planned = await planPages({
    ports: { ...context.analysis, templates },
    request,
    pictures: new Set(picturesOf(contents).keys()),
    sizeOf: (displayId) => pageSize(targets, displayId),
    log,
  });
  if (planned.outcome === 'no_change') return withoutChange(planned.reason);
  log.stage('creating_presentations');
  const items = planned.pages.map((page) => newPresentation(analysis, material, contents, targets, page));
  await log.conclude((events) =>
    completeRun(context, analysis, {
      material,
      items,
      warnings: [...warnings, ...planned.warnings],
      events,
    }),
  );
}

function materialEvent(contents: ReadContent[], request: PlanRequest, warnings: Problem[]) {
  const history = contents.filter(({ role }) => role === 'context').length;
  return {
    type: 'context.materialized',
    summary: 'The material was read.',
    data: {
      contents: contents.length - history,
      history,
      displays: request.displays.length,
      templates: request.templates.length,
      bytes: contents.flatMap(({ items }) => items).reduce((sum, item) => sum + (item.sizeBytes ?? 0), 0),
      ...(warnings.length > 0 && { warnings: warnings.map(({ code }) => code) }),
    },
  };
}

function newPresentation(
  analysis: LeasedAnalysis,
  material: MaterialContent[],
  contents: ReadContent[],
  { output }: Targets,
  page: Page,
) {
  const contentMode = material.find(({ content }) => content.id === analysis.contentId)?.content.mode;
  return {
    mode: contentMode ?? analysis.mode,
    title: analysis.title ?? (page.action.title || null),
    target: output ? { output } : { displayId: page.action.displayId as string },
    source: sourceOf(page, contents),
  };
}
