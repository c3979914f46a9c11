import type { Command } from './command.ts';
import type { EventLog } from './event-log.ts';
import { FetchFailedError, type Frame, fetchFrame } from './frame.ts';
import { type FrameCommand, type PanelEvent, presentationOf } from './panel-event.ts';
import type { PanelLink } from './panel-link.ts';
import type { Faults, PanelOptions } from './panel-options.ts';

/** The part of a panel that commands change. */
export interface PanelScreen {
  readonly options: Pick<PanelOptions, 'show'>;
  readonly faults: Faults;
  readonly events: EventLog<PanelEvent>;
  screen: { presentationId: string | null; frame: Frame } | null;
  heartbeat(): Promise<void>;
}

/** The commands of a panel, which are carried out one after the other, because a panel has one screen. */
export interface CommandInbox {
  /** A frame is being shown. */
  readonly showing: boolean;
  /** Sleep time from the last `wakeAt` of this connection, by the server's clock; null without one. */
  readonly sleepMs: number | null;
  receive(command: Command): void;
  forgetWakeTime(): void;
  /** Resolves when every command that was received is carried out. */
  finish(): Promise<void>;
}

export function createCommandInbox(panel: PanelScreen, link: PanelLink): CommandInbox {
  const { events, options } = panel;
  let queue: Promise<void> = Promise.resolve();
  let received = 0;
  let newest: Command | undefined;
  let showing = false;
  let sleepMs: number | null = null;

  return {
    get showing() {
      return showing;
    },
    get sleepMs() {
      return sleepMs;
    },
    forgetWakeTime() {
      sleepMs = null;
    },
    finish: () => queue,
    receive(command) {
      received += 1;
      if (panel.faults.drop && received % panel.faults.drop === 0) {
        events.add({ what: 'dropped', command });
        return;
      }
      if (command.wakeAt)
        sleepMs = Math.max(0, Date.parse(command.wakeAt) - Date.parse(command.issuedAt)) || 0;
      events.add({ what: 'command', command });
      if (command.kind === 'sleep') return;
      newest = command;
      const { power } = link;
      queue = queue.then(() => carryOut(command, power)).catch(() => {}); // the next heartbeat corrects it
    },
  };

  async function carryOut(command: Exclude<Command, { kind: 'sleep' }>, power: AbortSignal): Promise<void> {
    if (power.aborted) return;
    if (command.kind === 'unbound') {
      events.add({ what: 'unbound' });
      return;
    }
    if (options.show && command !== newest) return;
    const { id: commandId, sha256 } = command;
    const presentationId = presentationOf(command);
    const confirm = { commandId, presentationId, sha256 };
    try {
      const frame = await bringToScreen(command, power);
      panel.screen = { presentationId, frame };
      events.add({ what: 'frame', command, frame });
    } catch (error) {
      if (power.aborted) return;
      const reason = (error as Error).message;
      if (error instanceof FetchFailedError) {
        events.add({ what: 'not fetched', command, reason });
        return panel.heartbeat(); // the server repeats the command with a new address
      }
      events.add({ what: 'failed', command, reason });
      await link.publish('confirm', { ...confirm, ok: false, cause: 'show', error: reason });
      return;
    }
    if (panel.faults.neverConfirm) return;
    await link.publish('confirm', { ...confirm, shownAt: new Date().toISOString(), ok: true });
    events.add({ what: 'confirmed', command });
  }

  /** Fetches and shows the frame of a command, unless the screen shows it already. */
  async function bringToScreen(command: FrameCommand, power: AbortSignal): Promise<Frame> {
    if (panel.faults.fail) throw new Error(panel.faults.fail);
    if (panel.screen?.frame.sha256 === command.sha256) return panel.screen.frame;
    const frame = await fetchFrame(command, power);
    showing = true;
    try {
      await options.show?.(frame, command, power);
    } finally {
      showing = false;
    }
    return frame;
  }
}
