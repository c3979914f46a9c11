import { setTimeout as pause } from 'node:timers/promises';
import { LoadClient } from './client.ts';
import { pour } from './hostile-tasks.ts';
import { now } from './now.ts';
import { type Pace, paced } from './paced.ts';
import { addressOf, heartbeatOf, passwordOf, thingOf, topicOf } from './panels.ts';
import { PINGREQ } from './wire.ts';

/** Connections that are being opened at once. */
const WINDOW = 64;
/** What is on the way between two sockets is never that much. */
const STALLING_BYTES = 2 ** 26;
const LAST_ANSWERS_MS = 10_000;

/** The connected panels, by number. */
const panels = new Map<number, LoadClient>();
let lost = 0;
let arrivals: [panel: number, at: number][] = [];

export const fleetTasks = {
  /** Connects the panels 0 to `count`; returns how many were accepted and how long all of it took, in ms. */
  async connect({ port, count }: { port: number; count: number }) {
    const begin = now();
    lost = 0;
    await each(
      Array.from({ length: count }, (_, panel) => panel),
      (panel) => enter(port, panel),
    );
    return { connected: panels.size, ms: now() - begin };
  },

  async subscribe() {
    await each([...panels], ([panel, client]) => client.subscribe(topicOf(panel, 'down/#')));
  },

  /** One heartbeat of each panel. */
  async greet() {
    await each([...panels], ([panel, client]) =>
      client.publish(topicOf(panel, 'up/heartbeat'), heartbeatOf(panel)),
    );
  },

  /** Pings the broker from each panel once, spread over so many seconds; returns how many got a response. */
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
   * Heartbeats with QoS 1, all panels in turn, at a steady rate. A panel whose last one is not acknowledged yet stays
   * out, as a real one would. Answers how many were acknowledged within the time, what each took in ms, and how many
   * never were.
   */
  async heartbeats({ perSecond, seconds }: Pace) {
    const all = [...panels];
    const waiting = new Set<number>();
    const taken: number[] = [];
    const end = now() + seconds * 1000;
    let next = 0;
    let within = 0;
    let failed = 0;
    const one = async (panel: number, client: LoadClient) => {
      if (waiting.has(panel)) return;
      waiting.add(panel);
      const sent = now();
      try {
        const at = await client.publish(topicOf(panel, 'up/heartbeat'), heartbeatOf(panel));
        taken.push(at - sent);
        if (at <= end) within += 1;
      } catch {
        failed += 1;
      }
      waiting.delete(panel);
    };
    await paced({ perSecond, seconds }, () => {
      const [panel, client] = all[next++ % all.length] as [number, LoadClient];
      void one(panel, client);
    });
    for (let waited = 0; waiting.size > 0 && waited < LAST_ANSWERS_MS; waited += 10) await pause(10);
    return { within, taken, missing: failed + waiting.size };
  },

  /** The commands that have come since the last call: to which panel, and when. */
  async takeArrivals() {
    const taken = arrivals;
    arrivals = [];
    return taken;
  },

  /**
   * Has every panel come back by itself from now on; resolves when each has lost its connection, connected anew and
   * subscribed, or when the time is up. Each tries again up to a second after it failed.
   */
  async comeBack({ port, seconds }: { port: number; seconds: number }) {
    const deadline = now() + seconds * 1000;
    let back = 0;
    let failed = 0;
    const returns = [...panels].map(async ([panel, client]) => {
      if (!client.closed) await new Promise<void>((resolve) => Object.assign(client, { onClose: resolve }));
      while (now() < deadline) {
        await pause(Math.random() * 1000);
        try {
          await enter(port, panel);
          await panels.get(panel)?.subscribe(topicOf(panel, 'down/#'));
          back += 1;
          return;
        } catch {
          failed += 1;
        }
      }
    });
    await Promise.all(returns);
    return { at: now(), back, failed };
  },

  /** A panel stops reading, and asks for signs of life until the broker reads no more from it either, or hangs up. */
  async stall({ panel }: { panel: number }) {
    const { socket } = panels.get(panel) as LoadClient;
    socket.pause();
    await pour(socket, Buffer.alloc(2 ** 16, PINGREQ), STALLING_BYTES);
  },
};

/** @throws when the panel is not let in. */
async function enter(port: number, panel: number): Promise<void> {
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

/** Calls `work` for every item, some at once; those that fail are left out. */
async function each<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item).catch(() => {});
  };
  await Promise.all(Array.from({ length: WINDOW }, worker));
}
