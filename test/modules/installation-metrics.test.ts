import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createLog } from '#shared/log.ts';
import { createMetrics } from '#shared/metrics.ts';
import { startTestApp, type TestApp } from '#test/support/app.ts';
import { createClient } from '#test/support/client.ts';
import { photographPng } from '#test/support/images.ts';
import { registerPerson } from '#test/support/person.ts';
import { measureInstallation } from '../../modules/installation-metrics.ts';

let stand: TestApp;
test.before(async () => {
  stand = await startTestApp({ worker: true, gateway: true });
});
test.after.always(() => stand?.close());

const scrape = async (headers: Record<string, string> = {}) =>
  (await fetch(`${stand.url}/metrics`, { headers })).text();

/** The value of a line such as `placard_jobs{queue="a",state="b"}`. */
const value = (text: string, line: string) => {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.split(' ').at(-1));
};

test.serial('jobs, renders, panels, disks and backups are in the metrics of the api', async (t) => {
  const { app, config } = stand;
  mkdirSync(join(config.DATA_DIR, 'backups/snapshots/20261122T033000Z'), { recursive: true });
  const person = await registerPerson(createClient(stand), stand.url);
  const { panel, displayId } = await person.panel();
  const picture = { bytes: await photographPng(320, 200), contentType: 'image/png' };
  const content = await person.settled(await person.push(picture, { displayId }));
  await panel.confirmed(content.presentationIds[0]);
  const job = `insert into pgboss.job (name, data, state, start_after, retry_limit) values (?, '{}', ?, now() - interval '1 hour', 0)`;
  await app.db.raw(job, ['billing.remove-customer', 'failed']);
  const away = await createClient(stand).post('/api/device/v1/enroll', { body: { hardwareId: 'away' } });
  const awayId = await person.claim(away.body.claim.code);
  await app
    .db('display.devices')
    .where({ id: awayId })
    .update({ current_presentation_id: content.presentationIds[0] });

  const text = await scrape({ 'X-Forwarded-For': '203.0.113.9' });
  t.is(value(text, 'placard_jobs{queue="billing.remove-customer",state="failed"}'), 1);
  t.is(value(text, 'placard_jobs{queue="display.render-task",state="failed"}'), 0);
  t.is(value(text, 'placard_jobs_oldest_seconds{queue="billing.remove-customer"}'), 0);
  t.true((value(text, 'placard_renders_last_hour{outcome="done"}') ?? 0) > 0);
  t.is(value(text, 'placard_renders_last_hour{outcome="failed"}'), 0);
  t.is(value(text, 'placard_panels{state="claimed"}'), 2);
  t.is(value(text, 'placard_panels{state="behind"}'), 1);
  t.is(value(text, 'placard_panels{state="connected"}'), 1);
  t.is(value(text, 'placard_backup_timestamp_seconds{event="taken"}'), Date.UTC(2026, 10, 22, 3, 30) / 1000);
  t.is(value(text, 'placard_http_untrusted_forwards_total'), 1);
  for (const folder of ['data', 'objects', 'backups'])
    t.true((value(text, `placard_disk_free_bytes{folder="${folder}"}`) ?? 0) > 0, folder);
  t.regex(text, /placard_job_seconds_count\{queue="display.render-task",outcome="completed"\} [1-9]/);
});

test.serial('every metric in the dashboard, the alert rules and the documentation exists', async (t) => {
  const text = await scrape();
  const exists = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  for (const file of ['grafana-dashboard.json', 'alerts.yml', 'monitoring.md']) {
    const page = readFileSync(new URL(`../../docs/operations/${file}`, import.meta.url), 'utf8');
    const named = [...page.matchAll(/\b(?:placard|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
    t.true(named.length > 4, file);
    for (const name of named) {
      if (name.endsWith('_')) continue; // `placard_gateway_…` stands for all of them
      t.true(exists.has(name) || exists.has(name.replace(/_(bucket|count|sum)$/, '')), `${file}: ${name}`);
    }
  }
});

test('without the database the other metrics remain, and no outdated values', async (t) => {
  const metrics = createMetrics();
  const log = createLog('test', 'silent');
  const db = { raw: () => Promise.reject(new Error('ECONNREFUSED')) } as never;
  measureInstallation({ metrics, log, db, config: stand.config, display: stand.app.display });
  const text = await metrics.registry.metrics();
  t.notRegex(text, /^placard_(jobs|panels|disk\w+)\{/m);
  t.regex(text, /^process_resident_memory_bytes \d/m);
});
