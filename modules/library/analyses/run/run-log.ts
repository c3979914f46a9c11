import type { Problem } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { LibraryContext } from '../../context.ts';
import type { ProcessingStage } from '../../models/content.ts';
import type { PlannerActivity, PlannerProgress } from '../../planners/planner.ts';
import { type NewEvent, recordEvents } from '../start/record-event.ts';
import type { LeasedAnalysis } from './lease-analysis.ts';
import { inRunTransaction } from './run-transaction.ts';
import { setStage } from './set-stage.ts';

/**
 * Time for which events of a run may wait to be written. Most runs end before, so their events and stages need no
 * separate transactions, which would be a third of the statements of a push.
 */
const MAX_WRITE_DELAY_MS = 100;

/** The log of planning. */
export interface PlanLog extends PlannerProgress {
  add(...events: NewEvent[]): void;
}

/** Writes the events of one run, and the stage of its Content, while it runs. */
export interface RunLog extends PlanLog {
  stage(stage: ProcessingStage, warnings?: Problem[]): void;
  /** Ends the current activity, and resolves when everything is written. @throws {LeaseLostError} */
  flush(outcome: 'done' | 'failed'): Promise<void>;
  /**
   * Ends the current activity and returns the events that are not written yet, for the transaction that ends the run.
   * They are kept if that fails.
   * @throws {LeaseLostError} @throws what `end` throws
   */
  conclude(end: (events: NewEvent[]) => Promise<void>): Promise<void>;
  /** Stops writing. */
  close(): void;
}

const ACTIVITY_SUMMARIES: Record<PlannerActivity, string> = {
  reading_brief: 'Reading the request.',
  reading_notes: 'Reading the material.',
  checking_display: 'Checking the displays.',
  choosing_layout: 'Choosing a layout.',
  submitting_plan: 'Submitting a plan.',
  retrying: 'Trying again.',
  other: 'Working.',
};

/** Writes events in order, several in one transaction if they come close together. */
export function createRunLog(
  context: Pick<LibraryContext, 'db' | 'clock' | 'inUserTransaction'>,
  analysis: LeasedAnalysis,
): RunLog {
  const { id: analysisId, leaseId } = analysis;
  let waiting: NewEvent[] = [];
  let reached: { stage: ProcessingStage; warnings: Problem[] | undefined } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failure: { error: unknown } | undefined;
  let activity: { activityId: string; kind: PlannerActivity } | undefined;

  function writeSoon(): void {
    timer ??= setTimeout(writeNow, MAX_WRITE_DELAY_MS);
  }

  function writeNow(): Promise<void> {
    close();
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const [events, arrived] = [waiting, reached];
    [waiting, reached] = [[], undefined];
    if (failure || (events.length === 0 && !arrived)) return;
    try {
      await inRunTransaction(context, analysis, async (trx) => {
        if (arrived) await setStage(trx, context.clock, analysis, arrived);
        if (events.length > 0)
          await recordEvents(trx, { analysisId, leaseId, at: context.clock.now() }, events);
      });
    } catch (error) {
      failure = { error };
    }
  }

  function add(...events: NewEvent[]): void {
    const at = context.clock.now();
    waiting.push(...events.map((event) => ({ at, ...event })));
    writeSoon();
  }

  function endActivity(state: 'done' | 'failed'): void {
    if (activity) add(activityEvent(activity, state));
    activity = undefined;
  }

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    add,
    started(kind) {
      endActivity('done');
      activity = { activityId: newId(), kind };
      add(activityEvent(activity, 'active'));
    },
    note(summary, data) {
      add({ type: 'planner.note', visibility: 'internal', source: 'agent', summary, data });
    },
    stage(stage, warnings = reached?.warnings) {
      reached = { stage, warnings };
      writeSoon();
    },
    async flush(outcome) {
      endActivity(outcome);
      await writeNow();
      if (failure) throw failure.error;
    },
    async conclude(end) {
      endActivity('done');
      close();
      await writing;
      if (failure) throw failure.error;
      const events = waiting;
      await end(events);
      // The end of the run writes these events and the last stage.
      [waiting, reached] = [[], undefined];
    },
    close,
  };
}

function activityEvent(
  { activityId, kind }: { activityId: string; kind: PlannerActivity },
  state: 'active' | 'done' | 'failed',
): NewEvent {
  const data = { activityId, kind, state, steps: 1, stats: {} };
  return { type: 'agent.activity', source: 'agent', summary: ACTIVITY_SUMMARIES[kind], data };
}
