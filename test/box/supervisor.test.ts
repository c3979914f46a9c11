import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { Log } from '#shared/log.ts';
import { BackOff } from '../../box/back-off.ts';
import { Supervisor } from '../../box/supervisor.ts';

const MINUTE_MS = 60_000;

test('after a run of a minute there is no pause, however many short runs came before', (t) => {
  const backOff = new BackOff();
  const short = Array.from({ length: 12 }, () => backOff.nextPauseMs(0));
  t.deepEqual(short.slice(0, 4), [100, 200, 400, 800]);
  t.is(short.at(-1), 30_000);
  t.is(backOff.nextPauseMs(MINUTE_MS), 0);
  t.is(backOff.nextPauseMs(MINUTE_MS), 0);
  t.is(backOff.nextPauseMs(1_000), 100);
});

/** The first pauses before restarts of a child that is ready at once and ends `lifeMs` later. */
async function pausesOf(lifeMs: number, healthyAfterMs: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-supervisor-'));
  const script = join(folder, 'child.mjs');
  await writeFile(script, `process.send({ type: 'ready' }); setTimeout(() => process.exit(1), ${lifeMs});`);
  const pauses: number[] = [];
  const enough = Promise.withResolvers<void>();
  const error = ({ pauseMs }: { pauseMs: number }) => {
    pauses.push(pauseMs);
    if (pauses.length === 3) enough.resolve();
  };
  const log = { error } as unknown as Log;
  const plan = { name: 'child', script };
  const supervisor = new Supervisor([plan], { environment: {}, log, healthyAfterMs });
  await enough.promise;
  await supervisor.stop(Promise.resolve());
  await rm(folder, { recursive: true });
  return pauses;
}

test('a child that ran long enough is restarted at once, each time', async (t) => {
  t.deepEqual(await pausesOf(60, 50), [0, 0, 0]);
});

test('a child that ends soon is restarted after growing pauses', async (t) => {
  t.deepEqual(await pausesOf(0, MINUTE_MS), [100, 200, 400]);
});
