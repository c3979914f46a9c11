import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CredentialFile } from '#client/panel/credentials.ts';
import { pictureOf, pngOf } from '#client/panel/frame.ts';
import { keepConnected, nameOf, type ReconnectPauses } from '#client/panel/keep-connected.ts';
import { createPanel, type Panel } from '#client/panel/panel.ts';
import type { PanelEvent } from '#client/panel/panel-event.ts';
import { runCommand } from '#client/panel/run-command.ts';
import { readEnvironment } from '#shared/config.ts';
import type { SimulatorOptions } from './options.ts';
import { claimBanner, countFittingColumns, drawPicture } from './terminal.ts';

/** Events of a panel that are kept in memory. */
const MAX_EVENTS = 1_000;

export interface Output {
  /** Prints lines. Terminal control characters are escaped. */
  print(...lines: string[]): void;
  /** Prints a drawing unchanged, with its colour codes. It contains no text from outside. */
  draw(drawing: string): void;
  columns: number;
  rows: number;
  /** Called with every event of the panel. */
  onEvent?(panel: Panel, event: PanelEvent): void;
}

/** Runs one simulated panel until `stop` is aborted. Unreachable servers are tried again. */
export async function runPanel(
  options: SimulatorOptions,
  index: number,
  kept: CredentialFile,
  output: Output,
  stop: AbortSignal,
  pauses?: ReconnectPauses,
): Promise<void> {
  const { server, mqttUrl, format, cycle, faults, battery, enrollmentKey } = options;
  const panel = createPanel({
    server,
    mqttUrl,
    ...kept.panel(index),
    format,
    battery,
    sleeps: cycle !== null,
    enrollmentKey,
    heartbeatMs: options.heartbeatSeconds * 1000,
    faults: { ...faults },
    maxEvents: MAX_EVENTS,
    ...(options.exec !== undefined && { show: runCommand(options.exec, readEnvironment()) }),
  });
  panel.events.watch((event) => {
    output.onEvent?.(panel, event);
    show(panel, event, options, output).catch((error) => output.print(`cannot write: ${error.message}`));
  });
  await keepConnected(panel, {
    stop,
    cycle,
    pauses,
    print: output.print,
    advice: 'Start one with `make run`, or set its address with --server.',
    save: async () => panel.credentials && kept.save(index, panel.credentials),
  });
}

async function show(panel: Panel, event: PanelEvent, options: SimulatorOptions, output: Output) {
  const name = nameOf(panel);
  switch (event.what) {
    case 'connected':
      return output.print(`${name} is connected`);
    case 'disconnected':
      return output.print(`${name} lost its connection`);
    case 'unbound':
      return output.print(`${name} has no owner any more`);
    case 'dropped':
      return output.print(`${name} loses a command on purpose (${event.command.kind})`);
    case 'failed':
      return output.print(`${name} could not show a frame: ${event.reason}`);
    case 'not fetched':
      return output.print(`${name} could not fetch a frame: ${event.reason}`);
    case 'confirmed':
      return output.print(`${name} has confirmed`);
    case 'frame': {
      const { command, frame } = event;
      const label = command.kind === 'show' ? command.presentationId : command.kind;
      const folder = join(options.out, name);
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${encodeURIComponent(label)}.png`);
      await writeFile(file, pngOf(frame));
      output.print(`${name} shows ${label} (${frame.format}, ${frame.bytes.length} bytes): ${file}`);
      // The code of a claim page has been printed, and must stay on the screen.
      if (options.draw && command.kind !== 'claim_code') {
        const picture = pictureOf(frame);
        output.draw(drawPicture(picture, countFittingColumns(picture, output)));
      }
      if (command.kind === 'bound') output.print(`${name} is now called ${command.name}`);
      return;
    }
    case 'command':
      if (event.command.kind === 'claim_code')
        output.print(...claimBanner(name, event.command.code, event.command.claimUrl));
  }
}
