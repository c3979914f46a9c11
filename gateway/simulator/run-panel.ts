import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '#shared/clock.ts';
import type { CredentialFile } from './credentials.ts';
import { EnrolmentRefused } from './enroll.ts';
import { pictureOf, pngOf } from './frame.ts';
import { isCredentialError } from './mqtt-connection.ts';
import type { SimulatorOptions } from './options.ts';
import { createPanel, type Panel, type SimulatedEvent } from './panel.ts';
import { claimBanner, drawPicture, fittingColumns } from './terminal.ts';

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

export interface Output {
  /** Prints lines, in which nothing commands the terminal. */
  print(...lines: string[]): void;
  /** Prints a drawing with its colours: nothing from outside but pixels. */
  draw(drawing: string): void;
  columns: number;
  rows: number;
  /** Told everything that happens to the panel. */
  onEvent?(panel: Panel, happening: SimulatedEvent): void;
}

/** Runs one simulated panel until `stop` fires. Whatever cannot be reached is tried again. */
export async function runPanel(
  options: SimulatorOptions,
  index: number,
  kept: CredentialFile,
  output: Output,
  stop: AbortSignal,
  pauses = RECONNECT_PAUSES,
): Promise<void> {
  const { server, mqttUrl, format, cycle, faults, battery, enrollmentKey } = options;
  const panel = createPanel({
    server,
    mqttUrl,
    ...kept.panel(index),
    format,
    battery,
    enrollmentKey,
    heartbeatMs: options.heartbeatSeconds * 1000,
    faults: { ...faults },
  });
  panel.events.watch((happening) => {
    output.onEvent?.(panel, happening);
    show(panel, happening, options, output).catch((error) => output.print(`cannot write: ${error.message}`));
  });
  const save = async () => panel.credentials && kept.save(index, panel.credentials);
  let refusals = 0;
  let connectedAt = monotonicMs();
  let said = '';
  while (!stop.aborted) {
    const failure = await tryConnect(panel);
    if (failure) {
      if (failure.message !== said) printConnectError(panel, failure, output);
      said = failure.message;
      refusals = isCredentialError(failure) ? refusals + 1 : 0;
      if (refusals >= MAX_REFUSALS || monotonicMs() - connectedAt >= pauses.unreachable) {
        await enrollAgain(panel, output);
        await save();
        refusals = 0;
        connectedAt = monotonicMs();
      }
      await pauseFor(pauses.retry, stop);
      continue;
    }
    said = '';
    await save();
    connectedAt = await stayAwake(panel, cycle ? cycle.wake * 1000 : Number.POSITIVE_INFINITY, pauses, stop);
    if (panel.connected) await panel.sleep();
    else panel.cutPower(); // what it has still to say waits for a connection that does not come back
    if (cycle && !stop.aborted) {
      output.print(`${nameOf(panel)} sleeps for ${cycle.sleep} s`);
      await pauseFor(cycle.sleep * 1000, stop);
    }
  }
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

function printConnectError(panel: Panel, failure: Error, output: Output): void {
  if (failure instanceof TypeError)
    output.print(
      `No Placard answers at ${panel.options.server}. Start one with \`make run\`, or say where it is with --server.`,
      'Trying again until it answers; Ctrl-C ends.',
    );
  else output.print(`${nameOf(panel)} cannot connect: ${failure.message}`);
  printHint(failure, output);
}

/** Replaces the credentials, the old password being the proof; the answer says where MQTT is now. */
async function enrollAgain(panel: Panel, output: Output): Promise<void> {
  try {
    await panel.enroll();
  } catch (error) {
    output.print(`${nameOf(panel)}: ${(error as Error).message}`);
    printHint(error, output);
  }
}

function printHint(error: unknown, output: Output): void {
  if (error instanceof EnrolmentRefused && error.code === 'already_enrolled')
    output.print('Its owner can let it enrol again: POST /api/app/v1/displays/{id}/reset-enrollment');
}

/**
 * Resolves after so many milliseconds, or earlier when the connection is lost and does not come back by itself, or the
 * credentials are not good any more. Returns when it was connected last, of monotonicMs().
 */
async function stayAwake(
  panel: Panel,
  ms: number,
  pauses: ReconnectPauses,
  stop: AbortSignal,
): Promise<number> {
  const end = monotonicMs() + ms;
  let connectedAt = monotonicMs();
  while (!stop.aborted && monotonicMs() < end) {
    await pauseFor(Math.min(pauses.retry, end - monotonicMs()), stop);
    if (panel.connected) connectedAt = monotonicMs();
    else if (panel.refusals >= MAX_REFUSALS || monotonicMs() - connectedAt >= pauses.unreachable) break;
  }
  return connectedAt;
}

async function show(panel: Panel, happening: SimulatedEvent, options: SimulatorOptions, output: Output) {
  const name = nameOf(panel);
  switch (happening.what) {
    case 'connected':
      return output.print(`${name} is connected`);
    case 'disconnected':
      return output.print(`${name} lost its connection`);
    case 'unbound':
      return output.print(`${name} has no owner any more`);
    case 'dropped':
      return output.print(`${name} loses a command on purpose (${happening.command.kind})`);
    case 'failed':
      return output.print(`${name} could not show a frame: ${happening.reason}`);
    case 'not fetched':
      return output.print(`${name} could not fetch a frame: ${happening.reason}`);
    case 'confirmed':
      return output.print(`${name} has confirmed`);
    case 'frame': {
      const { command, frame } = happening;
      const label = command.kind === 'show' ? command.presentationId : command.kind;
      const folder = join(options.out, name);
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${encodeURIComponent(label)}.png`);
      await writeFile(file, pngOf(frame));
      output.print(`${name} shows ${label} (${frame.format}, ${frame.bytes.length} bytes): ${file}`);
      // The code of a claim page has been printed, and must stay on the screen.
      if (options.draw && command.kind !== 'claim_code') {
        const picture = pictureOf(frame);
        output.draw(drawPicture(picture, fittingColumns(picture, output)));
      }
      if (command.kind === 'bound') output.print(`${name} is now called ${command.name}`);
      return;
    }
    case 'command':
      if (happening.command.kind === 'claim_code')
        output.print(...claimBanner(name, happening.command.code, happening.command.claimUrl));
  }
}

function nameOf(panel: Panel): string {
  return panel.credentials?.thingName ?? panel.options.hardwareId;
}

async function pauseFor(ms: number, stop: AbortSignal): Promise<void> {
  await pause(Math.min(ms, 2 ** 31 - 1), undefined, { signal: stop }).catch(() => {});
}
