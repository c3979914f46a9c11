import { addSeconds, DAY_SECONDS } from '#shared/clock.ts';
import type { Trx } from '#shared/db/open.ts';
import { AppError } from '#shared/errors.ts';
import { nextTimeOfDay } from '#shared/next-time-of-day.ts';
import type { LibraryContext } from '../../context.ts';
import { checkStorageLimit } from '../../uploads/check-storage-limit.ts';
import { UserSettings } from '../models/user-settings.ts';
import { runBytes } from '../start/run-bytes.ts';
import { startAnalysis } from '../start/start-analysis.ts';

const MAX_RUNS_PER_BATCH = 100;
/** A delayed run is still started within this time. After that it is skipped until the next day. */
const MAX_LATE_SECONDS = 3600;
/** How far back a daily run reads. */
const DAILY_PERIOD = { text: '24h', seconds: DAY_SECONDS };

/**
 * Starts the daily runs that are due. The UPDATE that takes one also sets the next time, so each starts once. A run
 * that the plan or the storage limit does not allow is skipped until the next day.
 */
export async function startScheduled(context: LibraryContext): Promise<void> {
  const now = context.clock.now();
  const due = await dueAt(context, now).orderBy('next_run_at').limit(MAX_RUNS_PER_BATCH);
  for (const settings of due) {
    try {
      await startOne(context, settings, now);
    } catch (error) {
      context.log.error({ err: error, userId: settings.userId }, 'a scheduled run could not be started');
    }
  }
}

/** Whether there is a daily run to start. */
export async function isScheduledDue(context: Pick<LibraryContext, 'db' | 'clock'>): Promise<boolean> {
  return (await dueAt(context, context.clock.now()).select('user_id').first()) !== undefined;
}

function dueAt({ db }: Pick<LibraryContext, 'db'>, now: Date) {
  return UserSettings.query(db).where('next_run_at', '<=', now);
}

async function startOne(
  context: LibraryContext,
  { userId, timeZone, scheduleAt, scheduleIntent, nextRunAt }: UserSettings,
  now: Date,
): Promise<void> {
  const isLate = nextRunAt === null || nextRunAt < addSeconds(now, -MAX_LATE_SECONDS);
  const start = async (trx: Trx) => {
    const taken = await UserSettings.query(trx)
      .patch({ nextRunAt: nextTimeOfDay(timeZone, scheduleAt, now) })
      .where({ user_id: userId, next_run_at: nextRunAt });
    if (taken !== 1 || isLate) return;
    const displays = await context.display.listRoutable(trx, userId);
    if (!displays.some(({ compatible }) => compatible)) return;
    const wanted = {
      userId,
      mode: 'ai' as const,
      trigger: 'scheduled' as const,
      context: 'history' as const,
      since: DAILY_PERIOD.text,
      sinceAt: addSeconds(now, -DAILY_PERIOD.seconds),
      intent: scheduleIntent,
      target: null,
      contentIds: [],
      assets: [],
    };
    // In a nested transaction, so that of a refused run only the next time is stored.
    await trx
      .transaction(async (inner) => {
        await checkStorageLimit(context, inner, { userId, bytes: runBytes(wanted.target, wanted.assets) });
        await startAnalysis(context, inner, wanted);
      })
      .catch((error) => {
        if (!(error instanceof AppError)) throw error;
        context.log.info(
          { userId, code: error.code },
          'skipped a scheduled run: the plan or the storage limit does not allow it',
        );
      });
  };
  await context.inUserTransaction(userId, start, () => {});
}
