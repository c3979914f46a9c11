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
const SAMPLE_MS = 20;

/** `/push` beside create and confirm, and its load on the api process. */
export async function benchPush(): Promise<Figure[]> {
  return [...(await benchLatency()), ...(await benchApi())];
}

/**
 * Compares one request to `/push` with the three requests of the facade, in turns, from the first byte sent to the
 * confirm of the panel. Measures the CPU time of one process, which other work of the machine does not change. The
 * panel reports the end: requests for the state would add to the measurement.
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

/** Creates, uploads and confirms a text file, because a text asset has nothing to upload. */
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

/** Measures an api process alone, restricted to two cores where the system can do that. */
async function benchApi(): Promise<Figure[]> {
  const child = fork(join(import.meta.dirname, 'push-server.ts'), {
    execArgv: ['--expose-gc', '--max-semi-space-size=8'],
    // The settings in the Makefile.
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
    await pushTexts(push, TEXTS_AT_ONCE * 4); // loads code and caches of first requests
    await push(photograph());
    const begun = performance.now();
    await pushTexts(push, TEXTS);
    const perSecond = TEXTS / ((performance.now() - begun) / 1000);

    const bytes = Array.from({ length: PHOTOGRAPHS }, photograph);
    const before = await resident();
    let [peak, isOver] = [before, false];
    const sampleMemory = async () => {
      while (!isOver) {
        const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
        peak = Math.max(peak, Number(stdout) / 1024);
        await pause(SAMPLE_MS);
      }
    };
    const sampling = sampleMemory();
    await Promise.all(bytes.map(push));
    isOver = true;
    await sampling;
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

async function pushTexts(push: (raw: Buffer) => Promise<void>, count: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await push(Buffer.from(`Note ${next++}: the water is off on Tuesday.`));
  };
  await Promise.all(Array.from({ length: TEXTS_AT_ONCE }, work));
}

/** Bytes that begin like a PNG, which is enough because the api does not decode them. */
function photograph(): Buffer {
  const bytes = randomBytes(PHOTOGRAPH_BYTES);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  return bytes;
}

if (import.meta.main) console.log(table(await benchPush()));
