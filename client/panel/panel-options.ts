import type { FrameFormat } from './command.ts';
import type { Credentials } from './enroll.ts';
import type { Frame } from './frame.ts';
import type { ConnectionOptions } from './mqtt-connection.ts';
import type { FrameCommand } from './panel-event.ts';

/** Simulated faults; may be changed while the panel runs. */
export interface Faults {
  /** Loses every nth command. */
  drop?: number;
  neverConfirm?: boolean;
  /** Fails every picture with this reason. */
  fail?: string;
}

export interface PanelOptions extends ConnectionOptions {
  /** Base address of the HTTP server. */
  server: string;
  hardwareId: string;
  format?: FrameFormat;
  /** Reported at enrolment. */
  model?: string;
  /** From an earlier enrolment. */
  credentials?: Credentials | undefined;
  enrollmentKey?: string | undefined;
  firmware?: string;
  battery?: number | null;
  /** Signal in dBm; null without a measurement. */
  rssi?: number | null;
  /** The panel sleeps between its connections and asks for wake times. */
  sleeps?: boolean;
  heartbeatMs?: number;
  /** How long to wait for an acknowledgement before reconnecting, which sends the message again. */
  ackMs?: number;
  faults?: Faults;
  /** Number of newest events to keep. Default: all. */
  maxEvents?: number;
  /**
   * Shows a verified frame: resolves when it is on the screen, rejects with the reason when it cannot be shown. Commands that
   * a newer one has replaced before their turn are skipped. Default: frames are shown in memory.
   */
  show?(frame: Frame, command: FrameCommand, signal: AbortSignal): Promise<void>;
}

const DEFAULTS = {
  format: 'raw1',
  firmware: 'simulator 1',
  model: 'simulator',
  battery: 90,
  rssi: -60,
  heartbeatMs: 30_000,
  ackMs: 30_000,
} as const;

/** Fills in defaults; null stays null. */
export function withDefaults(options: PanelOptions) {
  const defined = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...(Object.fromEntries(defined) as unknown as PanelOptions) };
}
