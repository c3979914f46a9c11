import type { Command, PanelLink } from '#modules/display';
import { backOffMs } from '#shared/back-off.ts';
import { type Clock, monotonicMs } from '#shared/clock.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { GatewayLimits } from './limits.ts';
import type { PanelLog } from './panel-log.ts';

export interface DownlinkDeps {
  panels: PanelLink;
  clock: Clock;
  panelLog: PanelLog;
  log: Log;
  counters: Counters;
  limits: Pick<GatewayLimits, 'minResend' | 'maxResend' | 'retryPause'>;
}

/** Sends commands until each panel shows the wanted picture. */
export interface Downlink {
  /** Reconciles soon. */
  reconcile(connection: Connection): void;
  /** The panel has just sent a message, so a command that it has not executed may be sent again early. */
  panelSentMessage(connection: Connection, needsReconcile: boolean): void;
  /** The panel has confirmed its last command. */
  confirmed(connection: Connection): void;
  /** Reconciles all these connections, a few at a time. Connections that are due for another reason go first. */
  sweep(connections: Iterable<Connection>): void;
  send(connection: Connection, command: Command): void;
  forget(connection: Connection): void;
  close(): void;
}

/** Concurrent reconciliations share their database reads. */
const MAX_CONCURRENT_RECONCILIATIONS = 500;
/** Few enough that a sweep does not delay other reconciliations. */
const MAX_CONCURRENT_SWEEP = 100;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The last command that was sent to a connection. Times are values of monotonicMs(). */
interface SentState {
  /** Identifies the content of the command, so that the same command is not sent at every reconciliation. */
  lastCommand: string | null;
  firstSentAt: number;
  lastSentAt: number;
  sendCount: number;
  /** The panel has sent a message since. */
  acknowledged: boolean;
  /** The panel has sent a message since its wanted state was last read. */
  unread: boolean;
  timer: NodeJS.Timeout | undefined;
}

