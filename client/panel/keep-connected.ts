import { setTimeout as pause } from 'node:timers/promises';
import { EnrolmentRefused } from './enroll.ts';
import { isCredentialError } from './mqtt-connection.ts';
import type { Panel } from './panel.ts';

/** In milliseconds. */
export interface ReconnectPauses {
  /** Between tries to connect. */
  retry: number;
  /** How long there has to be no connection before the panel asks, by enrolling again, whether MQTT has moved. */
  unreachable: number;
}

const RECONNECT_PAUSES: ReconnectPauses = { retry: 3_000, unreachable: 600_000 };
/** Refusals in a row after which credentials count as no longer good. */
const MAX_REFUSALS = 3;

export interface KeepConnectedOptions {
  stop: AbortSignal;
  /** Told what people want to know; each line may hold text from outside. */
  print(...lines: string[]): void;
  /** Keeps the credentials, which may have changed. */
  save(): Promise<void>;
  /** Seconds awake, and asleep at most, by turns: for as long as the server says. Null to stay connected. */
  cycle: { wake: number; sleep: number } | null;
  /** What to do where no Placard answers. */
  advice: string;
  pauses?: ReconnectPauses | undefined;
}

/** Connects a panel until `stop` fires, for days: whatever cannot be reached is tried again. */
export async function keepConnected(panel: Panel, options: KeepConnectedOptions): Promise<void> {
  const { stop, cycle, print, pauses = RECONNECT_PAUSES } = options;
  let refusals = 0;
  let connectedAt = performance.now();
  let said = '';
  while (!stop.aborted) {
    const failure = await tryConnect(panel);
    if (failure) {
      if (failure.message !== said) printConnectError(panel, failure, options);
      said = failure.message;
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
    said = '';
    await save(options);
    connectedAt = await stayAwake(panel, cycle ? cycle.wake * 1000 : Number.POSITIVE_INFINITY, pauses, stop);
    // What it has still to say waits for a connection that does not come back, or for a frame that may take minutes.
    if (!panel.connected || (stop.aborted && panel.showing)) panel.cutPower();
    else await panel.sleep();
    if (cycle && !stop.aborted) {
      const ms = Math.min(cycle.sleep * 1000, panel.sleepMs ?? Number.POSITIVE_INFINITY);
      print(`${nameOf(panel)} sleeps for ${Math.round(ms / 1000)} s${toldSleep(panel)}`);
      await pauseFor(ms, stop);
    }
  }
}

function toldSleep({ sleepMs }: Panel): string {
  return sleepMs === null ? '' : `, and was told ${Math.round(sleepMs / 1000)} s`;
}

/** How people tell panels apart. */
export function nameOf(panel: Panel): string {
  return panel.credentials?.thingName ?? panel.options.hardwareId;
}

/** A full disk, say, is no reason to show nothing: the credentials are still in memory, and are saved at the next connect. */
async function save({ save: keep, print }: KeepConnectedOptions): Promise<void> {
  await keep().catch((error: Error) => print(`The credentials could not be kept: ${error.message}`));
}

/** Connects, and enrols before when there are no credentials. Returns why that failed; null when it did not. */
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
      `No Placard answers at ${panel.options.server}. ${options.advice}`,
      'Trying again until it answers; Ctrl-C ends.',
    );
  else options.print(`${nameOf(panel)} cannot connect: ${failure.message}`);
  printHint(failure, options);
}

/** Replaces the credentials, the old password being the proof; the answer says where MQTT is now. */
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
 * Resolves after so many milliseconds, or earlier when the connection is lost and does not come back by itself, or the
 * credentials are not good any more. Returns when it was connected last, of performance.now().
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
