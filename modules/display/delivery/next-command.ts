import { semaphore } from '#shared/semaphore.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import { scheduleWake } from '../schedule-wake.ts';
import type { BatchObserver } from './batch-panels.ts';
import { pageCommand, showCommand, sleepCommand, unboundCommand } from './compose-command.ts';
import type { Command, NextCommand, PanelLink } from './panel-link.ts';
import { publishNext } from './publish-next.ts';
import { awakeAt, queueDue, waitsForQuietHours } from './queue-due.ts';
import { type PanelReader, type PanelView, panelReader } from './read-panel.ts';

/** There is nothing to send. */
const NO_COMMAND: NextCommand = { command: null, recheckAt: null, superseded: false };
/** Concurrent publications: enough to keep the database busy, few enough to leave connections for other work. */
const MAX_CONCURRENT_PUBLISHERS = 4;

/** Reconciles a panel: publishes the next queue entry if allowed, then returns the command for a picture that is not shown yet. */
export function createNextCommand(context: DisplayContext & BatchObserver): PanelLink['nextCommand'] {
  const read = createPublishingReader(context, panelReader(context));
  return async (deviceId, epoch) => {
    const panel = await read({ deviceId, epoch });
    if (!panel) return NO_COMMAND;
    if (panel.liveEpoch !== epoch) return { ...NO_COMMAND, superseded: true };
    const keeps = keepsPicture(context, panel);
    const due = queueDue(context, panel);
    const command = keeps ? null : await commandFor(context, panel);
    return {
      command: await withWake(context, panel, command),
      recheckAt: keeps ? (due ?? awakeAt(context, panel, new Date(0))) : due,
      superseded: false,
    };
  };
}

/** Like `read`, after publishing the panel's next queue entry if allowed. */
export function createPublishingReader(context: DisplayContext, read: PanelReader): PanelReader {
  const publishing = semaphore(MAX_CONCURRENT_PUBLISHERS);
  return async (connection) => {
    const panel = await read(connection);
    if (!panel?.userId || panel.liveEpoch !== connection.epoch || !isDue(context, panel)) return panel;
    const { userId } = panel;
    const published = await publishing(() => publishNext(context, connection.deviceId, userId));
    return published ? read(connection) : panel;
  };
}

function isDue(context: DisplayContext, panel: PanelView): boolean {
  const due = queueDue(context, panel);
  return due !== null && due <= context.clock.now();
}

/** Whether a panel keeps its current picture until quiet hours end, because the wanted one can wait. */
function keepsPicture(context: DisplayContext, panel: PanelView): boolean {
  if (!panel.userId || !panel.wantedPresentationId || panel.showsWanted) return false;
  return panel.reportedPresentationId !== null && waitsForQuietHours(context, panel);
}

/** Adds the wake time to the command of a sleeping panel. Without a command, returns `sleep`. */
async function withWake(
  context: DisplayContext,
  panel: PanelView,
  command: Command | null,
): Promise<Command | null> {
  const wakeAt = panel.sleeps ? await scheduleWake(context, panel) : null;
  if (!wakeAt) return command;
  return command ? { ...command, wakeAt } : sleepCommand(context, wakeAt);
}

async function commandFor(context: DisplayContext, panel: PanelView): Promise<Command | null> {
  if (!panel.userId && panel.unboundNotice) {
    const notified = await Device.query(context.db)
      .patch({ unboundNotice: false })
      .where({ id: panel.id, unbound_notice: true });
    if (notified === 1) return unboundCommand(context);
  }
  if (panel.showsWanted) return null;
  return panel.wantedPresentationId ? showCommand(context, panel) : pageCommand(context, panel);
}
