import type { Command } from '#modules/display';
import type { Note, WireConnection } from './mqtt-wire.ts';

/** Something that a panel said, when it reached its gateway and when the gateway answered for it. */
export interface Said {
  kind: 'confirm' | 'heartbeat';
  at: number;
  acknowledgedAt: number | null;
  presentationId: string | null;
  sha256: string | null;
  commandId: string;
  /** False when the panel says that it failed. */
  ok: boolean;
}

/** A command as it left its gateway. */
export interface SentCommand {
  at: number;
  connection: WireConnection;
  command: Command;
}

/** The panel's confirms and heartbeats among what went over the wire. */
export function readSaid(notes: Note[]): Said[] {
  const open = new Map<string, Said[]>();
  const said: Said[] = [];
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
    const one: Said = { kind, at, acknowledgedAt: null, presentationId, sha256, commandId, ok };
    said.push(one);
    if (packet.packetId !== null) open.set(exchange, [...(open.get(exchange) ?? []), one]);
  }
  return said;
}

export function readCommands(notes: Note[]): SentCommand[] {
  return notes
    .filter(({ direction, packet }) => direction === 'down' && packet.kind === 'publish')
    .map(({ at, connection, packet }) => ({ at, connection, command: JSON.parse(String(packet.payload)) }));
}
