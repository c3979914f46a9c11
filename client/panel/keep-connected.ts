import { setTimeout as pause } from 'node:timers/promises';
import { EnrolmentRefused } from './enroll.ts';
import { isCredentialError } from './mqtt-connection.ts';
import type { Panel } from './panel.ts';

/** In milliseconds. */
export interface ReconnectPauses {
  /** Between attempts to connect. */
  retry: number;
  /** Time without a connection after which the panel enrols again, because the MQTT address may have changed. */
  unreachable: number;
}

const RECONNECT_PAUSES: ReconnectPauses = { retry: 3_000, unreachable: 600_000 };
/** Refusals in a row after which credentials count as invalid. */
const MAX_REFUSALS = 3;

export interface KeepConnectedOptions {
  stop: AbortSignal;
  /** Prints lines for people; they may hold outside text. */
  print(...lines: string[]): void;
  /** Stores the credentials, which may have changed. */
  save(): Promise<void>;
  /** Seconds awake, then asleep until the server's wake time, at most `sleep`. Null to stay connected. */
  cycle: { wake: number; sleep: number } | null;
  /** Printed when no Placard responds. */
  advice: string;
  pauses?: ReconnectPauses | undefined;
}

/** Keeps a panel connected until `stop` fires. Failed connections and enrolments are retried without end. */
export async function keepConnected(panel: Panel, options: KeepConnectedOptions): Promise<void> {
  const { stop, cycle, print, pauses = RECONNECT_PAUSES } = options;
  let refusals = 0;
  let connectedAt = performance.now();
  let lastError = '';
  while (!stop.aborted) {
    const failure = await tryConnect(panel);
    if (failure) {
      if (failure.message !== lastError) printConnectError(panel, failure, options);
      lastError = failure.message;
      refusals = isCredentialError(failure) ? refusals + 1 : 0;
      if (refusals >= MAX_REFUSALS || performance.now() - connectedAt >= pauses.unreachable) {
        await enrollAgain(panel, options);
        await save(options);
        refusals = 0;
        connectedAt = performance.now();
      }
      await pauseFor(pauses.retry, stop);
      continue;
    }
    lastError = '';
    await save(options);
    connectedAt = await stayAwake(panel, cycle ? cycle.wake * 1000 : Number.POSITIVE_INFINITY, pauses, stop);
    // Unacknowledged messages would wait for a lost connection, or for a frame that may take minutes.
    if (!panel.connected || (stop.aborted && panel.showing)) panel.cutPower();
    else await panel.sleep();
    if (cycle && !stop.aborted) {
      const ms = Math.min(cycle.sleep * 1000, panel.sleepMs ?? Number.POSITIVE_INFINITY);
      print(`${nameOf(panel)} sleeps for ${Math.round(ms / 1000)} s${announcedSleep(panel)}`);
      await pauseFor(ms, stop);
    }
  }
}

function announcedSleep({ sleepMs }: Panel): string {
  return sleepMs === null ? '' : `; the server expects it in ${Math.round(sleepMs / 1000)} s`;
}

/** The name of a panel in printed lines. */
export function nameOf(panel: Panel): string {
  return panel.credentials?.thingName ?? panel.options.hardwareId;
}

/** A failure, such as a full disk, is only printed: the credentials are in memory and are stored at the next connect. */
async function save({ save: keep, print }: KeepConnectedOptions): Promise<void> {
  await keep().catch((error: Error) => print(`The credentials could not be stored: ${error.message}`));
}

/** Connects, after an enrolment when there are no credentials. Returns the error, or null. */
async function tryConnect(panel: Panel): Promise<Error | null> {
  try {
    await panel.connect();
    return null;
  } catch (error) {
    return error as Error;
  }
}

function printConnectError(panel: Panel, failure: Error, options: KeepConnectedOptions): void {
  if (failure instanceof TypeError)
    options.print(
      `No Placard responds at ${panel.options.server}. ${options.advice}`,
      'Trying again until it responds; Ctrl-C ends.',
    );
  else options.print(`${nameOf(panel)} cannot connect: ${failure.message}`);
  printHint(failure, options);
}

/** Replaces the credentials and the MQTT address. The old password proves who the panel is. */
async function enrollAgain(panel: Panel, options: KeepConnectedOptions): Promise<void> {
  try {
    await panel.enroll();
  } catch (error) {
    options.print(`${nameOf(panel)}: ${(error as Error).message}`);
    printHint(error, options);
  }
}

function printHint(error: unknown, options: KeepConnectedOptions): void {
  if (error instanceof EnrolmentRefused && error.code === 'already_enrolled')
    options.print('Its owner can let it enrol again: POST /api/app/v1/displays/{id}/reset-enrollment');
}

/**
 * Resolves after `ms`, or earlier when the connection is lost for good or the credentials are refused. Returns the time of
 * the last connection, by performance.now().
 */
async function stayAwake(
  panel: Panel,
  ms: number,
  pauses: ReconnectPauses,
  stop: AbortSignal,
): Promise<number> {
  const end = performance.now() + ms;
  let connectedAt = performance.now();
  while (!stop.aborted && performance.now() < end) {
    await pauseFor(Math.min(pauses.retry, end - performance.now()), stop);
    if (panel.connected) connectedAt = performance.now();
    else if (panel.refusals >= MAX_REFUSALS || performance.now() - connectedAt >= pauses.unreachable) break;
  }
  return connectedAt;
}

async function pauseFor(ms: number, stop: AbortSignal): Promise<void> {
  await pause(Math.min(ms, 2 ** 31 - 1), undefined, { signal: stop }).catch(() => {});
}