export function createDownlink({ panels, clock, panelLog, log, counters, limits }: DownlinkDeps): Downlink {
  const sent = new Map<Connection, SentState>();
  const dueQueue = new Set<Connection>();
  const sweepQueue = new Set<Connection>();
  const inProgress = new Set<Connection>();
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  function reconcile(connection: Connection): void {
    if (closed || connection.closed || connection.commandQos === null) return;
    dueQueue.add(connection);
    sweepQueue.delete(connection);
    work();
  }

  function work(): void {
    start(dueQueue, MAX_CONCURRENT_RECONCILIATIONS);
    if (!retry) start(sweepQueue, MAX_CONCURRENT_SWEEP);
  }

  /** A connection whose reconciliation failed joins the sweep: in an outage all of them may fail. */
  function retryLater(connection: Connection, error: unknown): void {
    if (closed) return;
    sweepQueue.add(connection);
    if (retry) return;
    log.warn({ err: error, thing: connection.thingName }, 'panels could not be reconciled, retrying');
    retry = setTimeout(() => {
      retry = undefined;
      work();
    }, limits.retryPause);
  }

  /** A connection whose reconciliation is running is reconciled once more after it, so that no change is missed. */
  function start(connections: Set<Connection>, maxConcurrent: number): void {
    for (const connection of connections) {
      if (inProgress.size >= maxConcurrent) return;
      if (inProgress.has(connection)) continue;
      connections.delete(connection);
      inProgress.add(connection);
      void reconcileNow(connection)
        .catch((error) => retryLater(connection, error))
        .finally(() => {
          inProgress.delete(connection);
          work();
        });
    }
  }

  async function reconcileNow(connection: Connection): Promise<void> {
    if (closed || connection.closed) return;
    const { deviceId, epoch } = connection;
    const state = stateOf(connection);
    state.unread = false;
    const { command, recheckAt, superseded } = await panels.nextCommand(deviceId, epoch);
    if (superseded) return void connection.close();
    if (closed || connection.closed) return;
    const recheckMs = recheckAt ? recheckAt.getTime() - clock.now().getTime() : Number.POSITIVE_INFINITY;
    if (!command) {
      Object.assign(state, { lastCommand: null, acknowledged: false });
      return reconcileIn(connection, recheckMs);
    }
    if (command.kind === 'sleep') {
      // Sent once for each message of the panel, because the panel sleeps until the time of the last command.
      if (state.lastCommand !== command.kind || state.acknowledged) send(connection, command);
      // A message that came meanwhile may have changed the time: the next reconciliation sends it.
      state.acknowledged = state.unread;
      return reconcileIn(connection, recheckMs);
    }
    if (commandKey(command) === state.lastCommand) {
      const left =
        state.lastSentAt +
        (state.acknowledged ? limits.minResend : resendPause(state.sendCount)) -
        monotonicMs();
      if (left > 0) return reconcileIn(connection, Math.min(left, recheckMs));
      counters.resends.inc();
      panelLog.record(connection, 'sent_again', { command: command.kind, times: state.sendCount });
    }
    send(connection, command);
    if (command.kind === 'unbound') return reconcile(connection);
    reconcileIn(connection, Math.min(resendPause(state.sendCount), recheckMs));
  }

  /** Milliseconds until a command that was sent `sendCount` times is sent again to a silent panel. */
  function resendPause(sendCount: number): number {
    return backOffMs(sendCount - 1, limits.minResend, limits.maxResend);
  }

  function reconcileIn(connection: Connection, inMs: number): void {
    if (closed || connection.closed) return;
    clearTimeout(sent.get(connection)?.timer);
    if (inMs === Number.POSITIVE_INFINITY) return;
    stateOf(connection).timer = setTimeout(
      () => reconcile(connection),
      Math.min(Math.max(inMs, 0), MAX_TIMER_MS),
    );
  }

  function send(connection: Connection, command: Command): void {
    if (connection.closed || connection.commandQos === null) return;
    const state = stateOf(connection);
    const key = commandKey(command);
    const now = monotonicMs();
    if (key === state.lastCommand)
      Object.assign(state, { lastSentAt: now, sendCount: state.sendCount + 1, acknowledged: false });
    else
      Object.assign(state, {
        lastCommand: key,
        firstSentAt: now,
        lastSentAt: now,
        sendCount: 1,
        acknowledged: false,
      });
    counters.commands.inc({ kind: command.kind });
    log.debug({ thing: connection.thingName, kind: command.kind, commandId: command.id }, 'command');
    connection.send(JSON.stringify(command));
  }

  function stateOf(connection: Connection): SentState {
    const state = sent.get(connection) ?? {
      lastCommand: null,
      firstSentAt: 0,
      lastSentAt: 0,
      sendCount: 0,
      acknowledged: false,
      unread: false,
      timer: undefined,
    };
    sent.set(connection, state);
    return state;
  }

  return {
    reconcile,
    panelSentMessage(connection, needsReconcile) {
      const known = sent.get(connection);
      if (known) Object.assign(known, { acknowledged: true, unread: true });
      if (needsReconcile || known?.lastCommand) reconcile(connection);
    },
    confirmed(connection) {
      const firstSentAt = sent.get(connection)?.firstSentAt;
      if (firstSentAt) counters.confirmSeconds.observe((monotonicMs() - firstSentAt) / 1000);
    },
    sweep(connections) {
      for (const connection of connections) if (connection.commandQos !== null) sweepQueue.add(connection);
      work();
    },
    send,
    forget(connection) {
      clearTimeout(sent.get(connection)?.timer);
      sent.delete(connection);
      dueQueue.delete(connection);
      sweepQueue.delete(connection);
    },
    close() {
      closed = true;
      clearTimeout(retry);
      for (const { timer } of sent.values()) clearTimeout(timer);
      dueQueue.clear();
      sweepQueue.clear();
    },
  };
}

function commandKey(command: Command): string {
  if (command.kind === 'unbound' || command.kind === 'sleep') return command.kind;
  const presentationId = command.kind === 'show' ? command.presentationId : '';
  return `${command.kind} ${presentationId} ${command.format} ${command.sha256}`;
}
