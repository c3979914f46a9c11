import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from '#gateway/simulator/trmnl/trmnl-panel.ts';
import { runOperatorCommand } from '#test/support/operator-command.ts';
// Behind index.ts: the reader of exports is a pure function of their text.
import { readExport } from '../../../../modules/display/trmnl/read-export.ts';
import { startTrmnl, test } from './trmnl-stand.ts';

test.before(async (t) => {
  t.context = await startTrmnl();
});
test.after.always(async (t) => t.context.app.close());

const panel = { hardwareId: 'AA:BB:CC:00:11:22', key: 'abc123', name: 'Hall, upstairs', firmware: '1.7.8' };

test('exports of Terminus and of LaraPaper are read in every form', (t) => {
  const terminus = {
    id: 1,
    label: panel.name,
    mac_address: 'aa:bb:cc:00:11:22',
    api_key: panel.key,
    firmware_version: '1.7.8',
  };
  const lara = {
    id: 1,
    name: panel.name,
    mac_address: panel.hardwareId,
    api_key: panel.key,
    last_firmware_version: '1.7.8',
  };
  const dump = [
    'SET client_encoding = UTF8;',
    'COPY public.device (id, friendly_id, label, mac_address, api_key, firmware_version, wifi) FROM stdin;',
    '1\tABC\tHall, upstairs\taa:bb:cc:00:11:22\tabc123\t1.7.8\t-61',
    '2\tDEF\tNo key\taa:bb:cc:00:11:23\t\\N\t1.7.8\t-61',
    '\\.',
    'COPY public.model (id) FROM stdin;',
    '7',
    '\\.',
  ].join('\n');
  const csv =
    'id,name,mac_address,api_key,last_firmware_version\r\n1,"Hall, upstairs",AA:BB:CC:00:11:22,abc123,1.7.8\r\n';
  const forms: [string, number][] = [
    [JSON.stringify({ data: [terminus] }), 0],
    [JSON.stringify([lara, { mac_address: 'nonsense', api_key: 'x' }]), 1],
    [dump, 1],
    [csv, 0],
  ];
  for (const [text, skipped] of forms) t.deepEqual(readExport(text), { panels: [panel], skipped });
  // As LaraPaper's table has it: JSON in a column, over several lines.
  const withJson =
    'mac_address,last_log_request,api_key,name\nAA:BB:CC:00:11:22,"{""a"":\n[1,2]}",abc123,Hall\n';
  t.like(readExport(withJson), { panels: [{ key: 'abc123', name: 'Hall' }], skipped: 0 });
  const escaped =
    'COPY public.devices (name, mac_address, "api_key") FROM stdin;\nA\\tB \\\\ C\tAA:BB:CC:00:11:22\tabc123\n\\.\n';
  t.like(readExport(escaped), { panels: [{ key: 'abc123', name: 'A B \\ C' }], skipped: 0 });
});

test('imported panels continue with their key, without a setup', async (t) => {
  const { app, person, push, state } = t.context;
  const folder = await mkdtemp(join(tmpdir(), 'placard-import-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'devices.json');
  const [owned, unowned] = ['5A:00:00:00:00:01', '5A:00:00:00:00:02'];
  const environment = { DATABASE_URL: app.config.DATABASE_URL, FILE: file };
  const run = (more: Record<string, string> = {}) =>
    runOperatorCommand('display/commands/import-panels.ts', { ...environment, ...more });
  const { body: profile } = await person.app.get('/auth/me');
  const EMAIL = (profile.user ?? profile).email;

  await writeFile(file, JSON.stringify({ data: [{ mac_address: owned, api_key: 'k1', label: 'Kitchen' }] }));
  t.like(await run({ EMAIL }), { code: 0 });
  t.regex((await run({ EMAIL })).text, /5A:00:00:00:00:01 {2}known/, 'again changes nothing');
  await writeFile(file, `mac_address,api_key\n${unowned},k2\n`);
  t.like(await run(), { code: 0 });
  await writeFile(file, 'nothing of the kind');
  t.like(await run(), { code: 1 });
  t.regex((await run({ EMAIL: 'nobody@example.org' })).text, /There is no account|contains no panel/);

  const steps: Step[] = [];
  const beforeStep = (step: Step) => void steps.push(step);
  const first = t.context.panel({ id: owned, apiKey: 'k1', beforeStep });
  t.is(await first.wake(), 900);
  t.is(first.screen.kind, 'picture');
  const { body } = await person.app.get('/api/app/v1/displays');
  const display = body.items.find(({ name }: { name: string }) => name === 'Kitchen');
  const presentation = await push(display.id, 71);
  await first.wake();
  await first.wake();
  t.is(await state(presentation), 'confirmed');

  const second = t.context.panel({ id: unowned, apiKey: 'k2', version: '1.7.2', beforeStep });
  t.is(await second.wake(), 60);
  const { code } = await app.app
    .db('display.claim_codes')
    .join('display.devices', 'id', 'device_id')
    .where({ hardware_id: unowned })
    .first('code');
  t.truthy(await person.claim(code));
  t.is(await second.wake(), 900);
  t.like([first.flash.apiKey, second.flash.apiKey], ['k1', 'k2']);
  t.false(steps.includes('setup'), 'neither has called setup');
  t.is(first.errorsPainted + second.errorsPainted, 0);
});
