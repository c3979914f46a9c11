import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson, type Upload } from '#test/support/person.ts';
import { planSettings } from '#test/support/plans.ts';
import { claimDisplay } from '../modules/library/stand.ts';
import { median, type Row } from './imaging-row.ts';
import { percentile, single } from './single-row.ts';

/** Of each: what the machine does besides weighs on some of them only. */
const BLOCKS = 5;
const ROUNDS = 160;
const PARALLEL = 4;
const PARALLEL_ROUNDS = 50;
const WARM_UP = 30;
const GOAL_MS = 2;

/**
 * What reserving a push adds to `POST /contents/{id}/confirm` of a picture for a display: an api with BILLING=off and
 * one with BILLING=stripe in this process, asked in turns over real HTTP, by one caller and by several of one user at
 * once. The quota is far from exhausted. The database is the tests', which does not wait for the disk. Each figure is
 * the median of several blocks.
 */
export async function benchBilling(): Promise<Row[]> {
  const settings = planSettings({ free: { quotas: { pushes: 1_000_000 } } });
  const apps = [await startTestApp(), await startTestApp({ settings })];
  try {
    const sides = await Promise.all(apps.map(openAccount));
    return [
      ...(await compare('one caller', sides, ROUNDS, 1)),
      ...(await compare(`${PARALLEL} callers of one user`, sides, PARALLEL_ROUNDS, PARALLEL)),
    ];
  } finally {
    for (const app of apps) await app.close();
  }
}

interface Account {
  person: Person;
  displayId: string;
}

async function openAccount(app: TestApp): Promise<Account> {
  const person = await registerPerson(createClient(app), app.url);
  return { person, displayId: await claimDisplay(person.app) };
}

async function compare(name: string, sides: Account[], rounds: number, callers: number): Promise<Row[]> {
  const picture = { bytes: await photographPng(64, 40), contentType: 'image/png' };
  await timeBlock(sides, picture, WARM_UP, callers);
  const p99s: number[][] = [];
  const medians: number[][] = [];
  for (let block = 0; block < BLOCKS; block++) {
    const times = await timeBlock(sides, picture, rounds, callers);
    p99s.push(times.map((taken) => percentile(taken, 0.99)));
    medians.push(times.map(median));
  }
  const title = `confirm of a picture for a display, ${name}`;
  const added = (blocks: number[][]) => median(blocks.map(([off = 0, stripe = 0]) => stripe - off));
  return [
    single(`${title}, BILLING=off: p99`, 'ms', median(p99s.map(([off = 0]) => off)), null),
    single(`${title}: what reserving adds to the median`, 'ms', added(medians), null),
    single(`${title}: what reserving adds to the p99`, 'ms', added(p99s), GOAL_MS),
  ];
}

/** Milliseconds of each confirm, by side. */
async function timeBlock(sides: Account[], picture: Upload, rounds: number, callers: number) {
  const times = sides.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    // Whoever goes first in one round goes last in the next.
    const turns = [...sides.entries()];
    for (const [side, { person, displayId }] of round % 2 ? turns : turns.toReversed()) {
      const ids: string[] = [];
      for (let n = 0; n < callers; n++) ids.push(await person.upload(picture, { displayId }));
      times[side]?.push(...(await Promise.all(ids.map((id) => timeConfirm(person, id)))));
    }
  }
  return times;
}

async function timeConfirm(person: Person, contentId: string): Promise<number> {
  const begin = performance.now();
  await person.confirm(contentId);
  return performance.now() - begin;
}

if (import.meta.main) {
  for (const { name, ours, goal } of await benchBilling())
    console.log(`${name}: ${ours.toFixed(2)} ms${goal === null ? '' : ` (goal ${goal})`}`);
}
