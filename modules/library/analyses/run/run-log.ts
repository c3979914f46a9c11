import { newId } from '#shared/ids.ts';
import type { LibraryContext } from '../../context.ts';
import type { PlannerActivity, PlannerProgress } from '../../planners/planner.ts';
import { type NewEvent, recordEvents } from '../record-event.ts';
import type { ClaimedAnalysis } from './claim-analysis.ts';
import { inRunTransaction } from './run-transaction.ts';

/** The events of one run, written while it is going on. */
export interface RunLog extends PlannerProgress {
  add(...events: NewEvent[]): void;
  /** Ends the activity under way, and resolves when everything is written. @throws {LeaseLostError} */
  flush(outcome?: 'done' | 'failed'): Promise<void>;
}

const ACTIVITY: Record<PlannerActivity, string> = {
  reading_brief: 'Reading what is asked for.',
  reading_notes: 'Reading the material.',
  checking_display: 'Looking at the displays.',
  choosing_layout: 'Choosing a layout.',
  submitting_plan: 'Submitting a plan.',
  retrying: 'Trying again.',
  other: 'Working.',
};

/** Events are written in order, those that come close together in one transaction. */
export function createRunLog(
  context: Pick<LibraryContext, 'db' | 'clock' | 'inUserTransaction'>,
  analysis: ClaimedAnalysis,
): RunLog {
  const { id: analysisId, leaseId } = analysis;
  let waiting: NewEvent[] = [];
  let writing: Promise<void> = Promise.resolve();
  let failure: { error: unknown } | undefined;
  let activity: { activityId: string; kind: PlannerActivity } | undefined;

  async function write(): Promise<void> {
    const events = waiting.splice(0);
    if (events.length === 0 || failure) return;
    try {
      await inRunTransaction(context, analysis, (trx) =>
        recordEvents(trx, { analysisId, leaseId, at: context.clock.now() }, events),
      );
    } catch (error) {
      failure = { error };
    }
  }

  function add(...events: NewEvent[]): void {
    waiting.push(...events);
    writing = writing.then(write);
  }

  function endActivity(state: 'done' | 'failed'): void {
    if (activity) add(activityEvent(activity, state));
    activity = undefined;
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
    async flush(outcome = 'done') {
      endActivity(outcome);
      await writing;
      waiting = [];
      if (failure) throw failure.error;
    },
  };
}

function activityEvent(
  { activityId, kind }: { activityId: string; kind: PlannerActivity },
  state: 'active' | 'done' | 'failed',
): NewEvent {
  const data = { activityId, kind, state, steps: 1, stats: {} };
  return { type: 'agent.activity', source: 'agent', summary: ACTIVITY[kind], data };
}
