import type { Command } from './command.ts';
import type { Frame } from './frame.ts';

/** A command that names a frame. */
export type FrameCommand = Exclude<Command, { kind: 'unbound' | 'sleep' }>;

export type PanelEvent =
  | { what: 'connected' | 'disconnected' | 'unbound' }
  | { what: 'command'; command: Command }
  | { what: 'dropped'; command: Command }
  /** A verified frame is on the screen. */
  | { what: 'frame'; command: FrameCommand; frame: Frame }
  | { what: 'failed'; command: Command; reason: string }
  /** The frame could not be fetched: a heartbeat asks the server for the command again. */
  | { what: 'not fetched'; command: Command; reason: string }
  /** The confirm was acknowledged: its effect is stored. */
  | { what: 'confirmed'; command: Command };

export function presentationOf(command: Command): string | null {
  return command.kind === 'show' ? command.presentationId : null;
}

export function describeEvent(event: PanelEvent): string {
  if (!('command' in event)) return event.what;
  return `${event.what} ${event.command.kind} ${presentationOf(event.command)?.slice(-6) ?? ''}`;
}
