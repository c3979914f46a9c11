import type { OutputProfile } from '#modules/display';
import { AppError, type Problem, problem } from '#shared/errors.ts';
import type { LibraryContext } from '../../context.ts';
import type { PlannedDisplay, PlanRequest } from '../../planners/planner.ts';
import { noCompatibleDisplay } from '../errors.ts';
import type { Analysis } from '../models/analysis.ts';
import type { PageSize } from '../ports.ts';
import { RunError } from './run-error.ts';

/** The possible targets of a run's pages at this moment. */
export interface Targets {
  routing: PlanRequest['routing'];
  /** The displays to choose from, or all named ones; empty with an output profile. */
  displays: PlannedDisplay[];
  output: OutputProfile | null;
}

/**
 * Reads the current displays. A named display that was unbound meanwhile, or belongs to another user, is not replaced.
 * @throws {RunError} `display_not_found`, `display_incompatible`, `no_compatible_display`
 */
export async function chooseTargets(
  { db, display }: LibraryContext,
  { userId, target }: Pick<Analysis, 'userId' | 'target'>,
): Promise<Targets> {
  if (target && 'output' in target) {
    const { output } = target;
    return { routing: { kind: 'output', viewport: output.viewport }, displays: [], output };
  }
  const usable = (await display.listRoutable(db, userId)).filter(({ compatible }) => compatible);
  if (!target) {
    if (usable.length === 0) throw refusal('no_compatible_display', noCompatibleDisplay().message);
    return { routing: { kind: 'choose' }, displays: usable.map(toPlanned), output: null };
  }
  const displays = [];
  for (const id of target.displayIds) {
    const found = usable.find((candidate) => candidate.id === id);
    if (!found) throw await unusableError(display, db, userId, id);
    displays.push(toPlanned(found));
  }
  return { routing: { kind: 'all' }, displays, output: null };
}

/** The error for a named display that is not usable. */
async function unusableError(
  display: LibraryContext['display'],
  db: LibraryContext['db'],
  userId: string,
  id: string,
): Promise<RunError> {
  try {
    const { compatible } = await display.authoriseDisplay(db, userId, id);
    return compatible
      ? displayUnavailable()
      : refusal('display_incompatible', 'The display cannot show this content.');
  } catch (error) {
    if (error instanceof AppError) return displayUnavailable();
    throw error;
  }
}

export function displayUnavailable(): RunError {
  return refusal('display_not_found', 'The display is no longer yours.');
}

function refusal(code: Problem['code'], message: string): RunError {
  return new RunError(problem(code, message, { stage: 'routing' }));
}

function toPlanned({ compatible: _, ...display }: { compatible: boolean } & PlannedDisplay): PlannedDisplay {
  return display;
}

/** The size of a page for a display, or of the one page for the output profile. */
export function pageSize({ displays, output }: Targets, displayId: string | null): PageSize {
  if (output) return output;
  const display = displays.find(({ id }) => id === displayId) ?? displays[0];
  return { viewport: (display as PlannedDisplay).viewport, colorMode: 'monochrome' };
}
