import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CredentialFile } from './credentials.ts';
import { EnrolmentRefused } from './enroll.ts';
import { pictureOf, pngOf } from './frame.ts';
import type { SimulatorOptions } from './options.ts';
import { createPanel, type Happening, type Panel } from './panel.ts';
import { claimBanner, drawPicture } from './terminal.ts';

const RETRY_MS = 3_000;
/** Of the embedded broker, and of others. */
const BAD_CREDENTIALS: unknown[] = [4, 5];

export interface Output {
  print(text: string): void;
  columns: number;
}

/** Runs one simulated panel until `stop` fires. Whatever cannot be reached is tried again. */
export async function runPanel(
  options: SimulatorOptions,
  index: number,
  kept: CredentialFile,
  output: Output,
  stop: AbortSignal,
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
  panel.happenings.watch((happening) => {
    show(panel, happening, options, output).catch((error) => output.print(`cannot write: ${error.message}`));
  });
  while (!stop.aborted) {
    if (!(await comeUp(panel, output))) {
      await rest(RETRY_MS, stop);
      continue;
    }
    if (panel.credentials) await kept.save(index, panel.credentials);
    await rest(cycle ? cycle.wake * 1000 : Number.POSITIVE_INFINITY, stop);
    await panel.sleep();
    if (cycle && !stop.aborted) {
      output.print(`${nameOf(panel)} sleeps for ${cycle.sleep} s`);
      await rest(cycle.sleep * 1000, stop);
    }
  }
}

/** Connects. Credentials that are no longer good are replaced by enrolling again. */
async function comeUp(panel: Panel, output: Output): Promise<boolean> {
  try {
    await panel.connect();
    return true;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    output.print(`${nameOf(panel)} cannot connect: ${message}`);
    if (error instanceof EnrolmentRefused && error.code === 'already_enrolled') {
      output.print('Its owner can let it enrol again: POST /api/app/v1/displays/{id}/reset-enrollment');
    }
    if (BAD_CREDENTIALS.includes(code)) {
      await panel.enroll().catch((refused) => output.print(`${nameOf(panel)}: ${refused.message}`));
    }
    return false;
  }
}

async function show(panel: Panel, happening: Happening, options: SimulatorOptions, output: Output) {
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
    case 'confirmed':
      return output.print(`${name} has confirmed`);
    case 'frame': {
      const { command, frame } = happening;
      const label = command.kind === 'show' ? command.presentationId : command.kind;
      const folder = join(options.out, name);
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${label}.png`);
      await writeFile(file, pngOf(frame));
      output.print(`${name} shows ${label} (${frame.format}, ${frame.bytes.length} bytes): ${file}`);
      if (options.draw) output.print(drawPicture(pictureOf(frame), Math.min(output.columns, 100)));
      if (command.kind === 'bound') output.print(`${name} is now called ${command.name}`);
      return;
    }
    case 'command':
      if (happening.command.kind === 'claim_code')
        output.print(claimBanner(name, happening.command.code, happening.command.claimUrl));
  }
}

function nameOf(panel: Panel): string {
  return panel.credentials?.thingName ?? panel.options.hardwareId;
}

async function rest(ms: number, stop: AbortSignal): Promise<void> {
  await pause(Math.min(ms, 2 ** 31 - 1), undefined, { signal: stop }).catch(() => {});
}
