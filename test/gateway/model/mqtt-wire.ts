import { connect, createServer, type Socket } from 'node:net';
import { listenLocally, stopListening } from './listen.ts';
import { createPacketSplitter, type Packet, publishPacket, repeated } from './mqtt-packets.ts';

export type Direction = 'up' | 'down';
/** What becomes of one message or acknowledgement. `late`: the one after it overtakes it. */
export type Fault = 'lose' | 'repeat' | 'late';

/** A connection as its gateway sees it. Times in milliseconds of the wall clock. */
export interface WireConnection {
  number: number;
  port: number;
  openedAt: number;
  /** When the gateway let the panel in. */
  acceptedAt: number | null;
  /** Whether the panel listens for commands. */
  subscribed: boolean;
  closedAt: number | null;
}

/** A packet at the gateway's end of the wire: when it came out or went in. */
export interface Note {
  at: number;
  direction: Direction;
  connection: WireConnection;
  packet: Packet;
}

/** What lies between a panel and whichever gateway it reaches, and what goes wrong there. */
export interface MqttWire {
  url: string;
  /** Port of the gateway that new connections reach; existing ones stay where they are. */
  target: number;
  connections: WireConnection[];
  notes: Note[];
  /** The next messages of a direction meet these fates. */
  inflict(direction: Direction, faults: Fault[]): void;
  /** Puts a message with QoS 0 into the newest connection, as if the panel had sent it. */
  say(topic: string, payload: string): void;
  /** Keeps everything of a direction back until it is released. */
  hold(direction: Direction): void;
  /** Ends all faults, and lets go what was kept back. */
  release(): void;
  /** Both ends lose the connection. */
  cut(): void;
  /** The panel is gone, and its gateway is not notified: what was on its way up still arrives when it is released. */
  abandon(): void;
  close(): Promise<void>;
}

interface Pipe {
  connection: WireConnection;
  ends: Record<Direction, Socket>;
}

export async function createMqttWire(): Promise<MqttWire> {
  const pipes = new Set<Pipe>();
  const planned: Record<Direction, Fault[]> = { up: [], down: [] };
  const held: Record<Direction, boolean> = { up: false, down: false };
  let waiting: { pipe: Pipe; direction: Direction; packet: Packet }[] = [];
  const overtaken = new Map<Socket, Packet>();

  const server = createServer((panel) => {
    const gateway = connect(wire.target, '127.0.0.1');
    const connection: WireConnection = {
      number: wire.connections.length,
      port: wire.target,
      openedAt: Date.now(),
      acceptedAt: null,
      subscribed: false,
      closedAt: null,
    };
    wire.connections.push(connection);
    const pipe: Pipe = { connection, ends: { up: gateway, down: panel } };
    pipes.add(pipe);
    for (const [direction, from] of [
      ['up', panel],
      ['down', gateway],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', () => {});
      const split = createPacketSplitter();
      from.on('data', (piece) => {
        for (const packet of split(piece)) accept(pipe, direction, packet);
      });
    }
    gateway.on('close', () => {
      connection.closedAt = Date.now();
      pipes.delete(pipe);
      panel.destroy();
    });
    panel.on('close', () => {
      if (!abandoned.has(pipe)) gateway.end();
    });
  });
  const abandoned = new WeakSet<Pipe>();

  function accept(pipe: Pipe, direction: Direction, packet: Packet): void {
    if (direction === 'down') note(pipe, direction, packet);
    if (held[direction]) waiting.push({ pipe, direction, packet });
    else pass(pipe, direction, packet);
  }

  function note({ connection }: Pipe, direction: Direction, packet: Packet): void {
    if (packet.kind === 'connack' && packet.accepted) connection.acceptedAt = Date.now();
    if (packet.kind === 'suback') connection.subscribed = true;
    wire.notes.push({ at: Date.now(), direction, connection, packet });
  }

  function pass(pipe: Pipe, direction: Direction, packet: Packet): void {
    const disturbed = packet.kind === 'publish' || packet.kind === 'puback';
    const fault = disturbed ? planned[direction].shift() : undefined;
    const end = pipe.ends[direction];
    if (fault === 'lose') return;
    if (fault === 'late') {
      const before = overtaken.get(end);
      overtaken.set(end, packet);
      if (before) deliver(pipe, direction, before.bytes, before);
      return;
    }
    deliver(pipe, direction, packet.bytes, packet);
    if (fault === 'repeat') deliver(pipe, direction, repeated(packet), packet);
    const before = overtaken.get(end);
    overtaken.delete(end);
    if (before) deliver(pipe, direction, before.bytes, before);
  }

  function deliver(pipe: Pipe, direction: Direction, bytes: Buffer, packet: Packet): void {
    const end = pipe.ends[direction];
    if (end.destroyed || end.writableEnded) return;
    if (direction === 'up') note(pipe, direction, packet);
    end.write(bytes);
  }

  const wire: MqttWire = {
    url: '',
    target: 0,
    connections: [],
    notes: [],
    inflict: (direction, faults) => void planned[direction].push(...faults),
    say(topic, payload) {
      const newest = [...pipes].at(-1);
      if (newest?.connection.acceptedAt) accept(newest, 'up', publishPacket(topic, payload));
    },
    hold(direction) {
      held[direction] = true;
    },
    release() {
      for (const direction of ['up', 'down'] as const) {
        held[direction] = false;
        planned[direction] = [];
      }
      const late = waiting;
      waiting = [];
      for (const { pipe, direction, packet } of late) pass(pipe, direction, packet);
      for (const pipe of pipes)
        for (const direction of ['up', 'down'] as const) {
          const packet = overtaken.get(pipe.ends[direction]);
          overtaken.delete(pipe.ends[direction]);
          if (packet) deliver(pipe, direction, packet.bytes, packet);
        }
    },
    cut() {
      for (const { ends } of pipes) for (const end of [ends.up, ends.down]) end.destroy();
    },
    abandon() {
      for (const pipe of pipes) {
        abandoned.add(pipe);
        pipe.ends.down.destroy();
      }
    },
    close: () => stopListening(server, wire.cut),
  };
  wire.url = `mqtt://127.0.0.1:${await listenLocally(server)}`;
  return wire;
}
