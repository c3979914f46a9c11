import { semaphore } from '#shared/semaphore.ts';
import type { DisplayContext } from '../context.ts';
import { Device } from '../models/device.ts';
import type { BatchObserver } from './batch-panels.ts';
import { pageCommand, showCommand, unboundCommand } from './compose-command.ts';
import type { Command, NextCommand, PanelLink } from './panel-link.ts';
import { dwellEnds, publishNext } from './publish-next.ts';
import { type PanelReader, type PanelView, panelReader } from './read-panel.ts';

/** Nobody has to be told anything. */
const NO_COMMAND: NextCommand = { command: null, recheckAt: null, superseded: false };
/** Queue entries published at once: enough to keep the database busy, few enough to leave connections to others. */
const MAX_CONCURRENT_PUBLISHERS = 4;

/**
 * Compares what a panel reported with what it should show, after publishing the next queue entry where that is
 * allowed. "Should show" is the pending presentation, else the last confirmed one, else the page for its ownership.
 */
export function createNextCommand(context: DisplayContext & BatchObserver): PanelLink['nextCommand'] {
  const read = createPublishingReader(context, panelReader(context));
  return async (deviceId, epoch) => {
    const panel = await read({ deviceId, epoch });
    if (!panel) return NO_COMMAND;
    if (panel.liveEpoch !== epoch) return { ...NO_COMMAND, superseded: true };
    return {
      command: await commandFor(context, panel),
      recheckAt: queueDue(context, panel),
      superseded: false,
    };
  };
}

/** Reads a panel as `read` does, after publishing its next queue entry where that is allowed. */
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

/** When the queue may move on by itself; null when it is empty or something else has to happen first. */
export function queueDue(context: DisplayContext, panel: PanelView): Date | null {
  if (!panel.userId || !panel.hasQueue || panel.pendingPresentationId) return null;
  return dwellEnds(context, panel.currentSince) ?? new Date(0);
}

async function commandFor(context: DisplayContext, panel: PanelView): Promise<Command | null> {
  if (!panel.userId && panel.unboundNotice) {
    const told = await Device.query(context.db)
      .patch({ unboundNotice: false })
      .where({ id: panel.id, unbound_notice: true });
    if (told === 1) return unboundCommand(context);
  }
  if (!panel.wantedPresentationId) {
    // Pages about the panel itself are compared by their bytes alone.
    return panel.reportedSha256 === panel.page?.sha256 ? null : pageCommand(context, panel);
  }
  // Pending means that no confirm has arrived since it was published: an older report says nothing about it.
  const shown =
    !panel.pendingPresentationId &&
    panel.reportedPresentationId === panel.wantedPresentationId &&
    panel.reportedSha256 === panel.frame?.sha256;
  return shown ? null : showCommand(context, panel);
}
