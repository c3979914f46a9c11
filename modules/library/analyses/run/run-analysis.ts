import type { Problem } from '#shared/errors.ts';
import type { LibraryContext } from '../../context.ts';
import type { PlannedContent, PlanRequest } from '../../planners/planner.ts';
import { UserSettings } from '../models/user-settings.ts';
import type { Templates } from '../ports.ts';
import type { Page } from './check-plan.ts';
import { chooseTargets, pageSize, type Targets } from './choose-targets.ts';
import type { ClaimedAnalysis } from './claim-analysis.ts';
import { completeRun, completeWithoutChange } from './complete-run.ts';
import { gatherMaterial, type MaterialContent } from './gather-material.ts';
import { planPages } from './plan-pages.ts';
import { type ReadContent, readMaterial } from './read-material.ts';
import { runDirect } from './run-direct.ts';
import type { RunLog } from './run-log.ts';
import { setStage } from './set-stage.ts';

/**
 * One attempt at an analysis, from the material to the presentations. Everything before the last step may be done
 * again; digests that are stored are not.
 * @throws {RunError} when trying again is of no use; anything else may pass
 */
export async function runAnalysis(
  context: LibraryContext,
  analysis: ClaimedAnalysis,
  log: RunLog,
): Promise<void> {
  const material = await gatherMaterial(context, analysis);
  if (analysis.mode === 'direct') return runDirect(context, analysis, material);
  if (material.length === 0)
    return completeWithoutChange(context, analysis, 'There is nothing in the chosen period.');

  log.started('reading_notes');
  const { contents, warnings } = await readMaterial(context, analysis, material);
  await setStage(context, analysis, 'routing');
  log.started('checking_display');
  const targets = await chooseTargets(context, analysis);
  const templates = await context.analysis.loadTemplates();
  const request = await planRequest(context, analysis, contents, targets, templates);
  log.add(materialized(contents, request, warnings));
  const planned = await planPages({
    ports: { ...context.analysis, templates },
    request,
    pictures: new Set(picturesOf(contents).keys()),
    sizeOf: (displayId) => pageSize(targets, displayId),
    log,
  });
  await log.flush();
  if (planned.outcome === 'no_change') return completeWithoutChange(context, analysis, planned.reason);

  await setStage(context, analysis, 'creating_presentations');
  const items = planned.pages.map((page) => newPresentation(analysis, material, contents, targets, page));
  await completeRun(context, analysis, { material, items, warnings: [...warnings, ...planned.warnings] });
}

async function planRequest(
  { db, clock }: LibraryContext,
  analysis: ClaimedAnalysis,
  contents: ReadContent[],
  { routing, displays }: Targets,
  templates: Templates,
): Promise<PlanRequest> {
  const settings = await UserSettings.query(db).findById(analysis.userId);
  return {
    contents: contents.map(toPlanned),
    displays,
    routing,
    templates: templates.all,
    intent: analysis.intent,
    title: analysis.title,
    mayDecline: !contents.some(({ role }) => role === 'input'),
    now: clock.now(),
    timeZone: settings?.timeZone ?? 'UTC',
  };
}

function toPlanned({ content, role, assets }: ReadContent): PlannedContent {
  const { id, title, intent, createdAt } = content;
  return {
    id,
    role,
    title,
    intent,
    createdAt,
    assets: assets.map(({ item, digest, picture }) => ({
      assetIndex: item.assetIndex,
      type: item.type,
      contentType: item.contentType,
      filename: item.filename,
      digest,
      imageId: picture?.fileId ?? null,
      imageSize: picture && { width: picture.width, height: picture.height },
    })),
  };
}

/** Every picture that a page may show, by file id. */
function picturesOf(contents: ReadContent[]) {
  return new Map(
    contents
      .flatMap(({ assets }) => assets)
      .flatMap(({ item, picture }) =>
        picture ? [[picture.fileId, { ...picture, assetIndex: item.assetIndex }] as const] : [],
      ),
  );
}

function materialized(contents: ReadContent[], request: PlanRequest, warnings: Problem[]) {
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
  analysis: ClaimedAnalysis,
  material: MaterialContent[],
  contents: ReadContent[],
  { output }: Targets,
  { action, scene, images }: Page,
) {
  const pictures = picturesOf(contents);
  const shown = images.flatMap((id) => {
    const picture = pictures.get(id);
    if (!picture) return [];
    const { key, contentType, fileId, assetIndex } = picture;
    return [[id, { key, contentType, fileId, assetIndex }] as const];
  });
  const born = material.find(({ content }) => content.id === analysis.contentId)?.content.mode;
  return {
    mode: born ?? analysis.mode,
    title: analysis.title ?? (action.title || null),
    target: output ? { output } : { displayId: action.displayId as string },
    source: { kind: 'scene' as const, scene, images: Object.fromEntries(shown) },
  };
}
