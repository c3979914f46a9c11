import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { createKeys } from '#shared/keys.ts';
import { createLog } from '#shared/log.ts';
import { COMPILE_CACHE } from '#test/support/compile-cache.ts';
import { areas, checks } from '../../../box/doctor/checks.ts';
import { startDailyDoctor } from '../../../box/doctor/daily-doctor.ts';
import { examine, exitCode } from '../../../box/doctor/examine.ts';
import { plants } from './plants.ts';
import { type DoctorStand, startDoctorStand } from './stand.ts';

let stand: DoctorStand;
test.before(async () => {
  stand = await startDoctorStand();
});
test.after.always(() => stand?.close());

test.serial('a healthy running installation has no failures, and its addresses are recognised', async (t) => {
  const report = await examine(checks, await stand.probes());
  await stand.reset();
  const wrong = report.findings.filter(({ status }) => status === 'warning' || status === 'failure');
  // The machine and its other tests decide about the first. It has no backups, and no other machine reaches 127.0.0.1.
  t.deepEqual(
    wrong
      .map(({ check, status }) => `${check}: ${status}`)
      .filter((line) => !/^(memory|disk-space|inodes|api-ready|database-connections)/.test(line)),
    ['public-url: warning', 'mqtt-public-url: warning', 'backup-age: warning'],
  );
  const well = report.findings.filter(({ status }) => status === 'ok').map(({ check }) => check);
  for (const name of ['http-port', 'mqtt-port', 'migrations', 'database-secret', 'api-alive', 'worker-alive'])
    t.true(well.includes(name), name);
});

test.serial(
  'with the secret of another installation the addresses are not attributed to another program',
  async (t) => {
    const keys = createKeys('another secret of another installation');
    const { findings } = await examine(checks, { ...(await stand.probes()), keys });
    await stand.reset();
    const statusOf = (name: string) => findings.find(({ check }) => check === name)?.status;
    t.is(statusOf('database-secret'), 'failure');
    for (const name of ['http-port', 'mqtt-port', 'public-url', 'mqtt-public-url'])
      t.is(statusOf(name), 'skipped', name);
  },
);

for (const { check: name, what, status, says, remedy, plant } of plants) {
  test.serial(`${name}: ${what}`, async (t) => {
    const check = checks.filter((one) => one.name === name);
    t.is(check.length, 1);
    try {
      const report = await examine(check, await plant(await stand.probes(), stand));
      const [found] = report.findings;
      t.is(found?.status, status, found?.says);
      t.regex(found?.says ?? '', says);
      t.regex(found?.remedy ?? '', remedy);
      t.is(exitCode(report), status === 'failure' ? 2 : 1);
    } finally {
      await stand.reset();
    }
  });
}

test('a fault is planted for every check', (t) => {
  const planted = new Set(plants.map(({ check }) => check));
  t.deepEqual(
    checks.map(({ name }) => name).filter((name) => !planted.has(name)),
    [],
  );
  t.true(checks.length >= 30);
});

test('docs/operations/doctor.md lists every check with its meaning, and no other', (t) => {
  const page = readFileSync('docs/operations/doctor.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (.*?) \|$/gm)].map(([, name, means]) => ({
    name,
    means,
  }));
  t.deepEqual(
    rows,
    checks.map(({ name, means }) => ({ name, means })),
  );
  for (const area of Object.keys(areas))
    t.true(page.includes(`\n## ${area[0]?.toUpperCase()}${area.slice(1)}\n`), area);
});

test.serial(
  'make doctor of a stopped box prints JSON, and its exit code is that of the worst finding',
  async (t) => {
    const run = promisify(execFile)(process.execPath, [join('box/doctor/main.ts'), '--json'], {
      env: {
        ...COMPILE_CACHE,
        PATH: '/usr/bin:/bin',
        ...stand.environment,
        HTTP_PORT: 'none',
        MQTT_PUBLIC_URL: 'mqtt://192.0.2.1',
      },
    });
    const { code, stdout } = (await t.throwsAsync<Error & { code: number; stdout: string }>(run)) ?? {};
    t.is(code, 2);
    const report = JSON.parse(stdout ?? '');
    t.is(report.status, 'failure');
    t.is(report.findings.length, checks.length);
    const found = new Map(report.findings.map((one: { check: string }) => [one.check, one]));
    t.like(found.get('settings'), { status: 'failure' });
    t.like(found.get('worker-alive'), { status: 'skipped', says: 'Placard is not running.' });
    t.like(found.get('migrations'), { status: 'ok' });
  },
);

test.serial('once a day the findings of the doctor are logged', async (t) => {
  const lines: string[] = [];
  const logged = Promise.withResolvers<void>();
  const log = createLog('box', 'info', {
    write(line) {
      lines.push(line);
      if (line.includes('"check":"backup-age"')) logged.resolve();
    },
  });
  const environment = { PATH: '/usr/bin:/bin', ...stand.environment, PLACARD_SERCET: 'x' };
  t.teardown(startDailyDoctor({ environment, log, firstMs: 0 }));
  await logged.promise;
  const found = lines.map((line) => JSON.parse(line)).find(({ check }) => check === 'unknown-settings');
  t.like(found, { level: 40, msg: 'the doctor found something', process: 'box' });
  t.regex(found.says, /PLACARD_SERCET/);
  t.regex(found.remedy, /Correct the name/);
});
