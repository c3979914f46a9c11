import { claimDisplay } from '#test/modules/library/stand.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { type Person, registerPerson, type Upload } from '#test/support/person.ts';
import { planSettings } from '#test/support/plans.ts';
import type { Row } from './imaging-row.ts';
import { percentile, single } from './single-row.ts';

const ROUNDS = 750;
const PARALLEL = 4;
const PARALLEL_ROUNDS = 200;
const WARM_UP = 30;
const GOAL_MS = 2;
const RESAMPLES = 400;

/**
 * The time that reserving a push adds to `POST /contents/{id}/confirm` of a picture for a display. Apis with
 * BILLING=off and BILLING=stripe run in this process and take turns over real HTTP, with one caller and with several
 * of one user. The quota is far from exhausted. A second api with BILLING=off shows how far two equal ones differ;
 * both together are the baseline. The database is that of the tests, which does not wait for the disk.
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
  const times = await timeConfirms(sides, picture, rounds, callers);
  const title = `confirm of a picture for a display, ${name}`;
  const reserving = differenceOf(times, ([off, stripe, again]) => [stripe, [...off, ...again]]);
  const alike = differenceOf(times, ([off, , again]) => [again, off]);
  const { measured, low, high } = reserving(0.99);
  return [
    single(
      `${title}, BILLING=off: p99`,
      'ms',
      percentile(
        times.flatMap(([off]) => off),
        0.99,
      ),
      null,
    ),
    single(`${title}: what reserving adds to the median`, 'ms', reserving(0.5).measured, null),
    single(`${title}: what reserving adds to the p99`, 'ms', measured, GOAL_MS),
    single(`${title}: the same, lower end of 95 %`, 'ms', low, null),
    single(`${title}: the same, upper end of 95 %`, 'ms', high, null),
    single(`${title}: what BILLING=off adds to its own p99`, 'ms', alike(0.99).measured, null),
  ];
}

/** Milliseconds of each confirm of a round, by side. */
type Round = [off: number[], stripe: number[], again: number[]];

/** Uploads come first, all at once, so that only confirms are timed. Each side is first, and last, equally often. */
async function timeConfirms(sides: Account[], picture: Upload, rounds: number, callers: number) {
  const times: Round[] = [];
  for (let n = 0; n < rounds; n++) {
    const uploads = sides.map(({ person, displayId }) =>
      Promise.all(Array.from({ length: callers }, () => person.upload(picture, { displayId }))),
    );
    const ids = await Promise.all(uploads);
    const round: Round = [[], [], []];
    for (let turn = 0; turn < sides.length; turn++) {
      const side = (n + turn) % sides.length;
      const { person } = sides[side] as Account;
      round[side] = await Promise.all((ids[side] ?? []).map((id) => timeConfirm(person, id)));
    }
    times.push(round);
  }
  return times;
}

/**
 * The difference between the percentiles of two sides, and its confidence interval by bootstrap: the rounds are drawn
 * again with replacement, as often as there are. Whole rounds are drawn, because a disturbance affects both sides of
 * a round.
 */
function differenceOf(times: Round[], pair: (round: Round) => [one: number[], other: number[]]) {
  const pairs = times.map(pair);
  const difference = (drawn: typeof pairs, share: number) =>
    percentile(
      drawn.flatMap(([one]) => one),
      share,
    ) -
    percentile(
      drawn.flatMap(([, other]) => other),
      share,
    );
  return (share: number) => {
    const redrawn = Array.from({ length: RESAMPLES }, () => difference(redraw(pairs), share));
    return {
      measured: difference(pairs, share),
      low: percentile(redrawn, 0.025),
      high: percentile(redrawn, 0.975),
    };
  };
}

function redraw<T>(items: T[]): T[] {
  return items.map(() => items[Math.floor(Math.random() * items.length)] as T);
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
