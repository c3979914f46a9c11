import { setTimeout as pause } from 'node:timers/promises';
import { LoadClient } from './client.ts';
import { writeUntilBlocked } from './hostile-tasks.ts';
import { now } from './now.ts';
import { type Pace, paced } from './paced.ts';
import { addressOf, heartbeatOf, passwordOf, thingOf, topicOf } from './panels.ts';
import { PINGREQ } from './wire.ts';

/** Connections that are opened at the same time. */
const WINDOW = 64;
/** More than the buffers between two sockets can hold. */
const STALLING_BYTES = 2 ** 26;
const LAST_RESPONSES_MS = 10_000;

/** The connected panels by their numbers. */
const panels = new Map<number, LoadClient>();
let lost = 0;
let arrivals: [panel: number, at: number][] = [];

export const fleetTasks = {
  /** Connects the panels 0 to `count`; returns how many were accepted, and the time for all in ms. */
  async connect({ port, count }: { port: number; count: number }) {
    const begin = now();
    lost = 0;
    await forEachPanel(
      Array.from({ length: count }, (_, panel) => panel),
      (panel) => connectPanel(port, panel),
    );
    return { connected: panels.size, ms: now() - begin };
  },

  async subscribe() {
    await forEachPanel([...panels], ([panel, client]) => client.subscribe(topicOf(panel, 'down/#')));
  },

  /** One heartbeat of each panel. */
  async heartbeatOnce() {
    await forEachPanel([...panels], ([panel, client]) =>
      client.publish(topicOf(panel, 'up/heartbeat'), heartbeatOf(panel)),
    );
  },

  /**
   * Pings the broker from each panel once, spread over `seconds`; returns the number of responses and of lost
   * connections.
   */
  async ping({ seconds }: { seconds: number }) {
    const all = [...panels.values()];
    const responses: Promise<boolean>[] = [];
    await paced({ perSecond: all.length / seconds, seconds }, () => {
      const response = all
        .pop()
        ?.ping()
        .then(Boolean, () => false);
      if (response) responses.push(response);
    });
    return { alive: (await Promise.all(responses)).filter(Boolean).length, lost };
  },

  /**
   * Sends heartbeats with QoS 1 at a steady rate, all panels in turn. A panel that waits for an acknowledgement is
   * skipped, because a real one sends no second heartbeat either. Returns how many were acknowledged in time, the
   * milliseconds of each, and how many were never acknowledged.
   */
  async heartbeats({ perSecond, seconds }: Pace) {
    const all = [...panels];
    const waiting = new Set<number>();
    const taken: number[] = [];
    const end = now() + seconds * 1000;
    let next = 0;
    let inTime = 0;
    let failed = 0;
    const sendHeartbeat = async (panel: number, client: LoadClient) => {
      if (waiting.has(panel)) return;
      waiting.add(panel);
      const sent = now();
      try {
        const at = await client.publish(topicOf(panel, 'up/heartbeat'), heartbeatOf(panel));
        taken.push(at - sent);
        if (at <= end) inTime += 1;
      } catch {
        failed += 1;
      }
      waiting.delete(panel);
    };
    await paced({ perSecond, seconds }, () => {
      const [panel, client] = all[next++ % all.length] as [number, LoadClient];
      void sendHeartbeat(panel, client);
    });
    for (let waited = 0; waiting.size > 0 && waited < LAST_RESPONSES_MS; waited += 10) await pause(10);
    return { inTime, taken, missing: failed + waiting.size };
  },

  /** Returns the commands since the last call: the panel and the time of each. */
  async takeArrivals() {
    const taken = arrivals;
    arrivals = [];
    return taken;
  },

  /**
   * From now on every panel reconnects by itself. Resolves when each has lost its connection, connected again and
   * subscribed, or when the time is up. A panel tries again within a second after a failure.
   */
  async reconnect({ port, seconds }: { port: number; seconds: number }) {
    const deadline = now() + seconds * 1000;
    let back = 0;
    let failed = 0;
    const reconnects = [...panels].map(async ([panel, client]) => {
      if (!client.closed) await new Promise<void>((resolve) => Object.assign(client, { onClose: resolve }));
      while (now() < deadline) {
        await pause(Math.random() * 1000);
        try {
          await connectPanel(port, panel);
          await panels.get(panel)?.subscribe(topicOf(panel, 'down/#'));
          back += 1;
          return;
        } catch {
          failed += 1;
        }
      }
    });
    await Promise.all(reconnects);
    return { at: now(), back, failed };
  },

  /** A panel stops reading, and sends pings until the broker stops reading from it or closes the connection. */
  async stopReading({ panel }: { panel: number }) {
    const { socket } = panels.get(panel) as LoadClient;
    socket.pause();
    await writeUntilBlocked(socket, Buffer.alloc(2 ** 16, PINGREQ), STALLING_BYTES);
  },
};

/** @throws when the panel is not let in. */
async function connectPanel(port: number, panel: number): Promise<void> {
  const client = new LoadClient({ port, from: addressOf(panel) });
  const code = await client.connect(thingOf(panel), passwordOf(panel));
  if (code !== 0) {
    client.socket.destroy();
    throw new Error(`CONNACK ${code}`);
  }
  client.onMessage = (_payload, at) => arrivals.push([panel, at]);
  client.onClose = () => {
    lost += 1;
  };
  panels.set(panel, client);
}

/** Calls `work` for every item, several at once. Ignores failed items. */
async function forEachPanel<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item).catch(() => {});
  };
  await Promise.all(Array.from({ length: WINDOW }, worker));
}
