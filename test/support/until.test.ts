import test from 'ava';
import { until, within } from './until.ts';

const never = new Promise<never>(() => {});

test('the first truthy result is returned', async (t) => {
  const responses = [null, 0, 'here', 'later'];
  t.is(await until('an answer', () => responses.shift(), { everyMs: 0 }), 'here');
  t.deepEqual(responses, ['later']);
});

test('the deadline reports what was awaited and the last result', async (t) => {
  const message = 'Waited 0.05 s in vain: a picture (the last result: false)';
  await t.throwsAsync(
    until('a picture', async () => false, { deadlineMs: 50 }),
    { message },
  );
});

test('a probe that never resolves ends at the deadline, too', async (t) => {
  await t.throwsAsync(
    until('a picture', () => never, { deadlineMs: 50 }),
    { message: /a picture .*no answer/ },
  );
});

test('a probe that throws ends the wait', async (t) => {
  let looks = 0;
  const fails = () => {
    looks += 1;
    throw new Error('it became failed');
  };
  await t.throwsAsync(until('ready', fails), { message: 'it became failed' });
  t.is(looks, 1);
});

test('a promise resolves, rejects, or is reported at the deadline', async (t) => {
  t.is(await within('one', Promise.resolve(1)), 1);
  await t.throwsAsync(within('two', Promise.reject(new Error('no'))), { message: 'no' });
  await t.throwsAsync(within('three', never, 50), { message: 'Waited 0.05 s in vain: three' });
});
