import test from 'ava';
import { until } from '#test/support/until.ts';
import {
  analyse,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  note,
  parallel,
  startLibrary,
  table,
  text,
  untilOver,
} from './stand.ts';

let stand: LibraryStand;
test.before(async () => {
  stand = await startLibrary();
});
test.after.always(() => stand?.close());

/** Enough for a third of them to wait still when the other user's is done. */
const MANY = 60;

test(`${MANY} queued analyses of one user do not delay those of another`, async (t) => {
  const busy = await stand.newUser();
  await claimDisplay(busy.client);
  const ids = await parallel(MANY, async (index) => {
    const made = await create(busy.client, { mode: 'auto', assets: [text(`Number ${index}`)] });
    return made.body.content.id as string;
  });
  await parallel(MANY, (index) => confirm(busy.client, ids[index] as string));
  const waiting = async (): Promise<number> => {
    const rows = await table(stand, 'analyses').where({ user_id: busy.userId, state: 'queued' });
    return rows.length;
  };
  t.is(await waiting(), MANY);

  const other = await stand.newUser();
  await claimDisplay(other.client);
  const contentId = await note(other.client);
  await stand.app.jobs.work(stand.app.jobHandlers);
  await until('the first runs to be taken up', async () => (await waiting()) <= MANY - 10, { everyMs: 0 });
  const start = performance.now();
  const { body } = await analyse(other.client, { contentIds: [contentId] });
  t.like(await untilOver(other.client, body.id), { state: 'completed' });
  const left = await waiting();
  t.log(
    `done after ${Math.round(performance.now() - start)} ms, with ${left} of the other user still waiting`,
  );
  t.true(left > MANY / 3, `only ${left} still wait`);
  await until('all runs to be taken up', async () => (await waiting()) === 0, { everyMs: 50 });
  t.log(`all ${MANY} were taken up after ${Math.round(performance.now() - start)} ms`);
});
