import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until, within } from '#test/support/until.ts';
import { createPacketSplitter, numberOf, packetOf, publishPacket, textOf } from './mqtt-packets.ts';

export interface MinimalPanelOptions {
  url: string;
  thingName: string;
  password: string;
  /** What a small client can hold; larger packets are dropped, in both directions, without a word. */
  bufferBytes: number;
  qos: 0 | 1;
  /** Sends everything up to the heartbeat at once, without waiting for the responses in between. */
  pipelined?: boolean;
}

/**
 * Firmware as an engineer would write it who has nothing but docs/panel-protocol.md and a small MQTT client: no library,
 * no queue, no memory but that of the glass.
 */
export interface MinimalPanel {
  screen: { presentationId: string | null; sha256: string } | null;
  /** Largest packets that it was sent and that it wanted to send, kept or dropped. */
  largest: { received: number; sent: number };
  dropped: number;
  /**
   * Connects, subscribes and reports, again when the connection is refused or ends before that. Resolves when the report
   * has left, with QoS 1 when it was acknowledged.
   */
  wake(): Promise<void>;
  heartbeat(): Promise<void>;
  /**
   * Resolves when the next command has been carried out and, with QoS 1, its confirm acknowledged. One whose frame could
   * not be fetched does not count: it comes again.
   */
  served(): Promise<void>;
  /** Resolves when that presentation is on the glass: a command before it may have come twice. */
  shows(presentationId: string): Promise<void>;
  /** Says goodbye. */
  sleep(): Promise<void>;
}

const RECONNECT_MS = 50;

export function createMinimalPanel(options: MinimalPanelOptions): MinimalPanel {
  const { thingName, password, qos, bufferBytes } = options;
  const root = `placard/dev/${thingName}`;
  let socket: Socket | undefined;
  let packetId = 1;
  let responses = new Map<string, () => void>();
  let onServed: (() => void)[] = [];

  const panel: MinimalPanel = {
    screen: null,
    largest: { received: 0, sent: 0 },
    dropped: 0,

    async wake() {
      await until(
        'the panel to be let in',
        async () => {
          const opened = await open();
          const ended = new Promise((resolve) => opened.once('close', () => resolve('ended')));
          return (await Promise.race([ended, introduce()])) !== 'ended';
        },
        { everyMs: RECONNECT_MS },
      );
    },
    heartbeat: () => publish('heartbeat', { ts: 0, firmware: '1', battery: null, ...glassOr(null) }),
    served: () => within('the panel to be served', new Promise((resolve) => onServed.push(resolve))),
    async shows(presentationId) {
      while (panel.screen?.presentationId !== presentationId) await panel.served();
    },
    async sleep() {
      if (!socket || socket.destroyed) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.once('close', () => resolve());
      socket.end(packetOf(0xe0, []));
      await promise;
    },
  };
  return panel;

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(options.url);
    const opened = connect(Number(port), hostname).setNoDelay(true);
    socket = opened;
    opened.on('error', () => {});
    responses = new Map();
    const split = createPacketSplitter();
    opened.on('data', (piece) => {
      for (const packet of split(piece)) receive(packet);
    });
    await once(opened, 'connect');
    return opened;
  }

  /** Never ends when the connection ends meanwhile. */
  async function introduce(): Promise<void> {
    const steps = [
      () => exchange('connack', packetOf(0x10, connectBody())),
      () => exchange('suback', packetOf(0x82, [numberOf(1), textOf(`${root}/down/#`), Buffer.from([qos])])),
      () => panel.heartbeat(),
    ];
    if (options.pipelined) await Promise.all(steps.map((step) => step()));
    else for (const step of steps) await step();
  }

  function connectBody(): Buffer[] {
    const flags = 0xc2; // user name, password, clean session
    return [
      textOf('MQTT'),
      Buffer.from([4, flags]),
      numberOf(60),
      textOf(thingName),
      textOf(thingName),
      textOf(password),
    ];
  }

  function glassOr(nothing: null) {
    return {
      presentationId: panel.screen?.presentationId ?? nothing,
      sha256: panel.screen?.sha256 ?? nothing,
    };
  }

  /** Nothing follows a goodbye: a command that is carried out at that moment is not confirmed any more. */
  function send(bytes: Buffer): void {
    if (socket?.writable) socket.write(bytes);
  }

  /** Waits for the response of that kind; `puback` names its packet id as well. */
  async function exchange(response: string, bytes: Buffer): Promise<void> {
    const responded = new Promise<void>((resolve) => responses.set(response, resolve));
    send(bytes);
    await responded;
  }

  async function publish(kind: string, message: object): Promise<void> {
    const id = qos === 1 ? ++packetId : undefined;
    const { bytes } = publishPacket(`${root}/up/${kind}`, JSON.stringify(message), id);
    panel.largest.sent = Math.max(panel.largest.sent, bytes.length);
    if (bytes.length > bufferBytes) panel.dropped += 1;
    else if (id) await exchange(`puback ${id}`, bytes);
    else send(bytes);
  }

  function receive({
    kind,
    bytes,
    packetId: id,
    payload,
  }: ReturnType<ReturnType<typeof createPacketSplitter>>[0]) {
    panel.largest.received = Math.max(panel.largest.received, bytes.length);
    if (bytes.length > bufferBytes) {
      panel.dropped += 1;
      return;
    }
    if (kind === 'publish') {
      if (id) send(packetOf(0x40, [numberOf(id)]));
      void carryOut(JSON.parse(String(payload))).then((done) => {
        if (!done) return;
        for (const resolve of onServed) resolve();
        onServed = [];
      });
    } else responses.get(kind === 'puback' ? `puback ${id}` : kind)?.();
  }

  /** Whether the command is carried out; when its frame could not be fetched, a heartbeat says what is on the glass. */
  async function carryOut(command: Record<string, string>): Promise<boolean> {
    const { id: commandId, url = '', sha256 = '', presentationId = null } = command;
    if (command.kind === 'unbound') return true;
    if (panel.screen?.sha256 !== sha256 && !(await fetchFrame(url, sha256))) {
      await panel.heartbeat();
      return false;
    }
    panel.screen = { presentationId, sha256 };
    await publish('confirm', { commandId, presentationId, sha256, shownAt: 1_763_632_812, ok: true });
    return true;
  }
}

/** Whether all of the frame arrived. */
async function fetchFrame(url: string, sha256: string): Promise<boolean> {
  try {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    return createHash('sha256').update(bytes).digest('hex') === sha256;
  } catch {
    return false;
  }
}
