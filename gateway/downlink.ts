import type { Command, PanelLink } from '#modules/display';
import { systemClock } from '#shared/clock.ts';
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
  limits: Pick<GatewayLimits, 'resend' | 'maxResend' | 'retry'>;
}

/** Brings panels to what they should show. */
export interface Downlink {
  /** Compares soon. */
  check(connection: Connection): void;
  /** The panel has just spoken, so a command it does not follow may be sent again early. `compare`: it may need one. */
  heard(connection: Connection, compare: boolean): void;
  /** The panel shows what it was told to. */
  confirmed(connection: Connection): void;
  /** Compares all of them in time; whoever is checked meanwhile goes first. */
  sweep(connections: Iterable<Connection>): void;
  send(connection: Connection, command: Command): void;
  forget(connection: Connection): void;
  close(): void;
}

/** Comparisons under way at once. They read the database together. */
const AT_ONCE = 500;
/** Of a sweep: few enough to let others pass. */
const SWEPT_AT_ONCE = 100;
const LONGEST_TIMER = 2 ** 31 - 1;

interface Told {
  /** What the last command asked for: the same wish is not repeated at every opportunity. */
  wish: string | null;
  /** When it was told first, and last, and how many times in a row; of performance.now(). */
  since: number;
  at: number;
  times: number;
  heard: boolean;
  timer: NodeJS.Timeout | undefined;
}

export function createDownlink({ panels, panelLog, log, counters, limits }: DownlinkDeps): Downlink {
  const told = new Map<Connection, Told>();
  const due = new Set<Connection>();
  const swept = new Set<Connection>();
  const underWay = new Set<Connection>();
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  function check(connection: Connection): void {
    if (closed || connection.closed || connection.commandQos === null) return;
    due.add(connection);
    swept.delete(connection);
    work();
  }

  function work(): void {
    start(due, AT_ONCE);
    if (!retry) start(swept, SWEPT_AT_ONCE);
  }

  /** Whoever could not be compared waits with the others: in an outage that may be everybody. */
  function later(connection: Connection, error: unknown): void {
    if (closed) return;
    swept.add(connection);
    if (retry) return;
    log.warn({ err: error, thing: connection.thingName }, 'panels could not be compared, trying again');
    retry = setTimeout(() => {
      retry = undefined;
      work();
    }, limits.retry);
  }

  /** A connection that is compared already waits for its next turn, so that no change slips in between. */
  function start(connections: Set<Connection>, atOnce: number): void {
    for (const connection of connections) {
      if (underWay.size >= atOnce) return;
      if (underWay.has(connection)) continue;
      connections.delete(connection);
      underWay.add(connection);
      void compare(connection)
        .catch((error) => later(connection, error))
        .finally(() => {
          underWay.delete(connection);
          work();
        });
    }
  }

  async function compare(connection: Connection): Promise<void> {
    if (closed || connection.closed) return;
    const { deviceId, epoch } = connection;
    const { command, recheckAt, superseded } = await panels.nextCommand(deviceId, epoch);
    if (superseded) return void connection.close();
    if (closed || connection.closed) return;
    const again = recheckAt ? recheckAt.getTime() - systemClock.now().getTime() : Number.POSITIVE_INFINITY;
    if (!command) {
      const known = told.get(connection);
      if (known) Object.assign(known, { wish: null, heard: false });
      return wake(connection, again);
    }
    const state = stateOf(connection);
    if (wishOf(command) === state.wish) {
      const left = state.at + (state.heard ? limits.resend : patience(state.times)) - performance.now();
      if (left > 0) return wake(connection, Math.min(left, again));
      counters.resends.inc();
      panelLog.note(connection, 'sent_again', { command: command.kind, times: state.times });
    }
    send(connection, command);
    if (command.kind === 'unbound') return check(connection);
    wake(connection, Math.min(patience(state.times), again));
  }

  /** How long a panel that says nothing is given after the nth time it was told the same. */
  function patience(times: number): number {
    return Math.min(limits.resend * 2 ** (times - 1), limits.maxResend);
  }

  function wake(connection: Connection, inMs: number): void {
    if (closed || connection.closed) return;
    clearTimeout(told.get(connection)?.timer);
    if (inMs === Number.POSITIVE_INFINITY) return;
    stateOf(connection).timer = setTimeout(
      () => check(connection),
      Math.min(Math.max(inMs, 0), LONGEST_TIMER),
    );
  }

  function send(connection: Connection, command: Command): void {
    if (connection.closed || connection.commandQos === null) return;
    const state = stateOf(connection);
    const wish = wishOf(command);
    const at = performance.now();
    if (wish === state.wish) Object.assign(state, { at, times: state.times + 1, heard: false });
    else Object.assign(state, { wish, since: at, at, times: 1, heard: false });
    counters.commands.inc({ kind: command.kind });
    log.debug({ thing: connection.thingName, kind: command.kind, commandId: command.id }, 'command');
    connection.send(JSON.stringify(command));
  }

  function stateOf(connection: Connection): Told {
    const state = told.get(connection) ?? {
      wish: null,
      since: 0,
      at: 0,
      times: 0,
      heard: false,
      timer: undefined,
    };
    told.set(connection, state);
    return state;
  }

  return {
    check,
    heard(connection, compare) {
      const known = told.get(connection);
      if (known) known.heard = true;
      if (compare || known?.wish) check(connection);
    },
    confirmed(connection) {
      const since = told.get(connection)?.since;
      if (since) counters.confirmSeconds.observe((performance.now() - since) / 1000);
    },
    sweep(connections) {
      for (const connection of connections) if (connection.commandQos !== null) swept.add(connection);
      work();
    },
    send,
    forget(connection) {
      clearTimeout(told.get(connection)?.timer);
      told.delete(connection);
      due.delete(connection);
      swept.delete(connection);
    },
    close() {
      closed = true;
      clearTimeout(retry);
      for (const { timer } of told.values()) clearTimeout(timer);
      due.clear();
      swept.clear();
    },
  };
}

function wishOf(command: Command): string {
  if (command.kind === 'unbound') return command.kind;
  const presentationId = command.kind === 'show' ? command.presentationId : '';
  return `${command.kind} ${presentationId} ${command.format} ${command.sha256}`;
}
