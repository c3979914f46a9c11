import type { Command, FrameFormat } from './command.ts';
import { openCredentials } from './credentials.ts';
import { pngOf } from './frame.ts';
import { keepConnected, nameOf } from './keep-connected.ts';
import { createPanel, type Panel } from './panel.ts';
import type { PanelEvent } from './panel-event.ts';
import type { PanelOptions } from './panel-options.ts';
import { runCommand } from './run-command.ts';
import { writeAtomically } from './write-atomically.ts';

/** Events that are kept in memory: a panel runs for months. */
const MAX_EVENTS = 20;

export interface ServedPanel {
  /** Address of the box, with a slash at its end. */
  server: string;
  /** Path of the file that keeps the credentials. */
  credentials: string;
  format: FrameFormat;
  /** A shell command that shows frames. */
  exec: string | undefined;
  /** Environment of the command, without the frame. */
  env: NodeJS.ProcessEnv;
  /** A file to which the shown frame is written. */
  out: string | undefined;
  enrollmentKey: string | undefined;
  stop: AbortSignal;
  report: Reporter;
}

export interface Reporter {
  /** Prints lines, which may hold outside text. */
  print(...lines: string[]): void;
  draw(png: Uint8Array): Promise<void>;
}

/** Makes this computer a panel of a box until `stop` fires. @throws when the credentials cannot be read */
export async function servePanel(panel: ServedPanel): Promise<void> {
  const { server, format, enrollmentKey, stop, report } = panel;
  const kept = await openCredentials(panel.credentials, server, 'computer');
  const served = createPanel({
    server: server.replace(/\/+$/, ''),
    ...kept.panel(0),
    format,
    enrollmentKey,
    model: 'computer',
    firmware: 'placard panel',
    battery: null,
    rssi: null,
    maxEvents: MAX_EVENTS,
    show: showing(panel),
  });
  served.events.watch((event) => printEvent(served, event, report));
  await keepConnected(served, {
    stop,
    cycle: null,
    print: report.print,
    advice: 'PLACARD_URL names another one.',
    save: async () => served.credentials && kept.save(0, served.credentials),
  });
}

/** Runs the command before it writes the file, so that the file holds what is shown. */
function showing({ exec, env, out, report }: ServedPanel): NonNullable<PanelOptions['show']> {
  const run = exec === undefined ? undefined : runCommand(exec, env);
  return async (frame, command, signal) => {
    await run?.(frame, command, signal);
    const png = pngOf(frame);
    if (out !== undefined) await writeAtomically(out, png);
    if (run === undefined && out === undefined) await report.draw(png);
  };
}

function printEvent(panel: Panel, event: PanelEvent, { print }: Reporter): void {
  const text = describeEvent(event);
  if (text) print(`${nameOf(panel)} ${text}`);
}

function describeEvent(event: PanelEvent): string | null {
  switch (event.what) {
    case 'connected':
      return 'is connected.';
    case 'disconnected':
      return 'lost its connection.';
    case 'unbound':
      return 'has no owner any more.';
    case 'failed':
      return `could not show a frame: ${event.reason}`;
    case 'not fetched':
      return `could not fetch a frame: ${event.reason}`;
    case 'confirmed':
      return `shows ${pictureOf(event.command)}.`;
    case 'command':
      return event.command.kind === 'claim_code' ? invitation(event.command) : null;
    default:
      return null;
  }
}

function invitation({ code, claimUrl }: { code: string; claimUrl: string }): string {
  return `has no owner: \`placard claim ${code}\`, or open ${claimUrl}`;
}

function pictureOf(command: Command): string {
  if (command.kind === 'show') return command.presentationId;
  return command.kind === 'bound' ? `that it is called ${command.name}` : 'its claim code';
}
