import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sha256 } from '#shared/keys.ts';
import { LoadClient } from './client.ts';
import { now } from './now.ts';
import { type Pace, paced } from './paced.ts';
import {
  addressOf,
  firstFrameOf,
  heartbeatOf,
  passwordOf,
  type ShownFrame,
  thingOf,
  topicOf,
} from './panels.ts';

/**
 * The time for which a sleeping panel waits for a command after the acknowledgement of its heartbeat:
 * docs/panel-protocol.md.
 */
const COMMAND_WAIT_MS = 3_000;

interface Wake {
  panel: number;
  /** The picture that the panel shows when it goes to sleep. */
  shown: ShownFrame;
  /** Milliseconds from waking to the acknowledgement of the heartbeat. */
  heartbeatMs: number;
  /** Milliseconds from waking to the acknowledgement of the confirm; null without a command. */
  confirmMs: number | null;
}

interface ShowCommand extends ShownFrame {
  id: string;
  kind: string;
  url: string;
  sizeBytes: number;
}

/** Panels that sleep between their connections, as in the protocol. */
export const sleeperTasks = {
  /** Wakes the panels from `first` on at a steady rate. Returns the times of each, and the reasons of failures. */
  async wakeAll({ port, perSecond, seconds, first = 0 }: Pace & { port: number; first?: number }) {
    const wakes: Promise<Wake>[] = [];
    await paced({ perSecond, seconds }, () => wakes.push(wake(port, first + wakes.length)));
    const settled = await Promise.allSettled(wakes);
    return {
      wakes: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      failures: settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
    };
  },
};

async function wake(port: number, panel: number): Promise<Wake> {
  const begin = now();
  const client = new LoadClient({ port, from: addressOf(panel) });
  try {
    const command = Promise.withResolvers<ShowCommand | null>();
    client.onMessage = (payload) => command.resolve(JSON.parse(payload.toString()));
    const code = await client.connect(thingOf(panel), passwordOf(panel));
    if (code !== 0) throw new Error(`CONNACK ${code}`);
    await client.subscribe(topicOf(panel, 'down/#'));
    const heartbeatMs = (await client.publish(topicOf(panel, 'up/heartbeat'), heartbeatOf(panel))) - begin;
    const commandTimer = setTimeout(() => command.resolve(null), COMMAND_WAIT_MS);
    const show = await command.promise;
    clearTimeout(commandTimer);
    if (!show) return { panel, shown: firstFrameOf(panel), heartbeatMs, confirmMs: null };
    await fetchFrame(show);
    const { id: commandId, presentationId, sha256 } = show;
    const confirm = JSON.stringify({ commandId, presentationId, sha256, shownAt: 0, ok: true });
    const confirmMs = (await client.publish(topicOf(panel, 'up/confirm'), confirm)) - begin;
    return { panel, shown: { presentationId, sha256 }, heartbeatMs, confirmMs };
  } finally {
    client.disconnect();
  }
}

/** @throws when the frame cannot be fetched or differs from the command */
async function fetchFrame({ url, sizeBytes, sha256: expected }: ShowCommand): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { agent: false }, resolve).once('error', reject),
  );
  const bytes = await buffer(response);
  if (response.statusCode !== 200)
    throw new Error(`the response to the frame had the status ${response.statusCode}`);
  if (bytes.length !== sizeBytes || sha256(bytes) !== expected) throw new Error('wrong frame');
}
