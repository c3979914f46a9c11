import test from 'ava';
import { SerialQueue } from '#shared/serial-queue.ts';

test('tasks run one at a time in the order in which they were added, also after one that fails', async (t) => {
  const queue = new SerialQueue();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = queue.add(async () => {
    steps.push('one begins');
    await first.promise;
    steps.push('one fails');
    throw new Error('one');
  });
  const two = queue.add(async () => {
    steps.push('two');
    return 2;
  });
  t.is(queue.last, two);
  first.resolve();
  await t.throwsAsync(one, { message: 'one' });
  t.is(await two, 2);
  t.deepEqual(steps, ['one begins', 'one fails', 'two']);
});
