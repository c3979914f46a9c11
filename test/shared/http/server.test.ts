import test from 'ava';
import { route } from '#shared/http/route.ts';
import { startHttp } from './http-stand.ts';

test('closing completes the response under way, accepts no more, and does not wait for idle connections', async (t) => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const spec = { method: 'get', tag: 'test', summary: 'Test.', auth: 'public' } as const;
  const stand = await startHttp({
    routes: [
      route({ ...spec, path: '/slow', responses: { 200: { description: 'Done.' } } }, async () => {
        reached.resolve();
        await released.promise;
        return { status: 200, body: { ok: true } };
      }),
      route({ ...spec, path: '/quick', responses: { 200: { description: 'Done.' } } }, async () => ({
        status: 200,
        body: { ok: true },
      })),
    ],
  });
  await (await fetch(`${stand.url}/api/app/v1/quick`)).text(); // its connection stays open
  const response = fetch(`${stand.url}/api/app/v1/slow`);
  await reached.promise;
  const started = performance.now();
  const closed = stand.close(180_000);
  await t.throwsAsync(fetch(`${stand.url}/api/app/v1/quick`));
  released.resolve();
  t.deepEqual(await (await response).json(), { ok: true });
  await closed;
  t.true(performance.now() - started < 60_000);
});
