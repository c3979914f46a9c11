import { execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readEnvironment } from '#shared/config.ts';
import { newId } from '#shared/ids.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
import { type Figure, table } from './figure.ts';
import { median } from './imaging-row.ts';

const PAIRS = 40;
const WARM_UP_PAIRS = 4;
const TEXTS = 1_000;
const TEXTS_AT_ONCE = 32;
const PHOTOGRAPHS = 20;
const PHOTOGRAPH_BYTES = 10 * 2 ** 20;
const LOOK_MS = 20;

/** `/push` beside create and confirm, and its load on the api process. */
export async function benchPush(): Promise<Figure[]> {
  return [...(await benchLatency()), ...(await benchApi())];
}

/**
 * From the first byte sent to the confirmed panel: by one request, and by the three of the facade, by turns, in one
 * process, whose CPU time other work on the machine does not change. The panel says when it is over: requests for the
 * state meanwhile would slow down what is measured.
 */
async function benchLatency(): Promise<Figure[]> {
  const app = await startTestApp({ worker: true, gateway: true });
  try {
    const owner = await registerPerson(createClient(app), app.url);
    const { panel, displayId } = await owner.panel({ heartbeatMs: 30_000 });
    await panel.command('bound');
    let confirmed = Promise.withResolvers<void>();
    panel.events.watch((event) => {
      if (event.what === 'confirmed' && event.command.kind === 'show') confirmed.resolve();
    });
    const push = { way: byPush, wall: [] as number[], cpu: [] as number[] };
    const facade = { way: byFacade, wall: [] as number[], cpu: [] as number[] };
    for (let n = -WARM_UP_PAIRS; n < PAIRS; n++) {
      for (const { way, wall, cpu } of n % 2 === 0 ? [push, facade] : [facade, push]) {
        confirmed = Promise.withResolvers();
        const [begun, used] = [performance.now(), process.cpuUsage()];
        await way(owner, displayId, `Note ${n} ${way.name}: the water is off on Tuesday.`);
        await confirmed.promise;
        const { user, system } = process.cpuUsage(used);
        if (n < 0) continue;
        wall.push(performance.now() - begun);
        cpu.push((user + system) / 1000);
      }
    }
    await panel.sleep();
    const name = 'text to confirmed panel by /push, beside the three calls of the facade: median';
    const shared = { unit: 'ms', goal: 0.8 };
    return [
      { name, ours: median(push.wall), theirs: median(facade.wall), ...shared },
      { name: `${name}, CPU time`, ours: median(push.cpu), theirs: median(facade.cpu), ...shared },
    ];
  } finally {
    await app.close();
  }
}

async function byPush({ sdk }: Person, displayId: string, text: string): Promise<void> {
  const { status, text: said } = await sdk.post(`/push/${displayId}`, { raw: Buffer.from(text) });
  if (status !== 201) throw new Error(said);
}

/** Create, upload and confirm: a text file, since a text asset has nothing to upload. */
async function byFacade({ sdk }: Person, displayId: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const asset = { type: 'file', filename: 'note.txt', contentType: 'text/plain', sizeBytes: bytes.length };
  const created = await sdk.post('/api/sdk/v1/contents', {
    key: newId(),
    body: { mode: 'manual', displayId, assets: [asset] },
  });
  const [{ url, fields }] = created.body.uploadTickets;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields as Record<string, string>)) form.append(name, value);
  form.append('file', new Blob([bytes], { type: 'text/plain' }), 'note.txt');
  await fetch(url, { method: 'POST', body: form });
  const { status, text: said } = await sdk.post(`/api/sdk/v1/contents/${created.body.content.id}/confirm`);
  if (status !== 200) throw new Error(said);
}

/** An api process alone, on two cores where the system lets it be held to them. */
async function benchApi(): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'push-server.ts'), {
    execArgv: ['--expose-gc', '--max-semi-space-size=8'],
    // As in the Makefile.
    env: {
      ...readEnvironment(),
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '65536',
      MALLOC_MMAP_THRESHOLD_: '65536',
    },
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [Pick<TestApp, 'url'>];
    await promisify(execFile)('taskset', ['-apc', '0,1', String(child.pid)]).catch(() => {});
    const { sdk } = await registerPerson(createClient({ url, surfaces: [] }), url);
    const push = async (raw: Buffer) => {
      const { status, text } = await sdk.post('/push', { raw });
      if (status !== 201) throw new Error(text);
    };
    const resident = async () => {
      child.send('resident');
      return ((await once(child, 'message')) as [number])[0];
    };
    await texts(push, TEXTS_AT_ONCE * 4); // whatever is loaded with the first ones
    await push(photograph());
    const begun = performance.now();
    await texts(push, TEXTS);
    const perSecond = TEXTS / ((performance.now() - begun) / 1000);

    const bytes = Array.from({ length: PHOTOGRAPHS }, photograph);
    const before = await resident();
    let [peak, over] = [before, false];
    const look = async () => {
      while (!over) {
        const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
        peak = Math.max(peak, Number(stdout) / 1024);
        await pause(LOOK_MS);
      }
    };
    const looking = look();
    await Promise.all(bytes.map(push));
    over = true;
    await looking;
    return [
      {
        name: 'texts accepted by /push on 2 cores',
        ours: perSecond,
        theirs: null,
        unit: '1/s',
        goal: 200,
        atLeast: true,
      },
      {
        name: `${PHOTOGRAPHS} photographs of 10 MiB at once: growth of the api`,
        ours: peak - before,
        theirs: null,
        unit: 'MB',
        goal: 20,
      },
    ];
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

async function texts(push: (raw: Buffer) => Promise<void>, count: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await push(Buffer.from(`Note ${next++}: the water is off on Tuesday.`));
  };
  await Promise.all(Array.from({ length: TEXTS_AT_ONCE }, work));
}

/** Bytes that begin as a PNG: the api decodes none. */
function photograph(): Buffer {
  const bytes = randomBytes(PHOTOGRAPH_BYTES);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  return bytes;
}

if (import.meta.main) console.log(table(await benchPush()));
