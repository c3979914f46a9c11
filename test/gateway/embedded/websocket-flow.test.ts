import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import test from 'ava';
import type { WebSocket } from 'ws';
import { until, within } from '#test/support/until.ts';
import { openWebSocket, startPlainGateway, startTunnel } from './tunnel-stand.ts';

/** Far more than the system's own buffers of both connections hold. */
const TOTAL = 64 * 1024 * 1024;
const CHUNK = Buffer.from(Array.from({ length: 8192 }, (_, i) => (i * 31) & 255));
/** No progress for so long counts as none at all. */
const STALL_MS = 400;

interface Stream {
  sent(): number;
  finished: Promise<void>;
}

async function connected() {
  const gateway = await startPlainGateway();
  const tunnel = await startTunnel(gateway.port);
  const accepted = gateway.accepted();
  const panel = await openWebSocket(tunnel.wsUrl);
  const close = async () => {
    await tunnel.close(0);
    gateway.server.close();
  };
  return { panel, atGateway: await accepted, close };
}

/** Sends everything, each chunk when the one before has left. */
function sendAll(send: (chunk: Buffer) => Promise<unknown>): Stream {
  let sent = 0;
  const finished = (async () => {
    for (; sent < TOTAL; sent += CHUNK.length) await send(CHUNK);
  })();
  return { sent: () => sent, finished };
}

const fromPanel = (panel: WebSocket) =>
  sendAll((chunk) => new Promise((resolve) => panel.send(chunk, resolve)));
const fromGateway = (socket: Socket) =>
  sendAll((chunk) => new Promise((resolve) => socket.write(chunk, resolve)));

/** Resolves when nothing has been sent for a while. */
async function stalled({ sent }: Stream): Promise<number> {
  for (;;) {
    const before = sent();
    await new Promise((resolve) => setTimeout(resolve, STALL_MS));
    if (sent() === before) return before;
  }
}

const whole = createHash('sha256');
for (let n = 0; n < TOTAL; n += CHUNK.length) whole.update(CHUNK);
const expected = whole.digest('hex');

test.serial('a gateway that does not read stops the panel, and loses nothing', async (t) => {
  const { panel, atGateway, close } = await connected();
  const stream = fromPanel(panel);
  t.true((await stalled(stream)) < TOTAL / 2);
  const hash = createHash('sha256');
  let received = 0;
  atGateway.on('data', (chunk) => {
    hash.update(chunk);
    received += chunk.length;
  });
  await stream.finished;
  await until('all that was sent', () => received >= TOTAL);
  t.is(hash.digest('hex'), expected);
  await close();
});

test.serial('a panel that does not read stops the gateway, and loses nothing', async (t) => {
  const { panel, atGateway, close } = await connected();
  panel.pause();
  const stream = fromGateway(atGateway);
  t.true((await stalled(stream)) < TOTAL / 2);
  const hash = createHash('sha256');
  let received = 0;
  panel.on('message', (chunk: Buffer) => {
    hash.update(chunk);
    received += chunk.length;
  });
  panel.resume();
  await stream.finished;
  await until('all that was sent', () => received >= TOTAL);
  t.is(hash.digest('hex'), expected);
  await close();
});

test.serial(
  'a panel that disconnects while it does not read ends its connection to the gateway',
  async (t) => {
    const { panel, atGateway, close } = await connected();
    panel.pause();
    const stream = fromGateway(atGateway);
    stream.finished.catch(() => {});
    await stalled(stream);
    panel.terminate();
    const closed = new Promise((resolve) => atGateway.once('close', resolve));
    await within('the connection at the gateway to close', closed);
    await close();
    t.pass();
  },
);
