import test from 'ava';
import { createThreadPool, TimeLimitError } from '#worker/threads/thread-pool.ts';

test('the start of a thread and its preparation do not count as running, nor do those of its replacement', async (t) => {
  const entry = new URL('./slow-start-thread.ts', import.meta.url);
  const pool = createThreadPool<string, string>({ entry, threads: 1, timeLimitMs: 2_000 });
  t.teardown(() => pool.close());
  t.is(await pool.run('one'), 'ONE');
  await t.throwsAsync(pool.run('hang'), { instanceOf: TimeLimitError });
  t.is(await pool.run('two'), 'TWO');
});

test('one thread of a process alone makes its process-wide settings', async (t) => {
  const entry = new URL('./once-thread.ts', import.meta.url);
  const pools = [1, 2, 3].map(() =>
    createThreadPool<null, { threadId: number; worked: boolean }>({
      entry,
      threads: 1,
      timeLimitMs: 600_000,
    }),
  );
  t.teardown(() => Promise.all(pools.map((pool) => pool.close())));
  const threads = await Promise.all(pools.map((pool) => pool.run(null)));
  t.is(new Set(threads.map(({ threadId }) => threadId)).size, 3);
  t.is(threads.filter(({ worked }) => worked).length, 1);
});
