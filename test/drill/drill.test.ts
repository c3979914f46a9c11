import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { startTestApp } from '#test/support/app.ts';
import { createEmptyDatabase } from '#test/support/postgres.ts';
import { TEST_SECRET } from '#test/support/secret.ts';
import { standInSettings, startStripeStandIn } from '#test/support/stripe-stand-in.ts';
import { runCommand } from './box.ts';
import { count } from './count.ts';
import { fill } from './fill.ts';
import { DRILL_PLANS } from './plans.ts';

test('data created through public endpoints is restored elsewhere, and panels show their pictures again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'placard-drill-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const standIn = await startStripeStandIn({ retryMs: 200 });
  t.teardown(() => standIn.close());
  const PLANS_FILE = join(folder, 'plans.json');
  await writeFile(PLANS_FILE, JSON.stringify(DRILL_PLANS));
  const start = async (settings: Record<string, string> = {}) => {
    const app = await startTestApp({
      ...{ worker: true, gateway: true },
      settings: {
        ...standInSettings(standIn.url),
        ...{ PLANS_FILE, DISPLAY_MIN_DWELL_SECONDS: '3600', ...settings },
      },
    });
    standIn.webhooks.options.url = `${app.url}/billing/webhook/stripe`;
    return app;
  };

  const first = await start();
  let isGone = false;
  t.teardown(() => isGone || first.close());
  const { DATABASE_URL, STORAGE_URL, DATA_DIR } = first.config;
  const inventory = await fill(first.url, { people: 2, panels: 2, contents: 10 });
  const repository = join(folder, 'repository');
  const source = { DATABASE_URL, STORAGE_URL, DATA_DIR, PLACARD_SECRET: TEST_SECRET };
  await runCommand('backup', { ...source, TO: repository });
  isGone = true;
  await first.close(); // with its database and its objects

  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  const place = { DATABASE_URL: database.url, STORAGE_URL: `file:${join(folder, 'objects')}` };
  await runCommand('restore', { ...place, FROM: repository, DATA_DIR: join(folder, 'data') });
  const second = await start(place);
  t.teardown(() => second.close());
  const counts = await count(second.url, second.mqttUrl, inventory);
  t.is(counts.length, 8);
  for (const { what, found, of } of counts) t.true(found === of && of > 0, `${found} of ${of} ${what}`);
});
