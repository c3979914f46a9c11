import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson, type Upload } from '#test/support/person.ts';
import { planSettings } from '#test/support/plans.ts';
import { claimDisplay } from '../modules/library/stand.ts';
import type { Row } from './imaging-row.ts';
import { percentile, single } from './single-row.ts';

const ROUNDS = 1000;
const PARALLEL = 4;
const PARALLEL_ROUNDS = 250;
const WARM_UP = 30;
const GOAL_MS = 2;

/**
 * What reserving a push adds to `POST /contents/{id}/confirm` of a picture for a display: apis with BILLING=off and
 * BILLING=stripe in this process, asked in turns over real HTTP, by one caller and by several of one user at once. The
 * quota is far from exhausted. A second api with BILLING=off tells how far two that are alike differ. The database is
 * the tests', which does not wait for the disk.
 */
export async function benchBilling(): Promise<Row[]> {
  const settings = planSettings({ free: { quotas: { pushes: 1_000_000 } } });
  const apps = [await startTestApp(), await startTestApp({ settings }), await startTestApp()];
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
  await timeConfirms(sides, picture, WARM_UP, callers);
  const [off = [], stripe = [], again = []] = await timeConfirms(sides, picture, rounds, callers);
  const title = `confirm of a picture for a display, ${name}`;
  const added = (share: number, to = stripe) => percentile(to, share) - percentile(off, share);
  return [
    single(`${title}, BILLING=off: p99`, 'ms', percentile(off, 0.99), null),
    single(`${title}: what reserving adds to the median`, 'ms', added(0.5), null),
    single(`${title}: what reserving adds to the p99`, 'ms', added(0.99), GOAL_MS),
    single(`${title}: what BILLING=off adds to its own p99`, 'ms', added(0.99, again), null),
  ];
}

/** Milliseconds of each confirm, by side. Each side is first, and last, equally often. */
async function timeConfirms(sides: Account[], picture: Upload, rounds: number, callers: number) {
  const times = sides.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const side = (round + turn) % sides.length;
      const { person, displayId } = sides[side] as Account;
      const uploads = Array.from({ length: callers }, () => person.upload(picture, { displayId }));
      const ids = await Promise.all(uploads);
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
