import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FRAME_FORMATS, type FrameFormat } from '#client/panel/command.ts';
import type { Faults } from '#client/panel/panel-options.ts';
import { parseSettings, readEnvironment } from '#shared/config.ts';

export interface SimulatorOptions {
  /** The protocol of the panels. */
  protocol: 'mqtt' | 'trmnl';
  /** Version of TRMNL's firmware. */
  firmware: string;
  server: string;
  /** MQTT address that replaces the one from the server. */
  mqttUrl: string | undefined;
  count: number;
  format: FrameFormat;
  /** Folder of the pictures and the credentials. */
  out: string;
  /** Alternating seconds awake and, at most, asleep; null to stay connected. */
  cycle: { wake: number; sleep: number } | null;
  heartbeatSeconds: number;
  battery: number;
  faults: Faults;
  enrollmentKey: string | undefined;
  draw: boolean;
  /** A shell command that shows frames. */
  exec: string | undefined;
}

const USAGE = `Simulates panels over the real protocol: they enrol, show their claim codes, fetch and check frames, confirm.

  --server URL          Base address of the HTTP server (default: this machine, HTTP_PORT)
  --url URL             Address of MQTT, such as ws://localhost:3000/mqtt (the one from the server)
  --protocol P          mqtt, or trmnl: a panel that runs TRMNL's firmware (mqtt)
  --firmware V          Its version, 1.4.6 to 1.8.15 (1.8.15); --sleep shortens the sleep that the server sets
  --count N             Number of panels (1)
  --format F            raw1, raw2, raw4 or png (raw1)
  --out FOLDER          Folder of pictures and credentials (DATA_DIR/panels)
  --exec CMD            Show each frame with CMD, as "placard panel --exec" does (in memory)
  --sleep S --wake S    Sleep until the time from the server, at most S seconds; stay awake S seconds (stay connected)
  --heartbeat S         Seconds between heartbeats (30)
  --battery PERCENT     Battery in heartbeats (90)
  --enrollment-key KEY  The fleet key, for ENROLLMENT=key
  --no-draw             Do not draw frames in the terminal

Faults:
  --drop N              Lose every Nth command
  --never-confirm       Show frames, but never confirm them
  --fail REASON         Fail at every frame with this reason
`;

const MQTT_URL = /^(mqtts?|wss?):\/\/[^/]/;

export class UsageError extends Error {}

/** @throws {UsageError} that names the invalid option; for `--help` its message is the usage */
export function readOptions(args: string[], terminal: boolean): SimulatorOptions {
  const values = parse(args);
  if (values.help) throw new UsageError(USAGE);
  const { HTTP_PORT, DATA_DIR } = parseSettings(readEnvironment());
  const server = (values.server ?? `http://127.0.0.1:${HTTP_PORT}`).replace(/\/+$/, '');
  if (!URL.canParse(server)) throw new UsageError(`--server: ${server} is not an address`);
  if (values.url !== undefined && !MQTT_URL.test(values.url))
    throw new UsageError('--url: must begin with mqtt://, mqtts://, ws:// or wss://');
  const { format = 'raw1', out = join(DATA_DIR, 'panels') } = values;
  if (!isFormat(format)) throw new UsageError(`--format: must be one of ${FRAME_FORMATS.join(', ')}`);
  const wake = wholeNumber('wake', values.wake, 20);
  const { protocol = 'mqtt', firmware = '1.8.15' } = values;
  if (protocol !== 'mqtt' && protocol !== 'trmnl') throw new UsageError('--protocol: must be mqtt or trmnl');
  if (!/^1\.[4-8]\.\d{1,2}$/.test(firmware))
    throw new UsageError('--firmware: must be a version such as 1.8.15');
  const cycle = values.sleep === undefined ? null : { sleep: wholeNumber('sleep', values.sleep, 0), wake };
  return {
    protocol,
    firmware,
    server,
    mqttUrl: values.url,
    count: wholeNumber('count', values.count, 1),
    format,
    out,
    cycle,
    heartbeatSeconds: Math.max(1, wholeNumber('heartbeat', values.heartbeat, 30)),
    battery: Math.min(100, wholeNumber('battery', values.battery, 90)),
    faults: {
      drop: wholeNumber('drop', values.drop, 0),
      neverConfirm: values['never-confirm'] ?? false,
      fail: values.fail ?? '',
    },
    enrollmentKey: values['enrollment-key'],
    draw: terminal && !values['no-draw'],
    exec: values.exec,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      options: {
        server: text,
        url: text,
        protocol: text,
        firmware: text,
        count: text,
        format: text,
        out: text,
        exec: text,
        sleep: text,
        wake: text,
        heartbeat: text,
        battery: text,
        drop: text,
        fail: text,
        'enrollment-key': text,
        'never-confirm': flag,
        'no-draw': flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  const number = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(number) || number < 0) throw new UsageError(`--${name}: must be a whole number`);
  return number;
}

function isFormat(text: string): text is FrameFormat {
  return (FRAME_FORMATS as readonly string[]).includes(text);
}
