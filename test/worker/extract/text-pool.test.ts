import test from 'ava';
import { createTextPool } from '#worker/extract/text-pool.ts';
import { SandboxFailedError, UnreadableError } from '#worker/sandbox/errors.ts';

const entry = new URL('./slow-text-thread.ts', import.meta.url);
const pool = createTextPool({ threads: 2, timeLimitMs: 10_000, entry });
test.after.always(() => pool.close());
const text = (words: string) => ({ kind: 'text', text: words, now: new Date(0) }) as const;
const jsonFile = (text: string) => ({
  bytes: Buffer.from(text),
  contentType: 'application/json',
  charset: null,
});

test.serial('texts, files and blocks are digested in a thread', async (t) => {
  const [note, json, blocks] = await Promise.all([
    pool.digest(text('- milk\n- eggs\n- bread')),
    pool.digest({
      kind: 'file',
      file: jsonFile('["milk","eggs"]'),
      now: new Date(0),
    }),
    pool.digest({ kind: 'blocks', blocks: [{ kind: 'heading', level: 1, text: 'Title' }] }),
  ]);
  t.like(note, { shape: 'list' });
  t.regex(json.text, /milk[\s\S]*eggs/);
  t.deepEqual(blocks.headings, ['Title']);
  t.is(note.tooComplex, undefined);
});

test.serial('a file of another type than declared is unreadable', async (t) => {
  const task = { kind: 'file', file: jsonFile('{'), now: new Date(0) } as const;
  await t.throwsAsync(pool.digest(task), { instanceOf: UnreadableError, message: 'the file is not JSON' });
});

test.serial('a text that takes too long is kept as it is, and does not delay others', async (t) => {
  const slow = pool.digest(text('endless\r\n  words,\n\n- as written'));
  let over = false;
  void slow.then(() => {
    over = true;
  });
  for (const index of [1, 2, 3]) t.like(await pool.digest(text(`Note ${index}`)), { shape: 'headline' });
  t.false(over, 'the others came before it');
  const digest = await slow;
  t.like(digest, { tooComplex: true, text: 'endless\n  words,\n\n- as written', words: 4 });
  t.is(digest.summary, 'endless words, - as written');
  t.like(await pool.digest(text('Another note')), { shape: 'headline' });
});

test.serial('a text that takes too much memory is kept as it is', async (t) => {
  t.like(await pool.digest(text('greedy')), { tooComplex: true, text: 'greedy' });
});

test.serial('a text whose thread failed may be tried again', async (t) => {
  await t.throwsAsync(pool.digest(text('deadly')), { instanceOf: SandboxFailedError });
  t.like(await pool.digest(text('Another note')), { shape: 'headline' });
});

test.serial('closing the pool ends running work, which may be tried again', async (t) => {
  const closing = createTextPool({ threads: 1, timeLimitMs: 600_000, entry });
  await closing.digest(text('A note'));
  const running = t.throwsAsync(closing.digest(text('endless')), { instanceOf: SandboxFailedError });
  const waiting = t.throwsAsync(closing.digest(text('A note')), { instanceOf: SandboxFailedError });
  await closing.close();
  await Promise.all([running, waiting]);
});
