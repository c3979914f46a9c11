import type { Command } from '#modules/display';
import type { Note, WireConnection } from './mqtt-wire.ts';

/** A message of a panel, with the times at which it reached its gateway and was acknowledged. */
export interface PanelMessage {
  kind: 'confirm' | 'heartbeat';
  at: number;
  acknowledgedAt: number | null;
  presentationId: string | null;
  sha256: string | null;
  commandId: string;
  /** False when the panel reports a failure. */
  ok: boolean;
}

/** A command as it left its gateway. */
export interface SentCommand {
  at: number;
  connection: WireConnection;
  command: Command;
}

/** The confirms and heartbeats of a panel among its packets. */
export function readPanelMessages(notes: Note[]): PanelMessage[] {
  const open = new Map<string, PanelMessage[]>();
  const panelMessages: PanelMessage[] = [];
  for (const { at, direction, connection, packet } of notes) {
    const exchange = `${connection.port} ${connection.openedAt} ${connection.number} ${packet.packetId}`;
    if (direction === 'down' && packet.kind === 'puback') {
      const first = open.get(exchange)?.shift();
      if (first) first.acknowledgedAt = at;
    }
    const kind = packet.topic.split('/').at(-1);
    if (direction !== 'up' || (kind !== 'confirm' && kind !== 'heartbeat')) continue;
    const {
      presentationId = null,
      sha256 = null,
      commandId = '',
      ok = true,
    } = JSON.parse(String(packet.payload));
    const one: PanelMessage = { kind, at, acknowledgedAt: null, presentationId, sha256, commandId, ok };
    panelMessages.push(one);
    if (packet.packetId !== null) open.set(exchange, [...(open.get(exchange) ?? []), one]);
  }
  return panelMessages;
}

export function readCommands(notes: Note[]): SentCommand[] {
  return notes
    .filter(({ direction, packet }) => direction === 'down' && packet.kind === 'publish')
    .map(({ at, connection, packet }) => ({ at, connection, command: JSON.parse(String(packet.payload)) }));
}
