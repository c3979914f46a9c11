import test from 'ava';
import { openExtraction } from '../../../../modules/extraction.ts';
// Behind index.ts: extraction that takes as long as the test says.
import { runAnalyses } from '../../../../modules/library/analyses/run/run-analyses.ts';
import type { LibraryContext } from '../../../../modules/library/context.ts';
import {
  analyse,
  claimDisplay,
  confirm,
  create,
  type LibraryStand,
  read,
  startLibrary,
  text,
  type User,
  until,
  untilOver,
} from './stand.ts';
import { workerContext } from './worker-context.ts';

// The test itself works the analyses off, so that it can hand them a reader that some texts take for ever.
let stand: LibraryStand;
let context: LibraryContext;
const entry = new URL('../../../worker/extract/slow-text-thread.ts', import.meta.url);
const extraction = openExtraction(1, { texts: { timeLimitMs: 10_000, entry } });
test.before(async () => {
  stand = await startLibrary();
  const whole = await workerContext(stand);
  context = { ...whole, analysis: { ...whole.analysis, ...extraction } };
});
test.after.always(async () => {
  await extraction.close();
  await stand?.close();
});

async function push(user: User, words: string[]): Promise<string> {
  await claimDisplay(user.client);
  const made = await create(user.client, { mode: 'auto', assets: words.map(text) });
  await confirm(user.client, made.body.content.id);
  return made.body.content.id;
}

test('a text whose analysis takes too long is shown unchanged, with a warning, and delays no other user', async (t) => {
  const [slow, quick] = await Promise.all([stand.newUser(), stand.newUser()]);
  const slowId = await push(slow, ['A short note.', 'endless\n\nwords of the owner']);
  const working = runAnalyses(context);
  const quickId = await push(quick, ['Another note.']);
  const alsoWorking = runAnalyses(context);
  await until(quick.client, quickId, 'ready');
  t.is((await read(slow.client, slowId)).body.state, 'processing', 'the other user did not wait for it');
  await Promise.all([working, alsoWorking]);

  const warning = { code: 'text_too_complex', stage: 'summarizing', retryable: false, assetIndex: 1 };
  const { processing, presentationIds } = (await read(slow.client, slowId)).body;
  t.like(processing.warnings, [warning]);
  t.is(processing.warnings.length, 1);
  t.is(presentationIds.length, 1);
  const tasks = await stand.app.db.raw(
    'select source::text from display.render_tasks where presentation_id = ?',
    presentationIds,
  );
  t.regex(tasks.rows[0].source, /endless.*words of the owner/);

  // What was stored says so again, without being read again.
  const again = (await analyse(slow.client, { contentIds: [slowId] })).body.id;
  const digestText = () => Promise.reject(new Error('it was read again'));
  await runAnalyses({ ...context, analysis: { ...context.analysis, digestText } });
  t.like(await untilOver(slow.client, again), { state: 'completed' });
});
