import { randomUUID } from 'node:crypto';
import { createCursors } from '#shared/http/cursor.ts';
import { createKeys } from '#shared/keys.ts';
import { register, type TestAccount } from '#test/modules/identity/accounts/account.ts';
import { create, png, upload } from '#test/modules/library/stand.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { type Client, createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
// Behind index.ts: the plan of the search's own SQL is measured, with its own terms.
import { searchTerms } from '../modules/library/search/search-text.ts';
import { fillLibrary, QUERIES } from './library-fill.ts';
import { percentile } from './single-row.ts';

export interface LibraryRow {
  name: string;
  value: number;
  unit: string;
  goal: number | null;
}

const REQUESTS = 200;
const CREATIONS = 200;
const PARALLEL = 4;
const LIST_GROWTH_GOAL = 1.5;
const SEARCH_GOAL_MS = 100;

interface Figures {
  median: number;
  p99: number;
  queries: number;
}

/**
 * Lists and searches an account with 1,000 and one with 100,000 contents over HTTP, one request at a time, in turns,
 * so that other work of the machine affects both. Also times submissions from create to confirm, four at a time. The
 * database is that of the tests, which does not wait for the disk.
 */
export async function benchLibrary(): Promise<LibraryRow[]> {
  const app = await startTestApp();
  try {
    const small = await openAccount(app, 1_000);
    const large = await openAccount(app, 100_000);
    const rows: LibraryRow[] = [];
    for (const [name, q] of Object.entries({ 'no search': '', ...QUERIES })) {
      for (const place of ['first page', 'page in the middle']) {
        const paths = [small, large].map((account) => pathOf(account, q, place !== 'first page'));
        const [before, now] = await timePages(app, [small, large], paths);
        if (before && now) rows.push(...pageRows(`${name}, ${place}`, q, before, now));
      }
    }
    return [...rows, ...(await creationRows(small, large))];
  } finally {
    await app.close();
  }
}

interface Account extends TestAccount {
  middle: { createdAt: Date; id: string };
}

async function openAccount(app: TestApp, count: number): Promise<Account> {
  const user = await register(createClient(app));
  return { ...user, ...(await fillLibrary(app.app.db, user.userId, count)) };
}

function pathOf(account: Account, q: string, fromTheMiddle: boolean): string {
  const cursor = fromTheMiddle ? `&cursor=${cursorAt(account.userId, q, account.middle)}` : '';
  return `/api/app/v1/contents?limit=20&q=${encodeURIComponent(q)}${cursor}`;
}

async function timePages(app: TestApp, accounts: Account[], paths: string[]): Promise<Figures[]> {
  const times: number[][] = accounts.map(() => []);
  const queries = accounts.map(() => 0);
  for (let round = 0; round < REQUESTS; round++) {
    for (const [i, { client }] of accounts.entries()) {
      const count = () => {
        queries[i] = (queries[i] ?? 0) + 1;
      };
      app.app.db.on('query', count);
      const begin = performance.now();
      const { status } = await client.get(paths[i] ?? '');
      times[i]?.push(performance.now() - begin);
      app.app.db.off('query', count);
      if (status !== 200) throw new Error(`${paths[i]} answered ${status}`);
    }
  }
  return times.map((taken, i) => ({
    median: percentile(taken, 0.5),
    p99: percentile(taken, 0.99),
    queries: Math.round((queries[i] ?? 0) / REQUESTS),
  }));
}

/** The cursor of a client that has reached this position. */
function cursorAt(userId: string, q: string, position: { createdAt: Date; id: string }): string {
  const list = ['contents', userId, null, null, searchTerms(q)];
  const { nextCursor } = createCursors(createKeys(TEST_SECRET)).page(
    [position, position],
    1,
    list,
    () => null,
  );
  return encodeURIComponent(nextCursor ?? '');
}

function pageRows(name: string, q: string, before: Figures, now: Figures): LibraryRow[] {
  const title = `GET /contents${q && '?q='} of 100,000, ${name}`;
  const growth = now.median / before.median;
  return [
    { name: `${title}: median`, value: now.median, unit: 'ms', goal: null },
    { name: `${title}: p99`, value: now.p99, unit: 'ms', goal: q ? SEARCH_GOAL_MS : null },
    { name: `${title}: queries`, value: now.queries, unit: 'a request', goal: null },
    {
      name: `${title}: median over that of 1,000`,
      value: growth,
      unit: 'times',
      goal: q ? null : LIST_GROWTH_GOAL,
    },
  ];
}

async function creationRows(small: Account, large: Account): Promise<LibraryRow[]> {
  const photo = await photographPng(64, 40);
  let [beside1000, beside100000] = [0, 0];
  for (let round = 0; round < CREATIONS / PARALLEL; round++) {
    beside1000 += await timeSubmissions(small.client, photo);
    beside100000 += await timeSubmissions(large.client, photo);
  }
  const name = 'create, upload and confirm an image';
  const perSecond = CREATIONS / (beside100000 / 1000);
  return [
    { name: `${name}, beside 100,000 contents`, value: perSecond, unit: 'a second', goal: null },
    {
      name: `${name}: time over that beside 1,000`,
      value: beside100000 / beside1000,
      unit: 'times',
      goal: null,
    },
  ];
}

/** Milliseconds for `PARALLEL` concurrent submissions. */
async function timeSubmissions(client: Client, photo: Uint8Array): Promise<number> {
  const body = { mode: 'hardcode', output: {}, title: 'Bench', assets: [png(photo.length)] };
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      const created = await create(client, body, randomUUID());
      await upload(created.body.uploadTickets[0], photo);
      const confirmed = await client.post(`/api/app/v1/contents/${created.body.content.id}/confirm`);
      if (confirmed.body.state !== 'processing') throw new Error(`confirm returned ${confirmed.text}`);
    }),
  );
  return performance.now() - begin;
}

if (import.meta.main) {
  for (const { name, value, unit, goal } of await benchLibrary()) {
    const verdict = goal === null ? '' : value <= goal ? `(goal ${goal}: met)` : `(goal ${goal}: MISSED)`;
    console.log(`${name}: ${value.toFixed(2)} ${unit} ${verdict}`);
  }
}
