import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Db, openDb } from '#shared/db/open.ts';
import { inTransaction } from '#shared/db/transaction.ts';
import { type OpenStream, openStream } from '#test/modules/library/analyses/open-stream.ts';
import { analyse, claimDisplay, note } from '#test/modules/library/analyses/stand.ts';
import { createClient } from '#test/support/client.ts';
import { type Person, registerPerson } from '#test/support/person.ts';
// Behind index.ts: the streams are measured with events alone, without the runs that record them.
import { recordEvents } from '../modules/library/analyses/start/record-event.ts';
import type { Row } from './imaging-row.ts';
import { percentile, single } from './single-row.ts';

/** 20 people have 5 analyses each and follow each of them with 10 tokens: 1,000 streams. */
const PEOPLE = 20;
const ANALYSES = 5;
const TOKENS = 10;
const STREAMS = PEOPLE * ANALYSES * TOKENS;
const ROUNDS = 5;

interface Followed {
  analysisId: string;
  streams: OpenStream[];
}

/** What 1,000 open event streams cost one api process, and how late an event is with all of them open. */
export async function benchStreams(): Promise<Row[]> {
  const script = fileURLToPath(new URL('./analyses-server.ts', import.meta.url));
  const server = fork(script, { execArgv: ['--expose-gc'] });
  const [{ url, databaseUrl }] = await once(server, 'message');
  const db = openDb(databaseUrl, 'placard-bench', 4);
  try {
    const people: { person: Person; ids: string[]; tokens: string[] }[] = [];
    for (let n = 0; n < PEOPLE; n++) people.push(await createFollowedAnalyses(url));
    const before = await memory(server);
    const followed: Followed[] = [];
    for (const { ids, tokens } of people)
      for (const analysisId of ids) followed.push(await follow(url, analysisId, tokens));
    const after = await memory(server);

    const alone: number[] = [];
    for (const one of followed) alone.push(...(await delays(db, one, 'alone')));
    const together: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const mark = `together ${round}`;
      together.push(...(await Promise.all(followed.map((one) => delays(db, one, mark)))).flat());
    }
    for (const { streams } of followed) for (const stream of streams) stream.abort();
    return [
      single('1,000 event streams: memory each', 'KiB', (after - before) / 1024 / STREAMS, null),
      single('delay of an event, 1,000 streams: p99', 'ms', percentile(alone, 0.99), 250),
      single('delay of 100 events at once, to 1,000 streams: p99', 'ms', percentile(together, 0.99), null),
    ];
  } finally {
    await db.destroy();
    server.disconnect();
    await once(server, 'exit');
  }
}

/** These analyses stay queued: the process has no worker. */
async function createFollowedAnalyses(url: string) {
  const person = await registerPerson(createClient({ url, surfaces: [] }), url);
  await claimDisplay(person.app);
  const ids: string[] = [];
  for (let n = 0; n < ANALYSES; n++) {
    const { body } = await analyse(person.app, { contentIds: [await note(person.app)] });
    ids.push(body.id);
  }
  const tokens: string[] = [];
  for (let n = 0; n < TOKENS; n++)
    tokens.push((await person.app.post('/auth/tokens', { body: { name: `reader ${n}` } })).body.token);
  return { person, ids, tokens };
}

async function follow(url: string, analysisId: string, tokens: string[]): Promise<Followed> {
  const path = `${url}/api/sdk/v1/analyses/${analysisId}/events/stream`;
  const streams = await Promise.all(tokens.map((token) => openStream(path, token)));
  for (const { status } of streams) if (status !== 200) throw new Error(`a stream answered ${status}`);
  await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'analysis.created')));
  return { analysisId, streams };
}

/** Milliseconds from the start of the transaction that writes an event until each reader has it. */
async function delays(db: Db, { analysisId, streams }: Followed, mark: string): Promise<number[]> {
  let started = Number.NaN;
  const seen = streams.map(async (stream) => {
    await stream.until(({ data }) => data?.summary === mark);
    return performance.now() - started;
  });
  await inTransaction(db, async (trx) => {
    started = performance.now();
    await recordEvents(trx, { analysisId, at: new Date() }, [{ type: 'analysis.dispatched', summary: mark }]);
  });
  return Promise.all(seen);
}

async function memory(server: ChildProcess): Promise<number> {
  server.send('memory');
  const [bytes] = await once(server, 'message');
  return bytes;
}
