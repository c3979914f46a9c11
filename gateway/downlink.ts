import type { Command, PanelLink } from '#modules/display';
import { monotonicMs, systemClock } from '#shared/clock.ts';
import type { Log } from '#shared/log.ts';
import type { Connection } from './connection.ts';
import type { Counters } from './counters.ts';
import type { GatewayLimits } from './limits.ts';
import type { PanelLog } from './panel-log.ts';

export interface DownlinkDeps {
  panels: PanelLink;
  panelLog: PanelLog;
  log: Log;
  counters: Counters;
  limits: Pick<GatewayLimits, 'minResend' | 'maxResend' | 'retryPause'>;
}

/** Brings panels to what they should show. */
export interface Downlink {
  /** Reconciles soon. */
  reconcile(connection: Connection): void;
  /** The panel has just spoken, so a command it does not follow may be sent again early. `compare`: it may need one. */
  panelSpoke(connection: Connection, needsReconcile: boolean): void;
  /** The panel shows what it was told to. */
  confirmed(connection: Connection): void;
  /** Compares all of them in time; whoever is checked meanwhile goes first. */
  sweep(connections: Iterable<Connection>): void;
  send(connection: Connection, command: Command): void;
  forget(connection: Connection): void;
  close(): void;
}

/** Comparisons under way at once. They read the database together. */
const MAX_CONCURRENT_RECONCILIATIONS = 500;
/** Of a sweep: few enough to let others pass. */
const MAX_CONCURRENT_SWEEP = 100;
const MAX_TIMER_MS = 2 ** 31 - 1;

interface SentState {
  /** What the last command asked for: the same wish is not repeated at every opportunity. */
  lastCommand: string | null;
  /** When it was told first, and last, and how many times in a row; of monotonicMs(). */
  firstSentAt: number;
  lastSentAt: number;
  sendCount: number;
  acknowledged: boolean;
  timer: NodeJS.Timeout | undefined;
}

export function createDownlink({ panels, panelLog, log, counters, limits }: DownlinkDeps): Downlink {
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

  /** Whoever could not be compared waits with the others: in an outage that may be everybody. */
  function retryLater(connection: Connection, error: unknown): void {
    if (closed) return;
    sweepQueue.add(connection);
    if (retry) return;
    log.warn({ err: error, thing: connection.thingName }, 'panels could not be compared, trying again');
    retry = setTimeout(() => {
      retry = undefined;
      work();
    }, limits.retryPause);
  }

  /** A connection that is compared already waits for its next turn, so that no change slips in between. */
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
    const { command, recheckAt, superseded } = await panels.nextCommand(deviceId, epoch);
    if (superseded) return void connection.close();
    if (closed || connection.closed) return;
    const again = recheckAt ? recheckAt.getTime() - systemClock.now().getTime() : Number.POSITIVE_INFINITY;
    if (!command) {
      const known = sent.get(connection);
      if (known) Object.assign(known, { lastCommand: null, acknowledged: false });
      return reconcileIn(connection, again);
    }
    const state = stateOf(connection);
    if (commandKey(command) === state.lastCommand) {
      const left =
        state.lastSentAt +
        (state.acknowledged ? limits.minResend : resendPause(state.sendCount)) -
        monotonicMs();
      if (left > 0) return reconcileIn(connection, Math.min(left, again));
      counters.resends.inc();
      panelLog.record(connection, 'sent_again', { command: command.kind, times: state.sendCount });
    }
    send(connection, command);
    if (command.kind === 'unbound') return reconcile(connection);
    reconcileIn(connection, Math.min(resendPause(state.sendCount), again));
  }

  /** How long a panel that says nothing is given after the nth time it was told the same. */
  function resendPause(times: number): number {
    return Math.min(limits.minResend * 2 ** (times - 1), limits.maxResend);
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
      timer: undefined,
    };
    sent.set(connection, state);
    return state;
  }

  return {
    reconcile,
    panelSpoke(connection, needsReconcile) {
      const known = sent.get(connection);
      if (known) known.acknowledged = true;
      if (needsReconcile || known?.lastCommand) reconcile(connection);
    },
    confirmed(connection) {
      const since = sent.get(connection)?.firstSentAt;
      if (since) counters.confirmSeconds.observe((monotonicMs() - since) / 1000);
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
  if (command.kind === 'unbound') return command.kind;
  const presentationId = command.kind === 'show' ? command.presentationId : '';
  return `${command.kind} ${presentationId} ${command.format} ${command.sha256}`;
}
